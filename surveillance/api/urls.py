"""Addresses of footage, under ``/api/v1/footage/``. One address a list, a stream, a command.

The bytes of recordings, one recording and its chain of custody (which is its stream): ``surveillance/files/urls.py``.
That neither of the two shadows the other: ``tests/surveillance/api/test_addresses.py``.
"""

from __future__ import annotations

from django.urls import URLPattern, path

from surveillance.api.lists import LISTS, list_view
from surveillance.api.views import (
    ELSEWHERE,
    LISTED,
    PLACES,
    CoveringView,
    SearchIncidentsView,
    ShiftView,
    command_view,
    stream_view,
)
from surveillance.record.commands import COMMANDS

app_name = "footage"


def _command_path(code: str) -> URLPattern:
    on = COMMANDS[code].on
    place = "" if on is None else f"{PLACES[on]}/<str:code>/"
    return path(f"{place}{code.replace('_', '-')}/", command_view(code).as_view(), name=code)


urlpatterns: list[URLPattern] = [
    path("covering/", CoveringView.as_view(), name="covering"),
    path("incidents/search/", SearchIncidentsView.as_view(), name="search_incidents"),
    path("shift/", ShiftView.as_view(), name="shift"),
    *(path(f"{each.name}/", list_view(each).as_view(), name=each.name) for each in LISTS),
    *(_command_path(code) for code in COMMANDS),
    *(
        path(f"{name}/<str:code>/", stream_view(kind, LISTED[name]).as_view(), name=f"{kind}_stream")
        for kind, name in PLACES.items()
        if kind not in ELSEWHERE
    ),
]
