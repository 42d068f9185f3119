"""Checks that change no bet's amount: what is said, word for word, and when it is not (3, 4.7 to 4.18, 7.8, 7.16)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.judgement import Judgement
from tests.baccarat.rounds import changed, codes, judged

BET = "5 bet_placed bet=b1 kind=player stake_minor=500 player=P-1\n20 betting_closed\n"
NATURAL = "30 cards player:4S banker:3H player:4H banker:4D\n"
"""Player eight against seven: versions 4 to 7 after one bet and the call."""
SAID = "45 result_announced winner=player\n"
PAID = "50 payout_made bet=b1 amount_minor=500\n"

Told = tuple[str, tuple[str, ...], tuple[int, ...], dict[str, Any]]


def told(judgement: Judgement, code: str) -> list[Told]:
    """Subject, clauses, versions and detail of the findings of a code, none of which is about money."""
    found = [f for f in judgement.findings if f.code == code]
    remark = code.startswith("squeezed_by_") or code == "squeeze_asked_late"
    assert all((f.severity, f.amount_minor) == ("remark" if remark else "procedure", 0) for f in found)
    return [(f.subject, f.clauses, f.versions, f.detail) for f in found]


# --- Announcements -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("winner=player", False),
        ("winner=player player_points=8 banker_points=7", False),
        ("winner=player player_points=8", False),
        ("winner=banker", True),
        ("winner=banker player_points=8 banker_points=7", True),
        ("winner=player player_points=7 banker_points=7", True),
        ("winner=player player_points=7", True),
        ("winner=player banker_points=8", True),
        ("winner=tie", True),
    ],
)
def test_7_16_a_result_said_otherwise_than_the_cards_lie(said: str, wrong: bool) -> None:
    judgement = judged(BET + NATURAL + f"45 result_announced {said}\n" + PAID)
    expected = [("result", ("4.18", "7.16"), (8,), {"player": 8, "banker": 7})] if wrong else []
    assert told(judgement, "announced_wrongly") == expected
    assert codes(judgement) == ["announced_wrongly"] * wrong


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("player_points=5 banker_points=4", False),
        ("player_points=5 banker_points=5", True),
        ("player_points=9 banker_points=4", True),
    ],
)
def test_4_11_totals_are_those_of_the_first_four_cards(said: str, wrong: bool) -> None:
    """Player five against four at first, nine against four in the end."""
    cards = (
        f"30 cards player:5S banker:4H player:KH banker:KD\n33 totals_announced {said}\n34 cards player:4C banker:KC\n"
    )
    judgement = judged(BET + cards + SAID + PAID)
    expected = [("totals", ("4.11", "7.16"), (8,), {"player": 5, "banker": 4})] if wrong else []
    assert told(judgement, "announced_wrongly") == expected


@pytest.mark.parametrize(
    ("facts", "ended", "found"),
    [
        (BET + NATURAL, "yes", [("", ("4.18",), (8,), {})]),
        (BET + NATURAL, "no", []),
        (NATURAL, "yes", []),
        (BET + NATURAL + SAID, "yes", []),
        (BET + NATURAL + "40 round_voided called_by=dealer/D1 ground=7.1", "yes", []),
    ],
)
def test_4_18_a_round_with_bets_that_ended_has_its_result_announced(facts: str, ended: str, found: list[Told]) -> None:
    assert told(judged(facts, ended=ended), "result_not_announced") == found


@pytest.mark.parametrize(("shown", "wrong"), [("player", False), ("banker", True), ("tie", True)])
def test_7_16_what_the_shoe_or_the_board_showed(shown: str, wrong: bool) -> None:
    judgement = judged(BET + NATURAL + SAID + f"46 result_displayed winner={shown}\n" + PAID)
    expected = [("", ("7.16",), (9,), {"shown": shown, "winner": "player"})] if wrong else []
    assert told(judgement, "display_mismatch") == expected


def test_7_16_before_a_round_is_settled_nothing_shown_is_wrong() -> None:
    open_round = BET + "30 cards player:2S banker:5H player:3H banker:KD\n46 result_displayed winner=player\n"
    assert codes(judged(open_round + "47 result_announced winner=player", ended="no")) == []


# --- The record ----------------------------------------------------------------------------------------------------


def test_4_5_what_is_recorded_twice_or_changed_unseen() -> None:
    facts = """5 bet_placed bet=b1 kind=banker stake_minor=900 player=P-1
6 bet_placed bet=b1 kind=banker stake_minor=900 player=P-1
7 bet_changed bet=b7 stake_minor=700
20 betting_closed
30 cards player:KS banker:5H player:3H banker:KD
42 insurance_placed bet=i1 side=banker stage=first_deal stake_minor=100 player=P-1
43 insurance_placed bet=i1 side=banker stage=first_deal stake_minor=100 player=P-1
44 cards player:6C banker:2S"""
    judgement = judged(facts)
    assert told(judgement, "bet_recorded_twice") == [
        ("b1", ("4.5",), (2, 3), {}),
        ("i1", ("4.5",), (10, 11), {}),
    ]
    assert told(judgement, "change_without_bet") == [("b7", ("4.5",), (4,), {})]


# --- Insurance offered ---------------------------------------------------------------------------------------------

INSURABLE = """5 bet_placed bet=b1 kind=banker stake_minor=900 player=P-1
20 betting_closed
30 cards player:KS banker:5H player:3H banker:KD
{then}
44 cards player:6C
{late}
48 cards banker:2S
60 result_announced winner=player"""


@pytest.mark.parametrize(
    ("then", "late", "terms", "wrong"),
    [
        ("side=banker stage=first_deal", "", "insurance_set offered=true", []),
        ("side=banker stage=first_deal", "", "game_settings_set decks=8", []),
        ("side=player stage=first_deal", "", "game_settings_set decks=8", ["player:first_deal"]),
        ("", "side=banker stage=first_deal", "game_settings_set decks=8", ["banker:first_deal"]),
        ("side=banker stage=third_card", "", "game_settings_set decks=8", ["banker:third_card"]),
    ],
)
def test_4_10_insurance_is_offered_in_the_rows_of_the_table_and_at_their_moment(
    then: str, late: str, terms: str, wrong: list[str]
) -> None:
    offers = [f"{n} insurance_offered {text}" if text else "" for n, text in ((41, then), (46, late))]
    judgement = judged(INSURABLE.format(then=offers[0], late=offers[1]), terms=terms)
    version = 8 if then else 9
    expected: Any = [(subject, ("4.10", "6.4.6"), (version,), {}) for subject in wrong]
    assert told(judgement, "insurance_offered_wrongly") == expected
    assert told(judgement, "wrong_insurance_odds") == []


def test_6_4_5_under_the_sign_no_insurance_is_offered() -> None:
    then = "41 insurance_offered side=banker stage=first_deal odds=1:3"
    judgement = judged(INSURABLE.format(then=then, late=""), terms="insurance_set offered=false")
    assert told(judgement, "insurance_offered_wrongly") == [("banker:first_deal", ("6.4.5",), (8,), {})]
    assert told(judgement, "wrong_insurance_odds") == []


@pytest.mark.parametrize(("odds", "wrong"), [("1:2", False), ("1:3", True)])
def test_6_4_6_insurance_is_offered_at_the_odds_printed(odds: str, wrong: bool) -> None:
    then = f"41 insurance_offered side=banker stage=first_deal odds={odds}"
    judgement = judged(INSURABLE.format(then=then, late=""), terms="insurance_set offered=true")
    expected = [("banker:first_deal", ("6.4.6",), (8,), {"offered": odds, "due": "1:2"})] if wrong else []
    assert told(judgement, "wrong_insurance_odds") == expected


@pytest.mark.parametrize("terms", ["insurance_set offered=false", "game_settings_set decks=8"])
def test_7_21_a_table_that_does_not_offer_insurance_need_not(terms: str) -> None:
    assert told(judged(INSURABLE.format(then="", late=""), terms=terms), "insurance_not_offered") == []


@pytest.mark.parametrize(
    ("offered", "post", "found"),
    [("false", "surveillance", True), ("false", "dealer", False), ("true", "surveillance", False)],
)
def test_6_4_5_who_put_up_the_sign(offered: str, post: str, found: bool) -> None:
    judgement = judged(BET + NATURAL + SAID + PAID, terms=f"insurance_set offered={offered} set_by={post}/X1")
    expected = [("insurance", ("6.4.5",), (), {"post": post})] if found else []
    assert told(judgement, "post_not_competent") == expected


def test_a_round_that_is_not_settled_says_nothing_about_insurance() -> None:
    void = INSURABLE.format(then="41 insurance_offered side=player stage=first_deal", late="")
    judgement = judged(
        void + "\n61 irregularity_seen kind=foreign_cards card=4S\n62 round_voided called_by=dealer/D1 ground=7.1"
    )
    assert codes(judgement) == []


# --- Squeezing -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("choice", "found"), [("side", []), ("table", ["squeezed_by_other_player"])])
def test_the_largest_bet_is_that_of_the_side_or_of_the_table_by_choice(choice: str, found: list[str]) -> None:
    text = """5 bet_placed bet=b1 kind=banker stake_minor=900 player=P-1
6 bet_placed bet=b2 kind=player stake_minor=100 player=P-2
20 betting_closed
30 cards player:4S banker:3H player:4H banker:4D
38 cards_passed side=player player=P-2
45 result_announced winner=player
50 payout_made bet=b2 amount_minor=100
51 stake_collected bet=b1 amount_minor=900"""
    assert codes(judged(text, changed(squeeze_right=choice))) == found


@pytest.mark.parametrize(("who", "found"), [("P-1", False), ("P-2", True), ("P-3", True)])
def test_4_7_a_players_bets_on_a_side_count_together_as_far_as_they_play(who: str, found: bool) -> None:
    text = f"""5 bet_placed bet=b1 kind=player stake_minor=600 player=P-1
6 bet_placed bet=b2 kind=player stake_minor=1000 player=P-2
7 bet_placed bet=b3 kind=player stake_minor=600 player=P-1
8 bet_placed bet=b4 kind=tie stake_minor=9000 player=P-3
20 betting_closed
21 bet_placed bet=b5 kind=player stake_minor=9000 player=P-3
30 cards player:4S banker:3H player:4H banker:4D
38 cards_passed side=player player={who}"""
    expected: Any = [(who, ("4.7",), (12,), {})] if found else []
    assert told(judged(text), "squeezed_by_other_player") == expected


def test_6_4_6_every_offer_is_looked_at() -> None:
    offers = (
        "41 insurance_offered side=player stage=first_deal\n"
        "42 insurance_offered side=banker stage=first_deal odds=1:9\n"
        "43 insurance_offered side=player stage=first_deal"
    )
    judgement = judged(INSURABLE.format(then=offers, late=""), terms="insurance_set offered=true")
    assert [said[0] for said in told(judgement, "insurance_offered_wrongly")] == ["player:first_deal"] * 2
    assert [said[0] for said in told(judgement, "wrong_insurance_odds")] == ["banker:first_deal"]


def test_4_7_players_nobody_named_are_told_apart_by_their_seats() -> None:
    stakes = {3: 600, 4: 500}
    laid = "".join(
        f"{seat} bet_placed bet=b{seat} kind=player stake_minor={stakes[seat]} seat={seat}\n" for seat in stakes
    )
    passed = {
        seat: judged(laid + "20 betting_closed\n" + NATURAL + f"38 cards_passed side=player seat={seat}")
        for seat in (3, 4)
    }
    assert told(passed[3], "squeezed_by_other_player") == []
    assert told(passed[4], "squeezed_by_other_player") == [("#4", ("4.7",), (9,), {})]


def test_4_7_cards_of_a_side_on_which_nobody_bet_are_nobodys_to_squeeze() -> None:
    judgement = judged(BET + NATURAL + "38 cards_passed side=banker player=P-1")
    assert told(judgement, "squeezed_by_other_player") == [("P-1", ("4.7",), (8,), {})]


@pytest.mark.parametrize(("moment", "late"), [(25, False), (40, True)])
def test_4_7_squeezing_is_asked_for_before_the_first_card(moment: int, late: bool) -> None:
    facts = BET.replace("player=P-1", "player=P-1 seat=3") + NATURAL + f"{moment} squeeze_requested side=player seat=3"
    expected: Any = [("P-1", ("4.7",), (8,), {})] if late else []
    assert told(judged(facts), "squeeze_asked_late") == expected


def test_4_7_a_request_between_the_first_card_and_the_second_is_late() -> None:
    first, others = "30 card_dealt card=4S to=player\n", "32 cards banker:3H player:4H banker:4D\n"
    asked = "31 squeeze_requested side=player player=P-1\n"
    assert told(judged(BET + first + asked + others), "squeeze_asked_late") == [("P-1", ("4.7",), (5,), {})]
    alone = judged(BET + first + asked, ended="no")
    assert told(alone, "squeeze_asked_late") == [("P-1", ("4.7",), (5,), {})]


def test_4_8_a_restriction_by_a_lower_post_is_one_though_nobody_squeezed() -> None:
    judgement = judged(BET + "25 squeeze_restricted player=P-1 restricted_by=dealer/D1\n" + NATURAL)
    assert told(judgement, "post_not_competent") == [("restriction:4", ("4.8",), (4,), {"post": "dealer"})]


def test_4_7_before_any_card_no_request_is_late() -> None:
    assert codes(judged(BET + "25 squeeze_requested side=player player=P-1", ended="no")) == []


@pytest.mark.parametrize(
    ("restricted", "choice", "against"),
    [
        ("player=P-1 restricted_by=pit_manager/M1", "decides_nothing", True),
        ("seat=3 restricted_by=pit_manager/M1", "decides_nothing", True),
        ("restricted_by=pit_manager/M1", "decides_nothing", True),
        ("player=P-2 restricted_by=pit_manager/M1", "decides_nothing", False),
        ("player=P-1 restricted_by=dealer/D1", "decides_nothing", False),
        ("player=P-1 restricted_by=dealer/D1", "stands", True),
    ],
)
def test_4_8_whom_a_restriction_bars(restricted: str, choice: str, against: bool) -> None:
    facts = BET.replace("player=P-1", "player=P-1 seat=3") + f"25 squeeze_restricted {restricted}\n" + NATURAL
    judgement = judged(facts + "38 cards_passed side=player seat=3", changed(ruling_by_lower_post=choice))
    expected: Any = [("P-1", ("4.8",), (9,), {})] if against else []
    assert told(judgement, "squeezed_against_restriction") == expected
    assert told(judgement, "squeezed_by_other_player") == []
    by_dealer = [("restriction:4", ("4.8",), (4,), {"post": "dealer"})] if "dealer" in restricted else []
    assert told(judgement, "post_not_competent") == by_dealer


@pytest.mark.parametrize(("moment", "against"), [(37, True), (39, False)])
@pytest.mark.parametrize("whom", ["player=P-1 ", ""])
def test_4_8_cards_passed_before_the_restriction_were_passed_by_right(moment: int, against: bool, whom: str) -> None:
    restricted = f"{moment} squeeze_restricted {whom}restricted_by=pit_manager/M1\n"
    judgement = judged(BET + NATURAL + "38 cards_passed side=player player=P-1\n" + restricted)
    found = [said[:2] for said in told(judgement, "squeezed_against_restriction")]
    assert found == ([("P-1", ("4.8",))] if against else [])
    assert told(judgement, "squeezed_by_other_player") == []


def test_4_8_a_restriction_by_a_lower_post_leaves_the_next_one_in_force() -> None:
    facts = BET + (
        "25 squeeze_restricted player=P-1 restricted_by=dealer/D1\n"
        "26 squeeze_restricted player=P-1 restricted_by=pit_manager/M1\n"
    )
    assert "squeezed_against_restriction" in codes(judged(facts + NATURAL + "38 cards_passed side=player player=P-1"))


# --- Shoe and table ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shuffled", "then", "cards", "found"),
    [
        ("false", "", NATURAL, [("", ("7.1",), (4,), {"shoe": "S1"})]),
        ("false", "46 irregularity_seen kind=other\n", NATURAL, [("", ("7.1",), (4,), {"shoe": "S1"})]),
        ("false", "46 irregularity_seen kind=unshuffled\n", NATURAL, []),
        ("false", "", "", []),
        ("true", "", NATURAL, []),
    ],
)
def test_7_1_a_shoe_that_was_not_shuffled(shuffled: str, then: str, cards: str, found: list[Told]) -> None:
    judgement = judged(BET + cards + then, terms=f"shoe_loaded shoe=S1 shuffled={shuffled}")
    assert told(judgement, "shoe_not_shuffled") == found


@pytest.mark.parametrize(
    ("terms", "found"),
    [
        ("game_settings_set seats=2", []),
        ("game_settings_set seats=1", [("", ("3.1",), (2,), {"seats": 1, "beyond": [2]})]),
        ("game_settings_set decks=2", []),
    ],
)
def test_3_1_more_seats_bet_than_there_are(terms: str, found: list[Told]) -> None:
    seated = "4 bet_placed bet=b2 kind=tie stake_minor=5 seat=2\n4.5 bet_placed bet=b3 kind=tie stake_minor=5 seat=1\n"
    judgement = judged(seated + BET.replace("player=P-1", "seat=1") + NATURAL, terms=terms)
    assert told(judgement, "more_seats_than_table") == found
    alone = "4 bet_placed bet=b2 kind=tie stake_minor=5 player=P-2\n" + BET.replace("player=P-1", "seat=1")
    assert told(judged(alone + NATURAL, terms=terms), "more_seats_than_table") == []


@pytest.mark.parametrize(
    ("decks", "found"),
    [(1, [("4S", ("7.1",), (4, 6), {"times": 2, "decks": 1})]), (2, []), (4, [])],
)
def test_7_1_a_card_lies_at_most_once_a_deck(decks: int, found: list[Told]) -> None:
    cards = "30 cards player:4S banker:KD player:4S banker:3D\n"
    judgement = judged(BET + cards, terms=f"game_settings_set decks={decks}")
    assert told(judgement, "more_copies_than_decks") == found


def test_7_1_nine_of_one_card_are_too_many_where_nobody_said_how_many_decks() -> None:
    once = "30 cards player:4S banker:KD player:4S banker:3D" + " next:4S" * 6
    assert told(judged(BET + once), "more_copies_than_decks") == []
    again = [("4S", ("7.1",), (4, 6, *range(8, 15)), {"times": 9, "decks": 8})]
    assert told(judged(BET + once + " next:4S"), "more_copies_than_decks") == again


@pytest.mark.parametrize(
    ("before", "free", "found"),
    [
        ("opening_cards=4S", "", []),
        ("opening_cards=4S,3H", "", []),
        ("opening_cards=3H", "", [("", ("7.8",), (2,), {"cards": ["3H"]})]),
        ("opening_cards=4S,4H", "", [("", ("7.8",), (2,), {"cards": ["4S", "4H"]})]),
    ],
)
def test_7_8_the_cards_carried_over_open_the_round(before: str, free: str, found: list[Told]) -> None:
    assert told(judged(NATURAL, before=before), "opening_card_differs") == found


@pytest.mark.parametrize(
    ("facts", "before", "found"),
    [
        (NATURAL, "no_bet=7.6", [("", ("7.6", "7.8"), (2,), {})]),
        ("", "no_bet=7.6", []),
        ("10 no_bet_announced announced_by=dealer/D1\n" + NATURAL, "no_bet=7.6", []),
        (NATURAL, "", []),
    ],
)
def test_7_8_a_no_bet_round_is_announced_as_one(facts: str, before: str, found: list[Told]) -> None:
    assert told(judged(facts, before=before), "no_bet_not_announced") == found


@pytest.mark.parametrize(
    ("facts", "before", "terms", "found"),
    [
        (NATURAL, "pack=S1 new_pack=7.8.1", "shoe_loaded shoe=S1", [("", ("7.8.1",), (2,), {})]),
        (NATURAL, "pack=S1 new_pack=7.8.1", "shoe_loaded shoe=S2", []),
        (NATURAL, "pack=S1", "shoe_loaded shoe=S1", []),
        (NATURAL, "new_pack=7.8.1", "", []),
        ("", "pack=S1 new_pack=7.8.1", "shoe_loaded shoe=S1", []),
    ],
)
def test_7_8_1_a_pack_that_was_to_be_replaced_is_not_dealt_from(
    facts: str, before: str, terms: str, found: list[Told]
) -> None:
    assert told(judged(facts, before=before, terms=terms), "pack_not_replaced") == found
