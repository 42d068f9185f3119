"""Sic bo, document 01/13.06.2020: the rule book carries every printed clause, in order, and the odds of 5.1.

The clause numbers, the odds and the competent posts are typed here from a reading of the document of their own.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import date

import pytest

from tests.engine.books import Tree, load, numbers, odds

BOOK = load("sicbo.2020-06-13")

STRUCTURE: Tree = {
    1: {1: 0, 2: 2},
    2: 2,
    3: 9,
    4: {1: 0, 2: 0, 3: 2, 4: 0, 5: 0, 6: 0, 7: 0, 8: 2},
    5: 1,
    6: {**dict.fromkeys(range(1, 7), 2), 7: dict.fromkeys(["a", "b", "c", "d", "e", 1, 2], 0), 8: 3},
    7: 8,
    8: {1: 0, 2: 0, 3: 0, 4: 8, 5: 0, 6: 0},
}


CLAUSES = {entry["number"]: entry for entry in BOOK["clauses"]}


def test_the_document_is_named_as_printed() -> None:
    assert BOOK["game"] == "sicbo"
    assert BOOK["number"] == "01/13.06.2020"
    assert BOOK["effective_from"] == date(2020, 6, 13)


def test_every_clause_stands_exactly_once_and_in_order() -> None:
    assert [entry["number"] for entry in BOOK["clauses"]] == list(numbers(STRUCTURE))


def test_section_8_and_no_other_is_of_disputes() -> None:
    disputes = {number for number, entry in CLAUSES.items() if entry["kind"] == "dispute"}
    assert disputes == {number for number in CLAUSES if number.startswith("8.")}


def test_who_may_decide() -> None:
    rights = {number: entry["posts"] for number, entry in CLAUSES.items() if entry["kind"] == "right"}
    assert rights == {"7.1": ["head_of_operations"], "7.8": ["director_of_table_games"]}
    assert {number for number, entry in CLAUSES.items() if entry.get("or_above")} == {"7.8"}


def test_the_clauses_that_void_name_no_post() -> None:
    for number in ("7.2", "7.3", "7.4", "7.5", "7.6"):
        assert "posts" not in CLAUSES[number], number
        assert "void" in CLAUSES[number]["en"], number
        assert "vô hiệu" in CLAUSES[number]["vi"], number
        declared = number in ("7.4", "7.5", "7.6")
        assert ("is declared void" in CLAUSES[number]["en"]) == declared, number
        assert ("bị tuyên bố vô hiệu" in CLAUSES[number]["vi"]) == declared, number


def test_who_handles_a_dispute() -> None:
    named = {number: entry["posts"] for number, entry in CLAUSES.items() if number[0] == "8" and "posts" in entry}
    assert named == {
        "8.1": ["acting_pit_supervisor", "pit_supervisor", "pit_manager"],
        "8.2": ["pit_manager", "surveillance"],
        "8.4.6": ["surveillance"],
        "8.5": ["senior_management"],
    }


def test_choices_have_the_values_ruled() -> None:
    assert {name: choice["value"] for name, choice in BOOK["choices"].items()} == {
        "rounding_direction": "down",
        "rounding_unit_minor": 1,
        "specific_double_wins_on_triple": True,
        "ends_without_winners": "losing_chips_taken",
        "claim_of_time": "as_claimed",
        "ruling_by_lower_post": "decides_nothing",
        "void_without_ground": "await_ruling",
        "shakes_counted": "last_setting_off",
    }


# Printed by mirrored totals: 4 or 17, 5 or 16 and so on to 10 or 11.
TOTALS = {(4, 17): 50, (5, 16): 18, (6, 15): 14, (7, 14): 12, (8, 13): 8, (9, 12): 6, (10, 11): 6}


def test_odds_are_the_table_of_5_1() -> None:
    assert {kind: odds(text) for kind, text in BOOK["odds"].items()} == {
        "small": 1,
        "big": 1,
        "specific_triple": 150,
        "specific_double": 8,
        "any_triple": 24,
        **{f"total_{total}": profit for both, profit in TOTALS.items() for total in both},
        "pair": 5,
        "single_one": 1,
        "single_two": 2,
        "single_three": 3,
    }
    assert BOOK["odds_clauses"] == dict.fromkeys(BOOK["odds"], "5.1")


@pytest.mark.parametrize("language", ["vi", "en"])
def test_the_statement_of_5_1_names_every_price(language: str) -> None:
    statement = CLAUSES["5.1"][language]
    for (low, high), profit in TOTALS.items():
        assert re.search(rf"\b{low}/{high}\b[^,;]* 1:{profit}\b", statement), (low, high)
    assert Counter(re.findall(r"1:\d+", statement)) == Counter(
        ["1:1", "1:150", "1:8", "1:24", "1:50", "1:18", "1:14", "1:12", "1:8", "1:6", "1:5", "1:1", "1:2", "1:3"]
    )


def test_single_number_prices_of_6_8_agree_with_5_1() -> None:
    for clause, kind in (("6.8.1", "single_one"), ("6.8.2", "single_two"), ("6.8.3", "single_three")):
        stake, _, profit = BOOK["odds"][kind].partition(":")
        assert f"{profit} to {stake}" in CLAUSES[clause]["en"]
        assert f"{stake} ăn {profit}" in CLAUSES[clause]["vi"]


def test_a_throw_needs_three_shakes() -> None:
    assert BOOK["tables"] == {"shakes": {"least": 3}}
