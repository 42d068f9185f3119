"""Rounds that wait for a decision, are void or have no result: what of each bet is sure all the same."""

from __future__ import annotations

import pytest

from games.rules.judgement import Outcome
from games.rules.settling import back
from tests.rules.baccarat_rounds import bets, changed, codes, judged

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


@pytest.mark.parametrize(
    ("ground", "clauses"),
    [("7.1", ("7.1", "7.1.1")), ("7.1.1", ("7.1", "7.1.1")), ("7.2", ("7.2",)), ("7.3", ("7.3",))],
)
def test_a_call_on_a_ground_of_the_document_voids_although_nobody_recorded_the_fact(
    ground: str, clauses: tuple[str, ...]
) -> None:
    judgement = judged(BET + NATURAL + f"\n40 round_voided called_by=dealer/D1 ground={ground}")
    assert bets(judgement)["b1"].settlement == back(Outcome.VOID, 1000, clauses)
    assert judgement.summary["clauses"] == list(clauses)
    assert codes(judgement) == []


SHORT = "30 cards player:4S banker:3H player:4H"
RULING = "\n50 ruling_made clause=7.22 made_by=assistant_director/A1 choice={choice} reason=so"


@pytest.mark.parametrize(
    ("cards", "ruling", "standing", "clauses"),
    [
        (NATURAL, "", "awaiting", ["7.22"]),
        (NATURAL, RULING.format(choice="as_dealt"), "settled", ["7.22"]),
        (NATURAL, RULING.format(choice="void"), "void", ["7.22"]),
        (NATURAL, RULING.format(choice="as_dealt") + ' bets=["b1"]', "awaiting", ["7.22"]),
        (NATURAL, RULING.format(choice="replay"), "awaiting", ["7.22"]),
        (SHORT, RULING.format(choice="as_dealt"), "awaiting", ["7.22"]),
        (SHORT, RULING.format(choice="void"), "void", ["7.22"]),
    ],
)
def test_7_22_what_a_ruling_about_a_call_decides(cards: str, ruling: str, standing: str, clauses: list[str]) -> None:
    judgement = judged(BET + cards + CALLED + ruling)
    assert (judgement.summary["standing"], judgement.summary["clauses"]) == (standing, clauses)
    assert ("ruling_not_offered" in codes(judgement)) == ("replay" in ruling)


@pytest.mark.parametrize(("choice", "standing"), [("as_dealt", "settled"), ("void", "void")])
def test_7_22_a_ruling_decides_without_a_call_too(choice: str, standing: str) -> None:
    judgement = judged(BET + NATURAL + RULING.format(choice=choice))
    assert (judgement.summary["standing"], judgement.summary["clauses"]) == (standing, ["7.22"])


@pytest.mark.parametrize(("choice", "standing"), [("as_dealt", "awaiting"), ("void", "void")])
def test_7_13_an_open_order_is_not_for_7_22_to_decide_but_the_round_is(choice: str, standing: str) -> None:
    together = "\n36 cards_drawn_together first=2 count=2 order_known=false"
    judgement = judged(BET + NATURAL + together + RULING.format(choice=choice))
    assert judgement.summary["standing"] == standing
    assert judgement.summary["clauses"] == (["7.13"] if standing == "awaiting" else ["7.22"])


def test_a_call_without_ground_that_voids_by_choice_rests_on_7_22() -> None:
    judgement = judged(BET + NATURAL + CALLED, changed(unsettled_call="void"))
    assert (judgement.summary["standing"], judgement.summary["clauses"]) == ("void", ["7.22"])
    assert bets(judgement)["b1"].settlement == back(Outcome.VOID, 1000, ("7.22",))


def test_two_calls_the_document_does_not_know_are_two_findings() -> None:
    judgement = judged(BET + NATURAL + CALLED + "\n41 round_voided called_by=dealer/D01")
    found = [(f.subject, f.clauses) for f in judgement.findings if f.code == "void_without_ground"]
    assert found == [("call:8", ("7.4", "7.22")), ("call:9", ("7.22",))]


@pytest.mark.parametrize(("cards", "standing"), [(NATURAL, "settled"), (SHORT, "pending")])
def test_trouble_that_changes_nothing_leaves_the_round_as_it_lies(cards: str, standing: str) -> None:
    judgement = judged(BET + cards + "\n40 irregularity_seen kind=holder_absent", ended="no")
    assert judgement.summary["standing"] == standing
    assert bets(judgement)["b1"].settlement.outcome == ("won" if standing == "settled" else "pending")
