"""Roulette checks that change no bet's amount: chips, limits, and a record that agrees with itself (4.5, 4.7, 4.11,
7.12)."""

from __future__ import annotations

import json
from typing import Any, Final

import pytest

from games.catalogue import judge
from tests.roulette.rounds import BOOK, bet, found, played

BALL: Final = ("20 betting_closed", "45 ball_dropped pocket=9")


def _chips(colour: str, count: int, value: int, table: str | None = None) -> str:
    chips: dict[str, Any] = {"colour": colour, "count": count, "value_minor": value}
    if table:
        chips["issued_at"] = table
    return "chips=" + json.dumps(chips, separators=(",", ":"))


def _issued(player: str, colour: str, value: int, by: str = "") -> str:
    authority = f" authorised_by={by}/M01" if by else ""
    return f"colour_chips_issued player={player} colour={colour} value_minor={value}{authority}"


ISSUED: Final = f"{_issued('P-1', 'blue', 1000)}; {_issued('P-2', 'red', 5000)}"
COUNT: Final = ("chip_count_mismatch", "b1", ("4.7.5",), (2,))
VALUE: Final = ("chip_value_mismatch", "b1", ("4.7.5",), (2,))
OTHER: Any = ("colour_of_other_player", "b1", ("4.7.2",), (2,), {})
FOREIGN: Final = ("foreign_chips", "b1", ("4.7.4", "7.11"), (2,))


@pytest.mark.parametrize(
    ("chips", "player", "expected"),
    [
        (_chips("blue", 10, 1000), "P-1", []),
        (_chips("blue", 10, 1000), None, []),
        (_chips("blue", 10, 1000), "P-2", [OTHER]),
        (_chips("blue", 5, 2000), "P-1", [(*VALUE, {"value": 2000, "issued": 1000})]),
        (_chips("blue", 9, 1000), "P-1", [(*COUNT, {"count": 9, "value": 1000, "stake": 10_000})]),
        (
            _chips("red", 10, 1001),
            "P-1",
            [
                (*COUNT, {"count": 10, "value": 1001, "stake": 10_000}),
                OTHER,
                (*VALUE, {"value": 1001, "issued": 5000}),
            ],
        ),
        (_chips("pink", 10, 1000), "P-1", [("colour_not_issued", "b1", ("4.7.4",), (2,), {"colour": "pink"})]),
        (_chips("blue", 5, 2000, "RL09"), "P-2", [(*FOREIGN, {"table": "RL09"})]),
        (_chips("blue", 10, 1000, "T01"), "P-1", []),
        (_chips("blue", 10, 1000, "T01"), "P-2", [OTHER]),
    ],
)
def test_4_7_colour_chips_whose_and_of_what_value(chips: str, player: str | None, expected: list[Any]) -> None:
    more = chips + (f" player={player}" if player else "")
    judgement = played(bet("b1", "black", 10_000, more=more), bet("b2", "even"), *BALL, terms=ISSUED).judge()
    assert found(judgement) == expected
    assert {f.severity.value for f in judgement.findings if f.code == "foreign_chips"} <= {"remark"}


def test_4_7_each_bet_is_looked_at_and_a_table_without_terms_knows_no_colours() -> None:
    bets = (
        bet("b1", "black", 10_000),
        bet("b2", "black", 10_000, more=_chips("pink", 10, 1000)),
        bet("b3", "black", 10_000, more=_chips("blue", 10, 1000, "RL09")),
        bet("b4", "black", 10_000, more=_chips("blue", 10, 1000) + " player=P-2"),
        bet("b5", "black", 10_000, more=_chips("blue", 10, 1000) + " player=P-2"),
    )
    assert [f[:2] for f in found(played(*bets, *BALL, terms=ISSUED).judge())] == [
        ("colour_not_issued", "b2"),
        ("foreign_chips", "b3"),
        ("colour_of_other_player", "b4"),
        ("colour_of_other_player", "b5"),
    ]
    bare = played(*bets, *BALL)
    assert [f[:2] for f in found(bare.judge())] == [("foreign_chips", "b3")]
    state = bare.state()
    state.terms = None
    assert [f[:2] for f in found(judge(state, BOOK, ended=False))] == [("foreign_chips", "b3")]


@pytest.mark.parametrize(
    ("marked", "value", "found_so"),
    [("false", 1000, True), ("false", 100, False), ("true", 1000, False), ("", 1000, False)],
)
def test_4_7_5_chips_above_the_tables_minimum_are_marked(marked: str, value: int, found_so: bool) -> None:
    said = f" marked={marked}" if marked else ""
    terms = f"{_issued('P-1', 'blue', value)}{said}"
    playing = bet("b1", "black", 10_000, more="player=P-1")
    judgement = played(playing, *BALL, terms=terms, limits="straight 100 50000; * 200 50000").judge()
    expected = ("colour_not_marked", "colour:blue", ("4.7.5",), (), {"value": value, "minimum": 100})
    assert found(judgement) == ([expected] if found_so else [])


@pytest.mark.parametrize(
    ("value", "by", "clause"),
    [
        (1000, "", "4.7.3"),
        (2000, "", "4.7.3.1"),
        (1000, "dealer", "4.7.3"),
        (2000, "pit_supervisor", "4.7.3.1"),
        (1000, "pit_manager", None),
        (2000, "pit_manager", None),
    ],
)
def test_4_7_3_a_second_colour_needs_the_pit_manager(value: int, by: str, clause: str | None) -> None:
    """Another player's colours before and after it do not matter, nor does a first colour that nobody allowed."""
    terms = (
        _issued("P-2", "red", 5000),
        _issued("P-1", "blue", 1000),
        _issued("P-1", "green", value, by),
        _issued("P-3", "white", 1000),
        _issued("P-3", "grey", 2000),
    )
    playing = bet("b1", "black", more="player=P-2"), bet("b2", "black", more="player=P-1")
    expected: Any = [("second_colour_without_authority", "colour:green", ("4.7.2", clause), (), {})] if clause else []
    assert found(played(*playing, *BALL, terms="; ".join(terms)).judge()) == expected


def test_4_7_3_1_a_third_colour_is_held_against_the_first() -> None:
    terms = (
        _issued("P-1", "blue", 1000),
        _issued("P-1", "green", 2000, "pit_manager"),
        _issued("P-1", "white", 1000),
        _issued("P-1", "grey", 2000),
    )
    judgement = played(bet("b1", "black", more="player=P-1"), *BALL, terms="; ".join(terms)).judge()
    assert [(f[1], f[2]) for f in found(judgement)] == [
        ("colour:white", ("4.7.2", "4.7.3")),
        ("colour:grey", ("4.7.2", "4.7.3.1")),
    ]


RED_AGAIN: Final = _issued("P-1", "red", 1000)
BLUE: Final = _issued("P-1", "blue", 1000, "pit_manager")
OTHERS: Final = _issued("P-2", "pink", 5000)


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        ((RED_AGAIN, BLUE, RED_AGAIN), []),
        ((RED_AGAIN, _issued("P-1", "blue", 2000, "pit_manager"), RED_AGAIN), []),
        ((RED_AGAIN, BLUE, _issued("P-1", "green", 1000), RED_AGAIN), [("colour:red", "4.7.3")]),
        ((BLUE, OTHERS), []),
        ((OTHERS, BLUE), []),
        ((BLUE, _issued("P-1", "green", 1000, "pit_manager")), []),
    ],
)
def test_4_7_3_a_colour_that_the_player_already_had_is_no_second_one(
    terms: tuple[str, ...], expected: list[tuple[str, str]]
) -> None:
    """Issued again it stands last at the table: one colour without leave is a player's own, wherever it stands."""
    judgement = played(bet("b1", "black", more="player=P-1"), *BALL, terms="; ".join(terms)).judge()
    assert found(judgement) == [
        ("second_colour_without_authority", subject, ("4.7.2", clause), (), {}) for subject, clause in expected
    ]


def test_4_7_3_each_player_at_the_table_is_looked_at() -> None:
    terms = (
        *(_issued("P-9", "white", 1000), _issued("P-9", "grey", 1000)),
        *(_issued("P-1", "blue", 1000), _issued("P-1", "green", 1000)),
        *(_issued("P-2", "red", 5000), _issued("P-2", "pink", 2000)),
    )
    playing = bet("b1", "black", more="player=P-1"), bet("b2", "black", more="player=P-2")
    judgement = played(*playing, *BALL, terms="; ".join(terms)).judge()
    assert [f[1:3] for f in found(judgement)] == [
        ("colour:green", ("4.7.2", "4.7.3")),
        ("colour:pink", ("4.7.2", "4.7.3.1")),
    ]


def test_4_11_every_display_and_every_record_of_the_ball_is_held_against_the_first() -> None:
    facts = (
        *("46 result_displayed pocket=9", "47 result_displayed pocket=8", "48 result_displayed pocket=0"),
        *("49 ball_dropped pocket=9", "50 ball_dropped pocket=10", "51 ball_dropped pocket=0"),
    )
    assert found(played(*BALL, *facts).judge()) == [
        ("display_mismatch", "", ("4.11",), (5, 3), {"shown": 8, "pocket": 9}),
        ("display_mismatch", "", ("4.11",), (6, 3), {"shown": 0, "pocket": 9}),
        ("results_disagree", "", ("4.11",), (3, 8), {"first": 9, "then": 10}),
        ("results_disagree", "", ("4.11",), (3, 9), {"first": 9, "then": 0}),
    ]
    zero = played("20 betting_closed", "45 ball_dropped pocket=0", "46 result_displayed pocket=1").judge()
    assert [f[0] for f in found(zero)] == ["display_mismatch"]
    assert found(played("46 result_displayed pocket=1", ended="no").judge()) == []


def test_4_5_one_id_is_one_bet_and_what_was_changed_had_been_put_down() -> None:
    bets = bet("b1", "black"), bet("b1", "red"), bet("b1", "odd"), "6 bet_changed bet=b7 spot=red"
    assert found(played(*bets, *BALL).judge()) == [
        ("bet_recorded_twice", "b1", ("4.5",), (2, 3, 4), {}),
        ("change_without_bet", "b7", ("4.5",), (5,), {}),
    ]


@pytest.mark.parametrize(
    ("spot", "stake", "code", "limits"),
    [
        ("red", 99, "below_minimum", (100, 500)),
        ("red", 100, None, (100, 500)),
        ("red", 500, None, (100, 500)),
        ("red", 501, "above_maximum", (100, 500)),
        ("straight:8", 9, "below_minimum", (10, 20)),
        ("straight:8", 21, "above_maximum", (10, 20)),
    ],
)
def test_7_12_limits_to_the_last_unit(spot: str, stake: int, code: str | None, limits: tuple[int, int]) -> None:
    """A bet that was refused has no limits."""
    late = bet("late", spot, 1, at=30)
    judgement = played(late, bet("b1", spot, stake), *BALL, limits="* 100 500; straight 10 20").judge()
    detail = {"stake": stake, "minimum": limits[0], "maximum": limits[1]}
    expected = [(code, "b1", ("7.12",), (3,), detail)] if code else []
    assert [f for f in found(judgement) if f[0] != "late_bet"] == expected


def test_7_12_a_kind_without_limits_is_not_held_against_any() -> None:
    bets = bet("b1", "red", 1), bet("b2", "straight:8", 1), bet("b3", "straight:9", 1)
    judgement = played(*bets, *BALL, limits="straight 10 20").judge()
    assert [f[:2] for f in found(judgement)] == [("below_minimum", "b2"), ("below_minimum", "b3")]
    assert found(played(*bets, *BALL).judge()) == []
