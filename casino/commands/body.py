"""What a command of whichever room has over the API besides itself: its envelope, and the events that are told.

Proved by ``tests/admin/test_a_new_command.py`` and the tests of each room's API.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from casino.core.errors import Problem
from casino.core.events import RecordedEvent

Kind = TypeVar("Kind")


def envelope(said: dict[str, Any], field: str, kind: type[Kind]) -> Kind:
    """A member that every command has. Problem ``bad_request`` names it."""
    try:
        return msgspec.convert(said.get(field), kind)
    except msgspec.ValidationError:
        raise Problem("bad_request", field) from None


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
