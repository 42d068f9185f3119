"""A void on a word waits for a second one: another sender's, or that of somebody who is not involved, in an own session
(``games.engine.grounds``)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from casino.core.errors import Problem
from games.engine.facts import Person
from games.rows import waiting
from games.rows.audit import audit_rounds
from games.rows.following import follow_now
from games.rows.models import Finding, Waiting
from games.rows.replay import Replayer
from tests.replay.story import CODE, STARTS, Story
from tests.service import answers

pytestmark = pytest.mark.django_db

TABLET, PIT = "device:SB01-tablet", "device:PIT-tablet"
ROUND = "round/SB01/1"
SUPERVISOR = Person(post="pit_supervisor", staff="S-77")
CALLER = Person(post="pit_supervisor", staff="S-1")
DEALER = Person(post="dealer", staff="D-1")
WORD = {"ground": "7.5", "announced_by": {"post": "pit_supervisor", "staff": "S-1"}}


@pytest.fixture
def story() -> Story:
    """A throw that a big bet lost, and a void announced for a damaged die once the dice lay open."""
    told = Story()
    told.tell("table/SB01", "table.registered", STARTS, game="sicbo", currency="VND", name="Sic bo")
    facts: list[tuple[str, int, dict[str, Any]]] = [
        ("round_opened", 0, {"number": 1, "dealer": "D-1"}),
        ("bet_placed", 5, {"bet": "b1", "spot": "big", "stake_minor": 900_000}),
        ("betting_closed", 20, {}),
        ("dice_shown", 30, {"dice": [1, 2, 3]}),
        ("void_announced", 40, WORD),
        ("round_closed", 60, {}),
    ]
    for name, seconds, data in facts:
        told.tell(ROUND, f"sicbo.{name}", STARTS + timedelta(seconds=60 + seconds), actor=TABLET, **data)
    follow_now(CODE)
    audit_rounds(CODE)
    return told


def row() -> Waiting:
    return Waiting.objects.get(kind="ground", stream=ROUND)


def answer(by: Person, *, confirm: bool) -> None:
    answers.answer(row(), by, confirm=confirm)


def outcome() -> str:
    return Replayer(CODE).round(ROUND).judgement.results[0].settlement.outcome.value


def amounts(code: str) -> list[int]:
    audit_rounds(CODE)
    return list(Finding.objects.filter(code=code, status="open").values_list("amount_minor", flat=True))


def test_it_waits_for_somebody_who_is_not_involved(story: Story) -> None:
    assert (row().state, row().person, outcome()) == ("waiting", "S-1", "awaiting")
    assert amounts("void_on_a_word") == [900_000]


@pytest.mark.parametrize("by", [CALLER, DEALER])
@pytest.mark.parametrize("confirm", [True, False])
def test_who_said_it_and_who_dealt_answer_nothing(story: Story, by: Person, confirm: bool) -> None:
    with pytest.raises(Problem) as refused:
        answer(by, confirm=confirm)
    assert refused.value.code == "report_not_yours"
    assert outcome() == "awaiting"


def test_confirmed_the_round_is_void(story: Story) -> None:
    answer(SUPERVISOR, confirm=True)
    assert (row().state, outcome(), amounts("void_on_a_word")) == ("confirmed", "void", [])


def test_denied_it_counts_as_thrown_and_is_found(story: Story) -> None:
    answer(SUPERVISOR, confirm=False)
    assert (row().state, outcome()) == ("refused", "lost")
    assert amounts("report_denied") == [900_000]


def test_another_senders_record_is_a_second_word(story: Story) -> None:
    at = STARTS + timedelta(seconds=98)
    story.tell(ROUND, "sicbo.irregularity_seen", at, actor=PIT, ground="7.5")
    follow_now(CODE)
    assert (row().state, outcome(), amounts("void_on_a_word")) == ("withdrawn", "void", [])


def test_the_rows_are_written_again_from_the_ledger(story: Story) -> None:
    answer(SUPERVISOR, confirm=True)
    kept = list(Waiting.objects.values())
    waiting.drop(CODE)
    waiting.catch_up(CODE)
    assert list(Waiting.objects.values()) == kept
