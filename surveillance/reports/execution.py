"""A command on reports, plans or those who look on, on its way (``casino.commands.execution``).

Each is one event of one stream, decided under the lock of the log, by the function that joined it: so
of two equal requests that come at once the second finds the first. Who acts is the account of the session (``Actor``).
Until 2026-11 this room kept no receipts: an id that was recorded then still gets the first answer. Proved by
``tests/surveillance/reports/test_asking.py`` and ``test_strangers.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final, Literal
from uuid import UUID

import msgspec

from casino.commands.execution import Carried, Done, Execution
from casino.commands.models import Receipt
from casino.core import commands
from casino.core.commands import Command, Commands
from casino.core.interest import Interest, no_matter
from casino.core.messages import Catalogue
from casino.ledger.locking import lock_log
from casino.ledger.models import Property
from disputes.case.context import Actor
from surveillance.reports import facts as f
from surveillance.reports import readmodel

_WORDS: Final = Catalogue(__file__)
READS: Final = no_matter(_WORDS.text("reads"))


class Step(commands.Step, frozen=True, kw_only=True):
    """One command; ``on``: the kind of stream that it is about."""

    on: Literal["report", "reportplan", "regulator"] = "report"
    interest: Interest = READS


OF_COMMANDS: Final = frozenset(
    f.NAMES[fact]
    for fact in (f.ReportRequested, f.ReportAskedAgain, f.ReportCancelled, f.ReportDeleted, f.PlanMade, f.PlanEnded,
                 f.LookerScoped, f.LookerShut, f.TokenMade, f.TokenEnded)
)  # fmt: skip
"""What commands bring; all else that this room writes has an id that nobody gave."""
REPORTS: Final = Commands(Step)
"""The commands of this room. A function that joins one makes its fact of (what it is about, command, :class:`OnReport`)
and may name another stream."""


def execute(
    owner: Property, about: str | None, command: Command, *, actor: Actor, command_id: UUID, now: datetime
) -> Done:
    """Carry out a command on the report or plan of this code, or an account that looks on (None: it begins something),
    or raise Problem and change nothing."""
    return OnReport(owner, about, command, actor, command_id, now).run()


class OnReport(Execution):
    """One command on its way. ``secret``: what is told this once."""

    NAMES = f.NAMES
    PURPOSE = b"tableproof report receipt"

    def __init__(
        self, owner: Property, about: str | None, command: Command, actor: Actor, command_id: UUID, now: datetime
    ) -> None:
        super().__init__(owner, command, staff=actor.staff, seen_version=None, command_id=command_id, now=now)
        self.about = about
        self.stream = f"{REPORTS.steps[self.code].on}/{about}"
        self.about_stream = None if about is None else self.stream
        self.actor = actor
        self.secret = ""

    @property
    def by(self) -> f.By:
        return f.By(role=self.actor.role, staff=self.actor.staff)

    def carry_out(self) -> Carried:
        lock_log(self.owner.pk)
        readmodel.follow_to_head(self.owner.code)
        [fact] = REPORTS.functions[self.code](self.about, self.command, self)
        # It becomes whatever version is next: decided under the lock of the log, and the stream of who looks on has an
        # event for each look, which nobody need load.
        event = msgspec.structs.replace(self.event(self.stream, fact, 0, first=True), expected_version=None)
        [appended] = self.ledger.append([event])
        # With the event: whoever works on what was asked for finds its row.
        readmodel.follow_to_head(self.owner.code)
        return Carried(self.stream, appended, [fact])

    def concerns(self, stream: str) -> bool:
        kind = stream.partition("/")[0]
        return kind == REPORTS.steps[self.code].on and self.about_stream in (None, stream)

    def follow(self) -> None:
        """The rows stand with the event."""

    def receipt(self) -> Receipt | None:
        found = super().receipt()
        first = None if found is not None else self.ledger.find(self.command_id)
        if first is None or first.type not in OF_COMMANDS or first.actor != self.signed_by:
            return found
        return Receipt(
            command=self.code,
            stream=first.stream,
            version=first.version,
            persons="",
            digest=self._digest([]),
            recorded_at=first.recorded_at,
        )
