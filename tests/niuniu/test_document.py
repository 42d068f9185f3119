"""Niu niu, document 02/09.07.2024: the rule book carries every printed clause, in order, and the money of 5.1 and 6.4.

The clause numbers, the payout table and the loss table are typed here from a reading of the document of their own.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction

from tests.engine.books import Tree, load, numbers, odds

BOOK = load("niuniu.2024-07-09")

STRUCTURE: Tree = {
    1: 0,
    2: {1: {1: 0, 2: 3}, 2: 7},
    3: {1: 0, 2: 5},
    4: {1: 0, 2: 0, 3: 0, 4: 0, 5: 5, 6: 0, 7: 0, 8: 3, 9: 5, 10: 0, 11: 0},
    5: 3,
    6: {1: 0, 2: 13, 3: 2, 4: 5},
    7: {1: 4, 2: 0, 3: 0, 4: 1, 5: 0, 6: 0, 7: 1, 8: 1, 9: 0, 10: 0, 11: 0, 12: 0},
    8: {1: 0, 2: 0, 3: 0, 4: 8, 5: 0, 6: 0},
}


CLAUSES = {entry["number"]: entry for entry in BOOK["clauses"]}


def test_the_document_is_named_as_printed() -> None:
    assert BOOK["game"] == "niuniu"
    assert BOOK["number"] == "02/09.07.2024"
    assert BOOK["effective_from"] == date(2024, 7, 9)


def test_every_clause_stands_exactly_once_and_in_order() -> None:
    assert [entry["number"] for entry in BOOK["clauses"]] == list(numbers(STRUCTURE))


def test_section_8_and_no_other_is_of_disputes() -> None:
    disputes = {number for number, entry in CLAUSES.items() if entry["kind"] == "dispute"}
    assert disputes == {number for number in CLAUSES if number.startswith("8.")}


def test_who_may_act() -> None:
    rights = {number: entry["posts"] for number, entry in CLAUSES.items() if entry["kind"] == "right"}
    assert rights == {"7.1": ["house"], "7.10": ["management"]}
    assert all(CLAUSES[f"7.1.{n}"]["posts"] == ["house"] for n in range(1, 5))
    assert CLAUSES["8.1"]["posts"] == ["pit_manager"], "to whom it goes up what nobody below resolved"
    assert "pit_manager" in CLAUSES["8.2"]["posts"]
    assert CLAUSES["8.5"]["posts"] == ["senior_management"]
    above = {number for number, entry in CLAUSES.items() if entry.get("or_above")}
    assert above == {"8.1"}, "no clause says or above; whoever stands above the last post is not below it"


def test_choices_have_the_values_ruled() -> None:
    assert {name: choice["value"] for name, choice in BOOK["choices"].items()} == {
        "rounding_direction": "down",
        "rounding_unit_minor": 1,
        "management": "shift_manager",
        "house": "dealer",
        "commission_base": "winnings",
        "maximum_multiples_of_ante": {"double": 2, "additional": 4},
        "irregular_box": "returned",
        "claim_of_time": "as_claimed",
        "ruling_by_lower_post": "decides_nothing",
        "void_without_ground": "await_ruling",
        "not_dealt_again": "as_dealt",
        "dealt_again_wrongly": "first_deal",
        "cards_shown_against_dealt": "shown",
        "boxes_numbered": "clockwise",
        "barring_lasts": "session",
    }


def test_no_bet_has_one_price() -> None:
    assert BOOK["odds"] == {}
    assert BOOK["odds_clauses"] == {}


def test_payout_is_the_table_of_5_1() -> None:
    read: dict[str, tuple[object, ...]] = {
        row: (odds(cells["ante"]), odds(cells["double"]), cells["commission"])
        for row, cells in BOOK["tables"]["payout"].items()
    }
    assert read == {
        "hoiana": (1, 3, True),
        "toi_thuong": (1, 3, True),
        "ngau_ham": (1, 3, True),
        "ngau_7_to_9": (1, 2, True),
        "ngau_6_or_less": (1, 1, False),
        "khong_ngau": (1, 1, False),
    }
    assert BOOK["tables"]["commission"] == {"percent": 5, "clauses": ["5.1", "5.2", "5.3"]}


def test_additional_loss_is_the_list_of_6_4() -> None:
    read = {row: (Fraction(cell["part"]), cell["clause"]) for row, cell in BOOK["tables"]["additional_loss"].items()}
    assert read == {
        "hoiana": (1, "6.4.1"),
        "toi_thuong": (1, "6.4.2"),
        "ngau_ham": (1, "6.4.3"),
        "ngau_7_to_9": (Fraction(1, 2), "6.4.4"),
        "ngau_6_or_less": (0, "6.4.5"),
        "khong_ngau": (0, "6.4.5"),
    }


def test_4_6_a_player_bets_on_two_boxes_at_most() -> None:
    assert BOOK["tables"]["boxes"] == {"most": 2}
    assert "two boxes" in next(row["en"] for row in BOOK["clauses"] if row["number"] == "4.6")


def test_a_win_pays_and_a_loss_takes_seven_five_or_three_units() -> None:
    units = BOOK["tables"]["units"]
    assert units == {"ante": 1, "double": 2, "additional": 4}
    for row, expected in (("hoiana", 7), ("toi_thuong", 7), ("ngau_ham", 7), ("ngau_7_to_9", 5)):
        assert _won(row, units) == expected, row
        assert _lost(row, units) == expected, row
    for row in ("ngau_6_or_less", "khong_ngau"):
        assert _won(row, units) == 3, row
        assert _lost(row, units) == 3, row


def _won(row: str, units: dict[str, int]) -> Fraction:
    cells = BOOK["tables"]["payout"][row]
    return odds(cells["ante"]) * units["ante"] + odds(cells["double"]) * units["double"]


def _lost(row: str, units: dict[str, int]) -> Fraction:
    part = Fraction(BOOK["tables"]["additional_loss"][row]["part"])
    return units["ante"] + units["double"] + part * units["additional"]


def test_ranks_stand_in_the_order_of_6_2() -> None:
    ranks = BOOK["tables"]["ranks"]
    assert [(rank["class"], rank["row"], rank["clause"]) for rank in ranks] == [
        ("hoiana", "hoiana", "6.2.1"),
        ("toi_thuong", "toi_thuong", "6.2.2"),
        ("ngau_ham", "ngau_ham", "6.2.3"),
        ("ngau_9", "ngau_7_to_9", "6.2.4"),
        ("ngau_8", "ngau_7_to_9", "6.2.5"),
        ("ngau_7", "ngau_7_to_9", "6.2.6"),
        *((f"ngau_{points}", "ngau_6_or_less", "6.2.7") for points in range(6, 0, -1)),
        ("khong_ngau", "khong_ngau", "6.2.8"),
    ]
    assert all(rank["vi"] and rank["en"] for rank in ranks)
