"""Mậu binh, which prints no number: the rule book carries every rule of the document, in order, and the multiples.

The parts, the ranks and the multiples are typed here from a reading of the document of their own.
"""

from __future__ import annotations

from datetime import date

from tests.engine.books import load, numbers

BOOK = load("maubinh.2020-01-01")

# The parts of the document, and how many rules each lays down.
STRUCTURE = {"G": 5, "A": 3, "B": 8, "C": 11}


CLAUSES = {entry["number"]: entry for entry in BOOK["clauses"]}


def test_the_document_is_named_as_printed() -> None:
    assert BOOK["game"] == "maubinh"
    assert BOOK["number"] == ""
    assert BOOK["effective_from"] == date(2020, 1, 1)


def test_every_clause_stands_exactly_once_and_in_order() -> None:
    assert [entry["number"] for entry in BOOK["clauses"]] == list(numbers(STRUCTURE))


def test_no_clause_names_a_post_or_gives_a_right() -> None:
    for number, entry in CLAUSES.items():
        assert "posts" not in entry, f"{number}: the document names no post"
        assert entry["kind"] not in ("dispute", "force", "right"), number


def test_what_no_clause_names_is_lent_to_the_pit_manager() -> None:
    (lent,) = BOOK["lent"]
    assert (lent["number"], lent["posts"], lent["or_above"]) == ("8.1", ["pit_manager"], True)
    assert lent["number"] not in CLAUSES


def test_choices_cite_rules_of_the_document() -> None:
    for name, choice in BOOK["choices"].items():
        assert set(choice) - {"readings"} == {"value", "clause", "vi", "en"}, name
        assert set(choice["clause"]) <= set(CLAUSES), name
    silent = {name for name, choice in BOOK["choices"].items() if not choice["clause"]}
    assert silent == {"date_of_effect", "dispute_section", "ruling_by_lower_post"}, (
        "only what the document does not print cites nothing"
    )


def test_choices_have_the_values_ruled() -> None:
    assert {name: choice["value"] for name, choice in BOOK["choices"].items()} == {
        "rounding_direction": "down",
        "rounding_unit_minor": 1,
        "date_of_effect": BOOK["effective_from"].isoformat(),
        "dispute_section": {"game": "baccarat", "section": "8"},
        "ruling_by_lower_post": "decides_nothing",
        "ante": "one_for_all_seats",
        "lane_order": {"missing_card": "loses", "middle_equal_to_back": "foul"},
        "multiples": ["multiples", "special"],
        "special_hands_made_of": {
            "four_of_a_kind_as_two_pairs": True,
            "three_card_front": ["three_straight_flushes", "three_straights", "three_flushes"],
        },
        "ace_to_five_straight": "lowest",
        "foul_hand": "loses_every_lane_and_is_shot",
        "shooting": "must",
        "home_run": "doubles_again",
        "claim_of_time": "as_claimed",
        "best_arrangement": "lanes",
        "late_arrangement": "arranged_by_system",
        "misdeal": "void",
    }
    assert set(BOOK["choices"]["multiples"]["value"]) <= set(BOOK["tables"])


def test_no_odds_are_printed() -> None:
    assert BOOK["odds"] == {}
    assert BOOK["odds_clauses"] == {}


def test_cards_and_hands_rank_as_in_part_a() -> None:
    ranks = BOOK["tables"]["ranks"]
    assert ranks["cards"] == ["A", "K", "Q", "J", *(str(number) for number in range(10, 1, -1))]
    assert ranks["classes"] == [
        "straight_flush",
        "four_of_a_kind",
        "full_house",
        "flush",
        "straight",
        "three_of_a_kind",
        "two_pairs",
        "pair",
        "high_card",
    ]
    assert ranks["front_classes"] == ["three_of_a_kind", "pair", "high_card"]


def test_lanes_hold_thirteen_cards_and_four_seats_use_the_pack() -> None:
    table = BOOK["tables"]["arrangement"]
    assert (table["front"], table["middle"], table["back"]) == (3, 5, 5)
    assert table["seats"] * (table["front"] + table["middle"] + table["back"]) == 52
    assert (table["arrange_seconds"], table["show_seconds"]) == (90, 5)


def test_multiples_of_the_lanes() -> None:
    multiples = BOOK["tables"]["multiples"]
    assert multiples == {
        "front": {"three_of_a_kind": 3},
        "middle": {"full_house": 2, "four_of_a_kind": 8, "straight_flush": 10},
        "back": {"four_of_a_kind": 4, "straight_flush": 5},
        "otherwise": 1,
    }
    ranks = BOOK["tables"]["ranks"]
    assert set(multiples["front"]) <= set(ranks["front_classes"])
    assert set(multiples["middle"]) | set(multiples["back"]) <= set(ranks["classes"])
    assert BOOK["tables"]["shooting"] == {"factor": 2, "clause": "C.3"}
    assert BOOK["tables"]["home_run"] == {"factor": 2, "adds_stakes": 2, "clause": "C.4"}
    assert BOOK["tables"]["commission"] == {"percent": 5, "clauses": ["C.11"]}


def test_special_hands_stand_in_the_order_of_a_3() -> None:
    special = BOOK["tables"]["special"]
    assert [(row["name"], row["multiple"]) for row in special] == [
        ("dragon_of_one_suit", 108),
        ("dragon", 36),
        ("twelve_royals", 24),
        ("three_straight_flushes", 20),
        ("three_fours_of_a_kind", 20),
        ("all_big", 10),
        ("all_small", 10),
        ("one_colour", 10),
        ("four_threes_of_a_kind", 6),
        ("five_pairs_and_three", 5),
        ("six_pairs", 4),
        ("three_straights", 4),
        ("three_flushes", 3),
    ]
    named = [row["vi"].partition(":")[0] for row in special]
    assert CLAUSES["A.3"]["vi"].partition(": ")[2] == f"{', '.join(named)}."
