"""How a command of a case is declared: once, on the struct that it is, with everything that others read from it.

    @step(
        clause="8.6",
        posts=at((Stage.COMPLAINT,), TABLE, MANAGERS, SENIOR),
        interest=OPEN,
        title=Text("Ghi việc hướng dẫn nộp đơn", "Record help in filing"),
        consequence=Text("Ghi lại người chơi đã được hỗ trợ thế nào.", "What help the player had is recorded."),
    )
    class RecordHelp(Command, frozen=True):
        what: Annotated[Words, asked("Đã hướng dẫn, giúp đỡ những gì", "What help was given")]

The struct's limits are those of form and API; :func:`asked` gives a field its words. The function that makes the
command's facts joins it by :func:`decides`. Form, button, address of the API, its description and ``docs/disputes.md``
follow. A field that is no plain one (a remedy, bets to tick) needs a form of its own, in ``disputes/admin``. Proved by
``tests/disputes/admin/doing/test_a_new_command.py``, which brings an invented command.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from casino.core.events import Fact
from casino.core.interest import Interest
from casino.core.posts import Post
from casino.core.reasons import Rule
from casino.core.text import Text
from disputes.case.state import Stage

Choices = Literal[
    "claims",
    "colleagues",
    "evidence",
    "issued",
    "left_steps",
    "moneys",
    "outsiders",
    "papers",
    "parties",
    "players",
    "unanswered_requests",
    "waiting_requests",
]
"""What a form offers from the case: the values of a field that is a code of something in it."""

NOW: Final = "now"
"""A moment that a form begins with."""


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of every command."""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One command: at which stages for which posts, under which clause. ``interest`` says who may not give it though
    post and stage would let them (``casino.core.interest``): nothing is declared without it.

    ``posts`` of ``open_case`` stand under the stage None. ``title`` is what the command is called, ``consequence`` what
    is said before it is confirmed, ``button`` what stands on the last button where the title does not serve.
    ``weighty``: the person is asked again who they are; so are those who decide, put a remedy into force, end or reopen
    a case, or destroy a key. The others collect, and what they collect is weighed by these. ``of_the_house``: no clause
    asks for it; it stands under the clause of the step at which it is needed, and the table of clauses leaves it out.
    ``rehearsed``: what it comes to is shown before it is recorded. ``waits``: what is still missing is shown in the
    place of the form. ``shows``: what the page shows of the case (``complaint``: with the
    decision complained of). ``keyless``: possible in a case of which every text
    was erased, while somebody is left in it."""

    command: str
    struct: type[Command]
    clause: str
    posts: dict[Stage | None, tuple[Post, ...]]
    title: Text
    consequence: Text
    interest: Interest
    button: Text | None = None
    weighty: bool = False
    of_the_house: bool = False
    rehearsed: bool = False
    waits: bool = False
    shows: Literal["decision", "offer", "complaint"] | None = None
    keyless: bool = False

    @property
    def everybody(self) -> frozenset[Post]:
        """Every post that may ever do it."""
        return frozenset(post for posts in self.posts.values() for post in posts)


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """How a field is asked for. ``words``: of its fixed values, by their codes; of a yes or no, ``yes`` and ``no``.
    ``rows``: how many lines a text has room for. ``begins``: the value that a form begins with."""

    label: Text
    help: Text | None = None
    rows: int = 4
    words: Mapping[str, Text] | None = None
    choices: Choices | None = None
    begins: str | None = None


def asked(vi: str, en: str, **how: Any) -> msgspec.Meta:
    """The words of a command's field, for its annotation; ``how`` as in :class:`Asked`."""
    return msgspec.Meta(title=f"{en} / {vi}", extra={"asked": Asked(label=Text(vi, en), **how)})


def following(rule: Rule) -> msgspec.Meta:
    """The rule that a field of free words follows, for its annotation."""
    return msgspec.Meta(extra={"follows": rule})


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A field of a command that has words: its plain type, its limits, and whether it may be left empty."""

    name: str
    asked: Asked
    type: Any
    limits: tuple[msgspec.Meta, ...]
    optional: bool


def fields_of(struct: type[Command]) -> list[Field]:
    """The fields of a command that have words, in their order."""
    found = []
    for name, hint in get_type_hints(struct, include_extras=True).items():
        limits: list[msgspec.Meta] = []
        plain, optional = hint, False
        while not isinstance(plain, type) and get_origin(plain) in (Annotated, Union, UnionType):
            if get_origin(plain) is Annotated:
                limits += (each for each in plain.__metadata__ if isinstance(each, msgspec.Meta))
                plain = plain.__origin__
            else:
                arms = [arm for arm in get_args(plain) if arm is not type(None)]
                if len(arms) > 1:
                    break
                plain, optional = arms[0], True
        words = next((each.extra["asked"] for each in limits if each.extra and "asked" in each.extra), None)
        if words is not None:
            found.append(Field(name=name, asked=words, type=plain, limits=tuple(limits), optional=optional))
    return found


@cache
def rules_of(struct: type[Any]) -> dict[str, Rule]:
    """By its name, the rule that each field of free words follows that is a reason."""
    found: dict[str, Rule] = {}
    for name, hint in get_type_hints(struct, include_extras=True).items():
        left = [hint]
        while left:
            each = left.pop()
            metas = getattr(each, "__metadata__", ())
            for meta in metas:
                if isinstance(meta, msgspec.Meta) and meta.extra and "follows" in meta.extra:
                    found[name] = meta.extra["follows"]
            left.extend((each.__origin__,) if metas else get_args(each))
    return found


Kind = TypeVar("Kind", bound=type[Command])
Function = Callable[[Any, Any, Any], list[Fact]]
"""(case, command, context) -> facts. Raises Problem."""
Deciding = TypeVar("Deciding", bound=Function)

PROCEDURE: Final[dict[str, Step]] = {}
"""Code of a command -> its step, in the order of the procedure."""
FUNCTIONS: Final[dict[str, Function]] = {}
"""Code of a command -> the function that makes its facts."""


def code_of(struct: type[Command]) -> str:
    """``RecordHelp`` -> ``record_help``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", struct.__name__).lower()


def step(
    *,
    clause: str,
    posts: dict[Stage | None, tuple[Post, ...]],
    title: Text,
    consequence: Text,
    interest: Interest,
    **besides: Any,
) -> Callable[[Kind], Kind]:
    """Declare the command that this struct is; ``besides`` as in :class:`Step`."""

    def declared(struct: Kind) -> Kind:
        code = code_of(struct)
        PROCEDURE[code] = Step(
            command=code,
            struct=struct,
            clause=clause,
            posts=posts,
            title=title,
            consequence=consequence,
            interest=interest,
            **besides,
        )
        return struct

    return declared


def decides(struct: type[Command]) -> Callable[[Deciding], Deciding]:
    """This function makes the facts of the command."""

    def joined(function: Deciding) -> Deciding:
        FUNCTIONS[code_of(struct)] = function
        return function

    return joined
