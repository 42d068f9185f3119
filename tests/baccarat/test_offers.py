"""To whom insurance was offered, by name or by seat, and what follows for the third card (4.10, 7.20, 7.21)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.baccarat.rounds import bets, codes, judged

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
        (f"{FIRST} player=P-1", ["banker:first_deal", "banker:third_card"]),
        (f"{FIRST} seat=3", ["banker:first_deal", "banker:third_card"]),
        (f"{FIRST} seat=4", ["banker:first_deal", "banker:third_card"]),
        (f"{FIRST} seat=3\n{FIRST} seat=4", []),
        (f"{FIRST}\n{TAKEN} player=P-1", ["banker:third_card"]),
        (f"{FIRST}\n{TAKEN} seat=3", ["banker:third_card"]),
        (f"{FIRST}\n{TAKEN} player=P-1\n42 bet_withdrawn bet=i1", []),
        (f"{FIRST} player=P-1\n{TAKEN} player=P-2", ["banker:first_deal", "banker:third_card"]),
        (f"{FIRST} player=P-1\n41 insurance_declined seat=4", []),
        (f"{FIRST} player=P-1\n41 insurance_waived seat=4", []),
    ],
)
def test_7_20_at_the_third_card_it_is_offered_to_who_was_not_passed_over(then: str, missing: list[str]) -> None:
    judgement = judged(BETS + TWICE.format(then=then, late=""), terms=OFFERS)
    found = [f for f in judgement.findings if f.code == "insurance_not_offered"]
    assert [f.subject for f in found] == missing
    assert all(f.clauses == ("4.10", "7.21") for f in found)


@pytest.mark.parametrize("terms", [{}, {"terms": "limits_set limits=[]"}])
@pytest.mark.parametrize(
    ("then", "late", "missing"),
    [
        ("", "", []),
        (f"{TAKEN} player=P-1", "", ["banker:first_deal"]),
        (f"{FIRST} player=P-1\n{TAKEN} player=P-1", "", []),
        (f"{FIRST} player=P-2\n{TAKEN} player=P-1", "", ["banker:first_deal"]),
        ("", f"{LATER} player=P-1", ["banker:third_card"]),
        (f"{TAKEN} player=P-9", "", []),
    ],
)
def test_3_2_10_insurance_taken_without_an_offer_is_found_where_the_table_never_said_that_it_offers(
    terms: dict[str, Any], then: str, late: str, missing: list[str]
) -> None:
    """It counts all the same. Where nobody took any, nothing is concluded of a table that never said so."""
    judgement = judged(BETS + TWICE.format(then=then, late=late), **terms)
    assert [f.subject for f in judgement.findings if f.code == "insurance_not_offered"] == missing
    insured = [result for bet, result in bets(judgement).items() if bet in ("i1", "i9")]
    assert [r.settlement.outcome for r in insured] == ["refused" if "P-9" in then else "lost"] * len(insured)


def test_7_21_insurance_that_was_let_be_taken_late_was_not_offered_either() -> None:
    late = "46 insurance_placed bet=i9 side=banker stage=first_deal stake_minor=100 player=P-1"
    judgement = judged(BETS + TWICE.format(then="", late=f"{late} allowed_by=shift_manager/M1"))
    assert bets(judgement)["i9"].settlement.outcome == "lost"
    assert [f.subject for f in judgement.findings if f.code == "insurance_not_offered"] == ["banker:first_deal"]


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


@pytest.mark.parametrize(
    ("late", "missing"),
    [
        ("46 insurance_declined player=P-1\n47 insurance_declined player=P-2", ["banker:first_deal"]),
        ("46 insurance_declined player=P-1", ["banker:first_deal", "banker:third_card"]),
        (
            "49 insurance_declined player=P-1\n49.5 insurance_declined player=P-2",
            ["banker:first_deal", "banker:third_card"],
        ),
    ],
)
def test_4_10_who_declined_after_the_next_card_was_due_an_offer_before(late: str, missing: list[str]) -> None:
    judgement = judged(BETS + TWICE.format(then="", late=late), terms=OFFERS)
    assert [f.subject for f in judgement.findings if f.code == "insurance_not_offered"] == missing


@pytest.mark.parametrize(
    ("then", "missing"),
    [
        ("40 insurance_offered side=player stage=first_deal", ["banker:first_deal", "banker:third_card"]),
        ("45 insurance_offered side=banker stage=first_deal", ["banker:third_card"]),
        ("29 insurance_offered side=banker stage=first_deal", ["banker:third_card"]),
    ],
)
def test_7_20_an_offer_under_which_nothing_can_be_bet_forgoes_nothing(then: str, missing: list[str]) -> None:
    """In no row, or not at its moment: the third card is still to be offered, and may be insured."""
    judgement = judged(BETS + TWICE.format(then=then, late=f"{LATER} player=P-1"), terms=OFFERS)
    found = {code: [f.subject for f in judgement.findings if f.code == code] for code in codes(judgement)}
    assert found["insurance_not_offered"] == missing
    assert "insurance_offered_wrongly" in found
    assert "insurance_forgone" not in found
    assert bets(judgement)["i9"].settlement.outcome == "lost"


@pytest.mark.parametrize(
    ("then", "taken", "outcome"),
    [
        (FIRST, "stage=first_deal", "refused"),
        (FIRST, "stage=third_card", "refused"),
        (f"{FIRST}\n{TAKEN} player=P-1", "stage=first_deal", "lost"),
        (f"{FIRST}\n{TAKEN} player=P-1\n42 bet_withdrawn bet=i1", "stage=third_card", "refused"),
        (f"{FIRST}\n{TAKEN} player=P-1\n42 bet_withdrawn bet=i1", "stage=first_deal", "refused"),
        (f"{FIRST}\n{TAKEN.replace('first_deal', 'third_card')} player=P-1", "stage=first_deal", "refused"),
        (f"{FIRST}\n{TAKEN.replace('side=banker', 'side=player')} player=P-1", "stage=first_deal", "refused"),
        ("", "stage=first_deal", "lost"),
    ],
)
def test_7_20_no_leave_brings_back_what_was_passed_over(then: str, taken: str, outcome: str) -> None:
    """Whichever row it is for: also the one after the first deal, which the shift manager could allow late (7.21)."""
    late = f"46 insurance_placed bet=i9 side=banker {taken} stake_minor=100 player=P-1 allowed_by=shift_manager/M1"
    judgement = judged(BETS + TWICE.format(then=then, late=late), terms=OFFERS)
    settlement = bets(judgement)["i9"].settlement
    assert settlement.outcome == outcome
    assert (settlement.clauses == ("7.20",)) == (outcome == "refused")
    found = [(f.subject, f.clauses) for f in judgement.findings if f.code == "insurance_forgone"]
    assert found == ([("i9", ("7.20",))] if outcome == "refused" else [])


def test_7_20_what_is_taken_after_another_sides_offer_is_not_forgone() -> None:
    """Insurance of Banker was offered to who had no bet on it."""
    text = BETS.replace("b1 kind=banker", "b1 kind=tie") + TWICE.format(then=FIRST, late=f"{LATER} player=P-1")
    judgement = judged(text, terms=OFFERS)
    assert "insurance_forgone" not in codes(judgement)
    assert bets(judgement)["i9"].settlement.clauses == ("4.10", "6.4.3")


@pytest.mark.parametrize(("post", "found"), [("surveillance", True), ("dealer", False), ("pit_manager", False)])
def test_6_4_4_the_house_lets_a_player_waive(post: str, found: bool) -> None:
    """The waiver stands, whoever agreed to it."""
    waived = f"41 insurance_waived player=P-1 agreed_by={post}/X1"
    judgement = judged(BETS + TWICE.format(then=waived, late=f"{LATER} player=P-1"), terms=OFFERS)
    assert bets(judgement)["i9"].settlement.clauses == ("6.4.4",)
    said = [
        (f.subject, str(f.severity), f.clauses, f.versions, f.amount_minor, f.detail)
        for f in judgement.findings
        if f.code == "post_not_competent"
    ]
    expected: Any = [("waiver:9", "procedure", ("6.4.4",), (9,), 0, {"post": post})] if found else []
    assert said == expected


def test_6_4_4_a_waiver_of_which_nobody_said_who_agreed_is_one() -> None:
    waived = "41 insurance_waived player=P-1\n42 insurance_declined player=P-2"
    assert "post_not_competent" not in codes(judged(BETS + TWICE.format(then=waived, late=""), terms=OFFERS))


@pytest.mark.parametrize(
    ("odds", "wrong"),
    [("1:0", True), ("1:000", True), ("1:0.00", True), ("1:2", True), ("1:1.5", False), ("1:1.50", False)],
)
def test_6_4_6_odds_that_are_none_are_not_those_of_the_table(odds: str, wrong: bool) -> None:
    then = f"{FIRST} odds={odds}\n{TAKEN} odds={odds} player=P-1"
    judgement = judged(BETS + TWICE.format(then=then, late=""), terms=OFFERS)
    found = [(f.subject, f.clauses, f.detail) for f in judgement.findings if f.code == "wrong_insurance_odds"]
    detail = {"offered": odds, "due": "1:1.5"}
    expected: Any = [("i1", ("4.10", "6.4.6"), detail), ("banker:first_deal", ("6.4.6",), detail)] if wrong else []
    assert found == expected
    assert bets(judgement)["i1"].settlement.collected_minor == 100


SEATED = """5 bet_placed bet=b1 kind=banker stake_minor=900 {first}
6 bet_placed bet=b2 kind=tie stake_minor=900 {second}
20 betting_closed
"""


@pytest.mark.parametrize(
    ("first", "second", "insured", "covered"),
    [
        ("player=P-1 seat=3", "player=P-2 seat=3", "seat=3", True),
        ("player=P-2 seat=3", "player=P-1 seat=3", "seat=3", True),
        ("player=P-1 seat=3", "player=P-2 seat=3", "player=P-2 seat=3", False),
        ("player=P-1 seat=4", "player=P-2 seat=3", "seat=3", False),
        ("seat=3", "player=P-2 seat=4", "player=P-1 seat=3", True),
        ("player=P-1", "seat=3", "player=P-1 seat=3", True),
        ("seat=4", "seat=3", "player=P-1 seat=3", False),
    ],
)
def test_4_10_whose_insurance_it_is(first: str, second: str, insured: str, covered: bool) -> None:
    """A seat that several bet at is that of the main bet; who sits where is told by an insurance too."""
    text = SEATED.format(first=first, second=second)
    judgement = judged(text + TWICE.format(then=f"{TAKEN} {insured}", late=""))
    assert bets(judgement)["i1"].settlement.outcome == ("lost" if covered else "refused")
    assert ("insurance_without_main_bet" in codes(judgement)) == (not covered)


def test_4_10_a_main_bet_that_does_not_play_tells_nothing_of_whose_the_insurance_is() -> None:
    late = SEATED.format(first="player=P-1 seat=3", second="player=P-2 seat=3").replace(
        "20 betting_closed\n", "20 betting_closed\n22 bet_placed bet=b0 kind=banker stake_minor=5 player=P-3 seat=3\n"
    )
    swapped = late.replace("5 bet_placed bet=b1", "7 bet_placed bet=b1")
    for text in (late, swapped):
        judgement = judged(text + TWICE.format(then=f"{TAKEN} seat=3", late=""))
        assert bets(judgement)["i1"].settlement.outcome == "lost"


def test_3_1_where_bets_and_insurances_tell_otherwise_bets_say_who_sits_there() -> None:
    text = SEATED.format(first="seat=3", second="player=P-1 seat=3")
    judgement = judged(text + TWICE.format(then=f"{TAKEN} player=P-2 seat=3", late=""))
    assert bets(judgement)["i1"].settlement.outcome == "refused"
