"""What of a document may be supposed otherwise, and with which values."""

from __future__ import annotations

from typing import Any

import pytest

from casino.core.errors import Problem
from games.catalogue import texts
from games.judgement.study_fields import Field, fields_of
from games.studies.study import supposed
from games.words.study_words import label, reading


def of(document: str) -> dict[str, Any]:
    return {field.place: field for field in fields_of(texts()[document])}


def test_odds_multiples_commission_and_choices_are_there_with_their_present_values() -> None:
    assert of("roulette.2020-06-13")["odds.straight"].present == "1:35"
    assert of("sicbo.2020-06-13")["odds.any_triple"].present == "1:24"
    assert of("baccarat.2024-10-01")["tables.insurance.4.odds"].present == "1:6"
    assert of("niuniu.2024-07-09")["tables.commission.percent"].present == 5
    assert of("niuniu.2024-07-09")["tables.payout.hoiana.commission"].options == ("true", "false")
    assert of("maubinh.2020-01-01")["tables.special.1.multiple"].present == 36
    assert of("niuniu.2024-07-09")["choices.maximum_multiples_of_ante.value.double"].present == 2


def test_a_choice_has_the_readings_that_its_document_names() -> None:
    assert of("sicbo.2020-06-13")["choices.void_without_ground.value"].options == ("await_ruling", "as_thrown", "void")
    assert of("baccarat.2024-10-01")["choices.limits_go_by.value"].options == ("player_and_area", "bet")


@pytest.mark.parametrize("document", sorted(texts()))
def test_every_value_that_stands_there_can_be_given_again(document: str) -> None:
    """Read as it is written, each is itself, and the document with all of them is the document."""
    same = {}
    for place, field in of(document).items():
        same[place] = field.read(field.shown)
        assert same[place] == field.present
        assert type(same[place]) is type(field.present)
    assert supposed(document, same) == supposed(document, {})


@pytest.mark.parametrize("document", sorted(texts()))
def test_every_reading_that_is_offered_makes_a_document(document: str) -> None:
    for place, field in of(document).items():
        for option in field.options:
            assert supposed(document, {place: field.read(option)}) is not None


@pytest.mark.parametrize(
    ("document", "place", "value"),
    [
        ("roulette.2020-06-13", "odds.straight", "much"),
        ("roulette.2020-06-13", "odds.straight", "1:35; drop"),
        ("roulette.2020-06-13", "odds.straight", "1" * 41),
        ("niuniu.2024-07-09", "tables.commission.percent", "five"),
        ("niuniu.2024-07-09", "tables.payout.hoiana.commission", "maybe"),
        ("sicbo.2020-06-13", "choices.claim_of_time.value", "as_wished"),
    ],
    ids=["a word", "more than odds", "too long", "no number", "no truth", "no reading"],
)
def test_a_value_of_another_form_is_refused(document: str, place: str, value: str) -> None:
    with pytest.raises(Problem) as refused:
        of(document)[place].read(value)
    assert refused.value.code == "study_value_wrong"


@pytest.mark.parametrize("value", ["34", "1:0", "0:1", "1/34"])
@pytest.mark.parametrize(
    ("document", "place"),
    [("roulette.2020-06-13", "odds.straight"), ("baccarat.2024-10-01", "tables.insurance.4.odds")],
)
def test_odds_are_two_numbers_with_a_colon(document: str, place: str, value: str) -> None:
    with pytest.raises(Problem) as refused:
        of(document)[place].read(value)
    assert refused.value.code == "study_odds_wrong"
    assert of(document)[place].read(" 1:34 ") == "1:34"


@pytest.mark.parametrize("document", sorted(texts()))
def test_every_value_and_reading_has_words_in_both_languages(document: str) -> None:
    """No member of a document is shown as it is written there, in neither language."""
    game = document.partition(".")[0]
    called: dict[Any, list[str]] = {}
    for place, field in of(document).items():
        said = label(game, field)
        readings = [reading(game, each) for each in field.options]
        for text in (said, *readings):
            assert text.vi
            assert "_" not in text.vi + text.en, place
        if field.part != "odds":
            names = {name for name in place.split(".")[1:] if len(name) > 4 and name not in SAME}
            assert not any(name.replace("_", " ") in said.vi.split(" · ") for name in names), place
        assert not any(text.vi == each.replace("_", " ") for text, each in zip(readings, field.options, strict=True)), (
            place
        )
        called.setdefault((said.vi, field.about), []).append(place)
    assert {places[0] for places in called.values() if len(places) > 1} == set()


SAME = {"value"}


def test_a_row_without_a_name_is_told_by_what_is_in_it() -> None:
    rows = of("baccarat.2024-10-01")
    first, later = rows["tables.insurance.0.odds"], rows["tables.insurance.5.odds"]
    assert label("baccarat", first).en == (
        "insurance · Banker, after the first four cards, 4 points against 0–3 · odds"
    )
    assert label("baccarat", later).vi == (
        "bảo hiểm · Nhà Cái, sau lá thứ ba của Nhà Con, 2–6 điểm, bên kia 1 · tỷ lệ trả"
    )
    assert reading("baccarat", "1:1.5").en == "1:1.5"
    assert reading("niuniu", "pit_manager").vi == "Quản lý Pit"


def test_what_an_invented_document_calls_otherwise_is_shown_as_it_is_written() -> None:
    assert label("roulette", Field("tables.new_thing.value_of_it", "tables", 3)).en == "new thing · value of it"
    assert reading("roulette", "as_never_before").vi == "as never before"
