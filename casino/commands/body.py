"""A command of whichever room as it comes over the API: its envelope, and its body as the struct.

Proved by ``tests/admin/test_a_new_command.py`` and the tests of each room's API.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from casino.core.errors import Problem
from casino.core.events import RecordedEvent

Kind = TypeVar("Kind")
ENVELOPE = ("command_id", "seen_version")


def envelope(said: dict[str, Any], field: str, kind: type[Kind]) -> Kind:
    """A member that every command has. Problem ``bad_request`` names it."""
    try:
        return msgspec.convert(said.get(field), kind)
    except msgspec.ValidationError:
        raise Problem("bad_request", field) from None


def read_command(struct: type[Kind], said: dict[str, Any]) -> Kind:
    """The body as the command's struct. Problem ``command_does_not_fit`` names the place of the first fault."""
    fields = {key: value for key, value in said.items() if key not in ENVELOPE}
    try:
        return msgspec.convert(fields, struct)
    except msgspec.ValidationError as error:
        text, _, place = str(error).partition(" - at `$")
        field = place.rstrip("`").lstrip(".").replace("[", ".").replace("]", "") or None
        raise Problem("command_does_not_fit", field, why=text) from None


def event_told(event: RecordedEvent) -> dict[str, Any]:
    """An event of the record as the API shows it."""
    return {
        "position": event.position,
        "stream": event.stream,
        "version": event.version,
        "type": event.type,
        "occurred_at": event.occurred_at,
        "recorded_at": event.recorded_at,
        "actor": event.actor,
        "data": msgspec.to_builtins(event.data),
    }
