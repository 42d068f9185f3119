"""A form for every type of fact: what it is filled with comes out as it was, and what does not fit is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from casino.commands.forms import reason_words
from casino.core import events
from games.admin.fact_fields import FactForm, slots
from games.maubinh.facts import HandArranged
from games.niuniu.facts import CardsDealt
from games.sicbo.facts import DiceShown

GAMES = ("baccarat", "maubinh", "niuniu", "roulette", "sicbo")
TYPES = [each for each in events.registered() if each.prefix in GAMES]


def sent(form: FactForm) -> dict[str, Any]:
    """What a browser sends of a form that nobody touched."""
    return {
        form.add_prefix(name): "" if field.initial is None else field.initial for name, field in form.fields.items()
    }


@pytest.mark.parametrize("event_type", TYPES, ids=lambda each: each.full_name)
def test_every_type_has_a_form_in_which_every_field_can_be_given(event_type: events.EventType) -> None:
    named = {name.partition("-")[0] for name in FactForm(event_type.fact, None, None).fields}
    assert named == {field.name for field in msgspec.structs.fields(event_type.fact)}
    assert len(slots(event_type.fact)) == len(named)


@pytest.mark.parametrize(
    "fact",
    [
        DiceShown(dice=(2, 2, 5)),
        CardsDealt(to="box1", cards=("KS", None, "10H")),
        HandArranged(
            seat=2,
            front=("KS", "KD", "2C"),
            middle=("3C", "4C", "5C", "6C", "8C"),
            back=("AS", "AH", "AD", "AC", "9S"),
            arranged_by="hint",
            after_ms=1200,
        ),
    ],
)
def test_untouched_data_comes_out_as_it_was(fact: Any) -> None:
    held = events.plain(fact)
    form = FactForm(type(fact), held, None, sent(FactForm(type(fact), held, None)))
    assert form.is_valid(), form.errors
    assert form.composed == held


@pytest.mark.parametrize("dice", ["2 2", "2 2 x", "2 2 7", ""])
def test_dice_that_cannot_be_are_refused_at_their_field(dice: str) -> None:
    form = FactForm(DiceShown, None, None, {"dice": dice})
    assert not form.is_valid()
    assert list(form.errors) == ["dice"]


def test_reasons_are_said_in_both_languages() -> None:
    said = reason_words("Expected `int` <= 36")
    assert (said.vi, said.en) == ("cần số nguyên <= 36", "a whole number <= 36 is needed")
    assert reason_words("Something new").vi == "Something new"
