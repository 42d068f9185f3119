"""Rounds that wait for a decision, are void or have no result: what of each bet is sure all the same."""

from __future__ import annotations

import pytest

from games.rules.judgement import Outcome
from games.rules.settling import back
from tests.rules.baccarat_rounds import bets, codes, judged

BET = "5 bet_placed bet=b1 kind=player stake_minor=1000 player=P-1\n20 betting_closed\n"
CALLED = "\n40 round_voided called_by=dealer/D01 ground=7.4"
NATURAL = "30 cards player:4S banker:3H player:4H banker:4D"


@pytest.mark.parametrize(
    ("cards", "decisions"),
    [(NATURAL, ["as_dealt", "void"]), ("30 cards player:4S banker:3H player:4H", ["void"])],
)
def test_7_22_a_round_of_fewer_than_four_cards_can_only_be_void(cards: str, decisions: list[str]) -> None:
    result = bets(judged(BET + cards + CALLED))["b1"]
    assert [a.decision for a in result.alternatives] == decisions
    assert result.alternatives[-1].settlement == back(Outcome.VOID, 1000, ("7.22",))


@pytest.mark.parametrize("ended", ["yes", "no"])
def test_4_6_a_late_bet_goes_back_whatever_is_decided(ended: str) -> None:
    late = "".join(f"\n35 bet_placed bet=b{n} kind=player stake_minor=200 player=P-2" for n in (2, 3))
    judgement = judged(BET + NATURAL + late + CALLED + "\n50 payout_made bet=b2 amount_minor=200", ended=ended)
    due = bets(judgement)
    assert [r.settlement.outcome for r in judgement.results] == ["awaiting", "refused", "refused"]
    assert due["b2"].recorded.paid_minor == 200
    assert [due[bet].difference_minor for bet in ("b1", "b2", "b3")] == (
        [None, 200, 0] if ended == "yes" else [None, None, None]
    )
    assert ("paid_on_refused" in codes(judgement)) == (ended == "yes")


@pytest.mark.parametrize(
    ("then", "outcome", "clauses"),
    [
        (
            "46 irregularity_seen kind=foreign_cards\n47 round_voided called_by=dealer/D1 ground=7.1",
            "void",
            ("7.1", "7.1.1"),
        ),
        ("46 round_voided called_by=dealer/D1 ground=7.4", "awaiting", ("7.22",)),
    ],
)
def test_insurance_shares_the_fate_of_its_round(then: str, outcome: str, clauses: tuple[str, ...]) -> None:
    facts = f"""5 bet_placed bet=b1 kind=banker stake_minor=1000 player=P-1
20 betting_closed
30 cards player:KS banker:5H player:3H banker:KD
42 insurance_placed bet=i1 side=banker stage=first_deal stake_minor=300 player=P-1
44 cards player:6C banker:2S
{then}"""
    assert bets(judged(facts))["i1"].settlement == back(Outcome(outcome), 300, clauses)
