"""Rounds that wait for a decision, are void or have no result: what of each bet is sure all the same."""

from __future__ import annotations

import pytest

from games.engine.judgement import Outcome
from games.engine.settling import back
from tests.baccarat.rounds import bets, changed, codes
from tests.baccarat.rounds import by_the_game as judged

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
    [("7.1", ("7.1", "7.1.1")), ("7.1.1", ("7.1", "7.1.1"))],
)
def test_a_call_on_a_ground_of_the_document_voids_although_nobody_recorded_the_fact(
    ground: str, clauses: tuple[str, ...]
) -> None:
    judgement = judged(BET + NATURAL + f"\n40 round_voided called_by=dealer/D1 ground={ground}")
    assert bets(judgement)["b1"].settlement == back(Outcome.VOID, 1000, clauses)
    assert judgement.summary["clauses"] == list(clauses)
    assert codes(judgement) == ["void_cause_not_recorded"]


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


@pytest.mark.parametrize(("choice", "standing", "clauses"), [("as_dealt", "settled", []), ("void", "void", ["7.22"])])
def test_7_22_a_ruling_may_void_without_a_call_and_decides_nothing_else_where_nothing_waits(
    choice: str, standing: str, clauses: list[str]
) -> None:
    judgement = judged(BET + NATURAL + RULING.format(choice=choice))
    assert (judgement.summary["standing"], judgement.summary["clauses"]) == (standing, clauses)
    expected = ("7.22",) if choice == "void" else ("6.1.1.1", "5.1.1")
    assert bets(judgement)["b1"].settlement.clauses == expected


def test_7_22_what_counts_as_dealt_by_choice_needs_no_ruling() -> None:
    short = BET + "30 cards player:2S banker:7H player:3H banker:KD" + RULING.format(choice="as_dealt")
    judgement = judged(short, changed(missing_third_card="as_dealt"))
    assert (judgement.summary["standing"], judgement.summary["clauses"]) == ("settled", [])
    assert judged(short).summary["clauses"] == ["7.22"]


NAMED = RULING + ' bets=["{bet}"]'
SECOND = "5 bet_placed bet=b2 kind=banker stake_minor=900 player=P-2\n"
OPEN_ORDER = "\n36 cards_drawn_together first=2 count=2 order_known=false"
FOREIGN = "\n40 irregularity_seen kind=foreign_cards\n41 round_voided called_by=dealer/D1 ground=7.1"


@pytest.mark.parametrize(
    ("then", "ruling", "outcome", "clauses", "other"),
    [
        (CALLED, NAMED.format(choice="as_dealt", bet="b1"), "won", ("6.1.1.1", "5.1.1", "7.22"), "awaiting"),
        (CALLED, NAMED.format(choice="void", bet="b1"), "void", ("7.22",), "awaiting"),
        (CALLED, NAMED.format(choice="void", bet="b2"), "awaiting", ("7.22",), "void"),
        (CALLED, NAMED.format(choice="replay", bet="b1"), "awaiting", ("7.22",), "awaiting"),
        (
            CALLED,
            NAMED.format(choice="void", bet="b1") + NAMED.format(choice="as_dealt", bet="b1"),
            "won",
            ("6.1.1.1", "5.1.1", "7.22"),
            "awaiting",
        ),
        (
            CALLED,
            NAMED.format(choice="void", bet="b1") + RULING.format(choice="as_dealt"),
            "won",
            ("6.1.1.1", "5.1.1", "7.22"),
            "lost",
        ),
        (CALLED, RULING.format(choice="as_dealt") + NAMED.format(choice="void", bet="b1"), "void", ("7.22",), "lost"),
        (
            CALLED,
            RULING.format(choice="void") + NAMED.format(choice="as_dealt", bet="b1"),
            "won",
            ("6.1.1.1", "5.1.1", "7.22"),
            "void",
        ),
        ("", NAMED.format(choice="void", bet="b1"), "void", ("7.22",), "lost"),
        ("", NAMED.format(choice="as_dealt", bet="b1"), "won", ("6.1.1.1", "5.1.1"), "lost"),
        (OPEN_ORDER, NAMED.format(choice="void", bet="b1"), "void", ("7.22",), "awaiting"),
        (OPEN_ORDER, NAMED.format(choice="as_dealt", bet="b1"), "awaiting", ("7.13",), "awaiting"),
        (FOREIGN, NAMED.format(choice="as_dealt", bet="b1"), "void", ("7.1", "7.1.1"), "void"),
        (FOREIGN, NAMED.format(choice="void", bet="b1"), "void", ("7.1", "7.1.1"), "void"),
        (CALLED, NAMED.format(choice="void", bet="b1").replace("7.22", "7.21"), "awaiting", ("7.22",), "awaiting"),
    ],
)
def test_7_22_a_ruling_for_a_bet_decides_that_bet(
    then: str, ruling: str, outcome: str, clauses: tuple[str, ...], other: str
) -> None:
    judgement = judged(SECOND + BET + NATURAL + then + ruling)
    due = bets(judgement)
    assert (due["b1"].settlement.outcome, due["b1"].settlement.clauses) == (outcome, clauses)
    assert due["b2"].settlement.outcome == other
    assert (due["b1"].difference_minor is None) == (outcome == "awaiting")


@pytest.mark.parametrize(
    ("cards", "choice", "outcome"),
    [(SHORT, "as_dealt", "awaiting"), (SHORT, "void", "void"), (NATURAL, "as_dealt", "won")],
)
def test_7_22_a_bet_counts_as_dealt_where_four_cards_lie(cards: str, choice: str, outcome: str) -> None:
    judgement = judged(BET + cards + CALLED + NAMED.format(choice=choice, bet="b1"))
    assert bets(judgement)["b1"].settlement.outcome == outcome


def test_7_22_a_late_bet_goes_back_as_such_whatever_a_ruling_says_of_it() -> None:
    late = "\n35 bet_placed bet=b3 kind=player stake_minor=200 player=P-2"
    for choice in ("as_dealt", "void"):
        judgement = judged(BET + NATURAL + late + CALLED + NAMED.format(choice=choice, bet="b3"))
        assert bets(judgement)["b3"].settlement == back(Outcome.REFUSED, 200, ("4.6",))


def test_7_22_a_lower_post_decides_no_bet() -> None:
    ruling = NAMED.format(choice="void", bet="b1").replace("assistant_director", "shift_manager")
    judgement = judged(BET + NATURAL + CALLED + ruling)
    assert bets(judgement)["b1"].settlement.outcome == "awaiting"
    assert "post_not_competent" in codes(judgement)


INSURED = """5 bet_placed bet=b1 kind=banker stake_minor=1000 player=P-1
20 betting_closed
30 cards player:KS banker:5H player:3H banker:KD
42 insurance_placed bet=i1 side=banker stage=first_deal stake_minor=800 player=P-1
{then}
44 cards player:6C banker:2S
{late}"""


def test_7_22_what_is_found_of_an_insurance_that_counts_by_a_ruling_for_it_is_said() -> None:
    """Of 800 at 1:2 the main bet of 1000 covers 500. For the main bet alone nothing is said of its insurance."""
    text = INSURED.format(then="", late=CALLED.replace("40", "45"))
    judgement = judged(text + NAMED.format(choice="as_dealt", bet="i1"))
    assert bets(judgement)["i1"].settlement.winnings_minor == 1000
    assert codes(judgement).count("insurance_above_main_bet") == 1
    main = judged(text + NAMED.format(choice="as_dealt", bet="b1"))
    assert bets(main)["i1"].settlement.outcome == "awaiting"
    assert "insurance_above_main_bet" not in codes(main)


VOIDED = "46 irregularity_seen kind=foreign_cards\n47 round_voided called_by=dealer/D1 ground=7.1"
WAITS = "46 round_voided called_by=dealer/D1 ground=7.4"


@pytest.mark.parametrize(
    ("late", "outcome", "clauses"), [(VOIDED, "void", ("7.1", "7.1.1")), (WAITS, "awaiting", ("7.22",))]
)
def test_an_insurance_goes_back_as_it_lay_when_the_next_card_came(
    late: str, outcome: str, clauses: tuple[str, ...]
) -> None:
    changed_to = bets(judged(INSURED.format(then="43 bet_changed bet=i1 stake_minor=300", late=late)))["i1"]
    assert changed_to.settlement == back(Outcome(outcome), 300, clauses)
    assert "i1" not in bets(judged(INSURED.format(then="43 bet_withdrawn bet=i1", late=late)))
    after = judged(INSURED.format(then="", late="45 bet_changed bet=i1 stake_minor=300\n" + late))
    assert bets(after)["i1"].settlement == back(Outcome(outcome), 800, clauses)
    assert "changed_after_call" in codes(after)


@pytest.mark.parametrize("late", [VOIDED, WAITS, ""])
def test_6_4_6_an_insurance_that_came_late_is_refused_whatever_becomes_of_the_round(late: str) -> None:
    placed = "45 insurance_placed bet=i2 side=banker stage=first_deal stake_minor=70 player=P-1\n"
    judgement = judged(INSURED.format(then="", late=placed + late))
    assert bets(judgement)["i2"].settlement == back(Outcome.REFUSED, 70, ("6.4.6", "7.21"))
    assert codes(judgement).count("insurance_wrong_moment") == 1


def test_an_insurance_waits_for_the_last_card_as_it_lies() -> None:
    changed_to = INSURED.format(then="43 bet_changed bet=i1 stake_minor=300", late="").replace(" banker:2S", "")
    judgement = judged(changed_to, ended="no")
    assert bets(judgement)["i1"].settlement == back(Outcome.PENDING, 300, ())


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
