"""Commands on a table or round that declare everything about themselves, over the API: one operation each.

A body is the command's own struct with ``command_id`` and ``seen_version`` beside its fields. ``add_commands`` is a
postprocessing hook of drf-spectacular (see the settings). Proved by ``tests/admin/test_a_new_command.py`` and
``tests/api/test_openapi.py``.
"""

from __future__ import annotations

from typing import Annotated, Any, Final
from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.urls import URLPattern, path
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from casino.commands import openapi
from casino.commands.body import envelope
from casino.core.commands import read_command
from casino.core.errors import Problem
from casino.core.events import SAFE_NAME
from games.api.base import ApiView
from games.api.commands import AppendedOut, person_of, read_object, recorded
from games.api.read import ReplayQuery, house_of, may_view, read_query, stream_of
from games.commands.execution import Place
from games.commands.step import COMMANDS

PREFIX: Final = "Table"
Version = Annotated[int, msgspec.Meta(ge=1, le=2**31 - 1)]
_SEEN: Final = openapi.seen_version(1, "Version of the last fact of the table or round as the person saw it.")
_MEMBERS: Final = openapi.COMMAND_ID | _SEEN
_PROPERTY: Final = OpenApiParameter("property", str, description="Code of the property; not needed where there is one.")


def command_view(code: str) -> type[ApiView]:
    """The view of a command."""
    step = COMMANDS[code]

    def post(_self: ApiView, request: Request, table: str, round: str | None = None) -> HttpResponse:
        house = house_of(read_query(ReplayQuery, request).get("property")).code
        if not SAFE_NAME.fullmatch(table):
            raise Problem("not_found", "table")
        place = Place(house, f"table/{table}" if round is None else stream_of(table, round))
        person = person_of(request, house, table)
        said = read_object(request)
        seen, command_id = envelope(said, "seen_version", Version), envelope(said, "command_id", UUID)
        command = read_command(step.struct, said)
        return recorded(place, command, by=person, seen_version=seen, command_id=command_id)

    names = ("table", "round") if step.on == "round" else ("table",)
    parameters = [*(OpenApiParameter(name, str, OpenApiParameter.PATH) for name in names), _PROPERTY]
    how: dict[str, Any] = {"tag": f"{step.on}s", "parameters": parameters, "responses": AppendedOut}
    return openapi.command_view(ApiView, PREFIX, step, post, may_view(step.on), **how)


def command_path(code: str) -> URLPattern:
    """The address of a command."""
    place = "rounds/<str:table>/<str:round>" if COMMANDS[code].on == "round" else "tables/<str:table>"
    return path(f"{place}/{code.replace('_', '-')}/", command_view(code).as_view(), name=code)


def command_paths() -> list[URLPattern]:
    """Those of all of them."""
    return [command_path(code) for code, step in COMMANDS.items() if step.is_plain]


def add_commands(result: dict[str, Any], **_others: Any) -> dict[str, Any]:
    """Put the schema of every such command into the components."""
    plain = [step for step in COMMANDS.values() if step.is_plain]
    return openapi.add_commands(result, PREFIX, plain, lambda _step: (_MEMBERS, list(_MEMBERS)))
