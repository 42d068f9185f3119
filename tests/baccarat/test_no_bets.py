"""Rounds without bets: whose announcement it is, what lies face up or is seen, and what is left to the next round
(4.2, 7.5 to 7.8.1, 7.11.3)."""

from __future__ import annotations

from typing import Any

import pytest

from games.baccarat.judge import carry
from games.catalogue import judge
from games.engine.judgement import Judgement, Outcome
from games.engine.session import SessionBefore
from games.engine.settling import back
from tests.baccarat.rounds import BOOK, bets, codes, judged, played

BET = "5 bet_placed bet=b1 kind=player stake_minor=500 player=P-1\n20 betting_closed\n"
NATURAL = "30 cards player:4S banker:3H player:4H banker:4D\n"
"""Player eight against seven."""
DONE = "45 result_announced winner=player\n"
PAID = "50 payout_made bet=b1 amount_minor=500\n"


def left(judgement: Judgement) -> tuple[list[str], str]:
    """The cards that open the next round, and the clause by which it takes no bets."""
    return judgement.summary["opens_next"], judgement.summary["next_no_bet"]


def after(facts: str, **header: str) -> SessionBefore:
    """The session after a round."""
    golden = played(facts, **header)
    state = golden.state()
    return carry(state.before, state, judge(state, BOOK, ended=True), BOOK)  # type: ignore[arg-type]


# --- Announcements -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "more", "outcome", "no_bet"),
    [
        (29, "", "refused", ""),
        (30.05, "", "won", "7.8"),
        (60, "", "won", "7.8"),
        (60, " last_of_shoe=false", "won", "7.8"),
        (60, " last_of_shoe=true", "won", "7.8.1"),
    ],
)
def test_7_8_what_is_announced_after_the_first_card_means_the_next_round(
    moment: float, more: str, outcome: str, no_bet: str
) -> None:
    judgement = judged(BET + NATURAL + DONE + PAID + f"{moment} no_bet_announced announced_by=dealer/D1{more}")
    assert bets(judgement)["b1"].settlement.outcome == outcome
    assert left(judgement) == ([], no_bet)
    assert judgement.summary["new_pack"] == ""
    if outcome == "won":
        assert codes(judgement) == []


def test_7_8_a_round_announced_in_the_one_before_takes_no_bets_and_need_not_be_announced_again() -> None:
    before = "no_bet=7.8 pack=S1"
    free = judged(NATURAL + DONE, before=before)
    assert codes(free) == []
    assert left(free) == ([], "")
    bet = judged(BET + NATURAL + DONE, before=before)
    assert bets(bet)["b1"].settlement == back(Outcome.REFUSED, 500, ("7.8",))
    assert codes(bet) == ["bet_in_no_bet_round"]


@pytest.mark.parametrize(("cards", "new_pack"), [(NATURAL, "7.8.1"), ("", "")])
def test_7_8_1_a_round_announced_before_as_the_last_of_the_shoe_is_the_last_once_it_is_dealt(
    cards: str, new_pack: str
) -> None:
    judgement = judged(cards, before="no_bet=7.8.1 pack=S1")
    assert judgement.summary["new_pack"] == new_pack
    assert left(judgement) == ([], "" if cards else "7.8.1")
    assert "no_bet_not_announced" not in codes(judgement)


@pytest.mark.parametrize(
    ("before", "first", "moment", "missing", "next_no_bet"),
    [
        ("no_bet=7.6", "", 29, False, ""),
        ("no_bet=7.6", "", 40, False, ""),
        ("no_bet=7.6", "", 60, True, "7.8"),
        ("", " face_up=true", 40, False, ""),
        ("", " face_up=true", 60, True, "7.8"),
        ("", "", 40, False, "7.8"),
    ],
)
def test_7_8_a_round_that_takes_no_bets_anyhow_may_be_announced_until_its_result(
    before: str, first: str, moment: int, missing: bool, next_no_bet: str
) -> None:
    cards = f"30 card_dealt card=4S to=player{first}\n31 cards banker:3H player:4H banker:4D\n"
    judgement = judged(cards + DONE + f"{moment} no_bet_announced announced_by=dealer/D1", before=before)
    assert codes(judgement) == ["no_bet_not_announced"] * missing
    assert left(judgement) == ([], next_no_bet)


def test_7_8_two_announcements_of_a_free_round_and_one_after_it() -> None:
    said = "".join(f"{at} no_bet_announced announced_by=dealer/D1\n" for at in (10, 40))
    assert left(judged(said + NATURAL + DONE, before="no_bet=7.6")) == ([], "")
    after_it = "60 no_bet_announced announced_by=dealer/D1 last_of_shoe=true\n"
    judgement = judged(said + NATURAL + DONE + after_it, before="no_bet=7.6")
    assert (left(judgement), judgement.summary["new_pack"]) == (([], "7.8.1"), "")


# --- The first card ------------------------------------------------------------------------------------------------


def test_4_2_a_card_that_was_burned_does_not_begin_the_round() -> None:
    """Bets after it are in time; nothing is asked of it that is asked of the first card."""
    burn = "2 card_dealt card=9C to=burn face_up=true\n"
    judgement = judged(burn + BET + NATURAL + DONE + PAID)
    assert codes(judgement) == []
    uncalled = judged(burn + BET.replace("20 betting_closed\n", "") + NATURAL + DONE + PAID)
    assert [(f.code, f.versions) for f in uncalled.findings] == [("no_call_recorded", (4,))]


def test_4_7_a_request_after_the_burn_is_in_time() -> None:
    facts = "2 card_dealt card=9C to=burn\n" + BET + "25 squeeze_requested side=player player=P-1\n" + NATURAL
    assert "squeeze_asked_late" not in codes(judged(facts + DONE + PAID))


def test_7_8_what_is_asked_of_a_round_is_asked_of_its_first_card() -> None:
    burn = "2 card_dealt card=9C to=burn\n"
    before = "no_bet=7.6 opening_cards=5C new_pack=7.8.1 pack=S1"
    shoe = "shoe_loaded shoe=S1 shuffled=false"
    dealt = judged(burn + NATURAL, before=before, terms=shoe)
    expected = ["no_bet_not_announced", "opening_card_differs", "pack_not_replaced", "shoe_not_shuffled"]
    assert codes(dealt) == expected
    assert {f.versions for f in dealt.findings} == {(3,)}
    assert codes(judged(burn, before=before, terms=shoe)) == ["no_result"]


@pytest.mark.parametrize(
    ("seen", "void"),
    [
        ("29 irregularity_seen kind=face_up_in_shoe", True),
        ("29 irregularity_seen kind=face_up_in_shoe card=4S", True),
        ("29 irregularity_seen kind=face_up_in_shoe card=9C", False),
        ("29 irregularity_seen kind=next_card_exposed card=4S", False),
        ("30.05 irregularity_seen kind=face_up_in_shoe card=4S", True),
        ("30.05 irregularity_seen kind=face_up_in_shoe", False),
        ("30.15 irregularity_seen kind=face_up_in_shoe card=4S", False),
        ("30.15 irregularity_seen kind=face_up_in_shoe card=3H", False),
    ],
)
def test_7_5_a_first_card_seen_face_up_in_the_shoe_lay_so(seen: str, void: bool) -> None:
    judgement = judged(BET + NATURAL + DONE + seen)
    expected = back(Outcome.VOID, 500, ("7.5", "7.8"))
    assert (bets(judgement)["b1"].settlement == expected) == void
    assert ("no_bet_not_announced" in codes(judgement)) == void
    assert "bet_in_no_bet_round" not in codes(judgement)


@pytest.mark.parametrize("card", ["", " card=4S"])
def test_7_5_a_card_seen_face_up_before_any_was_dealt_opens_the_round_that_is(card: str) -> None:
    judgement = judged(BET + f"25 irregularity_seen kind=face_up_in_shoe{card}")
    assert bets(judgement)["b1"].settlement == back(Outcome.VOID, 500, ("7.5", "7.8"))
    assert left(judgement) == (["4S"] if card else [], "7.5")


# --- The card that would open the next round -----------------------------------------------------------------------


PLAYED = ["irregularity_without_effect"]
OTHER = ["matter_without_clause"]


@pytest.mark.parametrize(
    ("seen", "opens", "no_bet", "found"),
    [
        ("40 irregularity_seen kind=face_up_in_shoe card=QC", ["QC"], "7.5", []),
        ("40 irregularity_seen kind=face_up_in_shoe", [], "7.5", []),
        ("30.25 irregularity_seen kind=face_up_in_shoe card=QC", [], "", PLAYED),
        ("30.25 irregularity_seen kind=face_up_in_shoe", [], "", PLAYED),
        ("40 irregularity_seen kind=face_up_in_shoe card=4D", [], "", PLAYED),
        ("40 irregularity_seen kind=face_up_in_shoe card=4H", ["4H"], "7.5", []),
        ("40 irregularity_seen kind=other card=QC", [], "", OTHER),
        (
            "40 irregularity_seen kind=next_card_exposed card=QC\n41 irregularity_seen kind=next_card_exposed card=QC",
            ["QC"],
            "7.5",
            [],
        ),
        (
            "40 irregularity_seen kind=next_card_exposed card=QC\n41 irregularity_seen kind=face_up_in_shoe card=2C",
            ["QC", "2C"],
            "7.5",
            [],
        ),
        ("40 irregularity_seen kind=next_card_exposed\n41 irregularity_seen kind=other", [], "7.5", OTHER),
    ],
)
def test_7_5_a_card_seen_once_no_card_of_the_hands_was_to_come(
    seen: str, opens: list[str], no_bet: str, found: list[str]
) -> None:
    """Nothing of it touches this round, and however many reported it, it is one card. Only what has no effect at all is
    said to have none: a card of these hands that lay face up (7.4), and a matter that no clause names."""
    judgement = judged(BET + NATURAL + DONE + PAID + seen)
    assert left(judgement) == (opens, no_bet)
    assert codes(judgement) == found


def test_7_4_a_card_face_up_while_a_third_card_is_to_come_is_played() -> None:
    facts = BET + "30 cards player:2S banker:7H player:3H banker:KD\n{}\n35 cards player:9C\n"
    for seen in (
        "32 irregularity_seen kind=face_up_in_shoe card=9C",
        "36 irregularity_seen kind=face_up_in_shoe card=9C",
    ):
        assert left(judged(facts.format(seen))) == ([], "")
    short = facts.format("32 irregularity_seen kind=face_up_in_shoe card=9C").replace("35 cards player:9C\n", "")
    assert left(judged(short)) == ([], "")


@pytest.mark.parametrize(
    ("drawn", "seen", "no_bet", "found"),
    [
        ("to=next exposed=false", "", "", []),
        ("to=next exposed=false face_up=true", "", "7.5", ["next_card_exposed"]),
        ("to=next exposed=false face_up=false", "", "", []),
        ("to=banker exposed=false face_up=true", "", "7.7", ["wrong_third_card"]),
        ("to=next exposed=false", "42 irregularity_seen kind=next_card_exposed card=QC", "7.5", ["next_card_exposed"]),
        ("to=banker exposed=false", "42 irregularity_seen kind=next_card_exposed card=QC", "7.7", ["wrong_third_card"]),
        ("to=next exposed=false", "42 irregularity_seen kind=face_up_in_shoe card=QC", "7.5", ["next_card_exposed"]),
        ("to=next exposed=false", "39 irregularity_seen kind=face_up_in_shoe card=QC", "7.5", ["next_card_exposed"]),
        ("to=next exposed=false", "42 irregularity_seen kind=next_card_exposed", "7.5", []),
    ],
)
def test_7_5_a_card_is_exposed_that_lay_face_up_or_was_seen(
    drawn: str, seen: str, no_bet: str, found: list[str]
) -> None:
    judgement = judged(BET + NATURAL + f"40 card_dealt card=QC {drawn}\n" + seen + "\n" + DONE + PAID)
    assert left(judgement) == (["QC"], no_bet)
    assert codes(judgement) == found


def test_7_5_another_card_that_was_seen_does_not_expose_the_one_drawn() -> None:
    extra = "40 card_dealt card=QC to=next exposed=false\n42 irregularity_seen kind=next_card_exposed card=2C\n"
    judgement = judged(BET + NATURAL + extra + DONE + PAID)
    assert left(judgement) == (["QC", "2C"], "7.5")
    assert codes(judgement) == []


# --- From round to round -------------------------------------------------------------------------------------------


def test_7_6_a_round_of_which_no_card_was_dealt_hands_on_what_it_had_to_do() -> None:
    before = "no_bet=7.6 opening_cards=9C new_pack=7.11.2.1 pack=S1"
    said = "2 no_bet_announced announced_by=dealer/D1"
    for facts in (said, "2 card_dealt card=5C to=burn"):
        handed_on = after(facts, before=before, terms="shoe_loaded shoe=S1")
        expected = SessionBefore(no_bet="7.6", opening_cards=("9C",), pack="S1", new_pack="7.11.2.1")
        assert handed_on == expected
    dealt = after(said + "\n" + NATURAL, before=before, terms="shoe_loaded shoe=S1")
    assert dealt == SessionBefore(pack="S1", pack_loading=1)


def test_7_8_a_round_that_was_only_announced_and_not_dealt_leaves_nothing() -> None:
    assert after("2 no_bet_announced announced_by=dealer/D1", before="pack=S1") == SessionBefore(pack="S1")


def test_7_8_a_new_shoe_of_which_no_card_was_dealt_leaves_the_old_one_known() -> None:
    handed_on = after("", before="no_bet=7.6 opening_cards=9C pack=S1", terms="shoe_loaded shoe=S2")
    assert handed_on == SessionBefore(pack="S1")
    assert after("", terms="shoe_loaded shoe=S2") == SessionBefore(pack="S2", pack_loading=1)


def test_7_5_a_card_seen_before_any_was_dealt_is_handed_on_once() -> None:
    seen = "2 irregularity_seen kind=next_card_exposed card={}"
    assert after(seen.format("9C"), before="no_bet=7.6 opening_cards=9C pack=S1").opening_cards == ("9C",)
    handed_on = after(seen.format("5S"), before="opening_cards=9C pack=S1")
    assert (handed_on.opening_cards, handed_on.no_bet) == (("9C", "5S"), "7.5")


# --- A burn missed and found later ---------------------------------------------------------------------------------

UNSEEN = "30 card_dealt card=4S to=player exposed=false\n31 irregularity_seen kind=missed_burn\n"
REST = "34 cards banker:3H player:4H banker:4D\n"


@pytest.mark.parametrize(
    ("before", "shoe", "found"),
    [
        ("pack=S1", "S1", []),
        ("pack=S1", "S2", ["burn_not_made_up"]),
        ("no_bet=7.8", "S1", ["burn_not_made_up"]),
        ("", "S1", ["burn_not_made_up"]),
    ],
)
def test_7_11_3_after_the_first_round_of_a_shoe_it_is_used_on(before: str, shoe: str, found: list[str]) -> None:
    judgement = judged(UNSEEN + REST + DONE, before=before, terms=f"shoe_loaded shoe={shoe}")
    assert [code for code in codes(judgement) if code.startswith("burn")] == found


def test_7_11_3_where_no_shoe_is_known_no_round_is_a_later_one() -> None:
    assert "burn_not_made_up" in codes(judged(UNSEEN + REST + DONE, before="under_minimum=P-9"))
    state = played(UNSEEN + REST + DONE, before="pack=S1").state()
    state.terms = None
    assert "burn_not_made_up" in codes(judge(state, BOOK, ended=True))


@pytest.mark.parametrize(
    ("before", "missed", "clauses"),
    [
        ("pack=S1", True, ("7.11.3",)),
        ("pack=S1", False, ("7.11.1", "7.11.2")),
        ("pack=S0", True, ()),
        ("pack=S0", False, ("7.11.1", "7.11.2")),
    ],
)
def test_7_11_3_cards_taken_back_in_a_later_round_wait_for_a_decision(
    before: str, missed: bool, clauses: tuple[str, ...]
) -> None:
    back_then = UNSEEN if missed else UNSEEN.splitlines()[0] + "\n"
    facts = BET + back_then + "32 cards_taken_back\n" + NATURAL.replace("30", "33") + DONE + PAID
    judgement = judged(facts, before=before, terms="shoe_loaded shoe=S1")
    found = [(f.clauses, f.detail) for f in judgement.findings if f.code == "cards_taken_back_wrongly"]
    expected: Any = [(clauses, {"exposed": 0, "burn_missed": missed})] if clauses else []
    assert found == expected
    assert bets(judgement)["b1"].decided_by == ("7.22" if clauses else None)


def test_7_11_1_a_card_that_lay_face_up_was_exposed() -> None:
    facts = BET + UNSEEN.replace("exposed=false", "exposed=false face_up=false") + "32 cards_taken_back\n"
    rest = NATURAL.replace("30", "33") + DONE + PAID
    assert "cards_taken_back_wrongly" not in codes(judged(facts + rest))
    assert "cards_taken_back_wrongly" in codes(judged(facts.replace("face_up=false", "face_up=true") + rest))
