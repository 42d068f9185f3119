"""How a command is declared: once, on the struct that it is, with everything that others read from it. Pure.

A room has a table of its commands (:class:`Commands`) and says in a subclass of :class:`Step` what it declares besides:

    @step(
        on="recorder",
        posts=WATCH,
        interest=EQUIPMENT,
    )
    class RetireRecorder(Command, frozen=True):
        reason: Annotated[Reason, asked(_WORDS, "retire_recorder-reason"), following(Rule.SHORT)]

Its words lie in the catalogue of the module (``casino.core.messages``), found by its code: ``retire_recorder--title``,
``retire_recorder--consequence``. The struct's limits are those of form and API; :func:`asked` gives a field its words
(``retire_recorder-reason``), :func:`following` the rule of a reason. The function that makes the command's facts joins
it by :meth:`Commands.decides`. Form, button, address of the API, its description and the documentation follow;
``casino.commands`` carries the command out. Proved by ``tests/disputes/admin/doing/test_a_new_command.py``, which
brings an invented command.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, Final, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from casino.core.errors import Problem
from casino.core.interest import Interest
from casino.core.messages import Catalogue, beside
from casino.core.reasons import Rule
from casino.core.text import Text

NOW: Final = "now"
"""A moment that a form begins with."""


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of every command."""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """What every room declares of a command. ``title`` is what it is called. ``interest`` says who may not give it
    though their post would let them (``casino.core.interest``): nothing is declared without it. ``weighty``: the person
    is asked again who they are."""

    command: str
    struct: type[Command]
    title: Text
    interest: Interest
    weighty: bool = False


Kind = TypeVar("Kind", bound=type[Command])
Function = Callable[[Any, Any, Any], list[Any]]
"""(what the command acts on, command, context) -> facts. Raises Problem."""
Deciding = TypeVar("Deciding", bound=Function)
S = TypeVar("S", bound=Step)


class Commands(Generic[S]):
    """The commands of a room: ``steps`` by their codes in the order of declaration, ``functions`` by the same codes."""

    def __init__(self, declares: type[S]) -> None:
        self.declares = declares
        self.steps: dict[str, S] = {}
        self.functions: dict[str, Function] = {}

    def step(self, **declared: Any) -> Callable[[Kind], Kind]:
        """Declare the command that this struct is: the fields of the room's :class:`Step`; those that are words are
        found in the module's catalogue."""

        def joined(struct: Kind) -> Kind:
            code = code_of(struct)
            words: dict[str, Any] = beside(struct.__module__).table(code)
            self.steps[code] = self.declares(command=code, struct=struct, **words, **declared)
            return struct

        return joined

    def of(self, struct: type[Command]) -> S:
        """What was declared of a command."""
        return self.steps[code_of(struct)]

    def decides(self, struct: type[Command]) -> Callable[[Deciding], Deciding]:
        """This function makes the facts of the command."""

        def joined(function: Deciding) -> Deciding:
            self.functions[code_of(struct)] = function
            return function

        return joined


def code_of(struct: type[Command]) -> str:
    """``RecordHelp`` -> ``record_help``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", struct.__name__).lower()


ENVELOPE: Final = ("command_id", "seen_version")
"""What a body has besides the command, unless it is a field of it."""
Read = TypeVar("Read", bound=Command)


def read_command(struct: type[Read], said: Mapping[str, Any]) -> Read:
    """A body of the API as the command's struct. Problem ``command_does_not_fit`` names the first fault's place."""
    own = struct.__struct_fields__
    fields = {key: value for key, value in said.items() if key in own or key not in ENVELOPE}
    try:
        return msgspec.convert(fields, struct)
    except msgspec.ValidationError as error:
        text, _, place = str(error).partition(" - at `$")
        field = place.rstrip("`").lstrip(".").replace("[", ".").replace("]", "") or None
        raise Problem("command_does_not_fit", field, why=text) from None


# --- The fields of a command ------------------------------------------------------------------------------------------


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """How a field is asked for. ``words``: of its fixed values, by their codes; of a yes or no, ``yes`` and ``no``.
    ``rows``: how many lines a text has room for. ``choices``: which list of the room the form offers; ``begins``: the
    value that it begins with."""

    label: Text
    help: Text | None = None
    rows: int = 4
    words: Mapping[str, Text] | None = None
    choices: str | None = None
    begins: str | None = None


def asked(catalogue: Catalogue, id: str, **how: Any) -> msgspec.Meta:
    """The words of a command's field, for its annotation: in the catalogue its label under the id, ``id--help``, and of
    fixed values ``id--words--code``, where it has them. ``how`` as in :class:`Asked`."""
    label = catalogue.text(id)
    help = catalogue.text(f"{id}--help") if f"{id}--help" in catalogue else None
    how = {"help": help, "words": catalogue.table(f"{id}--words") or None} | how
    return msgspec.Meta(title=f"{label.en} / {label.vi}", extra={"asked": Asked(label=label, **how)})


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
