"""What a follower fails at stops it right before that event; two persons let it go on, and it is named until read."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import OperationalError

from casino.core.errors import Problem
from casino.core.events import RecordedEvent
from casino.house import service
from casino.house.commands import AskSetting, ConfirmSetting
from casino.house.facts import Decider
from casino.ledger import follow, passed_over
from casino.ledger.application import Ledger, get_ledger
from casino.ledger.verify import verify
from tests.ledger.conftest import CODE, make_property, opened

NOW = datetime(2026, 11, 20, 4, tzinfo=UTC)
WHY = "The program cannot read it; a new version comes tomorrow."
BAD = "round/RL01/5"


@pytest.fixture
def ledger(db: None, person_keys: Path) -> Ledger:
    make_property()
    log = get_ledger(CODE)
    log.append([opened(f"round/RL01/{number}") for number in range(1, 10)])
    return log


class Reader:
    """Reads all events but those of one stream."""

    def __init__(self, error: Exception | None = None) -> None:
        self.seen: list[int] = []
        self.bad, self.error = BAD, error or ValueError("what is this?")

    def __call__(self, events: Sequence[RecordedEvent]) -> None:
        if any(event.stream == self.bad for event in events):
            raise self.error
        self.seen += [event.position for event in events]


def allow(value: str) -> None:
    ask = uuid4()
    first, second = (Decider(staff=staff, post="shift_manager") for staff in ("SM-1", "SM-2"))
    asked = AskSetting(setting="pass_over", value=value, way="command_line", reason=WHY)
    service.execute(CODE, asked, by=first, command_id=ask, now=NOW)
    with pytest.raises(Problem):
        service.execute(CODE, ConfirmSetting(ask=ask), by=first, command_id=uuid4(), now=NOW)
    assert not follow_on(Reader())
    service.execute(CODE, ConfirmSetting(ask=ask), by=second, command_id=uuid4(), now=NOW)


def follow_on(reader: Reader, *, later: bool = False) -> bool:
    """Whether it came to the end."""
    try:
        return follow.catch_up("sample", CODE, reader, later=later).position == get_ledger(CODE).head()[0]
    except (ValueError, OperationalError):
        return False


def test_it_stops_right_before_what_it_fails_at_whatever_the_batch(ledger: Ledger) -> None:
    reader = Reader()
    assert not follow_on(reader)
    assert (follow.position("sample", CODE), reader.seen) == (4, [1, 2, 3, 4])
    for _ in range(3):
        assert not follow_on(reader)
    assert (follow.position("sample", CODE), reader.seen, passed_over.named()) == (4, [1, 2, 3, 4], [])


def test_two_persons_let_it_go_on_and_it_is_named_wherever_the_record_is_looked_at(ledger: Ledger) -> None:
    allow(f"sample {BAD}")
    reader = Reader()
    assert follow_on(reader)
    assert 5 not in reader.seen
    assert reader.seen[-1] == ledger.head()[0]
    [named] = passed_over.named()
    assert named == (CODE, "sample", 5, BAD, "roulette.round_opened.v1")
    assert [(each.line, each.trouble) for each in passed_over.report()] == [("passed-over 1", None)]
    out = io.StringIO()
    call_command("ledger_verify", stdout=out)
    assert f"without roulette.round_opened.v1 at position 5 ({BAD})" in out.getvalue()
    assert verify(CODE).fault is None, "the record has it"


@pytest.mark.parametrize("value", ["-", f"other {BAD}", "sample round/RL01/6", f"sample {BAD}0"])
def test_nothing_else_is_passed_over(value: str, ledger: Ledger) -> None:
    allow(value)
    assert not follow_on(Reader())
    assert (follow.position("sample", CODE), passed_over.named()) == (4, [])


def test_what_can_be_read_is_read_whatever_was_allowed(ledger: Ledger) -> None:
    allow(f"sample {BAD}, sample round/RL01/6")
    reader = Reader()
    reader.bad = ""
    assert follow_on(reader)
    assert ({5, 6} <= {*reader.seen}, passed_over.named()) == (True, [])


def test_a_database_that_is_gone_is_no_fault_of_an_event(ledger: Ledger) -> None:
    allow(f"sample {BAD}")
    assert not follow_on(Reader(OperationalError("gone")))
    assert passed_over.named() == []


def test_rows_written_anew_by_a_mended_program_have_it(ledger: Ledger) -> None:
    allow(f"sample {BAD}")
    assert follow_on(Reader())
    follow.rebuild("sample", CODE, lambda: None)
    assert follow_on(again := Reader())
    assert (5 in again.seen, len(passed_over.named())) == (False, 1), "it fails still"
    follow.rebuild("sample", CODE, lambda: None)
    mended = Reader()
    mended.bad = ""
    assert follow_on(mended)
    assert (5 in mended.seen, passed_over.named()) == (True, [])


def test_what_is_not_written_anew_is_handed_over_late_once_by_each_program(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(follow, "_tried", set())
    allow(f"sample {BAD}")
    assert follow_on(Reader(), later=True)
    mended = Reader()
    mended.bad = ""
    assert follow_on(mended, later=True)
    assert (mended.seen, len(passed_over.named())) == ([], 1), "the same program does not try again"
    monkeypatch.setattr(follow, "_tried", set())
    assert follow_on(Reader(), later=True)
    assert len(passed_over.named()) == 1, "the next fails as well, and goes on"
    monkeypatch.setattr(follow, "_tried", set())
    assert follow_on(mended, later=True)
    assert (mended.seen, passed_over.named()) == ([5], [])


def test_who_looks_at_stretches_stops_and_goes_on_likewise(ledger: Ledger) -> None:
    looked: list[tuple[int, int]] = []

    def look(after: int, upto: int) -> None:
        if after < 5 <= upto:
            raise ValueError("what is this?")
        looked.append((after, upto))

    with pytest.raises(ValueError, match="what is this"):
        follow.pass_over("sample", CODE, look)
    assert follow.position("sample", CODE) == 4
    allow(f"sample {BAD}")
    assert follow.pass_over("sample", CODE, look).position == ledger.head()[0]
    assert [each.position for each in passed_over.named()] == [5]
    assert sum(upto - after for after, upto in looked) == ledger.head()[0] - 1


def test_a_batch_that_fails_is_done_in_few_transactions(ledger: Ledger) -> None:
    ledger.append([opened(f"round/RL02/{number}") for number in range(600)])
    calls = 0

    def handler(events: Sequence[RecordedEvent]) -> None:
        nonlocal calls
        calls += 1
        if events[-1].position >= 450:
            raise ValueError("what is this?")

    with pytest.raises(ValueError, match="what is this"):
        follow.catch_up("sample", CODE, handler)
    assert follow.position("sample", CODE) == 449
    assert calls < 60
