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
    "entered_later": "Marks what a person entered afterwards, and no equipment sensed: where it moves money it waits "
    "for a second person. Said only where it is so.",
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
    names = {name: _plain_name(name) for name in parts}
    if len(set(names.values())) != len(names):
        raise ValueError("two parts of the schema would have one name")
    references = {template.format(name=old): template.format(name=new) for old, new in names.items()}
    parts = {names[name]: _titled(names[name], _tidy(part, references)) for name, part in parts.items()}
    return [_tidy(each, references) for each in events], parts


def _plain_name(name: str) -> str:
    """A part's name without dots, which generators of clients cut names at: ``games.maubinh.facts.BetChanged`` (of
    which there is one a game) is MaubinhBetChanged."""
    *modules, last = name.split(".")
    owner = next((each for each in reversed(modules) if each != "facts"), "")
    return f"{owner.capitalize()}{last}"


def _event_schema(event_type: EventType, data: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
    in_round = event_type.stream_kind == "round"
    properties: dict[str, Any] = {}
    for name, description in _FIELDS.items():
        if name in ("round", "entered_later") and not in_round:
            continue
        properties[name] = {**_stated(fields[name], optional=name != "occurred_at"), "description": description}
    properties["type"] = {"const": event_type.full_name, "description": _FIELDS["type"]}
    if in_round:
        properties["entered_later"] = {"type": "boolean", "enum": [True], "description": _FIELDS["entered_later"]}
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


def _titled(name: str, part: dict[str, Any]) -> dict[str, Any]:
    """Titles name the classes of a generated client, so no two parts may have the same."""
    return {**part, "title": name} if "title" in part else part


def _tidy(part: dict[str, Any], references: dict[str, str]) -> dict[str, Any]:
    """Docstrings without the indentation of the source; arrays of so many values of one kind as generators of clients
    read them; each reference under its plain name."""
    tidied: dict[str, Any] = _evened(part, references)
    if "description" in tidied:
        tidied["description"] = inspect.cleandoc(tidied["description"])
    return tidied


def _evened(part: Any, references: dict[str, str]) -> Any:
    """The same schema, where ``prefixItems`` of one kind with ``items: false`` (which common generators of clients
    refuse) are said by ``items`` and the number of them."""
    if isinstance(part, list):
        return [_evened(each, references) for each in part]
    if not isinstance(part, dict):
        return references.get(part, part) if isinstance(part, str) else part
    kinds = part.get("prefixItems")
    if kinds and part.get("items") is False and all(kind == kinds[0] for kind in kinds):
        kept = {key: value for key, value in part.items() if key != "prefixItems"}
        part = {**kept, "items": kinds[0], "minItems": len(kinds), "maxItems": len(kinds)}
    return {key: _evened(value, references) for key, value in part.items()}
