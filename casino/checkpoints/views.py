"""The log over HTTP, read-only: C2SP tlog-tiles, "APIs". Checkpoint and tiles are for everybody, entries for those with
the right.

    /log/<property>/checkpoint            text/plain, changes: asked again each time
    /log/<property>/tile/<L>/<N>[.p/<W>]  application/octet-stream, never changes
    /log/<property>/tile/entries/…        the same, for accounts that may read entries

Only tiles of the checkpoint that is served are served. Proved by ``tests/checkpoints/test_views.py``.
"""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from casino import problems
from casino.checkpoints import places, publishing
from casino.core.errors import Problem
from casino.ledger.models import Property
from casino.transparency import checkpoints
from casino.transparency.tiles import ENTRIES, parse_path, width_at
from casino.transparency.wire import Malformed

TEXT: Final = "text/plain; charset=utf-8"
TILE: Final = "application/octet-stream"
FOR_EVER: Final = "max-age=31536000, immutable"
PERMISSION: Final = "checkpoints.view_entries"


@require_safe
def checkpoint_view(request: HttpRequest, property_code: str) -> HttpResponse:
    """The newest checkpoint with the cosignatures that it has so far."""
    raw = _checkpoint(property_code)
    return _not_found(request) if raw is None else _answer(raw, TEXT, "no-cache")


@require_safe
def tile_view(request: HttpRequest, property_code: str, path: str) -> HttpResponse:
    """A tile, or an entry bundle."""
    try:
        tile = parse_path(f"tile/{path}")
    except Malformed:
        return _not_found(request)
    if tile.level == ENTRIES and (refusal := _refusal(request)) is not None:
        return refusal
    raw = _checkpoint(property_code)
    if raw is None or tile.width > width_at(tile.level, tile.number, checkpoints.parse(raw).checkpoint.size):
        return _not_found(request)
    data = places.store(property_code).get(tile.path)
    if data is None:
        return _not_found(request)
    whose = "private" if tile.level == ENTRIES else "public"
    return _answer(data, TILE, f"{whose}, {FOR_EVER}")


def _checkpoint(property_code: str) -> bytes | None:
    """None where no such property, or no log of it, is kept. The code is looked up before it is part of a path."""
    if not places.kept() or not Property.all_houses.filter(code=property_code).exists():
        return None
    return places.store(property_code).get(publishing.NAME)


def _refusal(request: HttpRequest) -> HttpResponse | None:
    if not request.user.is_authenticated:
        return _problem(request, "not_authenticated")
    return None if request.user.has_perm(PERMISSION) else _problem(request, "forbidden")


def _not_found(request: HttpRequest) -> HttpResponse:
    return _problem(request, "not_found")


def _problem(request: HttpRequest, code: str) -> HttpResponse:
    """In the shape of every error of the API; kept nowhere, since it may be there a moment later."""
    return problems.refusal(request, Problem(code), headers={"Cache-Control": "no-store"})


def _answer(data: bytes, content_type: str, caching: str) -> HttpResponse:
    answer = HttpResponse(data, content_type=content_type)
    answer["Cache-Control"] = caching
    return answer
