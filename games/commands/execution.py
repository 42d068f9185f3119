"""A command on rounds, findings or what waits, on its way: what is the same for all of this room
(``casino.commands.execution``).

Until 2026-11 this room kept no receipts, the event with a command's id was its own. What was recorded then still
answers the same command, and refuses another under its id (:meth:`OnTable.came_to`). Proved by
``tests/service/test_asking.py`` and ``tests/service/test_before_receipts.py``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

import msgspec

from casino.commands.execution import Done, Execution
from casino.commands.models import Receipt
from casino.core.commands import Command
from casino.core.errors import Problem
from casino.core.events import Fact, NewEvent, RecordedEvent
from casino.ledger.rows import Appended
from games.engine.facts import Person
from games.facts import ask_facts, asking
from games.rows.following import follow_now


class OnTable(Execution):
    """One command on its way. ``stream`` is what it is about (``round/RL01/7``, ``audit/RL01/7``), ``rounds`` the
    streams of rounds that are to be audited again afterwards."""

    NAMES: ClassVar[Mapping[type[Fact], str]] = ask_facts.NAMES
    PURPOSE = b"tableproof table receipt"

    def __init__(
        self, property_code: str, stream: str, command: Command, *, by: Person, command_id: UUID, now: datetime
    ) -> None:
        super().__init__(property_code, command, staff=by.staff, seen_version=None, command_id=command_id, now=now)
        self.stream = stream
        self.by = by
        self.rounds: tuple[str, ...] = ()

    def answer(self) -> Appended:
        """Carry it out; the answer is that of the event with its id."""
        done = self.run()
        event = self.ledger.find(self.command_id)
        assert event is not None
        status: Any = done.status
        return Appended(event.id, status, event.position, event.version, event.recorded_at)

    def concerns(self, stream: str) -> bool:
        """A round, its findings and what is asked about them are one place."""
        return asking.stream_of(stream) == asking.stream_of(self.stream)

    def event(self, stream: str, fact: Fact, version: int, *, first: bool = False) -> NewEvent:
        """As for every room; an event that comes alone is told by its id, and not by what it belongs to."""
        return msgspec.structs.replace(super().event(stream, fact, version, first=first), correlation=None)

    def busy(self) -> Problem:
        return Problem("ask_overtaken")

    def follow(self) -> None:
        follow_now(self.property_code, streams=self.rounds)

    def first_answer(self, receipt: Receipt) -> Done:
        """As for every room; what was said in words that were erased since is nobody's any more."""
        try:
            return super().first_answer(receipt)
        except Problem as problem:
            if problem.code != "person_erased":
                raise
            raise Problem("command_conflict", "command_id") from None

    # Before there were receipts

    def receipt(self) -> Receipt | None:
        return super().receipt() or self._receipt_of_before()

    def _receipt_of_before(self) -> Receipt | None:
        first = self.first_event()
        if first is None:
            return None
        return Receipt(
            command=self.code,
            stream=first.stream,
            version=first.version,
            persons="",
            digest=self._digest([]) if self.came_to(first) else b"",
            recorded_at=first.recorded_at,
        )

    def first_event(self) -> RecordedEvent | None:
        """What a command of this id recorded."""
        return self.ledger.find(self.command_id)

    @abstractmethod
    def came_to(self, first: RecordedEvent) -> bool:
        """Whether this very command recorded this event, before there were receipts."""
