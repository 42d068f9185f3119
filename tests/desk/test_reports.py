"""What a device reported of a post waits for that person's own word; the end of the day is an event, no clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from casino.core.errors import Problem
from games import reports, waiting
from games.audit import audit_rounds
from games.engine.facts import Person
from games.models import Finding, Waiting
from games.tasks import follow_now
from tests.replay.story import CODE, STARTS, Story

pytestmark = pytest.mark.django_db

NAMED = Person(post="director_of_table_games", staff="D01")
ABOVE = Person(post="senior_management", staff="G01")
EQUAL = Person(post="director_of_table_games", staff="D02")
LOWER = Person(post="shift_manager", staff="SM1")


@pytest.fixture
def story() -> Story:
    """A spin that a device says a director declared void, and one that a dealer is said to have."""
    told = Story()
    told.table(at=STARTS)
    for code, post, staff in (("1", "director_of_table_games", "D01"), ("2", "dealer", "S-101")):
        at = STARTS + timedelta(minutes=int(code) * 5)
        stream = told.spin(code, at, paid_minor=None, close=False)
        told.tell(
            stream,
            "roulette.ruling_made",
            at + timedelta(seconds=40),
            actor="device:RL01-tablet",
            clause="7.12",
            made_by={"post": post, "staff": staff},
            choice="void",
            reason="Seen.",
        )
        told.tell(stream, "roulette.round_closed", at + timedelta(seconds=60))
    follow_now(CODE)
    audit_rounds(CODE)
    return told


def row() -> Waiting:
    return Waiting.objects.get(kind="report", stream="round/RL01/1")


def answer(by: Person, *, confirm: bool, command: UUID | None = None) -> None:
    reports.answer(
        property_code=CODE,
        stream="round/RL01/1",
        report=row().pk,
        confirm=confirm,
        by=by,
        command_id=command or uuid4(),
        now=datetime.now(UTC),
    )


def found(code: str) -> Finding | None:
    return Finding.objects.filter(code=code, status="open").first()


def test_the_clause_says_which_rulings_wait(story: Story) -> None:
    """7.12 is kept for a director: whoever is named, the ruling waits; for the dealer named nobody can confirm it but
    the dealer or somebody above."""
    assert row().person == "D01"
    assert set(Waiting.objects.filter(kind="report").values_list("stream", flat=True)) == {
        "round/RL01/1",
        "round/RL01/2",
    }
    assert row().state == "waiting"


@pytest.mark.parametrize("by", [EQUAL, LOWER])
def test_nobody_else_denies(story: Story, by: Person) -> None:
    with pytest.raises(Problem) as refused:
        answer(by, confirm=False)
    assert refused.value.code == "report_not_yours"
    assert row().state == "waiting"


@pytest.mark.parametrize("by", [NAMED, ABOVE])
def test_denied_it_has_no_effect_and_is_found(story: Story, by: Person) -> None:
    answer(by, confirm=False)
    assert row().state == "refused"
    finding = found("report_denied")
    assert finding is not None
    assert finding.amount_minor < 0, "the void would have taken the win from the player"


def test_confirmed_nothing_is_found_and_the_same_again_is_one(story: Story) -> None:
    command = uuid4()
    answer(NAMED, confirm=True, command=command)
    head = story.ledger.head()
    answer(NAMED, confirm=True, command=command)
    with pytest.raises(Problem) as refused:
        answer(NAMED, confirm=True)
    assert refused.value.code == "report_answered"
    assert story.ledger.head() == head
    assert row().state == "confirmed"
    assert found("report_denied") is None


def test_the_end_of_the_gaming_day_is_recorded_once_and_answered_late(story: Story) -> None:
    ends_at = row().ends_at
    assert ends_at is not None
    assert waiting.end_days(ends_at - timedelta(seconds=1)) == {}
    streams = waiting.end_days(ends_at)
    assert sorted(streams[CODE]) == ["round/RL01/1", "round/RL01/2"]
    follow_now(CODE, streams=tuple(streams[CODE]))
    assert row().state == "unanswered"
    assert found("report_unconfirmed") is not None
    assert waiting.end_days(ends_at + timedelta(days=1)) == {}
    answer(ABOVE, confirm=True)
    assert found("report_unconfirmed") is None or found("report_unconfirmed").round.code == "2"  # type: ignore[union-attr]


def test_the_rows_are_written_again_from_the_ledger(story: Story) -> None:
    answer(NAMED, confirm=True)
    before = list(Waiting.objects.order_by("pk").values())
    waiting.drop(CODE)
    assert not Waiting.objects.exists()
    waiting.catch_up(CODE)
    assert list(Waiting.objects.order_by("pk").values()) == before
