"""Whether an event says what was signed for it: its members, held against the command of the person who brought it.

A kept assertion proves that a person gave a command, not that the event beside it is what the command comes to: whoever
owns the record can alter the event, make every hash anew and keep the signature. So each room says of its commands
which events they bring (:func:`brings`) and which members of these follow from what was signed; :func:`difference`
names the first that does not. What the server alone adds (a post, a deadline, the version of a stream) is not compared.
An event of a type that commands bring counts only under a command that brings it; of other types nothing is said here.
Pure; specified in ``docs/origin.md``, "What follows from a command".

Rules read the command's own members (``casino.core.signed_form``). What was signed before as the fields of a form or a
body is read into the same members first, by readers that are frozen (:func:`formerly`).

Proved by ``tests/checkpoints/test_commanded.py``, where each field of each such event is forged in turn, and, for what
was signed long ago, by ``tests/checkpoints/test_frozen_commands.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from fnmatch import fnmatchcase
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, Protocol
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec

from casino.core.events import Body, find
from casino.core.seams import Seam

_data: Final = msgspec.json.Decoder(dict[str, Any]).decode
_body: Final = msgspec.json.Decoder(Body).decode


FIELDS: Final = "tableproof-command/1"
"""``said`` are the fields of a form or of a body, as they were sent."""
COMMAND: Final = "tableproof-command/2"
"""``said`` is the command itself, as the room's reader read it."""
CODE: Final = "command"
"""In ``about``, beside what the room says: the code of the command, since several may come from one address."""
STATEMENTS: Final = frozenset({FIELDS, COMMAND})
Mode = Literal["none", "registered", "all"]
"""Of whom signatures are demanded in a role: of nobody, of whoever has a passkey, of everybody."""
WORDS: Final = "sha256:"
"""Before the salted hash that stands in a command for words that the record seals."""


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command read back from its bytes."""

    about: Any
    act: str
    id: UUID
    nonce: str
    person: str
    property: str
    said: Any
    statement: str


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """An event as it is stored: ``name`` is its type without the version, ``data`` as JSON holds it."""

    stream: str
    name: str
    id: UUID
    actor: str
    correlation: str | None
    data: dict[str, Any]


def recorded(*, stream: str, full_type: str, actor: str, body: bytes) -> Recorded:
    """From the stored bytes. Raises msgspec.MsgspecError where they are none of an event of this type: rules may rely
    on the shape of data."""
    read = _body(body)
    event_type = find(full_type)
    if event_type is not None:
        event_type.decode(body)
    name = full_type.rpartition(".v")[0]
    return Recorded(
        stream=stream, name=name, id=read.id, actor=actor, correlation=read.correlation, data=_data(read.data)
    )


class Record(Protocol):
    """What of the record an event may rest on: events before it, and (of its own command) beside it."""

    def event(self, event_id: UUID | None) -> Recorded | None:
        """The event with this id, if there is one."""

    def stream(self, name: str) -> Sequence[Recorded]:
        """The events of a stream, in their order."""


class Said(NamedTuple):
    """One question: does this event say what this command says?"""

    command: Command
    event: Recorded
    record: Record

    @property
    def said(self) -> Mapping[str, Any]:
        """What was sent with the command."""
        return self.command.said if isinstance(self.command.said, dict) else {}

    @property
    def about(self) -> Mapping[str, Any]:
        return self.command.about if isinstance(self.command.about, dict) else {}

    @property
    def code(self) -> str | None:
        """Which command of its room it is, where it was signed itself."""
        return self.about.get(CODE)

    @property
    def act(self) -> str:
        """What the command is called, as its address names it last: ``rulings``, ``decide``."""
        return self.command.act.rpartition(":")[2]


Rule = Callable[[Said], str | None]
"""Why the event is not what the command comes to; None where it is."""


BRINGING: Final[Seam[tuple[tuple[str, ...], tuple[str, ...]], Rule]] = Seam(
    "By which rule commands of some acts bring events of some names (both patterns as of a shell).", beside="the rules"
)


def brings(acts: Iterable[str], names: Iterable[str], rule: Rule) -> None:
    """A room says that commands of these acts (patterns as of a shell) bring events of these names, by this rule."""
    BRINGING.register((tuple(acts), tuple(names)), rule)


Reader = Callable[[Command], dict[str, Any]]
FORMERLY: Final[Seam[tuple[str, ...], Reader]] = Seam(
    "How fields that were signed under some acts are read into the members of the command.", beside="the frozen reader"
)
"""Of acts of which the room declares the command by now. A reader raises ValueError for what cannot be read."""


def is_commanded(name: str) -> bool:
    """Whether events of this name are ever brought by a command that is held against them."""
    return any(_fits(name, names) for _acts, names in BRINGING)


def difference(command: Command, event: Recorded, record: Record) -> str | None:
    """Why this event, recorded under a person's command, is not what they signed; None where it is."""
    of_name = [(acts, rule) for (acts, names), rule in BRINGING.items() if _fits(event.name, names)]
    if not of_name:
        return None
    rule = next((rule for acts, rule in of_name if _fits(command.act, acts)), None)
    if rule is None:
        return f"{command.act} brings no {event.name}"
    try:
        read = _read(command)
    except ValueError:
        return "what was signed cannot be read"
    return rule(Said(read, event, record))


def _read(command: Command) -> Command:
    """The command by its members, however it was signed."""
    if command.statement != FIELDS or not isinstance(command.said, dict):
        return command
    reader = next((reader for acts, reader in FORMERLY.items() if _fits(command.act, acts)), None)
    return command if reader is None else msgspec.structs.replace(command, said=reader(command))


def _fits(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(name, each) for each in patterns)


# --- What rules are made of ------------------------------------------------------------------------------------------


def first(*faults: str | None) -> str | None:
    """The first that is one."""
    return next((fault for fault in faults if fault is not None), None)


def member(name: str, recorded: Any, signed: Any) -> str | None:
    """A member of an event as it was signed. Nothing, and nothing said (an empty text or list), are the same."""
    if (recorded or None) == (signed or None) and isinstance(recorded, bool) == isinstance(signed, bool):
        return None
    return f"its {name} is not the one that was signed"


def main_event(said: Said) -> str | None:
    """The event is the one that the command names by its own id: there is one of it."""
    return None if said.event.id == said.command.id else "the command that was signed has another id"


def own(
    *rules: Rule,
    main: bool = False,
    person: str | None = None,
    members: Iterable[str] = (),
    words: Mapping[str, str] = MappingProxyType({}),
) -> Rule:
    """What an event says in the stream that the command is about: it names the command (``main``: by the id that it
    has itself); ``person`` is the member with who signed; ``members`` are those of the command, by the same names;
    ``words`` are sealed: member of the event -> field."""

    def rule(said: Said) -> str | None:
        return first(
            of_stream(said, said.about.get("stream")),
            of_command(said),
            main_event(said) if main else None,
            None if person is None else by(person, said),
            *(member(name, said.event.data.get(name), said.said.get(name)) for name in members),
            *(words_of(name, said, field) for name, field in words.items()),
            *(each(said) for each in rules),
        )

    return rule


def of_command(said: Said) -> str | None:
    """The event names the command that brought it."""
    return member("correlation", said.event.correlation, str(said.command.id))


def by(name: str, said: Said) -> str | None:
    """The person in this member is who signed."""
    return member(f"{name}.staff", (said.event.data.get(name) or {}).get("staff"), said.command.person)


def words_of(name: str, said: Said, field: str) -> str | None:
    """What is sealed in this member are the words of this field: its digest is the hash that was signed."""
    return sealed_words(name, said.event.data.get(name), said.said.get(field))


def sealed_words(name: str, kept: Any, signed: Any) -> str | None:
    """The same of what is sealed within a member."""
    digest = kept.get("digest") if isinstance(kept, dict) else None
    return member(f"{name}.digest", digest, signed.removeprefix(WORDS) if isinstance(signed, str) else signed)


def of_stream(said: Said, wanted: Any) -> str | None:
    """The event stands where the command says."""
    return None if said.event.stream == wanted else f"it stands in {said.event.stream}, signed was {wanted}"


def id_of(value: Any) -> UUID | None:
    """An id as a command names it; None for anything else."""
    try:
        return UUID(str(value))
    except ValueError:
        return None


def listed(value: Any) -> list[Any]:
    """A field of a form or of JSON that may come once, several times, or not at all."""
    if value in (None, ""):
        return []
    return list(value) if isinstance(value, list | tuple) else [value]


def same_moment(name: str, recorded: Any, signed: Any) -> str | None:
    """A moment as it was signed, however the two are written."""
    return None if at_one_moment(recorded, signed) else f"its {name} is not the one that was signed"


def at_one_moment(one: Any, other: Any) -> bool:
    """Whether two moments of events, however they are written, are the same."""
    if not one or not other:
        return (one or None) == (other or None)
    return datetime.fromisoformat(one) == datetime.fromisoformat(other)


def by_the_clocks(typed: Any, zone: Any) -> str | None:
    """For frozen readers: a moment as it was typed, with its offset or by the clocks of a property. ValueError."""
    if not typed:
        return None
    try:
        moment = datetime.fromisoformat(typed)
        return (moment if moment.tzinfo else moment.replace(tzinfo=ZoneInfo(str(zone)))).isoformat()
    except (TypeError, KeyError, OSError) as error:
        raise ValueError("no moment") from error


def same_members(names: Iterable[str], recorded: Mapping[str, Any], other: Mapping[str, Any], what: str) -> str | None:
    """These members are those of another event, on which this one rests."""
    found = next((name for name in names if recorded.get(name) != other.get(name)), None)
    return None if found is None else f"its {found} is not that of {what}"
