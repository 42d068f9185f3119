"""Acts before which a person is asked again: each room says by the name of an address which are.

Only what changes something is asked for (never GET). A pattern as of a shell covers pages to come of the same kind.
``when`` says of a request whether it is one.

What a weighty act says can be signed by passkey (``casino.factors.signed_commands``): ``about`` names what it is about
in the terms of the record, ``signs`` says whether this request would record something and is no look before. What is
signed is the command that page or operation would carry out (``reads``). Where none is declared it is the fields, as
they were sent: then each room says which are codes, that stand in the signed command as they are (:data:`PLAIN`). Words
stand there by their salted hash; whose words the page of the signature shows, :data:`WORDS` says.

Proved by ``tests/factors/test_weighty.py``, which also holds that every command of a case and every page of the API
that changes something was thought of.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from typing import Final, NamedTuple

import msgspec
from django.http import HttpRequest

from casino.core.commands import Command, Step
from casino.core.seams import Seam
from casino.core.text import Text

SAFE: Final = ("GET", "HEAD", "OPTIONS", "TRACE")


class About(msgspec.Struct, frozen=True):
    """What an act is about: the property in whose record it will stand, and the streams, ids and codes by which the
    record knows it."""

    property: str
    subject: dict[str, str]


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """``recovery``: a recovery code is proof enough, and nothing is signed. ``reads``: the executor of commands, and
    nothing else, carries out what comes of it; the command is signed then, and not the fields. ``besides``: what
    follows from it and is signed as well, as the digest of a text that it names."""

    when: Callable[[HttpRequest], bool] | None = None
    recovery: bool = False
    about: Callable[[HttpRequest], About | None] | None = None
    signs: Callable[[HttpRequest], bool] | None = None
    title: Text | Callable[[HttpRequest], Text | None] | None = None
    reads: bool = False
    besides: Callable[[Command], dict[str, str]] | None = None


ACTS: Final[Seam[str, Act]] = Seam(
    "Before requests to which addresses a person is asked again: by name or pattern (admin:auth_user_*)."
)
PLAIN: Final[Seam[str, tuple[str, ...]]] = Seam(
    "Fields whose values are codes, ids, moments and amounts and name nobody: they are signed as they are."
)
"""With a star at its end, all names that begin so; what lies within such a field is plain too."""
WORDS: Final[Seam[str, tuple[str, ...]]] = Seam(
    "Fields that hold words of the person, which the page of the signature shows to them once more."
)


class Named(NamedTuple):
    """Acts whose command a part of their address names: the room's commands by their codes, and the part."""

    steps: Mapping[str, Step]
    part: str

    def step(self, request: HttpRequest) -> Step | None:
        return self.steps.get(part_of(request, self.part))

    def is_weighty(self, request: HttpRequest) -> bool:
        step = self.step(request)
        return step is not None and step.weighty

    def title(self, request: HttpRequest) -> Text | None:
        step = self.step(request)
        return None if step is None else step.title


def part_of(request: HttpRequest, name: str) -> str:
    """A part of the address of a request; empty where it has none of this name."""
    match = request.resolver_match
    return "" if match is None else str(match.kwargs.get(name, ""))


def is_plain(name: str) -> bool:
    return any(fnmatchcase(name, each) for names in PLAIN.values() for each in names)


def is_words(name: str) -> bool:
    return any(name in names for names in WORDS.values())


def is_declared(name: str) -> bool:
    """Whether an address may be asked for; of which requests is another matter."""
    return any(fnmatchcase(name, pattern) for pattern in ACTS)


def act_of(request: HttpRequest) -> Act | None:
    """The weighty act that this request is, by the longest pattern of its address; None for one that is none."""
    if request.method in SAFE or request.resolver_match is None:
        return None
    name = request.resolver_match.view_name
    found = [pattern for pattern, act in ACTS.items() if fnmatchcase(name, pattern) and _is_one(act, request)]
    return ACTS[max(found, key=len)] if found else None


def _is_one(act: Act, request: HttpRequest) -> bool:
    return act.when is None or act.when(request)


def manages_factors(request: HttpRequest) -> bool:
    """Every page of one's own devices but the one that asks for the proof."""
    return request.resolver_match is not None and request.resolver_match.url_name != "prove"
