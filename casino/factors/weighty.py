"""Acts before which a person is asked again: each room says by the name of an address which are.

Only what changes something is asked for (never GET). A pattern as of a shell covers pages to come of the same kind.
``when`` says of a request whether it is one.

What a weighty act says can be signed by passkey (``casino.factors.commands``): ``about`` names what it is about in the
terms of the record, ``signs`` says whether this request would record something and is no look before. Where the room
declares the command, ``reads`` gives it, and it is what is signed. Else the fields are, as they were sent: then each
room says which are codes, that stand in the signed command as they are (:func:`plain`). Words stand there by their
salted hash; whose words the page of the signature shows, :func:`words` says.

Proved by ``tests/factors/test_weighty.py``, which also holds that every command of a case and every page of the API
that changes something was thought of.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from typing import Any, Final

import msgspec
from django.http import HttpRequest

from casino.core.commands import Command
from casino.core.text import Text

SAFE: Final = ("GET", "HEAD", "OPTIONS", "TRACE")


class About(msgspec.Struct, frozen=True):
    """What an act is about: the property in whose record it will stand, and the streams, ids and codes by which the
    record knows it."""

    property: str
    subject: dict[str, str]


Reader = Callable[[HttpRequest, Mapping[str, Any]], Command | None]
"""The command of a request with these fields, as the page or the API itself reads it; None for one that does not fit,
which its page will say. Raises Problem."""


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """``recovery``: a recovery code is proof enough, and nothing is signed. ``reads``: of an act whose command is
    declared; the command is signed then, and not the fields. ``plain``: fields that in this act alone are signed as
    they are, since the record holds them so."""

    pattern: str
    when: Callable[[HttpRequest], bool] | None = None
    recovery: bool = False
    about: Callable[[HttpRequest], About | None] | None = None
    signs: Callable[[HttpRequest], bool] | None = None
    title: Callable[[HttpRequest], Text | None] | None = None
    plain: tuple[str, ...] = ()
    reads: Reader | None = None


_ACTS: Final[list[Act]] = []


def declare(
    pattern: str,
    *,
    when: Callable[[HttpRequest], bool] | None = None,
    recovery: bool = False,
    about: Callable[[HttpRequest], About | None] | None = None,
    signs: Callable[[HttpRequest], bool] | None = None,
    title: Callable[[HttpRequest], Text | None] | None = None,
    plain: tuple[str, ...] = (),
    reads: Reader | None = None,
) -> None:
    """Ask again before requests to the addresses of this name, as ``admin:auth_user_*`` or ``api:rulings``."""
    _ACTS.append(
        Act(
            pattern=pattern,
            when=when,
            recovery=recovery,
            about=about,
            signs=signs,
            title=title,
            plain=plain,
            reads=reads,
        )
    )


_PLAIN: Final[set[str]] = set()
_WORDS: Final[set[str]] = set()


def plain(*names: str) -> None:
    """Fields whose values are codes, ids, moments and amounts and name nobody: they are signed as they are. With a
    star at its end, all names that begin so; what lies within such a field is plain too."""
    _PLAIN.update(names)


def words(*names: str) -> None:
    """Fields that hold words of the person, which the page of the signature shows to them once more."""
    _WORDS.update(names)


def is_plain(name: str) -> bool:
    return name in _PLAIN or any(fnmatchcase(name, each) for each in _PLAIN if each.endswith("*"))


def is_words(name: str) -> bool:
    return name in _WORDS


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
