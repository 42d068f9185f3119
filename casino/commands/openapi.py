"""Commands of whichever room in the OpenAPI description: what they declare, and the very structs that the domain takes.

Proved by ``tests/admin/test_a_new_command.py``, ``tests/disputes/api/test_openapi.py`` and
``tests/surveillance/api/test_openapi.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from drf_spectacular.utils import extend_schema

from casino.core.commands import Step

COMMAND_ID: Final[dict[str, Any]] = {
    "command_id": {
        "type": "string",
        "format": "uuid",
        "description": "Made by the client; the same one again does nothing twice.",
    }
}
Envelope = Callable[[Any], tuple[Mapping[str, Any], Sequence[str]]]
"""What every command of a room says besides its fields, of a step: the members, and which of them must be there."""


def seen_version(least: int, about: str) -> dict[str, Any]:
    """The member by which a person says what they were looking at."""
    return {"seen_version": {"type": "integer", "minimum": least, "description": about}}


def request_of(prefix: str, step: Step) -> dict[str, Any]:
    """The body of a command in the description."""
    return {"application/json": {"$ref": f"#/components/schemas/{prefix}{step.struct.__name__}"}}


def command_view(base: type, prefix: str, step: Any, post: Any, permission: type, **how: Any) -> type[Any]:
    """The view of a command: a class of its own, so that each has its own description; ``how`` as of
    :func:`described`."""
    told = described(step, step.command, request=request_of(prefix, step), **how)(post)
    members = {"post": told, "permission_classes": (permission,), "__doc__": step.title.en}
    return type(f"{step.struct.__name__}View", (base,), members)


def described(
    step: Any,
    operation_id: str,
    *,
    tag: str,
    request: Any,
    responses: Any,
    parameters: Sequence[Any] = (),
    clause: str = "",
) -> Callable[[Any], Any]:
    """Describe the method by which a command is given."""
    under = f" ({clause})" if clause else ""
    return extend_schema(
        operation_id=operation_id,
        tags=[tag],
        summary=f"{step.title.en} / {step.title.vi}{under}",
        description=f"{step.consequence.en}\n\n{step.consequence.vi}",
        parameters=list(parameters),
        request=request,
        responses=responses,
    )


def add_commands(result: dict[str, Any], prefix: str, steps: Iterable[Step], envelope: Envelope) -> dict[str, Any]:
    """Put the schema of every command, with what every command says besides, into the components."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    by_name = {step.struct.__name__: step for step in steps}
    template = f"#/components/schemas/{prefix}{{name}}"
    _, found = msgspec.json.schema_components([step.struct for step in by_name.values()], ref_template=template)
    for name, each in found.items():
        if name in by_name:
            besides, required = envelope(by_name[name])
            each = {
                **each,
                "properties": {**besides, **each["properties"]},
                "required": [*required, *each.get("required", ())],
            }
        schemas[f"{prefix}{name}"] = {**untitled(_told(each)), "title": f"{prefix}{name}"}
    return result


def _told(schema: dict[str, Any]) -> dict[str, Any]:
    """What pages call the fields, in both languages, as their description: titles would name classes of clients."""
    fields = {
        name: {**field, "description": ". ".join(field[each] for each in ("title", "description") if each in field)}
        if "title" in field
        else field
        for name, field in schema.get("properties", {}).items()
    }
    return {**schema, "properties": fields} if fields else schema


def untitled(part: Any) -> Any:
    """The same schema without the titles of its fields. They are what pages call the fields, in the language of whoever
    asks; generators of clients name classes after them."""
    if isinstance(part, list):
        return [untitled(each) for each in part]
    if not isinstance(part, dict):
        return part
    return {key: untitled(value) for key, value in part.items() if key != "title" or not isinstance(value, str)}
