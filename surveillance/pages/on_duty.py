"""Who sits in front of the player: whether they may watch, and whether they record what it shows.

Proved by ``tests/surveillance/player/test_pages.py``.
"""

from __future__ import annotations

from functools import wraps
from typing import Any, Final, Protocol
from uuid import UUID

import msgspec
from django.contrib.auth.mixins import AccessMixin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from casino.clock import now as clock
from casino.commands.execution import Done
from casino.core.commands import Command
from casino.core.errors import Problem
from casino.core.posts import Post
from disputes.rows.actor import actor_of
from games.admin.on_duty import acting_person
from games.admin.queue import Said, refused
from games.api.base import answer
from games.engine.facts import Person
from surveillance.execution import service

FILM: Final = "surveillance.view_recording"
"""The permission to open the player at all; which recordings play in it is asked of each
(``surveillance.rows.visibility``)."""
QUEUE: Final = "surveillance.view_review"


class View(Protocol):
    def __call__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse: ...


def officer(request: HttpRequest, property_code: str) -> Person | None:
    """The person behind a request, where they act for Surveillance at this property; None for anybody else."""
    person = acting_person(request, property_code, None)
    return person if person is not None and person.post == Post.SURVEILLANCE else None


def the_officer(request: HttpRequest, property_code: str) -> Person:
    """The same; :class:`PermissionDenied` for anybody else."""
    person = officer(request, property_code)
    if person is None:
        raise PermissionDenied
    return person


def permitted(permission: str) -> Any:
    """Asks for the login, then for a permission."""

    def asked(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not request.user.is_authenticated:
                gate = AccessMixin()
                gate.request = request  # type: ignore[attr-defined]
                return gate.handle_no_permission()
            if not (request.user.is_staff and request.user.has_perm(permission)):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return guarded

    return asked


def carried_out(request: HttpRequest, property_code: str, code: str | None, command: Command, command_id: UUID) -> Done:
    """A command by the person behind a request, through the service of the room."""
    now = clock()
    actor = actor_of(request.user, property_code, now)
    return service.execute(property_code, code, command, actor=actor, command_id=command_id, now=now)


def told(view: Any) -> View:
    """An act by a script: POST only; what is refused is said in the person's language."""

    @wraps(view)
    def acted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        try:
            done: Said = view(request, *args, **kwargs)
        except Problem as problem:
            return refused(problem)
        return answer(done)

    return acted


def body(request: HttpRequest, kind: type[Any]) -> Any:
    """The JSON of a request. Problem ``bad_request`` for anything else."""
    try:
        return msgspec.json.decode(request.body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Problem("bad_request") from error
