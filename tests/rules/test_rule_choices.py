"""The choices of a document, made one by one: what is left out, what cannot be, and what the text says afterwards."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from casino.core.errors import Problem
from games.catalogue import texts
from games.engine.rules import read
from games.rows.rule_choices import asked_for, beyond_the_letter, check_approved, chosen, told
from tests.engine.choices import made

DOCUMENTS = sorted(texts())
BACCARAT = "baccarat.2024-10-01"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_made_as_it_was_brought_the_text_is_the_same(document: str) -> None:
    assert chosen(texts()[document], made(document)) == texts()[document]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_one_that_is_not_made_is_named(document: str) -> None:
    for place in made(document):
        left = {each: value for each, value in made(document).items() if each != place}
        with pytest.raises(Problem) as refused:
            chosen(texts()[document], left)
        assert (refused.value.code, refused.value.field) == ("rules_choice_missing", place)


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_other_reading_makes_its_document_and_its_sentence_says_so(document: str) -> None:
    text = texts()[document]
    for field in asked_for(text):
        for option in field.options:
            value = field.read(option)
            if value == field.present:
                continue
            book = read(chosen(text, made(document) | {field.place: value}))
            name = field.place.split(".")[1]
            assert {
                each.place: each.present for each in asked_for(chosen(text, made(document) | {field.place: value}))
            }.get(field.place) in (value, None)
            assert book.choices[name].text != read(text).choices[name].text
            assert {n: c for n, c in book.choices.items() if n != name} == {
                n: c for n, c in read(text).choices.items() if n != name
            }


def test_a_member_of_a_choice_is_changed_alone() -> None:
    document = "niuniu.2024-07-09"
    text = chosen(texts()[document], made(document) | {"choices.maximum_multiples_of_ante.value.double": 3})
    assert tomllib.loads(text)["choices"]["maximum_multiples_of_ante"]["value"] == {"double": 3, "additional": 4}


MAUBINH = "maubinh.2020-01-01"
NOTHING_TO_CHOOSE = {
    ("maubinh", "date_of_effect"): "asked as the moment from which it is in force",
    ("maubinh", "dispute_section"): "one document lends it",
    ("niuniu", "irregular_box"): "one reading is known",
    ("roulette", "late_or_missing_no_spin_call"): "one reading is known",
}


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_choice_of_a_document_is_asked_for_or_it_is_said_why_not(document: str) -> None:
    book = read(texts()[document])
    asked = {field.place.split(".")[1] for field in asked_for(texts()[document])}
    assert asked | {name for game, name in NOTHING_TO_CHOOSE if game == book.game} == set(book.choices)


def test_a_structure_is_asked_for_member_by_member() -> None:
    """Each multiple, each reading of the order of lanes, each kind of special hand."""
    value = {
        "choices.multiples.multiples.front.three_of_a_kind": 4,
        "choices.multiples.multiples.otherwise": 2,
        "choices.multiples.special.six_pairs.multiple": 5,
        "choices.lane_order.value.middle_equal_to_back": "allowed",
        "choices.special_hands_made_of.value.three_card_front.three_straights": False,
    }
    text = chosen(texts()[MAUBINH], made(MAUBINH) | value)
    raw, before = tomllib.loads(text), tomllib.loads(texts()[MAUBINH])
    assert raw["tables"]["multiples"]["front"] == {"three_of_a_kind": 4}
    assert raw["tables"]["multiples"]["middle"] == before["tables"]["multiples"]["middle"]
    assert raw["tables"]["multiples"]["otherwise"] == 2
    special = {row["name"]: row["multiple"] for row in raw["tables"]["special"]}
    assert special == {row["name"]: row["multiple"] for row in before["tables"]["special"]} | {"six_pairs": 5}
    assert raw["choices"]["lane_order"]["value"] == {"missing_card": "loses", "middle_equal_to_back": "allowed"}
    assert raw["choices"]["special_hands_made_of"]["value"]["three_card_front"] == [
        "three_straight_flushes",
        "three_flushes",
    ]
    assert "special hand · six pairs · multiple: 5" in raw["choices"]["multiples"]["en"]
    assert raw["choices"]["multiples"]["value"] == before["choices"]["multiples"]["value"]


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("choices.lucky6_on.value", "both"),
        ("choices.lucky6_on.value", 6),
        ("choices.rounding_unit_minor.value", "1"),
        ("choices.rounding_unit_minor.value", True),
        ("choices.bets_allowed_late.value.insurance", "true"),
        ("odds.tie", "1:9"),
    ],
)
def test_what_cannot_be_chosen(place: str, value: Any) -> None:
    with pytest.raises(Problem) as refused:
        chosen(texts()[BACCARAT], made(BACCARAT) | {place: value})
    assert (refused.value.code, refused.value.field) == ("rules_choice_wrong", place)


@pytest.mark.parametrize(
    ("document", "place", "value"),
    [
        (MAUBINH, "choices.multiples.special.six_pairs.multiple", 0),
        (MAUBINH, "choices.multiples.multiples.front.three_of_a_kind", 1_000),
        ("niuniu.2024-07-09", "choices.maximum_multiples_of_ante.value.double", 0),
        (BACCARAT, "choices.rounding_unit_minor.value", 0),
    ],
)
def test_a_figure_out_of_range_cannot_be_chosen(document: str, place: str, value: int) -> None:
    """The document would be put in force, and its rounds could not be judged, or not be told."""
    with pytest.raises(Problem) as refused:
        chosen(texts()[document], made(document) | {place: value})
    assert (refused.value.code, refused.value.field) == ("rules_choice_wrong", place)


def test_beyond_the_letter_an_approval_is_named() -> None:
    text = texts()[BACCARAT]
    assert [each.name for each in beyond_the_letter(text)] == [
        *("lucky6_on", "insurance_main_bet", "waived_insurance", "below_minimum_counted_for", "differential_reading")
    ]
    with pytest.raises(Problem) as refused:
        check_approved(text, "")
    assert refused.value.code == "rules_approval_missing"
    assert "Lucky 6" in refused.value.in_language("en")
    check_approved(text, "12/QĐ-2026")
    letters = {f"choices.{c.name}.value": c.letter for c in beyond_the_letter(text)}
    by_letter = chosen(text, made(BACCARAT) | letters)
    check_approved(by_letter, None)
    assert sum(letter for _name, _how, letter in told(by_letter)) == len(letters)
