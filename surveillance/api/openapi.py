"""The commands of Surveillance in the OpenAPI description, from the very structs that the domain takes.

``add_commands`` is a postprocessing hook of drf-spectacular (see the settings). Proved by
``tests/surveillance/api/test_openapi.py``.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from surveillance.record.commands import COMMANDS

PREFIX: Final = "Footage"
_COMMAND_ID: Final[dict[str, Any]] = {
    "command_id": {
        "type": "string",
        "format": "uuid",
        "description": "Made by the client; the same one again does nothing twice.",
    }
}
_SEEN: Final[dict[str, Any]] = {
    "seen_version": {
        "type": "integer",
        "minimum": 0,
        "description": "Version of what the command acts on as the person saw it; another one in force is the error"
        " footage_changed. Left out: whatever it is by now.",
    }
}


def request_of(command: str) -> dict[str, Any]:
    """The body of a command in the description."""
    return {"application/json": {"$ref": f"#/components/schemas/{PREFIX}{COMMANDS[command].struct.__name__}"}}


def add_commands(result: dict[str, Any], **_others: Any) -> dict[str, Any]:
    """Put the schema of every command, with what every command says besides, into the components."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    template = f"#/components/schemas/{PREFIX}{{name}}"
    _, found = msgspec.json.schema_components([step.struct for step in COMMANDS.values()], ref_template=template)
    steps = {step.struct.__name__: step for step in COMMANDS.values()}
    for name, each in found.items():
        if name in steps:
            besides = _COMMAND_ID if steps[name].on is None else _COMMAND_ID | _SEEN
            each = {
                **each,
                "properties": {**besides, **each["properties"]},
                "required": [*_COMMAND_ID, *each.get("required", ())],
            }
        schemas[f"{PREFIX}{name}"] = each
    return result
