"""What a device reported of a post waits for that person's own word; the end of the day is an event, no clock."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from casino.clock import now as clock_now
from casino.commands.models import Receipt
from casino.core.errors import Problem
from games.engine.facts import Person
from games.rows import waiting
from games.rows.audit import audit_rounds
from games.rows.following import follow_now
from games.rows.models import Finding, Waiting
from tests import acts
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
            reason="Seen on film.",
        )
        told.tell(stream, "roulette.round_closed", at + timedelta(seconds=60))
    follow_now(CODE)
    audit_rounds(CODE)
    return told


def row() -> Waiting:
    return Waiting.objects.get(kind="report", stream="round/RL01/1")


def answer(by: Person, *, confirm: bool, command: UUID | None = None) -> None:
    acts.answer_report(
        property_code=CODE,
        stream="round/RL01/1",
        report=row().pk,
        confirm=confirm,
        by=by,
        command_id=command or uuid4(),
        now=clock_now(),
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


@pytest.mark.parametrize("receipts", [True, False], ids=["now", "before there were receipts"])
def test_confirmed_nothing_is_found_and_the_same_again_is_one(story: Story, *, receipts: bool) -> None:
    command = uuid4()
    answer(NAMED, confirm=True, command=command)
    head = story.ledger.head()
    if not receipts:
        Receipt.objects.all().delete()
    answer(NAMED, confirm=True, command=command)
    for by, confirm in ((ABOVE, True), (NAMED, False)):
        with pytest.raises(Problem, match="already used"):
            answer(by, confirm=confirm, command=command)
    with pytest.raises(Problem) as refused:
        answer(NAMED, confirm=True)
    assert refused.value.code == "report_answered"
    assert story.ledger.head() == head
    assert row().state == "confirmed"
    assert found("report_denied") is None


def test_the_end_of_the_gaming_day_is_recorded_once_and_answered_late(story: Story) -> None:
    ends_at = row().ends_at
    assert ends_at is not None
    assert waiting.end_days(CODE, ends_at - timedelta(seconds=1)) == []
    streams = waiting.end_days(CODE, ends_at)
    assert sorted(streams) == ["round/RL01/1", "round/RL01/2"]
    follow_now(CODE, streams=tuple(streams))
    assert row().state == "unanswered"
    assert found("report_unconfirmed") is not None
    assert waiting.end_days(CODE, ends_at + timedelta(days=1)) == []
    answer(ABOVE, confirm=True)
    assert found("report_unconfirmed") is None or found("report_unconfirmed").round.code == "2"  # type: ignore[union-attr]


def test_the_rows_are_written_again_from_the_ledger(story: Story) -> None:
    answer(NAMED, confirm=True)
    before = list(Waiting.objects.order_by("pk").values())
    waiting.drop(CODE)
    assert not Waiting.objects.exists()
    waiting.catch_up(CODE)
    assert list(Waiting.objects.order_by("pk").values()) == before


# --- Rulings that ask for a second person

SUPERVISOR = Person(post="pit_supervisor", staff="S01")
COLLEAGUE = Person(post="pit_supervisor", staff="S02")
MANAGER = Person(post="pit_manager", staff="M01")
DEALER = Person(post="dealer", staff="S-101")
WATCH = Person(post="surveillance", staff="V01")


def ruled(
    story: Story, *, bets: list[str], unclear: bool = False, clause: str = "6.6", by: Person = SUPERVISOR, actor: str
) -> UUID:
    """A spin on whose bet somebody decides after the number is known; the id of the ruling."""
    at = STARTS + timedelta(minutes=30)
    stream = "round/RL01/ruled"
    bet: dict[str, Any] = {"bet": "b1", "spot": "straight:16", "stake_minor": 100_000, "player": "P-1"}
    story.tell(stream, "roulette.round_opened", at)
    story.tell(stream, "roulette.bet_placed", at + timedelta(seconds=5), **bet, unclear=unclear)
    story.tell(stream, "roulette.betting_closed", at + timedelta(seconds=9))
    story.tell(stream, "roulette.ball_dropped", at + timedelta(seconds=20), pocket=17)
    told = story.tell(
        stream,
        "roulette.ruling_made",
        at + timedelta(seconds=30),
        actor=actor,
        clause=clause,
        made_by={"post": by.post, "staff": by.staff},
        choice="straight:17",
        reason="Seen on film.",
        bets=bets,
    )
    story.tell(stream, "roulette.round_closed", at + timedelta(seconds=50))
    follow_now(CODE)
    return told.id


def second(ruling: UUID) -> Waiting:
    return Waiting.objects.get(pk=waiting.second_key(ruling))


def say(ruling: UUID, by: Person, *, confirm: bool = True) -> None:
    acts.answer_report(
        property_code=CODE,
        stream="round/RL01/ruled",
        report=ruling,
        confirm=confirm,
        by=by,
        command_id=uuid4(),
        now=clock_now(),
    )


@pytest.mark.parametrize(
    ("bets", "unclear", "clause", "by", "waits"),
    [
        (["b1"], False, "6.6", SUPERVISOR, True),
        (["b1"], False, "6.6", MANAGER, True),
        (["b1"], True, "6.6", SUPERVISOR, False),
        ([], False, "6.6", SUPERVISOR, False),
        (["b9"], False, "6.6", SUPERVISOR, False),
        (["b1"], False, "7.11.1", SUPERVISOR, False),
        (["b1"], False, "6.6", DEALER, False),
        (["b1"], False, "9.9", SUPERVISOR, False),
    ],
)
def test_which_rulings_wait_for_a_second_person(
    story: Story, bets: list[str], unclear: bool, clause: str, by: Person, waits: bool
) -> None:
    """6.6 on a bet that nobody had called unclear before the number, by somebody who may decide it."""
    key = ruled(story, bets=bets, unclear=unclear, clause=clause, by=by, actor=f"person:{by.staff}")
    assert Waiting.objects.filter(kind="ruling").exists() is waits
    if waits:
        row = second(key)
        assert (row.person, row.post, row.lowest, row.state) == (by.staff, by.post, "pit_supervisor", "waiting")
        assert (row.table, row.stream, waiting.report_of(row)) == ("RL01", "round/RL01/ruled", key)


@pytest.mark.parametrize(("by", "may"), [(COLLEAGUE, True), (MANAGER, True), (SUPERVISOR, False), (DEALER, False)])
def test_a_second_person_confirms_a_ruling(story: Story, by: Person, may: bool) -> None:
    key = ruled(story, bets=["b1"], actor="person:S01")
    assert waiting.may_answer(second(key), by.staff, by.post) is may
    if may:
        say(key, by)
        assert (second(key).state, second(key).decided_by) == ("confirmed", by.staff)
    else:
        with pytest.raises(Problem):
            say(key, by)
        assert second(key).state == "waiting"
    before = list(Waiting.objects.order_by("pk").values())
    waiting.drop(CODE)
    waiting.catch_up(CODE)
    assert list(Waiting.objects.order_by("pk").values()) == before


def test_until_then_it_is_found_with_what_it_moves(story: Story) -> None:
    """The ruling counts at once; its finding goes when a second person has confirmed it."""
    key = ruled(story, bets=["b1"], actor="person:S01")
    audit_rounds(CODE)
    follow_now(CODE)
    row = Finding.objects.get(code="unflagged_chip_decided")
    assert (row.status, row.amount_minor) == ("open", 3_600_000)
    say(key, COLLEAGUE)
    follow_now(CODE)
    audit_rounds(CODE)
    follow_now(CODE)
    row.refresh_from_db()
    assert row.status == "superseded"


def test_surveillance_confirms_no_ruling(story: Story) -> None:
    key = ruled(story, bets=["b1"], actor="person:S01")
    assert not waiting.may_answer(second(key), WATCH.staff, WATCH.post)


def test_reported_by_a_device_it_waits_for_both_the_person_named_and_a_second(story: Story) -> None:
    key = ruled(story, bets=["b1"], actor="device:RL01-tablet")
    report = Waiting.objects.get(pk=key)
    assert (report.kind, second(key).kind) == ("report", "ruling")
    say(key, COLLEAGUE)
    assert (Waiting.objects.get(pk=key).state, second(key).state) == ("waiting", "confirmed")
    say(key, SUPERVISOR)
    assert (Waiting.objects.get(pk=key).state, second(key).state) == ("confirmed", "confirmed")


def test_one_above_the_person_named_is_a_second_person_too(story: Story) -> None:
    key = ruled(story, bets=["b1"], actor="device:RL01-tablet")
    say(key, MANAGER)
    assert (Waiting.objects.get(pk=key).state, second(key).state) == ("confirmed", "confirmed")


def test_what_was_denied_needs_no_second_person_until_it_is_confirmed_after_all(story: Story) -> None:
    key = ruled(story, bets=["b1"], actor="device:RL01-tablet")
    say(key, SUPERVISOR, confirm=False)
    assert (Waiting.objects.get(pk=key).state, second(key).state) == ("refused", "refused")
    say(key, SUPERVISOR)
    assert (Waiting.objects.get(pk=key).state, second(key).state) == ("confirmed", "waiting")
