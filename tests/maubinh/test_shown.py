"""What the seats were shown and told, and what the page is told of a deal (B.5 to B.7, C.9, G.5)."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import pytest

from tests.maubinh.rounds import BOOK, CARDS, SPECIAL, ante, arranged, dealt, found, outcomes, played

DEAL: Final = (ante(1), ante(2), dealt(1), dealt(2), arranged(1), arranged(2))
"""Seat 1 wins the front and loses middle and back to seat 2; what is shown has version 8."""
SECOND: Final = "JH 4D 3H 5C 5H QH QC 7C 10D 10S KD KS 2H"
FOURTH: Final = "JC 10H 2D 4C 4S AD 7H 3D 9D 9H 6C 6S KC"
AGAINST_SPECIAL: Final = (
    *(ante(1), ante(2), ante(4), dealt(1, SPECIAL), dealt(2, SECOND), dealt(4, FOURTH)),
    *(arranged(2, cards=SECOND), arranged(4, cards=FOURTH)),
)
"""Seat 1 holds six pairs; what is told has version 10."""


def compared(seat: int, against: int, lane: str, multiple: int, shown: int | None = None) -> str:
    brief = "" if shown is None else f" shown_ms={shown}"
    return f"100 lane_compared seat={seat} against={against} lane={lane} multiple={multiple}{brief}"


@pytest.mark.parametrize(
    ("seat", "against", "lane", "due"),
    [
        (1, 2, "front", 1),
        (1, 2, "middle", -1),
        (1, 2, "back", -1),
        (2, 1, "front", -1),
        (2, 1, "middle", 1),
        (2, 1, "back", 1),
        (1, 3, "front", 0),
        (3, 1, "back", 0),
    ],
)
@pytest.mark.parametrize("shown", [-1, 0, 1, 2])
def test_b_6_a_lane_is_shown_as_it_was(seat: int, against: int, lane: str, due: int, shown: int) -> None:
    judgement = played(*DEAL, compared(seat, against, lane, shown)).judge()
    detail = {"seat": seat, "against": against, "lane": lane, "shown": shown, "due": due}
    wrong = [("comparison_shown_wrongly", f"seat:{seat}", ("B.6",), (8,), detail)]
    assert found(judgement) == ([] if shown == due else wrong)


@pytest.mark.parametrize(("shown_ms", "brief"), [(0, True), (4_999, True), (5_000, False), (5_001, False)])
def test_b_6_a_lane_is_shown_long_enough(shown_ms: int, brief: bool) -> None:
    detail = {"shown_ms": shown_ms, "due_ms": 5_000}
    judgement = played(*DEAL, compared(2, 1, "back", 1, shown_ms)).judge()
    assert found(judgement) == ([("comparison_too_brief", "seat:2", ("B.6",), (8,), detail)] if brief else [])
    assert [f.severity.value for f in judgement.findings if f.severity != "money"] == (["remark"] if brief else [])


def test_b_6_a_lane_shown_wrongly_and_too_briefly_is_both() -> None:
    judgement = played(*DEAL, compared(2, 1, "back", 3, 10)).judge()
    assert [f[0] for f in found(judgement)] == ["comparison_shown_wrongly", "comparison_too_brief"]


def test_c_8_no_lane_counts_against_a_special_hand() -> None:
    assert found(played(*AGAINST_SPECIAL, compared(1, 2, "front", 0), compared(2, 1, "back", 0)).judge()) == []
    wrong = found(played(*AGAINST_SPECIAL, compared(1, 2, "front", 1)).judge())
    assert [(code, detail["due"]) for code, _, _, _, detail in wrong] == [("comparison_shown_wrongly", 0)]


@pytest.mark.parametrize(
    ("seat", "special", "due"),
    [
        (1, "six_pairs", "six_pairs"),
        (1, "dragon", "six_pairs"),
        (2, "six_pairs", ""),
        (3, "dragon", ""),
    ],
)
def test_b_7_a_special_hand_is_announced_as_what_it_is(seat: int, special: str, due: str) -> None:
    judgement = played(*AGAINST_SPECIAL, f"100 special_announced seat={seat} special={special}").judge()
    wrong = [("special_announced_wrongly", f"seat:{seat}", ("B.7",), (10,), {"announced": special, "due": due})]
    assert found(judgement) == ([] if special == due else wrong)


@pytest.mark.parametrize(("seat", "due"), [(1, -1), (2, 1), (3, 0)])
@pytest.mark.parametrize("told", [-1, 0, 1])
def test_c_9_the_sum_is_announced_as_it_is(seat: int, due: int, told: int) -> None:
    judgement = played(*DEAL, f"100 result_announced seat={seat} multiple={told}").judge()
    wrong = [("multiples_announced_wrongly", f"seat:{seat}", ("C.9",), (8,), {"announced": told, "due": due})]
    assert found(judgement) == ([] if told == due else wrong)


def test_what_is_told_of_a_deal_that_is_not_settled_is_not_held_against_anything() -> None:
    told = (
        compared(1, 2, "front", 9, 1),
        "100 special_announced seat=1 special=dragon",
        "100 result_announced seat=1 multiple=9",
    )
    assert found(played(*DEAL[:-1], *told, ended="no").judge()) == []


def test_g_2_of_a_void_deal_nothing_may_be_shown_or_announced_as_won() -> None:
    """A special hand may still be called what it is."""
    void = (ante(1), ante(2), dealt(1, SPECIAL), dealt(2, "4S 9S"), "50 void_announced announced_by=dealer/D01")
    nothing = compared(1, 2, "front", 0), "100 result_announced seat=1 multiple=0"
    special = "100 special_announced seat=1 special=six_pairs"
    assert [f[0] for f in found(played(*void, *nothing, special).judge())] == ["misdealt"]
    told = compared(1, 2, "front", 1), "100 result_announced seat=2 multiple=-4"
    assert found(played(*void, *told).judge())[1:] == [
        (
            "comparison_shown_wrongly",
            "seat:1",
            ("B.6",),
            (7,),
            {"seat": 1, "against": 2, "lane": "front", "shown": 1, "due": 0},
        ),
        ("multiples_announced_wrongly", "seat:2", ("C.9",), (8,), {"announced": -4, "due": 0}),
    ]


VOIDED: Final = "100 void_announced announced_by=dealer/D01"
RULED: Final = "101 ruling_made clause=C.1 choice=void reason=x made_by=pit_manager/M01"


def test_nobody_voids_and_nobody_decides_a_round() -> None:
    without = ("void_without_ground", "call:8", (), (8,), {"ground": "", "post": "dealer"})
    ruled: Any = ("ruling_not_offered", "ruling:9", ("C.1",), (9,), {})
    assert found(played(*DEAL, VOIDED, RULED).judge()) == [without, ruled]
    waiting = played(*DEAL[:-1], VOIDED, ended="no").judge()
    assert [f[:2] for f in found(waiting)] == [("void_without_ground", "call:7")]
    misdealt = played(ante(1), ante(2), dealt(1), dealt(2, "3S 4S"), VOIDED).judge()
    assert [f[0] for f in found(misdealt)] == ["misdealt"]


def test_money_is_held_against_what_is_due_only_once_the_round_has_ended() -> None:
    paid = "200 payout_made bet=b1 amount_minor=5"
    strange = "200 payout_made bet=b9 amount_minor=5"
    ended = played(*DEAL, paid, strange).judge()
    assert [(f.code, f.subject, f.amount_minor) for f in ended.findings] == [
        ("paid_on_lost", "b1", 5),
        ("not_collected", "b1", 100_000),
        ("not_paid", "b2", -95_000),
        ("movement_without_bet", "b9", 5),
    ]
    assert [r.difference_minor for r in ended.results] == [100_005, -95_000]
    running = played(*DEAL, paid, strange, ended="no").judge()
    assert running.findings == ()
    assert [(r.difference_minor, r.recorded.paid_minor) for r in running.results] == [(None, 5), (None, 0)]
    assert outcomes(running) == {"b1": "lost", "b2": "won"}


def test_a_round_that_was_overtaken_without_being_closed() -> None:
    left = played(*DEAL, closed=False)
    assert found(left.judge()) == [("round_not_closed", "", (), (1,), {})]
    assert found(played(*DEAL, closed=False, ended="no").judge()) == []


def test_a_pending_round_keeps_what_was_recorded_and_a_refused_seat_is_settled_all_the_same() -> None:
    facts = (ante(1), ante(2), ante(1, bet="again"), "200 payout_made bet=b1 amount_minor=7")
    judgement = played(*facts, "200 stake_collected bet=again amount_minor=100000").judge()
    assert outcomes(judgement) == {"b1": "pending", "b2": "pending", "again": "refused"}
    assert [(r.kind, r.spot, r.recorded.paid_minor, r.difference_minor) for r in judgement.results] == [
        ("ante", "seat:1", 7, None),
        ("ante", "seat:2", 0, None),
        ("ante", "seat:1", 0, -100_000),
    ]
    assert [s.stake_minor for s in (r.settlement for r in judgement.results)] == [100_000] * 3


def test_a_later_record_of_the_same_ante_and_a_change_of_none() -> None:
    judgement = played(*DEAL, ante(3, at=15, bet="b1"), "16 bet_changed bet=b7 stake_minor=1").judge()
    assert found(judgement) == [
        ("bet_recorded_twice", "b1", ("B.1",), (2, 8), {}),
        ("change_without_bet", "b7", ("B.1",), (9,), {}),
    ]


def test_the_page_is_told_lanes_classes_and_sums() -> None:
    assert played(*DEAL).judge().summary == {
        "standing": "settled",
        "clauses": [],
        "winners": [2],
        "multiples": [-1, 1],
        "seats": [
            {
                "seat": seat,
                "special": None,
                "lanes": [cards[:3], cards[3:8], cards[8:]],
                "classes": classes,
                "foul": False,
                "arranged_by": "player",
                "multiple": multiple,
            }
            for seat, cards, classes, multiple in (
                (1, CARDS[1].split(), ["pair", "pair", "straight"], -1),
                (2, CARDS[2].split(), ["pair", "two_pairs", "full_house"], 1),
            )
        ],
        "duels": [{"seats": [1, 2], "lanes": [1, -1, -1], "multiple": -1, "clauses": ["C.1", "C.2"]}],
    }


def test_while_a_hand_is_arranged_the_page_shows_what_lies_and_no_sum() -> None:
    summary = played(*DEAL[:-1], ended="no").judge().summary
    assert [set(seat) for seat in summary["seats"]] == [
        {"seat", "special", "lanes", "classes", "foul", "arranged_by"},
        {"seat", "special"},
    ]
    assert (summary["standing"], summary["winners"], summary["multiples"], summary["duels"]) == ("pending", [], [], [])


def test_the_seats_are_told_in_their_order_and_without_those_that_do_not_play() -> None:
    facts = (ante(2), ante(1), ante(3, at=12), *DEAL[2:])
    judgement = played(*facts).judge()
    assert [seat["seat"] for seat in judgement.summary["seats"]] == [1, 2]
    assert judgement.summary["multiples"] == [-1, 1]
    assert [(r.bet, r.settlement.collected_minor) for r in judgement.results] == [("b2", 0), ("b1", 100_000), ("b3", 0)]


def test_the_seconds_are_data_of_the_document() -> None:
    sizes = BOOK.tables["arrangement"] | {"show_seconds": 7, "arrange_seconds": 10}
    slower = msgspec.structs.replace(BOOK, tables={**BOOK.tables, "arrangement": sizes})
    facts = (*DEAL[:-1], arranged(2, 21, after=10_001), compared(1, 2, "middle", -1, 6_999))
    judgement = played(*facts).judge(book=slower)
    assert next(f[0] for f in found(judgement)) == "arranged_late"
    assert [f[4] for f in found(judgement) if f[0] == "comparison_too_brief"] == [{"shown_ms": 6_999, "due_ms": 7_000}]
