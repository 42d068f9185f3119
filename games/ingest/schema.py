"""JSON Schema (2020-12) of every event type, from the very structs that decode them.

What is printed here, served by the API and put into its OpenAPI description cannot differ from what is accepted.
Proved by ``tests/ingest/test_schema.py`` with a separate validator.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from casino.core.errors import Problem
from casino.core.events import EventType, find, registered
from games.ingest import errors as _codes  # noqa: F401  (fills the error table)
from games.ingest.wire import EARLIEST, LATEST, Envelope

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_FIELDS: Final = {
    "id": "Given by the sender, once for ever: the same id with the same content is answered as a duplicate.",
    "type": "The type's name and version.",
    "occurred_at": "When it happened by the sender's clock (RFC 3339 with offset), or null where that is unknown. "
    f"From {EARLIEST.year} on and before {LATEST.year}.",
    "table": "Code of the table.",
    "round": "Code of the round at its table.",
    "sequence": "Running number of the device, from 1, over everything it sends. Required from devices.",
    "correlation": "What the sender ties together, for example one message of its own.",
    "device": "The sender's own code; only needed in files that hold the lines of several devices.",
}


def wire_types() -> Iterator[EventType]:
    """The types that come over the wire: facts of rounds and of tables."""
    yield from (each for each in registered() if each.stream_kind in ("round", "table"))


def wire_type(full_name: str) -> EventType:
    """One of them; Problem unknown_type."""
    found = find(full_name)
    if found is None or found.stream_kind not in ("round", "table"):
        raise Problem("unknown_type", "type", type=full_name)
    return found


def schema_of(event_type: EventType) -> dict[str, Any]:
    """The JSON Schema of one whole event of this type, complete in itself."""
    schemas, parts = _components([event_type], "#/$defs/{name}")
    return {"$schema": DIALECT, **schemas[0], "$defs": parts}


def components() -> dict[str, Any]:
    """Every event type and every part of one, for an OpenAPI description; events under their full name."""
    types = list(wire_types())
    schemas, parts = _components(types, "#/components/schemas/{name}")
    named = {each.full_name: schema for each, schema in zip(types, schemas, strict=True)}
    return {**parts, **named, "Event": _any_of(types)}


def _any_of(types: Iterable[EventType]) -> dict[str, Any]:
    references = {each.full_name: f"#/components/schemas/{each.full_name}" for each in types}
    return {
        "title": "Event",
        "oneOf": [{"$ref": reference} for reference in references.values()],
        "discriminator": {"propertyName": "type", "mapping": references},
    }


def _components(types: list[EventType], template: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The schema of each type, and the parts that they refer to."""
    (envelope, *facts), parts = msgspec.json.schema_components(
        [Envelope, *(t.fact for t in types)], ref_template=template
    )
    fields = parts.pop(envelope["$ref"].rpartition("/")[2])["properties"]
    events = [_event_schema(each, fact, fields) for each, fact in zip(types, facts, strict=True)]
    for each, fact in zip(types, facts, strict=True):
        # What holds between fields of a fact, and stands in no field's own type.
        parts[fact["$ref"].rpartition("/")[2]] |= getattr(each.fact, "SCHEMA", {})
    return events, {name: _tidy(part) for name, part in parts.items()}


def _event_schema(event_type: EventType, data: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
    in_round = event_type.stream_kind == "round"
    properties: dict[str, Any] = {}
    for name, description in _FIELDS.items():
        if name == "round" and not in_round:
            continue
        properties[name] = {**_stated(fields[name], optional=name != "occurred_at"), "description": description}
    properties["type"] = {"const": event_type.full_name, "description": _FIELDS["type"]}
    properties["data"] = data
    required = ["id", "type", "table", *(["round"] if in_round else []), "occurred_at"]
    if event_type.from_device:
        required.append("sequence")
    return {
        "title": event_type.full_name,
        "description": inspect.cleandoc(event_type.fact.__doc__ or ""),
        "type": "object",
        "properties": properties,
        "required": [*required, "data"],
        "additionalProperties": False,
        "x-from-device": event_type.from_device,
    }


def _stated(field: dict[str, Any], *, optional: bool) -> dict[str, Any]:
    """A field of the envelope as it is when it is said: the null of "not said" is no value for a sender."""
    kinds = field.get("anyOf")
    if kinds is None or not optional:
        return {key: value for key, value in field.items() if key != "default"}
    (kind,) = (each for each in kinds if each != {"type": "null"})
    return dict(kind)


def _tidy(part: dict[str, Any]) -> dict[str, Any]:
    """Docstrings without the indentation of the source."""
    if "description" in part:
        return {**part, "description": inspect.cleandoc(part["description"])}
    return part
