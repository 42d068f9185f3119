"""What a person entered later waits for a second person, on the pages, over the API and in notices
(``games.engine.statements``)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
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

TABLET = "device:SB01-tablet"
ROUND = "round/SB01/1"
SUPERVISOR = Person(post="pit_supervisor", staff="S-77")
SURVEILLANCE = Person(post="surveillance", staff="V-1")
DEALER = Person(post="dealer", staff="D-2")
DEALT = Person(post="pit_manager", staff="D-1")


@pytest.fixture
def story() -> Story:
    """A throw, and a bet on its total that the dealer enters when the dice lay open, as laid before the call."""
    told = Story()
    told.tell("table/SB01", "table.registered", STARTS, game="sicbo", currency="VND", name="Sic bo")
    facts: list[tuple[str, int, dict[str, Any]]] = [
        ("round_opened", 0, {"number": 1, "dealer": "D-1"}),
        ("bet_placed", 5, {"bet": "b1", "spot": "big", "stake_minor": 900_000}),
        ("betting_closed", 20, {}),
        ("dice_shown", 30, {"dice": [1, 2, 3]}),
        ("round_closed", 60, {}),
    ]
    for number, (name, seconds, data) in enumerate(facts, start=1):
        said(told, name, seconds, number, entered_later=None, **data)
    said(told, "bet_placed", 6, 6, entered_later=True, bet="b2", spot="small", stake_minor=500_000)
    follow_now(CODE)
    audit_rounds(CODE)
    return told


def said(story: Story, name: str, seconds: int, sequence: int, *, entered_later: bool | None, **data: Any) -> None:
    at = STARTS + timedelta(seconds=60 + seconds)
    event = story.event(ROUND, f"sicbo.{name}", at, TABLET, **data)
    marked = msgspec.structs.replace(event, sequence=sequence, clock_skew_ms=0, entered_later=entered_later)
    story.append([marked])


def row() -> Waiting:
    return Waiting.objects.get(kind="statement", stream=ROUND)


def answer(by: Person, *, confirm: bool) -> None:
    answers.answer(row(), by, confirm=confirm)


def outcome() -> str | None:
    results = Replayer(CODE).round(ROUND).judgement.results
    return next((r.settlement.outcome.value for r in results if r.bet == "b2"), None)


def amounts(code: str) -> list[int]:
    audit_rounds(CODE)
    return list(Finding.objects.filter(code=code, status="open").values_list("amount_minor", flat=True))


def test_it_waits_with_its_amount(story: Story) -> None:
    assert (row().state, row().lowest, row().amount_minor, outcome()) == (
        "waiting",
        "pit_supervisor",
        500_000,
        "awaiting",
    )
    assert amounts("claim_entered_later") == [500_000]


@pytest.mark.parametrize("by", [DEALER, DEALT])
@pytest.mark.parametrize("confirm", [True, False])
def test_a_lower_post_and_who_dealt_answer_nothing(story: Story, by: Person, confirm: bool) -> None:
    with pytest.raises(Problem) as refused:
        answer(by, confirm=confirm)
    assert refused.value.code == "report_not_yours"
    assert (row().state, outcome()) == ("waiting", "awaiting")


@pytest.mark.parametrize("by", [SUPERVISOR, SURVEILLANCE])
def test_confirmed_it_counts_as_stated(story: Story, by: Person) -> None:
    answer(by, confirm=True)
    assert (row().state, outcome()) == ("confirmed", "won")
    assert (amounts("claim_entered_later"), amounts("claim_confirmed")) == ([], [500_000])


def test_denied_it_was_never_said_and_is_found(story: Story) -> None:
    answer(SUPERVISOR, confirm=False)
    assert (row().state, outcome()) == ("refused", None)
    assert (amounts("claim_entered_later"), amounts("claim_denied")) == ([], [500_000])


def test_what_was_not_marked_waits_for_nobody(story: Story) -> None:
    said(story, "bet_placed", 7, 7, entered_later=None, bet="b3", spot="small", stake_minor=500_000)
    follow_now(CODE)
    assert Waiting.objects.filter(kind="statement").count() == 1
    assert amounts("claim_numbered_late") == [500_000]


def test_a_text_that_looks_like_the_mark_is_none(story: Story) -> None:
    text = 'He said "entered_later":true'
    said(story, "bet_placed", 61, 8, entered_later=None, bet="b4", spot="small", stake_minor=1_000, player="P-1")
    told = story.event(ROUND, "sicbo.matter_opened", STARTS + timedelta(seconds=130), TABLET, note=text)
    story.append([msgspec.structs.replace(told, sequence=9)])
    follow_now(CODE)
    assert Waiting.objects.filter(kind="statement").count() == 1


def test_the_rows_are_written_again_from_the_ledger(story: Story) -> None:
    answer(SUPERVISOR, confirm=True)
    kept = list(Waiting.objects.values())
    waiting.drop(CODE)
    waiting.catch_up(CODE)
    assert list(Waiting.objects.values()) == kept


def test_two_answers_of_one_person_are_one(story: Story) -> None:
    answer(SUPERVISOR, confirm=True)
    with pytest.raises(Problem) as refused:
        answer(SUPERVISOR, confirm=True)
    assert refused.value.code == "report_answered"
