"""What a post decides where the document leaves it to them: for one round, or at once for several of one table.

Each round gets a ruling of its own, with the bets of it that are decided. Who may not rule on one of them rules on none
in one act; what all of them move together says how much the reason has to say. A post to which the clause does not
leave it is refused (``post_not_for_clause``): what a device reports of such a post is recorded all the same, and
judged. All or none is recorded; the first ruling has the id of the command. Proved by
``tests/service/test_rulings.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID, uuid5

import msgspec

from casino.commands.execution import Carried
from casino.core.commands import Command
from casino.core.errors import ERRORS, Problem
from casino.core.events import NewEvent, RecordedEvent
from casino.core.reasons import Cause, suffices
from casino.ledger.rows import Appended
from games.commands import reasons
from games.commands.execution import OnTable
from games.commands.service import checked, reason_given, round_of, type_of
from games.engine.facts import Person, RulingMade
from games.rows import acting, at_stake, matters
from games.rows.readmodel import overtaken_of
from games.rows.replay import Replayer

MOST: Final = 50
ERRORS.register_all({"ruling_batch": 422})


class Ruled(msgspec.Struct, frozen=True, kw_only=True):
    """A round that is ruled on: for which bets (none: the round), and its last fact as the person saw it."""

    stream: str
    bets: tuple[str, ...] = ()
    seen_version: int


class RecordRuling(Command, frozen=True):
    """What a post decided of one round, or of several: of each its stream, and the bets."""

    rounds: tuple[tuple[str, tuple[str, ...]], ...]
    clause: str
    choice: str
    reason: str
    cause: Cause | None


def record(
    *,
    property_code: str,
    rounds: Sequence[Ruled],
    clause: str,
    choice: str,
    by: Person,
    reason: str,
    cause: Cause | None = None,
    command_id: UUID,
    now: datetime,
) -> Appended:
    """Record the rulings, in an own session of who decided; the reason is sealed. The answer is that of the first
    round."""
    why = reason.strip()
    if not why and not suffices(cause, sentence=False):
        raise Problem("reason_missing_text", "reason")
    _check(rounds)
    about = tuple((each.stream, each.bets) for each in rounds)
    command = RecordRuling(rounds=about, clause=clause, choice=choice, reason=why, cause=cause)
    return _Ruling(property_code, rounds, command, by=by, command_id=command_id, now=now).answer()


class _Ruling(OnTable):
    """The rulings on their way: all or none."""

    command: RecordRuling

    def __init__(
        self,
        property_code: str,
        ruled: Sequence[Ruled],
        command: RecordRuling,
        *,
        by: Person,
        command_id: UUID,
        now: datetime,
    ) -> None:
        super().__init__(property_code, ruled[0].stream, command, by=by, command_id=command_id, now=now)
        self.ruled = ruled

    def carry_out(self) -> Carried:
        code, said = self.property_code, self.command
        facts = self._facts()
        recorded = [round_of(code, each.stream) for each in self.ruled]
        replayer = Replayer(code)
        for each in self.ruled:
            replay = replayer.round(each.stream, overtaken_at=overtaken_of(code, each.stream, None))
            acting.check_ruling(self.by, replay.book, said.clause)
            matters.check_ruling(code, replay, each.bets, self.by)
        tried = [
            at_stake.tried(code, each.stream, fact, self.now) for each, fact in zip(self.ruled, facts, strict=True)
        ]
        above = at_stake.is_above(code, tried, self.now)
        reason_given("rulings.record", said.reason, above=above, cause=said.cause)
        sealed = reasons.sealed_if_any(code, said.reason)
        facts = [msgspec.structs.replace(fact, reason=None, sealed_reason=sealed) for fact in facts]
        events = [
            NewEvent(
                id=event_id,
                stream=each.stream,
                type=type_of(round_, "ruling_made"),
                data=fact,
                actor=self.signed_by,
                occurred_at=self.now,
                correlation=str(self.command_id) if len(self.ruled) > 1 else None,
                expected_version=each.seen_version + 1,
            )
            for event_id, each, round_, fact in zip(self._ids(), self.ruled, recorded, facts, strict=True)
        ]
        appended = self.ledger.record(*events)
        self.rounds = tuple(each.stream for each in self.ruled)
        return Carried(self.stream, appended[0], facts[:1])

    def _facts(self) -> list[RulingMade]:
        """The rulings with their words in clear."""
        said = self.command
        given: dict[str, Any] = {"clause": said.clause, "choice": said.choice, "cause": said.cause}
        given |= {"made_by": self.by, "reason": said.reason or None}
        return [checked(RulingMade(bets=each.bets, **given)) for each in self.ruled]

    def _ids(self) -> list[UUID]:
        number = len(self.ruled)
        return [self.command_id, *(uuid5(self.command_id, f"{number} {each.stream}") for each in self.ruled[1:])]

    def overtaken(self) -> None:
        """Somebody else said something of a round since it was seen."""
        for each in self.ruled:
            now = self.ledger.stream(each.stream)[-1].version
            if now != each.seen_version:
                raise Problem("round_changed", seen=each.seen_version, now=now)

    def came_to(self, first: RecordedEvent) -> bool:
        made = [self.ledger.find(event_id) for event_id in self._ids()]
        found = [event for event in made if event is not None]
        streams = [each.stream for each in self.ruled]
        if [event.stream for event in found] != streams or (first.correlation is None) != (len(streams) == 1):
            return False
        return [event.data for event in reasons.opened(self.property_code, found, "vi")] == self._facts()


def _check(rounds: Sequence[Ruled]) -> None:
    """Problem ``ruling_batch`` where these are not to be ruled on in one act."""
    streams = [each.stream for each in rounds]
    tables = {stream.rpartition("/")[0] for stream in streams}
    if not 1 <= len(rounds) <= MOST or len(set(streams)) != len(streams) or len(tables) != 1:
        raise Problem("ruling_batch", "also", most=MOST)
