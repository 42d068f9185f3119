"""The rows of what waits: written from the ledger alone, by requests and by what devices report; held against it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from casino.core.posts import Post
from games.engine.facts import Person
from games.rows import all_readmodels, waiting
from games.rows.audit import audit_rounds
from games.rows.following import follow_now
from games.rows.models import Finding, Waiting
from tests import acts
from tests.posting import a_property
from tests.replay.story import CODE, STARTS, Story

pytestmark = pytest.mark.django_db

SUPERVISOR = Person(post="pit_supervisor", staff="S01")
MANAGER = Person(post="pit_manager", staff="M01")
SHIFT = Person(post="shift_manager", staff="SM1")


@pytest.fixture
def story() -> Story:
    """A straight up paid too much; a spin that a director is said to have declared void."""
    told = Story()
    told.table(at=STARTS)
    told.spin("1", STARTS, paid_minor=3_600_000)
    at = STARTS + timedelta(minutes=5)
    stream = told.spin("2", at, paid_minor=None, close=False)
    told.tell(
        stream,
        "roulette.ruling_made",
        at + timedelta(seconds=40),
        actor="device:RL01-tablet",
        clause="7.12",
        made_by={"post": "director_of_table_games", "staff": "D01"},
        choice="void",
        reason="Seen on film.",
    )
    told.tell(stream, "roulette.round_closed", at + timedelta(seconds=60))
    follow_now(CODE)
    audit_rounds(CODE)
    follow_now(CODE)
    return told


def correction(story: Story) -> UUID:
    drop = next(event for event in story.ledger.stream("round/RL01/1") if event.type == "roulette.ball_dropped.v1")
    return acts.ask_correction(
        property_code=CODE,
        stream="round/RL01/1",
        target=drop.id,
        after={"pocket": 18},
        by=SUPERVISOR,
        reason="Read from the film.",
        seen_version=len(story.ledger.stream("round/RL01/1")),
        command_id=uuid4(),
        now=story.now,
    ).id


def put_right(story: Story) -> UUID:
    row = Finding.objects.get(code="paid_too_much")
    said: dict[str, Any] = {
        "reason": "Taken back.",
        "clause": None,
        "seen_version": None,
        "command_id": uuid4(),
        "now": story.now,
    }
    return acts.ask_put_right(row, by=MANAGER, **said).id


def rows() -> dict[UUID, dict[str, Any]]:
    return {row["id"]: dict(row) for row in Waiting.objects.values()}


def test_a_request_waits_at_its_round_or_finding(story: Story) -> None:
    asked, right = rows_of(correction(story)), rows_of(put_right(story))
    assert (asked.kind, asked.stream, asked.table, asked.identity) == ("correct_fact", "round/RL01/1", "RL01", "")
    assert (asked.person, asked.post, asked.lowest) == ("S01", "pit_supervisor", "pit_manager")
    assert (right.kind, right.stream, right.lowest) == ("put_right", "audit/RL01/1", "shift_manager")
    assert right.identity == Finding.objects.get(code="paid_too_much").identity
    assert abs(right.amount_minor or 0) == 100_000


def rows_of(key: UUID) -> Waiting:
    return Waiting.objects.get(pk=key)


@pytest.mark.parametrize(
    ("what", "by", "state"),
    [("confirm", SHIFT, "confirmed"), ("refuse", SHIFT, "refused"), ("withdraw", SUPERVISOR, "withdrawn")],
)
def test_its_end_stands_in_the_row(story: Story, what: str, by: Person, state: str) -> None:
    key = correction(story)
    getattr(acts, what)(CODE, "round/RL01/1", key, by=by, command_id=uuid4(), now=story.now)
    row = rows_of(key)
    assert (row.state, row.decided_by) == (state, by.staff)
    assert row.decided_at is not None


@pytest.mark.parametrize(
    ("post", "staff", "may"),
    [
        ("pit_manager", "M01", True),
        ("shift_manager", "SM1", True),
        ("pit_manager", "S01", False),
        ("pit_supervisor", "S02", False),
        ("dealer", "D01", False),
        ("surveillance", "V01", False),
        ("head_of_operations", "H01", False),
    ],
)
def test_who_may_answer_a_request(story: Story, post: str, staff: str, may: bool) -> None:
    key = correction(story)
    assert waiting.may_answer(rows_of(key), staff, post) is may
    acts.refuse(CODE, "round/RL01/1", key, by=MANAGER, command_id=uuid4(), now=story.now)
    assert not waiting.may_answer(rows_of(key), staff, post), "it was refused"


@pytest.mark.parametrize(
    ("post", "staff", "may"),
    [
        ("director_of_table_games", "D01", True),
        ("director_of_table_games", "D02", False),
        ("senior_management", "G01", True),
        ("shift_manager", "SM1", False),
        ("head_of_operations", "H01", False),
    ],
)
def test_who_may_answer_what_a_device_reported(story: Story, post: str, staff: str, may: bool) -> None:
    assert waiting.may_answer(Waiting.objects.get(kind="report"), staff, post) is may


def test_a_decision_in_an_own_session_and_one_below_a_pit_supervisor_do_not_wait(story: Story) -> None:
    before = Waiting.objects.filter(kind="report").count()
    at = STARTS + timedelta(minutes=10)
    stream = story.spin("3", at, paid_minor=None, close=False)
    for seconds, actor, post in (
        (40, "person:D01", Post.DIRECTOR_OF_TABLE_GAMES),
        (41, "device:RL01-tablet", "dealer"),
    ):
        story.tell(
            stream,
            "roulette.no_spin_called",
            at + timedelta(seconds=seconds),
            actor=actor,
            called_by={"post": post, "staff": "X01"},
            ground="7.1",
        )
    follow_now(CODE)
    assert Waiting.objects.filter(kind="report").count() == before


def test_the_gaming_day_ends_in_the_time_of_the_property() -> None:
    owner = a_property("HOI")
    owner.gaming_day_starts, owner.time_zone = 6, "Asia/Ho_Chi_Minh"
    ends = waiting.day_ends(owner, STARTS)  # 10 o'clock there
    assert ends.astimezone(owner.zone).isoformat() == "2026-06-14T06:00:00+07:00"
    night = STARTS - timedelta(hours=5)  # 5 o'clock there: the day before has not ended
    assert waiting.day_ends(owner, night).astimezone(owner.zone).isoformat() == "2026-06-13T06:00:00+07:00"


# --- As a read model


def model() -> all_readmodels.ReadModel:
    return next(each for each in all_readmodels.read_models() if each.name == waiting.NAME)


def everything(story: Story) -> None:
    """One of each: waiting, confirmed, reported."""
    acts.confirm(CODE, "round/RL01/1", correction(story), by=SHIFT, command_id=uuid4(), now=story.now)
    correction_of_stake(story)


def correction_of_stake(story: Story) -> UUID:
    bet = next(event for event in story.ledger.stream("round/RL01/1") if event.type == "roulette.bet_placed.v1")
    return acts.ask_correction(
        property_code=CODE,
        stream="round/RL01/1",
        target=bet.id,
        after=None,
        by=SUPERVISOR,
        reason="Of another table.",
        seen_version=len(story.ledger.stream("round/RL01/1")),
        command_id=uuid4(),
        now=story.now,
    ).id


def test_written_again_the_rows_are_the_same(story: Story) -> None:
    everything(story)
    before = rows()
    assert {row["state"] for row in before.values()} == {"waiting", "confirmed"}
    Waiting.objects.update(state="refused")
    assert all_readmodels.rebuild(model(), CODE) == story.ledger.head()[0]
    assert rows() == before


def test_a_row_that_somebody_changed_is_told(story: Story) -> None:
    everything(story)
    assert [line for line in all_readmodels.faults(CODE) if line.startswith("games_waiting")] == []
    key = Waiting.objects.filter(state="confirmed").get().pk
    Waiting.objects.filter(pk=key).update(decided_by="S01")
    Waiting.objects.filter(state="waiting", kind="correct_fact").delete()
    told = [line for line in all_readmodels.faults(CODE) if line.startswith("games_waiting")]
    assert len(told) == 2
    assert any("is missing" in line for line in told)


def test_a_follower_that_stops_half_way_goes_on_from_there(story: Story) -> None:
    everything(story)
    before = rows()
    waiting.drop(CODE)
    while waiting.catch_up(CODE, limit=3).position < story.ledger.head()[0]:
        pass
    assert rows() == before
