"""A correction applies to every kind of fact, whatever its data are made of, and only to what is held by then."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec
import pytest

from casino.core import events
from games.engine.facts import FactCorrected
from games.engine.fold import StoredRow, fold, games
from games.engine.state import RoundState
from tests.engine.freeze import load_every_type, place_of

load_every_type()
OF_ROUNDS = [t for t in events.registered() if t.prefix in games() and t.fact is not FactCorrected]
AT = datetime(2026, 3, 1, 5, 0, tzinfo=UTC)
PERSON = {"post": "pit_manager", "staff": "S1"}
TARGET = UUID(int=2)


def corrected(event_type: events.EventType, said: dict[str, Any], *corrections: tuple[Any, Any]) -> RoundState:
    """A round that was opened, with this fact and corrections of it: (before, after)."""
    names = [f"{event_type.prefix}.round_opened.v1", event_type.full_name]
    bodies: list[dict[str, Any]] = [{}, said]
    for before, after in corrections:
        names.append(f"{event_type.prefix}.fact_corrected.v1")
        told = {"target": str(TARGET), "before": before, "after": after, "reason": "Read from the film."}
        bodies.append(told | {"corrected_by": PERSON, "authorised_by": PERSON | {"staff": "S2"}})
    rows: list[StoredRow] = []
    for version, (name, data) in enumerate(zip(names, bodies, strict=True), start=1):
        body = msgspec.json.encode({"id": str(UUID(int=version)), "data": data})
        rows.append((version, "round/T01/1", version, name, AT, AT, "device:D", body))
    return fold("round/T01/1", rows)


def stale(state: RoundState) -> list[bool]:
    return [correction.stale for correction in state.corrections]


def example(event_type: events.EventType) -> dict[str, Any]:
    said: dict[str, Any] = msgspec.json.decode(place_of(event_type).read_bytes())["data"]
    return said


@pytest.mark.parametrize("event_type", OF_ROUNDS, ids=lambda t: t.full_name)
def test_every_fact_can_be_struck_reinstated_and_struck_again(event_type: events.EventType) -> None:
    said = example(event_type)
    steps = ((said, None), (None, said), (said, None))
    assert stale(corrected(event_type, said, *steps)) == [False, False, False]


@pytest.mark.parametrize("event_type", OF_ROUNDS, ids=lambda t: t.full_name)
def test_what_was_held_may_be_written_with_its_defaults(event_type: events.EventType) -> None:
    fields = msgspec.structs.fields(event_type.fact)
    defaults = {field.encode_name: msgspec.to_builtins(field.default) for field in fields if not field.required}
    said = example(event_type)
    assert stale(corrected(event_type, said, (defaults | said, None))) == [False]


def test_cards_dice_and_bets_of_a_ruling_are_corrected() -> None:
    dice = events.find("sicbo.dice_shown.v1")
    assert dice is not None
    state: Any = corrected(dice, {"dice": [4, 4, 4]}, ({"dice": [4, 4, 4]}, {"dice": [1, 2, 3]}))
    assert (stale(state), state.dice) == ([False], (1, 2, 3))
    again = ({"dice": [1, 2, 3]}, {"dice": [1, 2, 4]})
    state = corrected(dice, {"dice": [4, 4, 4]}, ({"dice": [4, 4, 4]}, {"dice": [1, 2, 3]}), again)
    assert (stale(state), state.dice) == ([False, False], (1, 2, 4))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"dice": [4, 4, 3]}, {"dice": [1, 2, 3]}),
        ({"dice": "4-4-4"}, {"dice": [1, 2, 3]}),
        (None, {"dice": [1, 2, 3]}),
        ({"dice": [4, 4, 4]}, {"dice": [1, 2, 7]}),
    ],
)
def test_what_was_not_held_or_does_not_fit_changes_nothing(before: Any, after: Any) -> None:
    dice = events.find("sicbo.dice_shown.v1")
    assert dice is not None
    state: Any = corrected(dice, {"dice": [4, 4, 4]}, (before, after))
    assert (stale(state), state.dice) == ([True], (4, 4, 4))
