"""7.1 to 7.3 and 7.22: what voids a round, what the cards contradict, and when a round is over (2.2.12)."""

from __future__ import annotations

import pytest

from tests.baccarat.rounds import bets, changed, codes
from tests.baccarat.rounds import by_the_game as judged

BET = "5 bet_placed bet=b1 kind=player stake_minor=1000 player=P-1\n20 betting_closed\n"
NATURAL = "30 cards player:4S banker:3H player:4H banker:4D"
SHORT = "30 cards player:4S banker:3H player:4H"
VOIDED = "\n43 round_voided called_by=dealer/D1 ground={ground}"


@pytest.mark.parametrize(
    ("cards", "ground", "standing", "found"),
    [
        (NATURAL, "7.1", "void", ["void_cause_not_recorded"]),
        (NATURAL, "7.2", "awaiting", ["void_against_cards"]),
        (NATURAL, "7.3", "awaiting", ["void_against_cards"]),
        (SHORT, "7.2", "void", []),
        (SHORT, "7.3", "void", ["void_cause_not_recorded"]),
    ],
)
def test_7_1_to_7_3_a_call_without_its_cause_is_found_and_one_against_the_cards_waits(
    cards: str, ground: str, standing: str, found: list[str]
) -> None:
    judgement = judged(BET + cards + VOIDED.format(ground=ground))
    assert (judgement.summary["standing"], codes(judgement)) == (standing, found)


def test_7_2_cards_said_to_be_too_few_are_contradicted_by_complete_hands() -> None:
    seen = "\n42 irregularity_seen kind=not_enough_cards"
    assert judged(BET + NATURAL + seen).summary["standing"] == "awaiting"
    assert judged(BET + SHORT + seen).summary["standing"] == "void"


def test_7_3_an_order_that_somebody_saw_lost_is_in_doubt() -> None:
    assert judged(BET + NATURAL + "\n42 irregularity_seen kind=order_lost").summary["standing"] == "void"


def test_7_22_a_void_against_the_cards_stands_by_choice() -> None:
    judgement = judged(BET + NATURAL + VOIDED.format(ground="7.2"), changed(void_against_cards="void"))
    assert (judgement.summary["standing"], judgement.summary["clauses"]) == ("void", ["7.22"])


def test_7_22_a_void_against_the_cards_is_decided() -> None:
    ruling = "\n50 ruling_made clause=7.22 made_by=assistant_director/A1 choice=as_dealt reason=so"
    judgement = judged(BET + NATURAL + VOIDED.format(ground="7.3") + ruling)
    assert bets(judgement)["b1"].settlement.outcome == "won"


@pytest.mark.parametrize(
    ("facts", "found"),
    [
        ("42 irregularity_seen kind=foreign_cards card=4S", []),
        ("42 irregularity_seen kind=foreign_cards", ["void_cause_not_recorded"]),
        ("42 irregularity_seen kind=unshuffled", ["void_cause_not_recorded"]),
    ],
)
def test_7_1_which_card_or_shoe_it_was_has_to_be_on_record(facts: str, found: list[str]) -> None:
    judgement = judged(BET + NATURAL + "\n" + facts + VOIDED.format(ground="7.1"))
    assert (judgement.summary["standing"], codes(judgement)) == ("void", found)


PAID = "\n45 result_announced winner=player\n50 payout_made bet=b1 amount_minor=1000"


@pytest.mark.parametrize(
    ("facts", "standing"),
    [
        (PAID + "\n60 irregularity_seen kind=extra_cards", "settled"),
        (PAID + "\n48 irregularity_seen kind=extra_cards", "void"),
        ("\n50 payout_made bet=b1 amount_minor=1000\n60 irregularity_seen kind=extra_cards", "void"),
        ("\n45 result_announced winner=player\n60 irregularity_seen kind=extra_cards", "void"),
    ],
)
def test_2_2_12_a_round_is_over_once_announced_and_answered(facts: str, standing: str) -> None:
    assert judged(BET + NATURAL + facts).summary["standing"] == standing


def test_2_2_12_a_bet_that_is_not_answered_keeps_the_round_open() -> None:
    other = "6 bet_placed bet=b2 kind=banker stake_minor=1000 player=P-2\n"
    late = PAID + "\n60 irregularity_seen kind=extra_cards"
    assert judged(other + BET + NATURAL + late).summary["standing"] == "void"
    taken = PAID + "\n52 stake_collected bet=b2 amount_minor=1000\n60 irregularity_seen kind=extra_cards"
    assert judged(other + BET + NATURAL + taken).summary["standing"] == "settled"


@pytest.mark.parametrize(
    ("burned", "standing"),
    [
        ("31.5 card_dealt card=9C to=burn", "settled"),
        ("30.15 card_dealt card=9C to=burn", "awaiting"),
        ("30.15 cards_burned count=1", "awaiting"),
        ("29 cards_burned count=5", "settled"),
        ("29 card_dealt card=9C to=burn", "settled"),
    ],
)
def test_7_22_a_card_burned_in_mid_hand_waits(burned: str, standing: str) -> None:
    judgement = judged(BET + NATURAL + "\n" + burned)
    assert judgement.summary["standing"] == standing
    assert ("card_burned_in_hand" in codes(judgement)) == (standing == "awaiting")


@pytest.mark.parametrize(
    ("said", "standing"), [("", "settled"), (" open=false", "settled"), (" open=true", "awaiting")]
)
def test_7_22_a_matter_that_no_clause_names_waits_where_it_is_recorded_as_open(said: str, standing: str) -> None:
    judgement = judged(BET + NATURAL + f"\n40 irregularity_seen kind=other{said}" + PAID)
    assert judgement.summary["standing"] == standing
    assert "matter_without_clause" in codes(judgement)
