"""The commands of cases in the OpenAPI description (``casino.commands.openapi``).

``add_commands`` is a postprocessing hook of drf-spectacular (see the settings). Proved by
``tests/disputes/api/test_openapi.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from casino.commands import openapi
from disputes.case.procedure import PROCEDURE
from disputes.case.step import Step

PREFIX: Final = "Case"
_SEEN: Final = openapi.seen_version(
    1, "Version of the case as the person saw it; another one in force is the error case_changed."
)


def _envelope(step: Step) -> tuple[Mapping[str, Any], Sequence[str]]:
    members = openapi.COMMAND_ID if step.command == "open_case" else openapi.COMMAND_ID | _SEEN
    return members, list(members)


def add_commands(result: dict[str, Any], **_others: Any) -> dict[str, Any]:
    """Put the schema of every command into the components."""
    return openapi.add_commands(result, PREFIX, PROCEDURE.values(), _envelope)
