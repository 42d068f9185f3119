"""Which arrangement of a hand counts, and what is found of the time for making it (B.2 to B.4, B.7, G.2)."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import pytest

from games.engine.fold import fold
from games.maubinh.facts import MauBinhRound
from games.maubinh.judge import judge
from tests.engine.choices import with_choices
from tests.maubinh.rounds import BOOK, CARDS, OTHERWISE, SPECIAL, ante, arranged, dealt, found, played

DEAL: Final = (ante(1), ante(2), dealt(1, at="?"), dealt(2, at="?"), arranged(2))
"""Versions 2 to 6; what seat 1 does comes from 7 on. Nothing says when the cards came: what was measured counts."""
TIMED: Final = (ante(1), ante(2), dealt(1), dealt(2, at=11), arranged(2))
"""The same, with the cards of seat 1 ten seconds after the opening."""
OUT: Final = "100 time_ran_out"
COMPARED: Final = "50 lane_compared seat=1 against=2 lane=front multiple=1"
GOOD: Final = arranged(1)
FOUL: Final = " ".join(["AS", "AH", "KS", *(c for c in CARDS[1].split() if c not in ("AS", "AH", "KS"))])


def again(at: float, by: str = "player", after: int | None = None) -> str:
    """Seat 1 in lanes that lose all three."""
    return arranged(1, at, OTHERWISE, by, after)


@pytest.mark.parametrize(
    ("facts", "multiple", "expected"),
    [
        # In time, and to the last moment of it.
        ((GOOD,), -1, []),
        ((GOOD, again(30)), -6, []),
        ((GOOD, again(100, after=90_000)), -6, []),
        ((GOOD, again(100, after=90_001)), -1, [("arranged_late", ("B.2", "B.4"), (8,))]),
        ((GOOD, OUT, again(99)), -6, []),
        ((GOOD, OUT, again(101)), -1, [("arranged_late", ("B.2", "B.4"), (9,))]),
        ((GOOD, again(101), OUT), -1, [("arranged_late", ("B.2", "B.4"), (8,))]),  # recorded before it, done after it
        ((GOOD, again(99, after=1), OUT), -6, []),
        ((GOOD, OUT, again(101, after=90_000)), -6, []),  # what was measured says more than the order
        ((GOOD, OUT, again(101, by="hint")), -1, [("arranged_late", ("B.2", "B.4"), (9,))]),
        # After the comparison began: late for a seat that had arranged already, too early a comparison for one that had
        # not.
        ((GOOD, COMPARED, again(49)), -6, []),
        ((GOOD, COMPARED, again(51)), -1, [("arranged_late", ("B.2", "B.4"), (9,))]),
        ((GOOD, again(51), COMPARED), -1, [("arranged_late", ("B.2", "B.4"), (8,))]),
        ((COMPARED, again(49)), -6, []),
        ((again(51), COMPARED), -6, [("time_cut_short", ("B.4",), (8, 7))]),
        ((COMPARED, again(51)), -6, [("time_cut_short", ("B.4",), (7, 8))]),
        # The system: when the time is up, and only for a player who did not arrange.
        ((OUT, again(101, "system")), -6, []),
        ((OUT, again(99, "system")), -6, [("time_cut_short", ("B.2", "B.4"), (8,))]),
        ((again(101, "system"), OUT), -6, []),
        ((OUT, again(101, "system", 89_999)), -6, [("time_cut_short", ("B.2", "B.4"), (8,))]),
        ((OUT, again(99, "system", 90_000)), -6, []),
        ((again(99, "system"),), -6, []),
        ((GOOD, again(101, "system")), -1, [("system_overrode_player", ("B.2", "B.4"), (7, 8))]),
        ((GOOD, arranged(1, 101, by="system")), -1, []),
        ((arranged(1, 19, by="system"), again(21)), -6, []),
        ((arranged(1, 15), again(17, "system"), again(19), GOOD), -1, []),
        # Nothing in time: the best arrangement counts.
        ((OUT,), 1, [("hand_not_arranged", ("B.2", "B.4"), (7,))]),
        ((OUT, again(101)), 1, [("arranged_late", ("B.2", "B.4"), (8,))]),
        ((again(99, after=90_001),), 1, [("arranged_late", ("B.2", "B.4"), (7,))]),
    ],
)
def test_b_4_the_arrangement_that_counts(
    facts: tuple[str, ...], multiple: int, expected: list[tuple[str, tuple[str, ...], tuple[int, ...]]]
) -> None:
    judgement = played(*DEAL, *facts).judge()
    kept = [f for f in found(judgement) if f[0] != "comparison_shown_wrongly"]
    assert kept == [(code, "b1", clauses, versions, {}) for code, clauses, versions in expected]
    assert judgement.summary["multiples"] == [multiple, -multiple]


SYSTEM: Final = arranged(1, 40, by="system")
EARLY: Final = [("time_cut_short", ("B.2", "B.4"), (7,))]


@pytest.mark.parametrize(
    ("facts", "multiple", "expected"),
    [
        # Once the system arranged because the time was up, the player may not.
        ((arranged(1, 40, by="system", after=90_000), again(60)), -1, [("arranged_late", ("B.2", "B.4"), (8,))]),
        (
            (arranged(1, 40, by="system", after=90_000), again(60, "hint")),
            -1,
            [("arranged_late", ("B.2", "B.4"), (8,))],
        ),
        ((again(60), arranged(1, 40, by="system", after=90_000)), -1, [("arranged_late", ("B.2", "B.4"), (7,))]),
        (
            (arranged(1, 40, by="system", after=90_000), again(30)),
            -6,
            [("system_overrode_player", ("B.2", "B.4"), (8, 7))],
        ),
        ((arranged(1, 40, by="system", after=90_000), again(60, after=90_000)), -6, []),
        ((arranged(1, 40, by="system", after=89_999), again(60)), -6, EARLY),
        ((arranged(1, 40, by="system", after=90_000), again(60), OUT), -1, [("arranged_late", ("B.2", "B.4"), (8,))]),
        ((GOOD, again(60, after=90_001), again(70)), -1, [("arranged_late", ("B.2", "B.4"), (at,)) for at in (8, 9)]),
        ((GOOD, arranged(2, 60, after=90_001), again(70)), -1, [("arranged_late", ("B.2", "B.4"), (9,))]),
        # Nor once the comparison began; what was measured in time counts all the same, for a player's first one.
        ((SYSTEM, COMPARED, again(51)), -1, [("arranged_late", ("B.2", "B.4"), (9,))]),
        ((SYSTEM, again(51), COMPARED), -1, [("arranged_late", ("B.2", "B.4"), (8,))]),
        ((SYSTEM, COMPARED, again(49)), -6, []),
        ((SYSTEM, COMPARED, again(51, after=90_001)), -1, [("arranged_late", ("B.2", "B.4"), (9,))]),
        ((SYSTEM, COMPARED, again(51, after=90_000)), -6, [("time_cut_short", ("B.4",), (8, 9))]),
        ((GOOD, COMPARED, again(51, after=1)), -1, [("arranged_late", ("B.2", "B.4"), (9,))]),
        (
            (arranged(1, 40, by="system", after=90_000), COMPARED, again(51, after=60_000)),
            -6,
            [("time_cut_short", ("B.4",), (8, 9))],
        ),
        ((GOOD, COMPARED, again(51), "52" + COMPARED[2:]), -1, [("arranged_late", ("B.2", "B.4"), (9,))]),
        # Of the system's own arrangements the last one counts, but what was compared stays.
        ((SYSTEM, again(45, "system")), -6, []),
        ((SYSTEM, again(45, "system"), COMPARED), -6, []),
        ((SYSTEM, COMPARED, again(51, "system")), -1, [("arranged_late", ("B.4",), (9,))]),
        ((SYSTEM, COMPARED, again(51, "system", 90_000)), -1, [("arranged_late", ("B.4",), (9,))]),
        ((SYSTEM, COMPARED, arranged(1, 51, by="system")), -1, []),
        ((COMPARED, again(51, "system"), SYSTEM), -1, [("arranged_late", ("B.4",), (8,))]),
        ((GOOD, SYSTEM, COMPARED, again(51, "system")), -1, [("system_overrode_player", ("B.2", "B.4"), (7, 10))]),
        # The system came too early, whoever arranged besides.
        ((again(19, "system", 89_999), GOOD), -1, EARLY),
        ((again(15, "system"), GOOD, OUT), -1, EARLY),
        ((again(15, "system", 50_000), arranged(1, 16, by="system", after=90_000)), -1, EARLY),
        (
            (GOOD, again(40, "system", 89_999)),
            -1,
            [("time_cut_short", ("B.2", "B.4"), (8,)), ("system_overrode_player", ("B.2", "B.4"), (7, 8))],
        ),
        # The comparison began before the hand was arranged, and nothing says that the time was up.
        ((COMPARED, again(51, "system")), -6, [("time_cut_short", ("B.4",), (7, 8))]),
        ((COMPARED, again(51, "system", 90_000)), -6, [("time_cut_short", ("B.4",), (7, 8))]),
        (
            (COMPARED, again(51, "system"), again(52)),
            -6,
            [
                ("arranged_late", ("B.2", "B.4"), (9,)),
                ("time_cut_short", ("B.4",), (7, 8)),
            ],
        ),
        ((COMPARED, again(51), again(52, "system")), -6, [("time_cut_short", ("B.4",), (7, 8))]),
        ((COMPARED, OUT), 1, [("time_cut_short", ("B.4",), (7,)), ("hand_not_arranged", ("B.2", "B.4"), (8,))]),
        (
            (COMPARED, again(51, after=90_001)),
            1,
            [
                ("arranged_late", ("B.2", "B.4"), (8,)),
                ("time_cut_short", ("B.4",), (7,)),
            ],
        ),
        (("49 time_ran_out", COMPARED), 1, [("hand_not_arranged", ("B.2", "B.4"), (7,))]),
        (("49 time_ran_out", COMPARED, again(51, "system")), -6, []),
        ((arranged(2, 49, by="system", after=90_000), COMPARED, again(51, "system")), -6, []),
        ((again(49, after=90_001), COMPARED), 1, [("arranged_late", ("B.2", "B.4"), (7,))]),
        # The time-out came too early, as was measured after it.
        ((OUT, again(101, after=89_999)), -6, [("time_cut_short", ("B.2", "B.4"), (7, 8))]),
        ((OUT, again(101, "hint", 1)), -6, [("time_cut_short", ("B.2", "B.4"), (7, 8))]),
        ((OUT, again(101, after=90_000)), -6, []),
        ((again(99, after=50_000), OUT), -6, []),
        ((GOOD, OUT, again(101, after=50_000)), -6, [("time_cut_short", ("B.2", "B.4"), (8, 9))]),
        ((GOOD, OUT, arranged(2, 101, after=50_000)), -1, []),
        (  # measured before the time-out, though recorded after it
            (OUT, arranged(2, 99, after=50_000), GOOD, again(101)),
            -1,
            [("arranged_late", ("B.2", "B.4"), (10,))],
        ),
        (
            (OUT, arranged(2, 102, after=2), arranged(2, 101, after=1), again(103)),
            -6,
            [
                ("time_cut_short", ("B.2", "B.4"), (7, 9)),
            ],
        ),
        ((OUT, again(103, after=3), arranged(2, 101, after=1)), -6, [("time_cut_short", ("B.2", "B.4"), (7, 9))]),
        ((OUT, arranged(2, 101, after=1), again(103, "system")), -6, [("time_cut_short", ("B.2", "B.4"), (7, 8))]),
        (
            (OUT, arranged(2, 101, after=1)),
            1,
            [
                ("time_cut_short", ("B.2", "B.4"), (7, 8)),
                ("hand_not_arranged", ("B.2", "B.4"), (7,)),
            ],
        ),
        (
            (OUT, again(101, "system", 50_000), arranged(1, 102)),
            -6,
            [
                ("time_cut_short", ("B.2", "B.4"), (8,)),
                ("arranged_late", ("B.2", "B.4"), (9,)),
            ],
        ),
    ],
)
def test_b_4_time_as_it_is_measured_or_follows_from_what_was_done(
    facts: tuple[str, ...], multiple: int, expected: list[tuple[str, tuple[str, ...], tuple[int, ...]]]
) -> None:
    judgement = played(*DEAL, *facts).judge()
    kept = [f for f in found(judgement) if f[0] != "comparison_shown_wrongly" and f[1] == "b1"]
    assert kept == [(code, "b1", clauses, versions, {}) for code, clauses, versions in expected]
    assert judgement.summary["multiples"] == [multiple, -multiple]


def otherwise(version: int, told: int, measured: int) -> tuple[str, tuple[str, ...], tuple[int, ...], dict[str, int]]:
    return "time_measured_otherwise", ("B.2", "B.4"), (version,), {"told_ms": told, "measured_ms": measured}


Expected = tuple[str, tuple[str, ...], tuple[int, ...], dict[str, int]]
"""Code, clauses, versions of the facts, parameters."""

LATE: Final[Expected] = ("arranged_late", ("B.2", "B.4"), (7,), {})
CUT: Final[Expected] = ("time_cut_short", ("B.2", "B.4"), (7,), {})


@pytest.mark.parametrize(
    ("facts", "multiple", "expected"),
    [
        # Ninety seconds to the millisecond, from the seat's own cards, whatever the device says.
        ((again(100),), -6, []),
        ((again(100.001),), 1, [LATE]),
        ((again(100, after=90_000),), -6, []),
        ((again(100, after=90_001),), -6, [otherwise(7, 90_001, 90_000)]),
        ((again(100.001, after=90_000),), 1, [otherwise(7, 90_000, 90_001), LATE]),
        ((again(160, after=150_000),), 1, [LATE]),
        ((again(12, after=89_999),), -6, []),
        ((again(12, after=150_000),), -6, [otherwise(7, 150_000, 2_000)]),
        ((again(150, "hint", 5),), 1, [otherwise(7, 5, 140_000), LATE]),
        # The system may from the ninetieth second on.
        ((again(100, "system", 90_000),), -6, []),
        ((again(100.02, "system", 90_000),), -6, []),
        ((again(99.999, "system"),), -6, [CUT]),
        ((again(99.999, "system", 90_000),), -6, [otherwise(7, 90_000, 89_999), CUT]),
        ((again(130, "system", 89_999),), -6, [otherwise(7, 89_999, 120_000)]),
        # A time-out is held against the same clock.
        ((OUT,), 1, [("hand_not_arranged", ("B.2", "B.4"), (7,), {})]),
        (("99.999 time_ran_out",), 1, [CUT, ("hand_not_arranged", ("B.2", "B.4"), (7,), {})]),
        (("40 time_ran_out", again(50)), -6, [("time_cut_short", ("B.2", "B.4"), (7, 8), {})]),
        ((GOOD, "40 time_ran_out"), -1, []),
    ],
)
def test_b_2_the_ninety_seconds_are_those_of_the_record(
    facts: tuple[str, ...], multiple: int, expected: list[tuple[Any, ...]]
) -> None:
    judgement = played(*TIMED, *facts).judge()
    assert [(f[0], *f[2:]) for f in found(judgement) if f[1] == "b1"] == expected
    assert judgement.summary["multiples"] == [multiple, -multiple]


@pytest.mark.parametrize(("at", "skews", "late"), [(100, (0, 1), True), (101, (0, -1000), False), (100, (1, 1), False)])
def test_b_2_each_moment_is_moved_by_its_senders_skew(at: float, skews: tuple[int, int], late: bool) -> None:
    """(milliseconds of whoever dealt, of whoever says how the hand was arranged)"""
    golden = played(*TIMED, again(at))
    by_name = {"maubinh.hand_dealt.v1": skews[0], "maubinh.hand_arranged.v1": skews[1]}
    rows = []
    for row in golden.rows():
        body = {**msgspec.json.decode(row[7]), "clock_skew_ms": by_name.get(row[3], 0)}
        rows.append((*row[:7], msgspec.json.encode(body)))
    state = fold(golden.stream, rows)
    assert isinstance(state, MauBinhRound)
    codes = {finding.code for finding in judge(state, BOOK, ended=True).findings}
    assert ("arranged_late" in codes) is late


def test_b_4_a_hand_of_which_nothing_is_known_was_compared() -> None:
    facts = (*DEAL, COMPARED)
    assert found(played(*facts, ended="no").judge()) == []
    assert found(played(*facts).judge()) == [
        ("hand_not_arranged", "b1", ("B.2", "B.4"), (4,), {}),
        ("time_cut_short", "b1", ("B.4",), (7,), {}),
        ("no_result", "", ("B.4",), (8,), {}),
    ]
    running = played(*DEAL, OUT, ended="no").judge()
    assert running.summary["multiples"] == [1, -1]


def test_b_2_a_late_arrangement_that_stands_is_the_last_one() -> None:
    stands = with_choices(BOOK, late_arrangement="stands")
    late = again(99, after=90_001)
    assert played(*DEAL, late, arranged(1, 101, after=90_002)).judge(book=stands).summary["multiples"] == [-1, 1]
    assert played(*DEAL, OUT, late).judge(book=stands).summary["multiples"] == [-6, 6]
    hint = played(*DEAL, arranged(1, 99, FOUL, "hint", 90_001)).judge(book=stands)
    assert hint.summary["seats"][0]["foul"] is True
    assert [f[:2] for f in found(hint)] == [("arranged_late", "b1"), ("system_arranged_foul", "b1")]
    left = played(*DEAL, OUT).judge(book=stands)
    assert left.summary["multiples"] == [1, -1]
    assert found(left) == [("hand_not_arranged", "b1", ("B.2", "B.4"), (7,), {})]


@pytest.mark.parametrize(("by", "expected"), [("player", []), ("hint", ["b1"]), ("system", ["b1"])])
def test_b_3_only_what_the_system_made_must_not_be_a_foul(by: str, expected: list[str]) -> None:
    judgement = played(*DEAL, OUT, arranged(1, 101 if by == "system" else 30, FOUL, by)).judge()
    assert judgement.summary["seats"][0]["foul"] is True
    assert judgement.summary["seats"][0]["arranged_by"] == by
    clause = "B.4" if by == "system" else "B.3"
    assert found(judgement) == [("system_arranged_foul", bet, (clause, "G.3"), (8,), {}) for bet in expected]


def test_g_2_lanes_that_are_not_of_the_hand_count_for_nothing() -> None:
    wrong = arranged(1, 30, CARDS[1].replace("KS", "AC"))
    assert found(played(*DEAL, GOOD, wrong).judge()) == [("arrangement_impossible", "b1", ("G.2",), (8,), {})]
    alone = played(*DEAL, wrong).judge()
    assert alone.summary["standing"] == "pending"
    assert found(alone) == [
        ("arrangement_impossible", "b1", ("G.2",), (7,), {}),
        ("hand_not_arranged", "b1", ("B.2", "B.4"), (4,), {}),
        ("no_result", "", ("B.4",), (8,), {}),
    ]


def test_b_7_a_special_hand_is_compared_as_it_is_arranged_or_not_at_all() -> None:
    """Its lanes are shown where it was arranged; where not, nobody misses them, and a hand against it alone needs none
    either."""
    deal = (ante(1), ante(4), dealt(1, SPECIAL), dealt(4, "JC 10H 2D 4C 4S AD 7H 3D 9D 9H 6C 6S KC"))
    bare = played(*deal).judge()
    assert bare.summary["multiples"] == [4, -4]
    assert found(bare) == []
    assert ["lanes" in seat for seat in bare.summary["seats"]] == [False, False]
    shown = played(*deal, "100 time_ran_out", arranged(1, 101, SPECIAL, "system")).judge()
    assert [seat.get("arranged_by") for seat in shown.summary["seats"]] == ["system", "system"]
    assert shown.summary["multiples"] == [4, -4]


FOURTH: Final = "JC 10H 2D 4C 4S AD 7H 3D 9D 9H 6C 6S KC"
AGAINST_SPECIAL: Final = (
    ante(1),
    ante(4),
    dealt(1, SPECIAL, "?"),
    dealt(4, FOURTH, "?"),
    arranged(4, cards=FOURTH),
)
"""Versions 2 to 6; seat 1 holds six pairs."""
IN_LANES: Final = "2S 3S 5S 7S 7D 8S 8D 3C QS QD JS JD 5D"
STRANGE: Final = arranged(1, 30, SPECIAL.replace("QS", "AC"))


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (("100 time_ran_out",), []),
        ((STRANGE, "100 time_ran_out"), [("arrangement_impossible", "b1", ("G.2",), (7,), {})]),
        ((arranged(1, 99, SPECIAL, after=90_001),), []),
        (("50 time_ran_out", arranged(1, 99, SPECIAL)), []),
        (("50 time_ran_out", arranged(1, 99, SPECIAL, after=1)), []),
        (("50 lane_compared seat=4 against=1 lane=front multiple=0", arranged(1, 60, SPECIAL)), []),
        ((arranged(1, 30, IN_LANES, "system", 1),), []),
        ((arranged(4, 30, FOURTH, "system", 1),), [("time_cut_short", "b4", ("B.2", "B.4"), (7,), {})]),
    ],
)
def test_b_7_a_special_hand_need_not_be_arranged_in_time_or_at_all(facts: tuple[str, ...], expected: list[Any]) -> None:
    judgement = played(*AGAINST_SPECIAL, *facts).judge()
    assert found(judgement) == expected
    assert judgement.summary["multiples"] == [4, -4]
