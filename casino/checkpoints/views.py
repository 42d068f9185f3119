"""The log over HTTP, read-only: C2SP tlog-tiles, "APIs". Checkpoint and tiles are for everybody, entries for those with
the right.

    /log/<property>/checkpoint            text/plain, changes: asked again each time
    /log/<property>/tile/<L>/<N>[.p/<W>]  application/octet-stream, never changes
    /log/<property>/tile/entries/…        the same, for accounts that may read entries and see all of the property, in a
                                          session or by a token for them

Only tiles of the checkpoint that is served are served. Proved by ``tests/checkpoints/test_views.py``.
"""

from __future__ import annotations

from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from casino.access import inspectors
from casino.checkpoints import places, publishing
from casino.core.errors import Problem
from casino.ledger.models import Property
from casino.site import problems
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
    if tile.level == ENTRIES:
        try:
            _check_reader(request, property_code)
        except Problem as problem:
            return _problem(request, problem)
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


def _check_reader(request: HttpRequest, property_code: str) -> None:
    """Entries name actors and streams of the whole house. Problems not_authenticated, not_found, forbidden."""
    said = request.headers.get("Authorization", "").removeprefix("Bearer ")
    user: Any = request.user  # a person's, nobody's, or the account of a token
    if said.startswith(inspectors.BEARER):
        found = inspectors.opened(said, "entries", request)
        user = AnonymousUser() if found is None else found[0]
    if not user.is_authenticated:
        raise Problem("not_authenticated")
    owner = Property.objects.filter(code=property_code).first()  # of those that this person reads of
    if owner is None:
        raise Problem("not_found")
    if not user.has_perm(PERMISSION) or not inspectors.sees_whole(user, owner):
        raise Problem("forbidden")


def _not_found(request: HttpRequest) -> HttpResponse:
    return _problem(request, Problem("not_found"))


def _problem(request: HttpRequest, problem: Problem) -> HttpResponse:
    """In the shape of every error of the API; kept nowhere, since it may be there a moment later."""
    return problems.refusal(request, problem, headers={"Cache-Control": "no-store"})


def _answer(data: bytes, content_type: str, caching: str) -> HttpResponse:
    answer = HttpResponse(data, content_type=content_type)
    answer["Cache-Control"] = caching
    return answer
