"""A sealed reason is erased by those who answer for personal data: the words go from every event that holds them, the
events and their proofs stay, and who did it, when and on which ground is on record."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.ledger.verify import verify
from casino.vault import sealing
from games.commands import erasing_reasons, reasons, rulings
from games.commands.erasing_reasons import Erased
from games.engine.facts import Person, RulingMade
from games.rows.audit import audit_rounds
from games.rows.following import follow_now
from tests import acts
from tests.replay.story import CODE, STARTS, Story

SENIOR = Person(post="senior_management", staff="G01")
SUPERVISOR = Person(post="pit_supervisor", staff="S01")
MANAGER = Person(post="pit_manager", staff="M01")
STREAM = "round/RL01/1"
WORDS = "Bà Nguyễn Thị Xoan nói đặt số 18."
GROUND = "Quyết định số 12 của tòa án."


def told() -> Story:
    story = Story()
    story.table(at=STARTS)
    story.spin("1", STARTS)
    follow_now(CODE)
    audit_rounds(CODE)
    return story


@pytest.fixture
def story(db: Any) -> Story:
    """A spin about which somebody ruled, with a name in the reason."""
    return told()


def ruled(story: Story, staff: str = "D01") -> int:
    story.matter(STREAM)
    return acts.record_ruling(
        property_code=CODE,
        clause="7.12",
        choice="as_spun",
        by=Person(post="director_of_table_games", staff=staff),
        reason=WORDS,
        rounds=[rulings.Ruled(stream=STREAM, bets=(), seen_version=len(story.ledger.stream(STREAM)))],
        command_id=uuid4(),
        now=story.now,
    ).position


def erase(position: int, by: Person = SENIOR, ground: str = GROUND, command_id: UUID | None = None) -> str:
    return acts.erase(CODE, position, by=by, ground=ground, command_id=command_id or uuid4(), now=clock()).status


def text_at(position: int) -> str:
    _event, kept = erasing_reasons.event_at(CODE, position)
    return reasons.texts(CODE, [kept], "en")[kept.ref]


def record_of(position: int) -> Erased | None:
    _event, kept = erasing_reasons.event_at(CODE, position)
    return erasing_reasons.erased(CODE, kept, "en")


def refused(code: str, story: Story, *said: Any, **more: Any) -> None:
    head = story.ledger.head()
    with pytest.raises(Problem) as problem:
        erase(*said, **more)
    assert problem.value.code == code
    assert story.ledger.head() == head


@pytest.mark.usefixtures("fresh_database")
def test_erased_the_words_are_gone_and_every_proof_is_intact() -> None:
    story = told()
    position = ruled(story)
    other = ruled(story, "D02")
    before = story.ledger.rows(limit=10_000)
    erase(position)
    assert text_at(position) == "(erased)"
    assert text_at(other) == WORDS, "each reason has a key of its own"
    assert list(story.ledger.rows(limit=len(before))) == list(before), "no event has changed"
    assert sealing.finish_erasures() == [], "the key is destroyed, not only marked"
    record = record_of(position)
    assert record is not None
    assert (record.fact.erased_by, record.fact.position, record.ground) == (SENIOR, position, GROUND)
    shown = reasons.opened(CODE, story.ledger.stream(STREAM), "vi")
    assert [event.data.reason for event in shown if isinstance(event.data, RulingMade)] == ["(đã xóa)", WORDS]
    assert verify(CODE).fault is None
    rows = b"".join(row[7] for row in story.ledger.rows(limit=10_000))
    assert WORDS.encode() not in rows
    assert GROUND.encode() not in rows


@pytest.mark.parametrize("post", ["pit_manager", "director_of_table_games", "surveillance", "head_of_operations"])
def test_nobody_else_erases(story: Story, post: str) -> None:
    position = ruled(story)
    refused("post_too_low", story, position, Person(post=post, staff="X01"))
    assert text_at(position) == WORDS


def test_it_is_erased_once_and_the_same_command_is_answered_again(story: Story) -> None:
    position, command = ruled(story), uuid4()
    assert erase(position, command_id=command) == "recorded"
    head = story.ledger.head()
    assert erase(position, command_id=command) == "duplicate"
    assert story.ledger.head() == head
    refused("command_conflict", story, position, ground="Another decision of the court.", command_id=command)
    refused("reason_erased", story, position)


@pytest.mark.parametrize("ground", ["", "   ", "x" * 501])
def test_a_ground_is_given(story: Story, ground: str) -> None:
    refused("reason_missing_text", story, ruled(story), ground=ground)


def test_what_holds_no_sealed_reason(story: Story) -> None:
    by = {"post": "dealer", "staff": "D"}
    old = story.tell(
        STREAM, "roulette.ruling_made", STARTS, clause="7.12", made_by=by, choice="void", reason="Seen on film."
    ).position
    for position in (1, old, 0, -1, 10**6):
        refused("reason_unknown", story, position)


def test_asked_for_and_carried_out_it_goes_from_both(story: Story) -> None:
    """The request and the correction hold the same words."""
    drop = next(event for event in story.ledger.stream(STREAM) if event.type == "roulette.ball_dropped.v1")
    ask = acts.ask_correction(
        property_code=CODE,
        stream=STREAM,
        target=drop.id,
        after={"pocket": 18},
        by=SUPERVISOR,
        reason=WORDS,
        seen_version=len(story.ledger.stream(STREAM)),
        command_id=uuid4(),
        now=story.now,
    )
    acts.confirm(CODE, STREAM, ask.id, by=MANAGER, command_id=uuid4(), now=story.now)
    correction = story.ledger.stream(STREAM)[-1].position
    assert {ask.position, correction} <= erasing_reasons.held(
        [*story.ledger.stream(STREAM), *story.ledger.stream("ask/RL01/1")]
    )
    erase(correction)
    assert text_at(ask.position) == text_at(correction) == "(erased)"
    assert record_of(ask.position) == record_of(correction)
    refused("reason_erased", story, ask.position)


def test_a_ground_is_a_reason_too(story: Story) -> None:
    position = ruled(story)
    erase(position)
    erasure = story.ledger.head()[0]
    assert text_at(erasure) == GROUND
    with pytest.raises(Problem) as refused:
        erase(erasure, ground="Quyết định số 13 của tòa án.")
    assert refused.value.code == "interest_barred", "who gave it does not take it away"
    erase(erasure, by=Person(post="senior_management", staff="G02"), ground="Quyết định số 13 của tòa án.")
    record = record_of(position)
    assert record is not None
    assert record.ground == "(erased)"


def test_undone_nothing_is_destroyed(story: Story) -> None:
    position = ruled(story)
    with transaction.atomic():
        erase(position)
        assert text_at(position) == "(erased)"
        transaction.set_rollback(True)
    assert text_at(position) == WORDS
    assert record_of(position) is None
