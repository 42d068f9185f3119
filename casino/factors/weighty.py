"""Acts before which a person is asked again: each room says by the name of an address which are.

Only what changes something is asked for (never GET). A pattern as of a shell covers pages to come of the same kind.
``when`` says of a request whether it is one. Proved by ``tests/factors/test_weighty.py``, which also holds that every
command of a case and every page of the API that changes something was thought of.
"""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import Final

import msgspec
from django.http import HttpRequest

SAFE: Final = ("GET", "HEAD", "OPTIONS", "TRACE")


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """``recovery``: a recovery code is proof enough."""

    pattern: str
    when: Callable[[HttpRequest], bool] | None = None
    recovery: bool = False


_ACTS: Final[list[Act]] = []


def declare(pattern: str, *, when: Callable[[HttpRequest], bool] | None = None, recovery: bool = False) -> None:
    """Ask again before requests to the addresses of this name, as ``admin:auth_user_*`` or ``api:rulings``."""
    _ACTS.append(Act(pattern=pattern, when=when, recovery=recovery))


def is_declared(name: str) -> bool:
    """Whether an address may be asked for; of which requests is another matter."""
    return any(fnmatchcase(name, act.pattern) for act in _ACTS)


def act_of(request: HttpRequest) -> Act | None:
    """The weighty act that this request is; None for one that is none."""
    if request.method in SAFE or request.resolver_match is None:
        return None
    name = request.resolver_match.view_name
    return next(
        (act for act in _ACTS if fnmatchcase(name, act.pattern) and (act.when is None or act.when(request))), None
    )


def manages_factors(request: HttpRequest) -> bool:
    """Every page of one's own devices but the one that asks for the proof."""
    return request.resolver_match is not None and request.resolver_match.url_name != "prove"
