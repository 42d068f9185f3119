"""The schemas say what is accepted: checked with a validator that shares nothing with the decoder."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.ingest.event_schema import schema_of, wire_type, wire_types

EVENT: dict[str, Any] = {
    "id": "6f2b7c1e-0000-4000-8000-000000000001",
    "type": "roulette.bet_placed.v1",
    "table": "RL01",
    "round": "20260613-0001",
    "occurred_at": None,
    "sequence": 1,
    "data": {"bet": "b1", "spot": "red", "stake_minor": 1},
}


@pytest.mark.parametrize("name", [each.full_name for each in wire_types()])
def test_every_schema_is_one_and_complete_in_itself(name: str) -> None:
    schema = schema_of(wire_type(name))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["properties"]["type"] == {"const": name, "description": "The type's name and version."}
    assert "#/components" not in json.dumps(schema)


@pytest.mark.parametrize(
    ("change", "valid"),
    [
        ({}, True),
        ({"occurred_at": "2026-06-13T20:15:00+07:00", "correlation": "c", "device": "S1"}, True),
        ({"entered_later": True}, True),
        ({"entered_later": False}, False),
        ({"type": "roulette.ball_dropped.v1"}, False),
        ({"sequence": 0}, False),
        ({"round": None}, False),
        ({"extra": 1}, False),
        ({"data": {"bet": "b1", "spot": "Red 1", "stake_minor": 1}}, False),
        ({"data": {"bet": "b1", "spot": "red", "stake_minor": 1.5}}, False),
        ({"data": {"bet": "b1", "spot": "red"}}, False),
    ],
)
def test_a_validator_says_what_the_decoder_says(change: dict[str, Any], valid: bool) -> None:
    schema = schema_of(wire_type("roulette.bet_placed.v1"))
    assert jsonschema.Draft202012Validator(schema).is_valid({**EVENT, **change}) is valid


@pytest.mark.parametrize(("moved", "beyond"), [(0, 0), (0, 5), (-5, 0), (5, 5), (10**15 + 1, 0), (0, -(10**15) - 1)])
def test_a_rule_between_fields_stands_in_the_schema_too(moved: int, beyond: int) -> None:
    event_type = wire_type("niuniu.remedy_made.v1")
    person = {"post": "pit_manager", "staff": "S-1"}
    data: dict[str, Any] = {"bet": "b1", "kind": "other", "case": "2026-0001", "made_by": person}
    data |= {"to_player_minor": moved, "beyond_rules_minor": beyond}
    said = {**EVENT, "type": event_type.full_name, "data": data}
    valid = max(abs(moved), abs(beyond)) <= 10**15 and bool(moved or beyond)
    assert jsonschema.Draft202012Validator(schema_of(event_type)).is_valid(said) is valid
    try:
        msgspec.convert(data, event_type.fact)
    except msgspec.ValidationError:
        assert not valid
    else:
        assert valid


def test_the_command_prints_one_or_all() -> None:
    out = StringIO()
    call_command("event_schema", "roulette.bet_placed.v1", stdout=out)
    assert json.loads(out.getvalue())["title"] == "roulette.bet_placed.v1"
    out = StringIO()
    call_command("event_schema", stdout=out)
    assert list(json.loads(out.getvalue())) == [each.full_name for each in wire_types()]
    with pytest.raises(CommandError):
        call_command("event_schema", "roulette.nothing.v1")
