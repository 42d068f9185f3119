"""4.5.5, 4.9, 4.11, 6.3, 7.9: what is said about a round beside its money, fact by fact."""

from __future__ import annotations

from typing import Any

import pytest

from games.catalogue import shipped
from games.engine.fold import fold
from games.engine.judgement import Finding, Judgement
from games.niuniu.facts import NiuNiuRound
from games.niuniu.judge import judge
from tests.niuniu.test_deal import TAKEN, Told, ante, arranged, tell

BOOK = shipped().by_id("niuniu.2024-07-09")
NINE = "KS QS JD 4H 5C"
EIGHT = "9S AS 10H 3C 5D"
SIX = "9D AD JS 2C 4D"
NONE = "KH QD 9C 3S 3D"
FIRST = 8
"""Version of the first fact that a test tells."""


def dealt(hand: str, cards: str) -> Told:
    return "cards_dealt", {"to": hand, "cards": cards.split()}


def judged(*facts: Told, box1: str = NINE, box2: str = SIX, dealer: str = EIGHT) -> Judgement:
    """A round of two players' boxes with these hands; then whatever is told."""
    hands = [dealt("box1", box1), dealt("box2", box2), dealt("dealer", dealer)]
    return judged_as_told(ante("box1"), ante("box2", "P2"), ("betting_closed", {}), *hands, *facts)


def judged_as_told(*facts: Told) -> Judgement:
    state = fold("round/NN01/1", tell([("round_opened", {}), *facts, ("round_closed", {})]))
    assert isinstance(state, NiuNiuRound)
    return judge(state, BOOK, ended=True)


def laid(hand: str, three: str = "", two: str = "", by: str = "player") -> Told:
    return "hand_arranged", {"hand": hand, "by": by, "three": three.split(), "two": two.split()}


def found(judgement: Judgement, code: str) -> list[Finding]:
    return [finding for finding in judgement.findings if finding.code == code]


def compared(box: str, winner: str, box_class: str | None = None, dealer_class: str | None = None) -> Told:
    return "hands_compared", {"box": box, "winner": winner, "box_class": box_class, "dealer_class": dealer_class}


# --- 4.9, 7.9: arranged by the rules ---------------------------------------------------------------------------------


RIGHT = {"three": ["KS", "QS", "JD"], "two": ["5C", "4H"]}


@pytest.mark.parametrize(
    ("three", "two", "detail"),
    [
        ("KS QS JD", "4H 5C", None),
        ("KS QS JD", "", None),
        ("KS QS 5C", "4H JD", RIGHT),
        ("KS QS", "4H JD", RIGHT),
        ("KS QS JS", "4H 5C", RIGHT),
        ("KS QS JD", "4H 6C", RIGHT),
    ],
)
def test_7_9_three_cards_of_the_hand_make_the_tens(three: str, two: str, detail: dict[str, Any] | None) -> None:
    findings = found(judged(laid("box1", three, two)), "arranged_wrongly")
    assert [(f.subject, f.clauses, f.versions, f.detail) for f in findings] == (
        [("box:1", ("4.9.5", "7.9"), (FIRST,), detail)] if detail else []
    )


@pytest.mark.parametrize(("three", "wrong"), [("KH QD 9C", False), ("KH QD 9S", True), ("KH QD JC", True)])
def test_7_9_a_hand_without_ngau_lies_in_any_order_but_of_its_own_cards(three: str, wrong: bool) -> None:
    findings = found(judged(laid("box1", three), box1=NONE), "arranged_wrongly")
    assert [f.detail for f in findings] == ([{"three": [], "two": []}] if wrong else [])


def test_7_9_every_hand_is_looked_at() -> None:
    """One of a box nobody bet on, one arranged rightly, one that only the moment is known of: none hides the next."""
    others = (laid("box3", "KC QC 10C"), laid("dealer", "AS 9S 10H", "3C 5D", "dealer"), laid("box2"))
    findings = found(judged(*others, laid("box1", "KS QS 5C")), "arranged_wrongly")
    assert [(f.subject, f.versions) for f in findings] == [("box:1", (FIRST + 3,))]


def test_7_9_hands_of_a_deal_that_was_taken_back_do_not_count() -> None:
    hands = [dealt("box1", NINE), dealt("box2", SIX), dealt("dealer", EIGHT)]
    wrongly = laid("box1", "KS QS 5C", by="house")
    told = (ante("box1"), ante("box2", "P2"), ("betting_closed", {}), *hands[:2], dealt("box3", EIGHT), wrongly, TAKEN)
    assert found(judged_as_told(*told, *hands), "arranged_wrongly") == []
    findings = found(judged_as_told(*told, *hands, laid("box2", "9D AD 4D")), "arranged_wrongly")
    assert [f.subject for f in findings] == ["box:2"]


def test_7_9_arranged_again_is_what_counts() -> None:
    def again(three: str = "") -> Told:
        return "hand_rearranged", {"hand": "box1", "three": three.split()}

    wrongly = laid("box1", "KS QS 5C")
    assert found(judged(wrongly, again("KS QS JD")), "arranged_wrongly") == []
    assert found(judged(wrongly, again()), "arranged_wrongly") == []
    assert found(judged(laid("box2", "9D JS AD"), again()), "arranged_wrongly") == []
    findings = found(judged(again("KS QS 4H")), "arranged_wrongly")
    assert [f.versions for f in findings] == [(FIRST,)], "how it lay before is not on record"
    findings = found(judged(laid("box1", "KS QS JD"), again("KS QS 4H")), "arranged_wrongly")
    assert [f.versions for f in findings] == [(FIRST + 1,)]
    assert found(judged(wrongly, arranged("box1")), "arranged_wrongly") != [], "nothing was arranged again"


# --- 4.5.5: one hand for each player ---------------------------------------------------------------------------------


def one_player(*facts: Told, player: str | None = "P1") -> list[tuple[str, tuple[int, ...]]]:
    """Second hands arranged, where one player (or nobody known) bets on both boxes."""
    bets = [
        ("bet_placed", {"bet": box, "box": box, "kind": "ante", "stake_minor": 100, "player": player})
        for box in ("box1", "box2")
    ]
    hands = [dealt("box1", NINE), dealt("box2", SIX), dealt("dealer", EIGHT)]
    judgement = judged_as_told(*bets, ("betting_closed", {}), *hands, *facts)
    return [(f.subject, f.versions) for f in found(judgement, "second_hand_arranged")]


def test_4_5_5_a_player_arranges_one_hand() -> None:
    first, second = arranged("box1"), arranged("box2")
    assert one_player(first, second) == [("box:2", (FIRST + 1,))]
    assert one_player(arranged("dealer", "dealer"), first, second) == [("box:2", (FIRST + 2,))]
    assert one_player(arranged("box9"), first, second) == [("box:2", (FIRST + 2,))]
    assert one_player(first, arranged("box2", "house")) == []
    assert one_player(first, first) == [], "the same hand twice"


def test_4_5_5_nothing_is_concluded_where_nobody_knows_the_player() -> None:
    assert one_player(arranged("box1"), arranged("box2"), player=None) == []


# --- 4.11, 6.3: announcements ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("announced", "wrong"),
    [
        (("box1", "player"), False),
        (("box1", "player", "ngau_9", "ngau_8"), False),
        (("box1", "dealer"), True),
        (("box1", "dealer", "ngau_9", "ngau_8"), True),
        (("box1", "player", "ngau_8"), True),
        (("box1", "player", "ngau_9", "ngau_9"), True),
        (("box1", "player", None, "ngau_9"), True),
        (("box2", "dealer", "ngau_6", "ngau_8"), False),
        (("box2", "player", "ngau_6", "ngau_8"), True),
    ],
)
def test_4_11_the_announcement_agrees_with_the_cards(announced: tuple[str, ...], wrong: bool) -> None:
    lies = {
        "box1": {"winner": "player", "box": "ngau_9", "dealer": "ngau_8"},
        "box2": {"winner": "dealer", "box": "ngau_6", "dealer": "ngau_8"},
    }
    findings = found(judged(compared(*announced)), "announced_wrongly")
    box = announced[0]
    assert [(f.subject, f.versions, f.detail) for f in findings] == (
        [(f"box:{box[3:]}", (FIRST,), lies[box])] if wrong else []
    )


def test_4_11_a_box_without_known_cards_hides_no_other() -> None:
    findings = found(judged(compared("box3", "player"), compared("box1", "dealer")), "announced_wrongly")
    assert [f.subject for f in findings] == ["box:1"]


def test_4_11_without_the_dealers_cards_no_announcement_is_wrong() -> None:
    judgement = judged_as_told(ante("box1"), ("betting_closed", {}), dealt("box1", NINE), compared("box1", "dealer"))
    assert judgement.summary["hands"].keys() == {"box1"}
    assert found(judgement, "announced_wrongly") == []


def test_6_3_the_highest_box_is_compared_first() -> None:
    one, two = compared("box1", "player"), compared("box2", "dealer")
    assert found(judged(two, one), "payment_order") == []
    findings = found(judged(one, two), "payment_order")
    assert [f.versions for f in findings] == [(FIRST, FIRST + 1)]


def test_6_3_the_order_of_the_chips_counts_only_where_no_comparison_is_on_record() -> None:
    paid: Told = ("payout_made", {"bet": "a-box1", "amount_minor": 95})
    taken: Told = ("stake_collected", {"bet": "a-box2", "amount_minor": 100})
    assert [f.versions for f in found(judged(paid, taken), "payment_order")] == [(FIRST, FIRST + 1)]
    assert found(judged(taken, paid), "payment_order") == []
    announced = (compared("box2", "dealer"), compared("box1", "player"))
    assert found(judged(*announced, paid, taken), "payment_order") == []


def test_6_3_a_box_compared_again_keeps_its_place() -> None:
    one, two = compared("box1", "player"), compared("box2", "dealer")
    assert found(judged(two, one, two), "payment_order") == []


def test_6_3_stakes_that_go_back_are_in_no_order() -> None:
    taken: Told = ("stake_collected", {"bet": "a-box2", "amount_minor": 100})
    returned: list[Told] = [("stake_returned", {"bet": f"a-{box}", "amount_minor": 100}) for box in ("box1", "box2")]
    assert found(judged(*returned), "payment_order") == []
    assert found(judged(returned[0], taken), "payment_order") == []
    paid: Told = ("payout_made", {"bet": "a-box1", "amount_minor": 95})
    assert [f.versions for f in found(judged(returned[1], paid, taken), "payment_order")] == [(FIRST + 1, FIRST + 2)]


# --- What is said of the boxes that are known ------------------------------------------------------------------------


def test_4_11_an_announcement_is_held_against_its_own_box_though_another_waits() -> None:
    unread: Told = ("cards_dealt", {"to": "box2", "cards": [None] * 5})
    told: tuple[Told, ...] = (ante("box1"), ante("box2", "P2"), ("betting_closed", {}), dealt("box1", NINE), unread)
    judgement = judged_as_told(*told, dealt("dealer", EIGHT), compared("box1", "dealer"), compared("box2", "dealer"))
    assert judgement.summary["standing"] == "pending"
    assert [f.subject for f in found(judgement, "announced_wrongly")] == ["box:1"]
    void: Told = ("round_voided", {"voided_by": {"post": "dealer", "staff": "D"}, "ground": "7.1.4"})
    stopped = judged_as_told(*told, dealt("dealer", EIGHT), compared("box1", "dealer"), void)
    assert found(stopped, "announced_wrongly") == []


def test_6_2_1_two_fours_of_a_kind_are_told_though_another_box_waits() -> None:
    unread: Told = ("cards_dealt", {"to": "box2", "cards": [None] * 5})
    told: tuple[Told, ...] = (
        ante("box1"),
        ante("box2", "P2"),
        ("betting_closed", {}),
        dealt("box1", "3S 3H 3C 3D KS"),
        unread,
    )
    judgement = judged_as_told(*told, dealt("dealer", "4S 4H 4C 4D 9S"))
    assert judgement.summary["standing"] == "pending"
    assert [f.subject for f in found(judgement, "two_fours_of_a_kind")] == ["box:1"]


def test_4_9_an_arrangement_without_the_cards_that_were_read_is_not_of_the_hand() -> None:
    def arranged_unread(first: str | None, *laid_out: Told) -> Judgement:
        half: Told = ("cards_dealt", {"to": "box1", "cards": [first, None, None, None, None]})
        told: tuple[Told, ...] = (ante("box1"), ("betting_closed", {}), half, dealt("dealer", EIGHT))
        return judged_as_told(*told, *laid_out)

    other, right = laid("box1", "QS JD 10D", "9C 10C"), laid("box1", "KS QS JD", "4H 5C")
    judgement = arranged_unread("KS", other)
    assert "box1" not in judgement.summary["hands"]
    assert [(f.subject, f.clauses, f.versions, f.detail) for f in found(judgement, "arranged_wrongly")] == [
        ("box:1", ("4.9.5", "7.9"), (6,), {"three": [], "two": []})
    ]
    known = arranged_unread("KS", right)
    assert known.summary["hands"]["box1"]["cards"] == ["KS", "QS", "JD", "4H", "5C"]
    assert found(known, "arranged_wrongly") == []
    assert arranged_unread("KS", right, other).summary["hands"]["box1"]["cards"][0] == "KS"
    assert found(arranged_unread(None, other), "arranged_wrongly") == []
    six = arranged_unread("KS", right, shown("box1", f"{NINE} 6C"))
    assert "box1" not in six.summary["hands"]
    assert found(six, "arranged_wrongly") == []
    assert found(arranged_unread("KS", laid("box1", "QS JD 10D")), "arranged_wrongly") == [], "not all of the hand"


@pytest.mark.parametrize(("three", "two"), [("KS QS JD 4H", "5C"), ("KS QS", "JD 4H 5C"), ("KS QS JD 4H 5C", "")])
def test_4_9_piles_that_are_not_three_and_two_are_recorded_and_found(three: str, two: str) -> None:
    hand: Told = ("cards_dealt", {"to": "box1", "cards": ["KS", "QS", "JD", "4H", "5C"]})
    told: tuple[Told, ...] = (ante("box1"), ("betting_closed", {}), hand, dealt("dealer", EIGHT))
    judgement = judged_as_told(*told, laid("box1", three, two))
    assert [(f.subject, f.clauses) for f in found(judgement, "arranged_wrongly")] == [("box:1", ("4.9.5", "7.9"))]


def test_4_9_five_of_six_cards_arranged_say_nothing() -> None:
    six: Told = ("cards_dealt", {"to": "box1", "cards": [*NINE.split(), "6C"]})
    told: tuple[Told, ...] = (ante("box1"), ("betting_closed", {}), six, dealt("dealer", EIGHT))
    assert found(judged_as_told(*told, laid("box1", "KS QS JD", "4H 5C")), "arranged_wrongly") == []


# --- 4.5.5 in a deal that was taken back -----------------------------------------------------------------------------


def test_4_5_5_a_hand_of_a_deal_that_was_taken_back_is_no_second_one() -> None:
    first, second = arranged("box1"), arranged("box2")
    hands = [dealt("box1", NINE), dealt("box2", SIX), dealt("dealer", EIGHT)]
    empty = dealt("box3", NONE)
    noticed: Told = ("irregularity_seen", {"ground": "7.7", "hand": "box3"})
    both = (empty, noticed, first, TAKEN, *hands, second)
    assert one_player_deals(*both) == []
    assert one_player_deals(*both, first) == [("box:1", (13,))]


def one_player_deals(*facts: Told) -> list[tuple[str, tuple[int, ...]]]:
    bets: tuple[Told, ...] = (ante("box1"), ante("box2"), ("betting_closed", {}))
    judgement = judged_as_told(*bets, *facts)
    return [(f.subject, f.versions) for f in found(judgement, "second_hand_arranged")]


# --- 4.1: one card in two places -------------------------------------------------------------------------------------


def twice(*facts: Told) -> list[tuple[str, str, tuple[int, ...]]]:
    judgement = judged_as_told(ante("box1"), ("betting_closed", {}), *facts)
    return [(f.subject, f.detail["card"], f.versions) for f in found(judgement, "card_seen_twice")]


def shown(hand: str, cards: str) -> Told:
    return "hand_shown", {"hand": hand, "cards": cards.split()}


def test_4_1_a_card_in_two_places_as_dealt_as_shown_or_as_arranged() -> None:
    other = "KS QH JC 4D 5D"
    unread: list[Told] = [("cards_dealt", {"to": hand, "cards": [None] * 5}) for hand in ("box1", "dealer")]
    assert twice(dealt("box1", NINE), dealt("dealer", other)) == [("hand:dealer", "KS", (5,))]
    assert twice(*unread, shown("box1", NINE), shown("dealer", other)) == [("hand:dealer", "KS", (7,))]
    assert twice(shown("box1", NINE), shown("dealer", other)) == [("hand:dealer", "KS", (5,))]
    assert twice(*unread, laid("box1", "KS QS JD", "4H 5C"), shown("dealer", other)) == [("hand:dealer", "KS", (7,))]
    assert twice(*unread, shown("dealer", other), laid("box1", "KS QS JD", "4H 5C")) == [("hand:dealer", "KS", (6,))]
    assert twice(laid("box1", "KS QS JD", "4H 5C"), laid("dealer", "KS QH JC", "4D 5D", "dealer")) == [
        ("hand:dealer", "KS", ())
    ]
    assert twice(*unread, shown("box1", NINE), shown("dealer", EIGHT)) == []


def test_4_1_the_open_cards_are_those_that_count() -> None:
    misread = (dealt("box1", NINE), dealt("dealer", "KS QH JC 4D 5D"))
    assert twice(*misread, shown("dealer", "KC QH JC 4D 5D")) == []
    assert twice(dealt("box1", NINE), dealt("dealer", EIGHT), shown("dealer", "KS QH JC 4D 5D")) == [
        ("hand:dealer", "KS", (6,))
    ]


def test_4_1_a_card_that_comes_three_times_is_found_once_a_hand() -> None:
    assert twice(dealt("box1", "KS KS QD 4H 5C"), dealt("dealer", EIGHT)) == [("box:1", "KS", (4,))]
    thrice = "KS KS KS 4H 5C"
    assert twice(dealt("box1", thrice), dealt("dealer", "KS 5C JC 4D 5D")) == [
        ("box:1", "KS", (4,)),
        ("hand:dealer", "5C", (5,)),
        ("hand:dealer", "KS", (5,)),
    ]


# --- 7.3: exposed cards ----------------------------------------------------------------------------------------------


def test_7_3_a_card_seen_while_dealing_is_a_remark_however_it_was_recorded() -> None:
    def exposed(*facts: Told) -> list[tuple[str, tuple[str, ...], tuple[int, ...], dict[str, Any]]]:
        judgement = judged(*facts)
        return [(f.subject, f.clauses, f.versions, f.detail) for f in found(judgement, "card_exposed")]

    def seen(ground: str, hand: str | None = None, card: str | None = None) -> Told:
        return "irregularity_seen", {"ground": ground, "hand": hand, "card": card}

    assert exposed(seen("7.3", "box1", "KS")) == [("box:1", ("7.3",), (FIRST,), {"cards": ["KS"]})]
    assert exposed(seen("7.3", "dealer")) == [("hand:dealer", ("7.3",), (FIRST,), {"cards": []})]
    assert exposed(seen("7.3")) == [("", ("7.3",), (FIRST,), {"cards": []})]
    assert exposed(seen("7.9", "box1", "KS")) == []
    face_up: Told = ("cards_dealt", {"to": "box1", "cards": NINE.split(), "exposed": ["KS"]})
    told: tuple[Told, ...] = (ante("box1"), ("betting_closed", {}), face_up, dealt("dealer", EIGHT))
    both = judged_as_told(*told, seen("7.3", "box1", "KS"), seen("7.3", "box1", "QS"))
    assert [(f.severity, f.versions, f.amount_minor) for f in found(both, "card_exposed")] == [
        ("remark", (4,), 0),
        ("remark", (7,), 0),
    ]
