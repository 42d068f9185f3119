"""The commands of Surveillance in the OpenAPI description (``casino.commands.openapi``).

``add_commands`` is a postprocessing hook of drf-spectacular (see the settings). Proved by
``tests/surveillance/api/test_openapi.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from casino.commands import openapi
from surveillance.record.commands import COMMANDS
from surveillance.record.step import Step

PREFIX: Final = "Footage"
_SEEN: Final = openapi.seen_version(
    0,
    "Version of what the command acts on as the person saw it; another one in force is the error footage_changed."
    " Left out: whatever it is by now.",
)


def _envelope(step: Step) -> tuple[Mapping[str, Any], Sequence[str]]:
    return openapi.COMMAND_ID if step.on is None else openapi.COMMAND_ID | _SEEN, list(openapi.COMMAND_ID)


def add_commands(result: dict[str, Any], **_others: Any) -> dict[str, Any]:
    """Put the schema of every command into the components."""
    return openapi.add_commands(result, PREFIX, COMMANDS.values(), _envelope)
