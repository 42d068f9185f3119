"""Baccarat, document 04/01.10.2024: the rule book carries every printed clause, in order, its odds and its tables.

The clause numbers, the odds of 5, the drawing tables of 4.15 to 4.17 and the insurance table of 6.4.6 are typed here
from a reading of the document of their own.
"""

from __future__ import annotations

from collections import Counter
from datetime import date
from fractions import Fraction
from typing import Any

from tests.engine.books import Tree, load, numbers, odds

BOOK = load("baccarat.2024-10-01")

# Clauses in order: a number stands for that many sub-clauses without any of their own, a tuple lists the sub-clauses
# one by one, a text is a number as printed (the sub-clause of 4.3 is printed 4.2.1).
STRUCTURE: Tree = (
    0,
    ((0, 6), 17),
    (0, 11),
    (0, 0, ("4.2.1",), 0, 1, 0, 0, 0, (3,), 0, 0, (0, 1), 2, 0, 0, 0, 0, 0),
    (8, 1),
    ((3, 3, 0), (2,), (2,), (0, 0, 1, 0, 0, 0)),
    (2, 0, 0, 0, 0, 0, 0, 1, 0, 2, (0, 1, 0), 0, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0),
    (0, 0, 0, 8, 0, 0),
    1,
)


CLAUSES = {entry["number"]: entry for entry in BOOK["clauses"]}


def test_the_document_is_named_as_printed() -> None:
    assert BOOK["game"] == "baccarat"
    assert BOOK["number"] == "04/01.10.2024"
    assert BOOK["effective_from"] == date(2024, 10, 1)


def test_every_clause_stands_exactly_once_and_in_order() -> None:
    assert [entry["number"] for entry in BOOK["clauses"]] == list(numbers(STRUCTURE))


def test_section_8_and_no_other_is_of_disputes() -> None:
    disputes = {number for number, entry in CLAUSES.items() if entry["kind"] == "dispute"}
    assert disputes == {number for number in CLAUSES if number.startswith("8.")}


def test_who_may_act() -> None:
    def above(entry: dict[str, Any]) -> tuple[list[str], bool]:
        return entry["posts"], entry.get("or_above", False)

    shift_manager = (["shift_manager"], True)
    assert {number: above(entry) for number, entry in CLAUSES.items() if entry["kind"] == "right"} == {
        "4.8": (["pit_manager"], True),
        "6.4.5": (["house"], False),
        "7.9": shift_manager,
        "7.10.1": shift_manager,
        "7.10.2": shift_manager,
        "7.12": shift_manager,
        "7.13": (["pit_manager"], True),
        "7.21": shift_manager,
        "7.22": (["assistant_director"], True),
    }
    others = {number for number, entry in CLAUSES.items() if "or_above" in entry and entry["kind"] != "right"}
    assert others == {"3.2.8", "7.13.2"}
    assert CLAUSES["8.1"]["posts"] == ["acting_pit_supervisor", "pit_supervisor", "pit_manager"]
    assert "pit_manager" in CLAUSES["8.2"]["posts"]
    assert CLAUSES["8.5"]["posts"] == ["senior_management"]


def test_choices_have_the_values_ruled() -> None:
    assert {name: choice["value"] for name, choice in BOOK["choices"].items()} == {
        "rounding_direction": "down",
        "rounding_unit_minor": 1,
        "house": "dealer",
        "bets_allowed_late": ["insurance"],
        "insurance_without_offer": "counts",
        "insurance_main_bet": "in_play",
        "lucky6_on": "banker_wins",
        "waived_insurance": "all_further",
        "below_minimum_counted_for": "gaming_day",
        "differential_reading": "larger_side_pro_rata",
        "claim_of_time": "as_claimed",
        "ruling_by_lower_post": "decides_nothing",
        "below_minimum_counted_on": "paid_or_collected",
        "exposed_unless_said": True,
        "unexposed_card_drawn": "opens_next_round",
        "missing_third_card": "await",
        "unsettled_call": "await",
        "late_insurance_until": "card_to_come",
        "squeeze_right": "side",
        "limits_go_by": "player_and_area",
        "void_against_cards": "await",
    }


def test_odds_are_those_of_section_5() -> None:
    read: dict[str, tuple[object, str]] = {
        kind: (odds(text), BOOK["odds_clauses"][kind]) for kind, text in BOOK["odds"].items()
    }
    assert read == {
        "player": (1, "5.1.1"),
        "banker": (Fraction(19, 20), "5.1.2"),
        "banker_pair": (11, "5.1.3"),
        "player_pair": (11, "5.1.4"),
        "tie": (8, "5.1.5"),
        "lucky6_two_cards": (12, "5.1.6"),
        "lucky6_three_cards": (20, "5.1.7"),
        "no_commission_banker": (1, "5.2"),
        "no_commission_player": (1, "5.2"),
        "no_commission_banker_six": (Fraction(1, 2), "5.2.1"),
    }
    assert set(BOOK["odds_clauses"]) == set(BOOK["odds"])


def test_player_draws_by_table_1() -> None:
    table = BOOK["tables"]["player_draws"]
    read = {points: act for act in ("draw", "stand", "natural") for points in table[act]}
    assert "".join(read[points][0] for points in range(10)) == "ddddddssnn"
    assert sum(len(table[act]) for act in table) == 10


# Clause 4.16, Table 2: a line for each Banker total, a letter for each third card of Player from ace to ten.
TABLE_2 = {
    "0": "DDDDDDDDDD",
    "1": "DDDDDDDDDD",
    "2": "DDDDDDDDDD",
    "3": "DDDDDDD-DD",
    "4": "-DDDDDD---",
    "5": "---DDDD---",
    "6": "-----DD---",
    "7": "----------",
}


def test_banker_draws_by_table_2_and_4_17() -> None:
    read = {
        points: "".join("D" if card in cards else "-" for card in range(1, 11))
        for points, cards in BOOK["tables"]["banker_draws"].items()
    }
    assert read == TABLE_2
    assert all(set(cards) <= set(range(1, 11)) for cards in BOOK["tables"]["banker_draws"].values())
    assert BOOK["tables"]["banker_draws_player_stands"] == {"draw": [0, 1, 2, 3, 4, 5]}
    assert BOOK["tables"]["shoe"] == {"default_decks": 8}


# Clause 6.4.6, row by row: the insured hand's points, the other hand's, the odds, as printed.
INSURANCE = {
    ("banker", "first_deal"): "4/0-3/1.5 5/0-4/2 6/0-5/3 7/0-5/4",
    ("banker", "third_card"): "1/1/6 2-6/1/7 3-6/2/4 4/3/1.5 5/4/2",
    ("player", "first_deal"): "5/4/2 6/0-5/3 7/0-5/4",
    ("player", "third_card"): "5/0-4/2 6/0-5/3 7/0-6/4 8/0-6/7 9/0-6/9",
}


def span(points: str) -> list[int]:
    """The points of a printed span: "4" or "0-3"."""
    first, _, last = points.partition("-")
    return list(range(int(first), int(last or first) + 1))


def test_insurance_is_the_table_of_6_4_6() -> None:
    expected = []
    for (side, stage), rows in INSURANCE.items():
        for row in rows.split():
            own, other, profit = row.split("/")
            expected.append((side, stage, span(own), span(other), Fraction(profit)))
    read = [
        (row["side"], row["stage"], row["own_points"], row["other_points"], odds(row["odds"]))
        for row in BOOK["tables"]["insurance"]
    ]
    assert read == expected
    fields = {"side", "stage", "own_points", "other_points", "odds"}
    assert all(set(row) == fields for row in BOOK["tables"]["insurance"])


def test_no_situation_has_two_insurance_prices() -> None:
    situations = Counter(
        (row["side"], row["stage"], own, other)
        for row in BOOK["tables"]["insurance"]
        for own in row["own_points"]
        for other in row["other_points"]
    )
    assert max(situations.values()) == 1


def test_the_tie_that_pays_insurance_has_the_price_of_its_row() -> None:
    paid = BOOK["tables"]["insurance_tie_paid"]
    assert paid == {"side": "player", "stage": "third_card", "points": 9, "odds": "1:9", "clause": "6.4.2"}
    row = next(r for r in BOOK["tables"]["insurance"] if r["side"] == "player" and r["own_points"] == [9])
    assert (row["stage"], row["odds"]) == (paid["stage"], paid["odds"])
