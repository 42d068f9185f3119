"""What is the same for every command, shown on an invented one: it notes a number in a stream of its own."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import ClassVar
from uuid import UUID, uuid4

import pytest

from casino.commands.execution import ATTEMPTS, Carried, Done, Execution, Moved
from casino.commands.models import Receipt
from casino.core.commands import Command
from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from casino.ledger.noting import TYPE, RowsNoted
from tests.ledger.conftest import CODE, make_property

NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)
STREAM = "rows/invented"

pytestmark = pytest.mark.django_db


class NoteNumber(Command, frozen=True):
    """Take down a number."""

    number: int


class Noting(Execution):
    NAMES: ClassVar = {RowsNoted: TYPE}
    PURPOSE = b"invented"
    interrupted: ClassVar[list[Exception]] = []
    """What happens at each attempt before it is recorded."""
    followed: ClassVar[list[UUID]] = []
    refused: ClassVar[list[str]] = []

    def carry_out(self) -> Carried:
        number = self.command.number  # type: ignore[attr-defined]
        if number < 0:
            raise Problem("command_does_not_fit", why="negative")
        fact = RowsNoted(after=0, upto=number, count=1, sha256="0" * 64)
        version = len(self.ledger.stream(STREAM)) + 1
        [made] = self.ledger.record(self.event(STREAM, fact, version, first=True))
        if self.interrupted:
            raise self.interrupted.pop(0)
        return Carried(STREAM, made, [fact])

    def follow(self) -> None:
        self.followed.append(self.command_id)

    def note(self, problem: Problem) -> None:
        self.refused.append(problem.code)


def give(number: int, command_id: UUID, staff: str = "S-1") -> Done:
    return Noting(CODE, NoteNumber(number=number), staff=staff, seen_version=None, command_id=command_id, now=NOW).run()


@pytest.fixture(autouse=True)
def _house() -> None:
    make_property()
    for each in (Noting.interrupted, Noting.followed, Noting.refused):
        each.clear()


def refused(call: Callable[[], Done]) -> str:
    with pytest.raises(Problem) as told:
        call()
    return told.value.code


def recorded() -> list[int]:
    return [event.data.upto for event in get_ledger(CODE).stream(STREAM)]


def test_the_same_command_again_gets_the_first_answer() -> None:
    command_id = uuid4()
    first, again = give(7, command_id), give(7, command_id)
    assert (first.status, again.status) == ("recorded", "duplicate")
    assert (again.stream, again.version, again.recorded_at) == (first.stream, first.version, first.recorded_at)
    assert recorded() == [7]


@pytest.mark.parametrize("other", [(8, "S-1"), (7, "S-2")])
def test_another_command_or_person_under_its_id_is_refused(other: tuple[int, str]) -> None:
    command_id = uuid4()
    give(7, command_id)
    assert refused(lambda: give(other[0], command_id, other[1])) == "command_conflict"
    assert recorded() == [7]


def test_an_id_that_stands_for_another_event_is_refused() -> None:
    first, second = uuid4(), uuid4()
    give(7, first)
    Receipt.objects.filter(command_id=first).update(command_id=second)  # as an event that no command made
    assert refused(lambda: give(8, first)) == "command_conflict"


def test_what_moved_meanwhile_is_decided_anew() -> None:
    Noting.interrupted.append(Moved())
    command_id = uuid4()
    assert give(7, command_id).status == "recorded"
    assert recorded() == [7]
    assert Noting.followed == [command_id]


def test_who_is_overtaken_at_each_attempt_is_told_and_nothing_is_recorded() -> None:
    Noting.interrupted.extend(Moved() for _ in range(ATTEMPTS))
    assert refused(lambda: give(7, uuid4())) == "try_again"
    assert recorded() == []
    assert not Receipt.objects.exists()
    assert Noting.refused == ["try_again"]
    assert Noting.followed == []


def test_a_failure_in_the_middle_leaves_nothing_and_is_no_refusal() -> None:
    Noting.interrupted.append(OSError("the disk is full"))
    with pytest.raises(OSError, match="the disk is full"):
        give(7, uuid4())
    assert recorded() == []
    assert Noting.refused == []


def test_a_refused_command_is_noted_and_its_id_may_be_used_rightly() -> None:
    command_id = uuid4()
    assert refused(lambda: give(-1, command_id)) == "command_does_not_fit"
    assert Noting.refused == ["command_does_not_fit"]
    assert give(1, command_id).status == "recorded"
