"""To whom insurance was offered, by name or by seat, and what follows for the third card (4.10, 7.20, 7.21)."""

from __future__ import annotations

import pytest

from tests.rules.baccarat_rounds import bets, codes, judged

OFFERS = "insurance_set offered=true"
BETS = """5 bet_placed bet=b1 kind=banker stake_minor=900 player=P-1 seat=3
6 bet_placed bet=b2 kind=banker stake_minor=900 player=P-2 seat=4
20 betting_closed
"""
TWICE = """30 cards player:KS banker:4H player:QH banker:KD
{then}
44 cards player:2C
{late}
48 cards banker:KC
60 result_announced winner=banker"""
"""Banker can be insured at four against nothing (1:1.5), and again at four against two (1:4)."""
FIRST = "40 insurance_offered side=banker stage=first_deal"
TAKEN = "41 insurance_placed bet=i1 side=banker stage=first_deal stake_minor=100"
LATER = "46 insurance_placed bet=i9 side=banker stage=third_card stake_minor=100"


@pytest.mark.parametrize(
    ("then", "missing"),
    [
        ("", ["banker:first_deal", "banker:third_card"]),
        (FIRST, []),
        (f"{FIRST} player=P-1", ["banker:third_card"]),
        (f"{FIRST} seat=3", ["banker:third_card"]),
        (f"{FIRST} seat=3\n{FIRST} seat=4", []),
        (f"{FIRST}\n{TAKEN} player=P-1", ["banker:third_card"]),
        (f"{FIRST}\n{TAKEN} seat=3", ["banker:third_card"]),
        (f"{FIRST} player=P-1\n{TAKEN} player=P-2", ["banker:third_card"]),
        (f"{FIRST} player=P-1\n41 insurance_declined seat=4", []),
    ],
)
def test_7_20_at_the_third_card_it_is_offered_to_who_was_not_passed_over(then: str, missing: list[str]) -> None:
    judgement = judged(BETS + TWICE.format(then=then, late=""), terms=OFFERS)
    found = [f for f in judgement.findings if f.code == "insurance_not_offered"]
    assert [f.subject for f in found] == missing
    assert all(f.clauses == ("4.10", "7.21") for f in found)


def test_4_10_a_side_on_which_nobody_bet_needs_no_offer_the_other_one_still_does() -> None:
    """Banker five against four, with no bet on Banker; then Player eight against five."""
    text = """5 bet_placed bet=b1 kind=player stake_minor=900 player=P-1
20 betting_closed
30 cards player:KS banker:5H player:4H banker:KD player:4C banker:KC
60 result_announced winner=player"""
    found = [f for f in judged(text, terms=OFFERS).findings if f.code == "insurance_not_offered"]
    assert [(f.subject, f.versions) for f in found] == [("player:third_card", (8,))]


@pytest.mark.parametrize(
    ("then", "outcome"),
    [
        ("", "lost"),
        (FIRST, "refused"),
        (f"{FIRST} player=P-1", "refused"),
        (f"{FIRST} player=P-2", "lost"),
        (f"{FIRST} seat=3", "refused"),
        (f"{FIRST} seat=4", "lost"),
        (f"{FIRST} player=P-2\n{FIRST} player=P-1", "refused"),
        (f"{FIRST}\n{TAKEN} player=P-1", "lost"),
        (f"{FIRST}\n{TAKEN} seat=3", "lost"),
        (f"{FIRST}\n{TAKEN} player=P-2", "refused"),
    ],
)
def test_7_20_who_was_passed_over_takes_no_insurance_at_the_third_card(then: str, outcome: str) -> None:
    judgement = judged(BETS + TWICE.format(then=then, late=f"{LATER} player=P-1"), terms=OFFERS)
    settlement = bets(judgement)["i9"].settlement
    assert settlement.outcome == outcome
    assert settlement.collected_minor == (100 if outcome == "lost" else 0)
    assert ("insurance_forgone" in codes(judgement)) == (outcome == "refused")
