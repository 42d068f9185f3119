"""How a command of Surveillance is declared: once, on the struct that it is, with everything that others read from it.

    @step(
        on="recorder",
        posts=WATCH,
        title=Text("Ngừng dùng đầu ghi", "Retire the recorder"),
        consequence=Text("Từ nay đầu ghi không còn ghi hình.", "It records no more from now on."),
        interest=EQUIPMENT,
    )
    class RetireRecorder(Command, frozen=True):
        reason: Annotated[Reason, REASON]

``on`` is the kind of stream that it acts on, None for what begins one. Form, button, address of the API and its
description follow; the words of a field are given as in a case (``disputes.case.step.asked``). The function that makes
the facts joins it by :func:`decides`. Proved by ``tests/surveillance/api/test_openapi.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec

from casino.core.interest import Interest, no_matter
from casino.core.posts import Post, posts_from
from casino.core.text import Text
from disputes.case.step import Command, code_of

WATCH: Final = frozenset({Post.SURVEILLANCE})
"""Surveillance alone."""
ASKS: Final = posts_from(Post.PIT_MANAGER) | WATCH | {Post.HEAD_OF_OPERATIONS}
"""Who may ask for footage without a case."""
KEEPS: Final = posts_from(Post.SHIFT_MANAGER) | WATCH | {Post.HEAD_OF_OPERATIONS}
"""Who may have footage kept for a reason of their own, and may say that it need not be kept any more."""
ERASES: Final = frozenset({Post.SENIOR_MANAGEMENT, Post.SURVEILLANCE})
"""Who may have a person erased from the log, as in a case."""

EQUIPMENT: Final = no_matter("thiết bị, không phải việc của ai", "equipment is nobody's matter")
DRAWN: Final = no_matter("ván được rút ngẫu nhiên", "what is looked at is drawn by lot")

Kind = TypeVar("Kind", bound=type[Command])
Function = Callable[[Any, Any, Any], list[Any]]
"""(what the command acts on, command, context) -> facts with their streams. Raises Problem."""
Deciding = TypeVar("Deciding", bound=Function)


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One command. ``posts`` may give it; ``weighty``: the person is asked again who they are. ``title``,
    ``consequence``, ``interest`` and ``button`` as in a case."""

    command: str
    struct: type[Command]
    on: str | None
    posts: frozenset[Post]
    title: Text
    consequence: Text
    interest: Interest
    weighty: bool = False


COMMANDS: Final[dict[str, Step]] = {}
"""Code of a command -> its step, in the order of the buttons."""
FUNCTIONS: Final[dict[str, Function]] = {}
"""Code of a command -> the function that makes its facts."""


def step(
    *,
    on: str | None,
    posts: frozenset[Post],
    title: Text,
    consequence: Text,
    interest: Interest,
    weighty: bool = False,
) -> Callable[[Kind], Kind]:
    """Declare the command that this struct is."""

    def declared(struct: Kind) -> Kind:
        code = code_of(struct)
        COMMANDS[code] = Step(
            command=code,
            struct=struct,
            on=on,
            posts=posts,
            title=title,
            consequence=consequence,
            interest=interest,
            weighty=weighty,
        )
        return struct

    return declared


def decides(struct: type[Command]) -> Callable[[Deciding], Deciding]:
    """This function makes the facts of the command."""

    def joined(function: Deciding) -> Deciding:
        FUNCTIONS[code_of(struct)] = function
        return function

    return joined
