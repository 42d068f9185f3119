"""Roulette, document 01/13.06.2020: the rule book carries every printed clause, in order, and the odds of 5.1.

The clause numbers, the odds and the competent posts are typed here from a reading of the document of their own.
"""

from __future__ import annotations

from datetime import date

from tests.engine.books import Tree, load, numbers, odds

BOOK = load("roulette.2020-06-13")

STRUCTURE: Tree = {
    1: {1: 0, 2: 3},
    2: 5,
    3: {1: 0, 2: 9},
    4: {
        1: {1: 2},
        **dict.fromkeys((2, 3), 0),
        4: 1,
        **dict.fromkeys((5, 6), 0),
        7: {1: 0, 2: 0, 3: 1, 4: 1, 5: 0},
        **dict.fromkeys((8, 9, 10, 11), 0),
    },
    5: {1: "abcdefghijk"},
    6: {
        1: {**dict.fromkeys(range(1, 8), 2), 8: 3, **dict.fromkeys(range(9, 14), 2)},
        2: 1,
        3: 2,
        4: 0,
        5: {1: 0, 2: {1: 3, 2: 4}},
        6: 0,
    },
    7: {1: 0, 2: 0, 3: 0, 4: 1, 5: 0, 6: 0, 7: 0, 8: 0, 9: 1, 10: 0, 11: 1, 12: 0},
    8: {1: 0, 2: 0, 3: 0, 4: 8, 5: 0, 6: 0},
}


CLAUSES = {entry["number"]: entry for entry in BOOK["clauses"]}


def test_the_document_is_named_as_printed() -> None:
    assert BOOK["game"] == "roulette"
    assert BOOK["number"] == "01/13.06.2020"
    assert BOOK["effective_from"] == date(2020, 6, 13)


def test_every_clause_stands_exactly_once_and_in_order() -> None:
    assert [entry["number"] for entry in BOOK["clauses"]] == list(numbers(STRUCTURE))


def test_section_8_and_no_other_is_of_disputes() -> None:
    disputes = {number for number, entry in CLAUSES.items() if entry["kind"] == "dispute"}
    assert disputes == {number for number in CLAUSES if number.startswith("8.")}


def test_who_may_call_no_spin() -> None:
    pit = ["dealer", "acting_pit_supervisor", "pit_supervisor"]
    for number in ("7.1", "7.2", "7.3", "7.4.1", "7.7", "7.9", "7.10"):
        assert CLAUSES[number]["posts"] == pit, number
    for number in ("7.4", "7.5", "7.6"):
        assert CLAUSES[number]["posts"] == ["dealer"], number
    assert CLAUSES["7.8"]["posts"] == ["acting_pit_supervisor", "pit_supervisor"]


def test_who_has_a_discretion() -> None:
    rights = {number: entry["posts"] for number, entry in CLAUSES.items() if entry["kind"] == "right"}
    assert rights == {
        "4.7": ["dealer"],
        "4.7.3": ["pit_manager"],
        "4.7.3.1": ["pit_manager"],
        "4.7.4.1": ["management"],
        "6.6": ["pit_supervisor"],
        "7.8": ["acting_pit_supervisor", "pit_supervisor"],
        "7.11.1": ["management"],
        "7.12": ["director_of_table_games"],
    }
    assert {number for number, entry in CLAUSES.items() if entry.get("or_above")} == {"6.6", "7.8", "7.12"}


def test_who_handles_a_dispute() -> None:
    named = {number: entry["posts"] for number, entry in CLAUSES.items() if number[0] == "8" and "posts" in entry}
    assert named == {
        "8.1": ["acting_pit_supervisor", "pit_supervisor", "pit_manager"],
        "8.2": ["pit_manager", "surveillance"],
        "8.5": ["senior_management"],
    }


def test_footage_is_a_basis_under_8_4_7() -> None:
    assert "footage" in CLAUSES["8.4.7"]["en"]
    assert "cảnh quay" in CLAUSES["8.4.7"]["vi"]
    assert "8.4.5" in CLAUSES["8.4.6"]["en"]
    assert "8.4.5" in CLAUSES["8.4.6"]["vi"]


def test_choices_have_the_values_ruled() -> None:
    assert {name: choice["value"] for name, choice in BOOK["choices"].items()} == {
        "rounding_direction": "down",
        "rounding_unit_minor": 1,
        "management": "shift_manager",
        "late_or_missing_no_spin_call": "await_ruling",
        "suspicion_called_by_others": "await_ruling",
        "ends_without_winners": "losing_chips_taken",
        "claim_of_time": "as_claimed",
        "ruling_by_lower_post": "decides_nothing",
    }


def test_odds_are_the_table_of_5_1() -> None:
    rows = {
        "straight": (35, "5.1.a"),
        "split": (17, "5.1.b"),
        "street": (11, "5.1.c"),
        "corner": (8, "5.1.d"),
        "six_line": (5, "5.1.e"),
        "column": (2, "5.1.f"),
        "dozen": (2, "5.1.g"),
        "low": (1, "5.1.h"),
        "high": (1, "5.1.i"),
        "red": (1, "5.1.j"),
        "black": (1, "5.1.j"),
        "odd": (1, "5.1.k"),
        "even": (1, "5.1.k"),
    }
    assert {kind: odds(text) for kind, text in BOOK["odds"].items()} == {k: profit for k, (profit, _) in rows.items()}
    assert BOOK["odds_clauses"] == {kind: clause for kind, (_, clause) in rows.items()}


def test_the_statement_of_each_row_names_its_price() -> None:
    for kind, clause in BOOK["odds_clauses"].items():
        profit = odds(BOOK["odds"][kind])
        assert CLAUSES[clause]["en"].endswith(f"1 wins {profit}."), clause
        assert CLAUSES[clause]["vi"].endswith(f"cược 1 thắng {profit}."), clause


def test_7_2_the_ball_completes_three_revolutions() -> None:
    assert BOOK["tables"] == {"revolutions": {"least": 3}, "paid_otherwise": {"numbers": [0, 1, 2, 3]}}
