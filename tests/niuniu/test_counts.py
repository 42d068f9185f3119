"""4.8.3, 7.4, 7.5: how many cards a hand had, by the cards dealt, by the cards that lay open and by what was said; and
deals that a void broke off (7.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from casino.core.cards import DECK
from games.engine.judgement import Finding, Judgement
from tests.niuniu.test_deal import ALL, TAKEN, Told, ante, arranged, codes, one_by_one, outcomes, void_said
from tests.niuniu.test_void import CLOSED, judged, ruled, standing

NINE = ["KS", "QS", "JD", "4H", "5C"]
SIX = ["9D", "AD", "JS", "2C", "4D"]
EIGHT = ["9S", "AS", "10H", "3C", "5D"]


def dealt(hand: str, cards: Sequence[str | None]) -> Told:
    return "cards_dealt", {"to": hand, "cards": cards}


def shown(hand: str, cards: list[str]) -> Told:
    return "hand_shown", {"hand": hand, "cards": cards}


def seen(ground: str, hand: str | None = None) -> Told:
    return "irregularity_seen", {"ground": ground, "hand": hand}


def found(judgement: Judgement, code: str) -> list[Finding]:
    return [finding for finding in judgement.findings if finding.code == code]


def counts(judgement: Judgement) -> list[tuple[str, tuple[str, ...], tuple[int, ...], dict[str, Any]]]:
    return [(f.subject, f.clauses, f.versions, f.detail) for f in found(judgement, "wrong_card_count")]


BOX1, BOX2, DEALERS = dealt("box1", NINE), dealt("box2", SIX), dealt("dealer", EIGHT)
FULL = (BOX1, BOX2, DEALERS)
"""Versions 5, 6 and 7."""

# --- 4.11: the cards on the table decide -----------------------------------------------------------------------------


@pytest.mark.parametrize("hand", ["box1", "dealer"])
def test_4_11_a_card_that_the_sensor_missed_is_no_wrong_count(hand: str) -> None:
    cards = {"box1": NINE, "box2": SIX, "dealer": EIGHT}
    read = [dealt(to, cards[to][:4] if to == hand else cards[to]) for to in cards]
    judgement = judged(*read, arranged("box1"), shown(hand, cards[hand]))
    assert codes(judgement) == ["cards_shown_differ"]
    assert standing(judgement) == ("settled", [])
    assert outcomes(judgement) == {"a-box1": "won", "a-box2": "lost"}
    by_sensor = judged(*read, shown(hand, cards[hand]), cards_shown_against_dealt="dealt")
    assert standing(by_sensor) == ("void", ["7.5" if hand == "dealer" else "7.4", "7.11"])


@pytest.mark.parametrize(
    ("hands", "clause", "wrong"),
    [
        ({"dealer": EIGHT, "box1": [*NINE, "6C"], "box2": SIX}, "7.4", ("box:1", ("4.8.1", "7.4"), (6,), {"count": 6})),
        (
            {"dealer": EIGHT[:4], "box1": NINE, "box2": SIX},
            "7.5",
            ("hand:dealer", ("4.8.2", "7.5"), (5,), {"count": 4}),
        ),
    ],
)
def test_7_4_and_7_5_a_wrong_count_of_the_open_cards_alone(
    hands: dict[str, list[str]], clause: str, wrong: tuple[Any, ...]
) -> None:
    open_cards = [shown(hand, cards) for hand, cards in hands.items()]
    for choice in ("shown", "dealt"):
        judgement = judged(*open_cards, cards_shown_against_dealt=choice)
        assert standing(judgement) == ("void", [clause, "7.11"])
        assert counts(judgement) == [wrong]
        assert [f.clauses for f in found(judgement, "void_not_announced")] == [(clause, "7.11")]


def test_7_4_six_open_cards_where_nobody_read_the_five_that_were_dealt() -> None:
    judgement = judged(dealt("box1", [None] * 5), BOX2, DEALERS, shown("box1", [*NINE, "6C"]))
    assert standing(judgement) == ("void", ["7.4", "7.11"])
    assert counts(judgement) == [("box:1", ("4.8.1", "7.4"), (5, 8), {"count": 6})]


def test_7_4_1_open_cards_count_only_of_the_hand_that_has_too_many() -> None:
    judgement = judged(*FULL, arranged("box2"), shown("box1", [*NINE, "6C"]))
    assert standing(judgement) == ("settled", [])
    assert outcomes(judgement) == {"a-box1": "void", "a-box2": "lost"}


def test_4_8_3_a_hand_shown_before_its_last_card_did_not_lie_open_as_a_whole() -> None:
    one: Told = shown("box1", ["KS"])
    judgement = judged(dealt("box1", ["KS"]), one, dealt("box1", NINE[1:]), BOX2, DEALERS)
    assert codes(judgement) == []
    assert judgement.summary["hands"]["box1"]["cards"] == NINE
    assert codes(judged(dealt("box1", NINE), one, BOX2, DEALERS)) == [
        "cards_shown_differ",
        "void_not_announced",
        "wrong_card_count",
    ]


def test_4_8_3_the_last_showing_of_a_hand_counts() -> None:
    judgement = judged(*FULL, shown("box1", NINE[:4]), shown("box1", NINE))
    assert codes(judgement) == []


# --- 7.4, 7.5: what was said of a count ------------------------------------------------------------------------------


def test_7_5_a_wrong_count_that_was_seen_voids_where_the_dealers_cards_are_not_on_record() -> None:
    judgement = judged(BOX1, BOX2, seen("7.5", "dealer"))
    assert standing(judgement) == ("void", ["7.5", "7.11"])
    assert counts(judgement) == [("hand:dealer", ("4.8.2", "7.5"), (7,), {})]
    assert codes(judgement) == ["void_not_announced", "wrong_card_count"]
    assert standing(judged(BOX1, BOX2, seen("7.5"))) == ("void", ["7.5", "7.11"])
    assert standing(judged(BOX1, BOX2, CLOSED, seen("7.5"))) == ("pending", [])


def test_7_5_a_void_without_a_ground_after_the_wrong_count_was_seen() -> None:
    judgement = judged(BOX1, BOX2, seen("7.5", "dealer"), void_said(None))
    assert standing(judgement) == ("void", ["7.5", "7.11"])
    assert codes(judgement) == ["void_not_announced", "void_without_ground", "wrong_card_count"]


@pytest.mark.parametrize(
    ("said", "subject", "versions"),
    [
        (seen("7.4", "box1"), "box:1", (5, 8)),
        (seen("7.4.1", "box2"), "box:2", (6, 8)),
        (seen("7.5", "dealer"), "hand:dealer", (7, 8)),
        (seen("7.5"), "hand:dealer", (7, 8)),
        (seen("7.4"), "", (8,)),
    ],
)
def test_7_4_and_7_5_a_wrong_count_seen_of_five_cards_on_record_is_found_and_changes_nothing(
    said: Told, subject: str, versions: tuple[int, ...]
) -> None:
    judgement = judged(*FULL, said)
    assert standing(judgement) == ("settled", [])
    clause = said[1]["ground"][:3]
    assert [(f.subject, f.clauses, f.versions, f.detail) for f in found(judgement, "results_disagree")] == [
        (subject, (clause,), versions, {"count": 5})
    ]
    assert codes(judgement) == ["results_disagree"]


def test_7_4_what_was_seen_after_the_end_contradicts_nothing() -> None:
    assert codes(judged(*FULL, CLOSED, seen("7.4", "box1"))) == ["irregularity_without_effect"]


def test_7_4_an_announcement_against_the_cards_is_a_void_without_ground_and_no_more() -> None:
    assert codes(judged(*FULL, void_said("7.4"))) == ["void_without_ground"]


def test_7_4_1_without_cards_on_record_the_box_that_was_named_goes_back_alone() -> None:
    facts = (arranged("box2"), seen("7.4", "box1"), void_said("7.4"), shown("dealer", EIGHT), shown("box2", SIX))
    judgement = judged(*facts)
    assert outcomes(judgement) == {"a-box1": "void", "a-box2": "lost"}
    assert standing(judgement) == ("settled", [])
    assert judgement.summary["void_boxes"] == ["box1"]
    assert counts(judgement) == [("box:1", ("4.8.1", "7.4"), (6,), {})]
    assert [f.clauses for f in found(judgement, "void_without_ground")] == [("7.4.1",)]
    late = judged(seen("7.4", "box1"), arranged("box2"), void_said("7.4"))
    assert standing(late) == ("void", ["7.4", "7.11"])


@pytest.mark.parametrize("said", [void_said("7.4"), seen("7.4")])
def test_7_4_1_without_cards_on_record_and_nobody_named_somebody_has_to_decide(said: Told) -> None:
    judgement = judged(arranged("box2"), said)
    assert standing(judgement) == ("awaiting", ["8.1"])
    assert outcomes(judgement) == {"a-box1": "awaiting", "a-box2": "awaiting"}
    assert standing(judged(said)) == ("void", ["7.4", "7.11"])


def test_7_4_1_a_box_nobody_bet_on_is_not_the_one() -> None:
    assert standing(judged(*FULL, seen("7.4", "box3"))) == ("settled", [])
    assert codes(judged(seen("7.4", "box3"))) == ["irregularity_without_effect", "no_result"]


def test_7_4_1_arranged_after_the_end_is_too_late() -> None:
    six = (*FULL, dealt("box2", ["KD"]))
    assert standing(judged(*six, CLOSED, arranged("box1"))) == ("void", ["7.4", "7.11"])
    assert standing(judged(*six, arranged("box1"), CLOSED)) == ("settled", [])


def test_7_5_beside_7_4_1_the_announcement_is_the_record_of_the_dealers_count() -> None:
    six = (dealt("box1", [*NINE, "6C"]), BOX2, arranged("box2"))
    judgement = judged(*six, void_said("7.5"))
    assert standing(judgement) == ("void", ["7.5", "7.11"])
    assert [f.subject for f in found(judgement, "wrong_card_count")] == ["box:1", "hand:dealer"]
    assert found(judgement, "void_without_ground") == found(judgement, "void_not_announced") == []
    both = judged(*six, void_said("7.4"), seen("7.5"))
    assert standing(both) == ("void", ["7.5", "7.11"])
    assert found(both, "void_without_ground") == found(both, "void_not_announced") == []


def test_7_4_announced_in_mid_deal_and_dealt_again_the_round_stays_void() -> None:
    judgement = judged(dealt("box1", NINE[:4]), BOX2, void_said("7.4"), TAKEN, *FULL)
    assert standing(judgement) == ("void", ["7.4", "7.11"])
    assert [(f.code, f.clauses) for f in judgement.findings if f.code.startswith("dealt")] == [
        ("dealt_again_wrongly", ("7.4",))
    ]
    assert [f.subject for f in found(judgement, "wrong_card_count")] == ["box:1"]
    again = judged(seen("7.4", "box1"), TAKEN, *FULL)
    assert standing(again) == ("void", ["7.4", "7.11"])
    assert standing(judged(dealt("box1", NINE[:4]), BOX2, TAKEN, *FULL, CLOSED, void_said("7.4"))) == ("settled", [])


def test_7_4_seen_in_mid_deal_only_the_box_with_too_many_has_a_wrong_count() -> None:
    """The others have four cards so far: theirs would still have come."""
    so_far = (dealt("box1", [*NINE, "6C"]), dealt("box2", SIX[:4]), dealt("dealer", EIGHT[:4]))
    for said in (seen("7.4", "box1"), seen("7.4")):
        for voided in ((), (void_said("7.4"),)):
            judgement = judged(*so_far, said, *voided)
            assert standing(judgement) == ("void", ["7.4", "7.11"])
            assert [(f.subject, f.detail) for f in found(judgement, "wrong_card_count")] == [("box:1", {"count": 6})]
    went_on = judged(seen("7.4", "box1"), *so_far)
    assert [f.subject for f in found(went_on, "wrong_card_count")] == ["box:1", "box:2", "hand:dealer"]


@pytest.mark.parametrize("cards", [[], NINE, [*NINE, "6C"]])
def test_7_8_1_where_a_box_was_passed_over_no_count_was_wrong(cards: list[str]) -> None:
    """Six cards before the other box are a wrong count all the same."""
    judgement = judged(*([dealt("box1", cards)] if cards else []), DEALERS, arranged("box1"), void_said("7.4"))
    clauses = [f.clauses for f in found(judgement, "void_without_ground")]
    assert clauses == ([("7.4.1",)] if len(cards) == 6 else [("7.4", "8.1")])
    assert judgement.summary["standing"] == ("settled" if len(cards) == 6 else "awaiting")


# --- 7.4, 7.5: a card dealt later heals nothing ----------------------------------------------------------------------

FOUR, FIFTH = dealt("box1", NINE[:4]), dealt("box1", NINE[4:])


@pytest.mark.parametrize(
    "facts",
    [
        (FOUR, BOX2, void_said("7.4"), DEALERS, FIFTH),
        (FOUR, BOX2, seen("7.4", "box1"), FIFTH, DEALERS),
        (FOUR, BOX2, DEALERS, FIFTH),
        (FOUR, BOX2, arranged("box1", "house"), FIFTH, DEALERS),
        (FOUR, BOX2, shown("box2", SIX), FIFTH, DEALERS),
        (FOUR, BOX2, DEALERS, void_said("7.4"), FIFTH, shown("box1", NINE)),
        (FOUR, BOX2, DEALERS, void_said("7.4"), shown("box1", NINE)),
    ],
)
def test_7_4_a_card_dealt_later_heals_no_wrong_count(facts: tuple[Told, ...]) -> None:
    judgement = judged(*facts)
    assert standing(judgement) == ("void", ["7.4", "7.11"])
    assert [(f.subject, f.detail) for f in found(judgement, "wrong_card_count")] == [("box:1", {"count": 4})]


def test_7_4_1_a_card_dealt_after_the_hand_was_arranged_voids_that_hand_alone() -> None:
    judgement = judged(FOUR, BOX2, arranged("box1"), FIFTH, DEALERS)
    assert outcomes(judgement) == {"a-box1": "void", "a-box2": "lost"}
    assert counts(judgement) == [("box:1", ("4.8.1", "7.4"), (5, 7, 8), {"count": 4})]


def test_7_5_a_card_dealt_later_heals_no_wrong_count_of_the_dealers() -> None:
    late = dealt("dealer", EIGHT[4:])
    for moment in (void_said("7.5"), seen("7.5"), shown("box1", NINE)):
        judgement = judged(BOX1, BOX2, dealt("dealer", EIGHT[:4]), moment, late)
        assert standing(judgement) == ("void", ["7.5", "7.11"])
        assert [f.subject for f in found(judgement, "wrong_card_count")] == ["hand:dealer"]


def test_4_8_a_dealer_served_first_in_every_round_is_a_deal_in_another_order() -> None:
    assert standing(judged(*one_by_one("dealer", "box1", "box2"))) == ("settled", [])


# --- 7.1: a deal that a void broke off -------------------------------------------------------------------------------


MID_DEAL = [
    (BOX1, dealt("box2", SIX[:3])),
    (BOX1,),
    (BOX2,),
    tuple(one_by_one(*ALL, rounds=3)),
    (BOX1, dealt("box2", SIX[:3]), arranged("box1")),
]


@pytest.mark.parametrize("begun", MID_DEAL)
@pytest.mark.parametrize("said", [void_said("7.1.2"), ruled("7.1.2", "void", "pit_supervisor")])
def test_7_1_2_the_cards_that_had_not_come_yet_are_no_fault(begun: tuple[Told, ...], said: Told) -> None:
    judgement = judged(*begun, seen("7.1.2"), said)
    assert standing(judgement) == ("void", ["7.1", "7.1.2", "7.11"])
    assert set(codes(judgement)) <= {"box_without_cards"}
    assert ("box_without_cards" in codes(judgement)) == (begun == (BOX2,)), "only box 1 was passed over"
    assert judgement.summary["void_boxes"] == []


def test_7_1_2_a_void_that_nobody_may_declare_breaks_the_deal_off_as_well() -> None:
    by: Told = ("round_voided", {"voided_by": {"post": "surveillance", "staff": "X"}, "ground": "7.1.2"})
    judgement = judged(BOX1, by)
    assert codes(judgement) == ["no_result", "post_not_competent"]
    assert outcomes(judgement) == {"a-box1": "pending", "a-box2": "pending"}
    judgement = judged(BOX1, dealt("box2", SIX[:3]), void_said(None))
    assert standing(judgement) == ("awaiting", ["8.1"])
    assert codes(judgement) == ["void_without_ground"]


@pytest.mark.parametrize(
    "facts",
    [
        (BOX1, void_said("7.1.2"), dealt("box2", SIX[:3])),
        (BOX1, dealt("box2", SIX[:3]), void_said("7.1.2"), shown("box1", NINE)),
        (BOX1, dealt("box2", SIX[:3]), ("hands_compared", {"box": "box1", "winner": "player"}), void_said("7.1.2")),
        (BOX1, dealt("box2", SIX[:3]), DEALERS, void_said("7.1.2")),
        (BOX1, dealt("box2", SIX[:3]), arranged("box2"), arranged("box2", "house"), void_said("7.1.2")),
    ],
)
def test_7_1_what_was_dealt_or_played_on_was_not_broken_off(facts: tuple[Told, ...]) -> None:
    assert [f.subject for f in found(judged(*facts), "wrong_card_count")] == ["box:2"]


@pytest.mark.parametrize(
    "said",
    [ruled("7.1.2", "continue"), ruled("8.1", "void"), ("cards_not_retrieved", {}), seen("7.1.2")],
)
def test_7_4_other_facts_break_no_deal_off(said: Told) -> None:
    judgement = judged(BOX1, dealt("box2", SIX[:3]), said)
    assert standing(judgement) == ("void", ["7.4", "7.11"])


def test_7_4_a_void_after_the_end_breaks_no_deal_off() -> None:
    assert standing(judged(BOX1, dealt("box2", SIX[:3]), CLOSED, void_said("7.1.2"))) == ("void", ["7.4", "7.11"])


@pytest.mark.parametrize(
    "facts",
    [
        (BOX1, BOX2, dealt("box3", DECK[30:35]), DEALERS),
        (BOX1, DEALERS),
    ],
)
def test_7_7_and_7_8_what_a_void_stopped_was_not_to_be_dealt_again(facts: tuple[Told, ...]) -> None:
    for said in (void_said("7.1.4"), void_said("7.7"), ruled("7.1.4", "void")):
        assert "not_dealt_again" not in codes(judged(*facts, said))
    assert "not_dealt_again" in codes(judged(*facts, seen("7.1.4")))


def test_7_8_where_a_void_on_no_ground_stopped_the_round_the_box_passed_over_is_void_either_way() -> None:
    judgement = judged(BOX1, DEALERS, void_said("7.3"))
    assert judgement.summary["void_boxes"] == ["box2"]
    assert outcomes(judgement) == {"a-box1": "awaiting", "a-box2": "void"}


# --- 7.7, 7.8: a round that still runs -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "found_there"),
    [
        ((), False),
        ((arranged("box1", "house"),), True),
        ((shown("box1", NINE),), True),
        ((("hands_compared", {"box": "box1", "winner": "player"}),), True),
    ],
)
@pytest.mark.parametrize("deal", [(BOX1, BOX2, dealt("box3", DECK[30:35]), DEALERS), (BOX1, DEALERS)])
def test_7_7_and_7_8_cards_can_be_taken_back_until_the_round_is_played_on(
    deal: tuple[Told, ...], facts: tuple[Told, ...], found_there: bool
) -> None:
    judgement = judged(*deal, *facts, ended=False)
    assert ("not_dealt_again" in codes(judgement)) == found_there
    assert outcomes(judgement)["a-box2"] == ("lost" if len(deal) == 4 else "void" if found_there else "pending")
    assert "not_dealt_again" in codes(judged(*deal, *facts))


def test_7_5_the_dealers_cards_may_still_come_when_a_player_arranges() -> None:
    begun = (BOX1, BOX2, dealt("dealer", EIGHT[:3]), arranged("box1"))
    assert standing(judged(*begun, ended=False)) == ("pending", [])
    assert standing(judged(*begun)) == ("void", ["7.5", "7.11"])
    own = judged(*begun, arranged("dealer", "dealer"), ended=False)
    assert standing(own) == ("void", ["7.5", "7.11"])


# --- 7.4, 7.5: announced, on that ground and in time -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "codes_found"),
    [
        ((void_said("7.5"),), []),
        ((void_said("7.5.1"),), []),
        ((void_said("7.1.4"),), []),
        ((void_said("7.3"),), ["void_not_announced", "void_without_ground"]),
        ((void_said("7.4"),), ["void_not_announced", "void_without_ground"]),
        ((void_said(None),), ["void_not_announced", "void_without_ground"]),
        ((CLOSED, void_said("7.5")), ["void_not_announced"]),
        ((void_said("7.3"), void_said("7.5")), ["void_without_ground"]),
    ],
)
def test_7_5_announced_is_what_was_announced_on_that_ground_while_the_round_lasted(
    said: tuple[Told, ...], codes_found: list[str]
) -> None:
    judgement = judged(*FULL, dealt("dealer", ["KD"]), *said)
    assert judgement.summary["standing"] == "void"
    assert codes(judgement) == [*codes_found, "wrong_card_count"]


# --- 7.7, 7.8.1: taken back and dealt again all the same -------------------------------------------------------------


def test_7_8_1_cards_that_could_not_be_retrieved_were_dealt_again_all_the_same() -> None:
    lost: Told = ("cards_not_retrieved", {})
    judgement = judged(BOX1, DEALERS, lost, TAKEN, BOX1, dealt("box2", EIGHT), dealt("dealer", SIX))
    wrongly = found(judgement, "dealt_again_wrongly")
    assert [(f.clauses, f.versions) for f in wrongly] == [(("7.8", "7.8.1"), (8,))]
    assert outcomes(judgement) == {"a-box1": "won", "a-box2": "void"}
    assert judgement.summary["hands"]["dealer"]["cards"] == EIGHT
    in_the_second = judged(BOX1, DEALERS, TAKEN, *FULL, lost)
    assert codes(in_the_second) == ["box_without_cards", "dealt_again_out_of_order"]


def test_7_7_cards_that_cannot_be_retrieved_are_no_matter_of_7_7() -> None:
    deal = (BOX1, BOX2, dealt("box3", DECK[30:35]), DEALERS)
    judgement = judged(*deal, ("cards_not_retrieved", {}), TAKEN, *FULL)
    assert found(judgement, "dealt_again_wrongly") == []


def test_8_1_a_first_deal_that_nobody_read_and_that_should_have_counted_waits() -> None:
    unread = [dealt(hand, [None] * 5) for hand in ALL]
    judgement = judged(*unread, TAKEN, *FULL)
    assert standing(judgement) == ("awaiting", ["8.1"])
    assert [option.decision for option in judgement.results[0].alternatives] == ["void"]
    assert codes(judgement) == ["dealt_again_wrongly"]
    assert standing(judged(*unread, TAKEN, *FULL, ruled("8.1", "void"))) == ("void", ["8.1", "7.11"])
    assert standing(judged(*unread, TAKEN, *FULL, ended=False)) == ("pending", [])
    assert standing(judged(BOX1, BOX2, unread[2], TAKEN, *FULL)) == ("awaiting", ["8.1"])
    assert standing(judged(*FULL, TAKEN, *unread)) == ("settled", [])
    assert standing(judged(*unread)) == ("pending", [])


def test_7_8_1_a_box_that_is_void_needs_no_faces() -> None:
    skipped = (BOX1, DEALERS, arranged("box1"), TAKEN, *FULL)
    assert standing(judged(*skipped)) == ("settled", [])


def test_4_7_a_late_bets_box_needs_no_faces() -> None:
    assert standing(judged(ante("box3", "P3"), *FULL, TAKEN, *FULL)) == ("settled", [])


# --- 4.8: the order of the boxes -------------------------------------------------------------------------------------


def test_7_8_passed_over_is_what_comes_earlier_in_the_order_of_dealing() -> None:
    for first, other in (("box1", "box2"), ("box2", "box1")):
        choice = "clockwise" if first == "box1" else "anticlockwise"
        assert codes(judged(dealt(first, NINE), ended=False, boxes_numbered=choice)) == []
        passed = judged(dealt(other, NINE), ended=False, boxes_numbered=choice)
        assert [(f.subject, f.versions) for f in found(passed, "box_without_cards")] == [(f"box:{first[3:]}", (5,))]


def test_7_8_passed_over_in_two_deals_is_found_twice() -> None:
    judgement = judged(BOX1, DEALERS, TAKEN, BOX1, DEALERS, TAKEN, *FULL)
    findings = found(judgement, "box_without_cards")
    assert [f.versions for f in findings] == [(5,), (8,)]
    assert len({f.identity for f in findings}) == 2


def test_7_8_a_box_whose_cards_only_lay_open_was_not_passed_over() -> None:
    judgement = judged(BOX1, DEALERS, shown("box2", SIX))
    assert codes(judgement) == []
    assert outcomes(judgement) == {"a-box1": "won", "a-box2": "lost"}
