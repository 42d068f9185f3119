"""The commands of cases in the OpenAPI description, from the very structs that the domain takes.

``add_commands`` is a postprocessing hook of drf-spectacular (see the settings). Proved by
``tests/disputes/api/test_openapi.py``.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from disputes.case.procedure import PROCEDURE
from games.api.openapi import untitled

PREFIX: Final = "Case"
_ENVELOPE: Final[dict[str, Any]] = {
    "command_id": {
        "type": "string",
        "format": "uuid",
        "description": "Made by the client; the same one again does nothing twice.",
    },
    "seen_version": {
        "type": "integer",
        "minimum": 1,
        "description": "Version of the case as the person saw it; another one in force is the error case_changed.",
    },
}


def request_of(command: str) -> dict[str, Any]:
    """The body of a command in the description."""
    return {"application/json": {"$ref": f"#/components/schemas/{PREFIX}{PROCEDURE[command].struct.__name__}"}}


def add_commands(result: dict[str, Any], **_others: Any) -> dict[str, Any]:
    """Put the schema of every command, with what every command says besides, into the components."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    template = f"#/components/schemas/{PREFIX}{{name}}"
    _, found = msgspec.json.schema_components([step.struct for step in PROCEDURE.values()], ref_template=template)
    kinds = {step.struct.__name__: code for code, step in PROCEDURE.items()}
    for name, each in found.items():
        if name in kinds:
            envelope = {"command_id": _ENVELOPE["command_id"]} if kinds[name] == "open_case" else _ENVELOPE
            each = {
                **each,
                "properties": {**envelope, **each["properties"]},
                "required": [*envelope, *each["required"]],
            }
        schemas[f"{PREFIX}{name}"] = {**untitled(_told(each)), "title": f"{PREFIX}{name}"}
    return result


def _told(schema: dict[str, Any]) -> dict[str, Any]:
    """What pages call the fields, in both languages, as their description: titles would name classes of clients."""
    fields = {
        name: {"description": field["title"], **field} if "title" in field else field
        for name, field in schema.get("properties", {}).items()
    }
    return {**schema, "properties": fields}
