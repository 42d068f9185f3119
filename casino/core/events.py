"""What an event is, before any database: its types, its fields, and the registry that names them.

An event has a *type name with a version* (``roulette.bet_placed.v1``) that never changes once an event of it is stored,
never a Python path. Its data is a :class:`Fact`: a frozen struct whose fields are exactly what the type's JSON Schema
says. Old versions are read by upcasting, one step at a time, to the newest; the stored bytes are never touched.

Proved by ``tests/core/test_events.py`` and by the frozen examples in ``tests/engine/frozen``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any, Final, TypeVar
from uuid import UUID

import msgspec

from casino.core.seams import Seam

SAFE_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,63}")
"""A code of a table, round, device or person: safe in canonical JSON, in COPY and in a file name without escaping."""

STREAM: Final = re.compile(r"[a-z]{2,16}(/[A-Za-z0-9][A-Za-z0-9._:-]{0,63}){1,3}")
"""A stream id: a kind and up to three codes, as ``round/RL01/20261120-0007``."""

ACTOR: Final = re.compile(r"(device|person|system):[A-Za-z0-9][A-Za-z0-9._:-]{0,63}")
"""Who acted: a device, a person of the house by staff code, or a part of this system."""

TYPE_NAME: Final = re.compile(r"([a-z][a-z0-9_]*\.[a-z][a-z0-9_]*)\.v([1-9][0-9]{0,3})")

MAX_INTEGER: Final = 2**53 - 1
"""Largest integer in stored JSON: what RFC 8785 (I-JSON) carries without loss."""


class Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True, gc=False):
    """Base of every event's data. The only defaults allowed are ``None`` and ``()``: a default that means something
    would change old events the day it changes (``tests/core/test_events.py`` walks every registered type)."""


def plain(fact: Fact) -> dict[str, Any]:
    """A fact's data as JSON holds it: lists for tuples, nothing for what is left at its default."""
    said: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(fact))
    return said


def says(said: dict[str, Any] | None, fact: Fact | None) -> bool:
    """Whether data as JSON holds them say this very fact, however they are written; None: that it did not happen."""
    if said is None or fact is None:
        return said is None and fact is None
    try:
        return msgspec.convert(said, type(fact)) == fact
    except msgspec.ValidationError:
        return False


class NewEvent(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An event as its sender says it, before it is recorded.

    ``occurred_at`` is the device's clock in UTC, or None where it is unknown (never invented). ``sequence`` is the
    device's own running number. ``clock_skew_ms`` is measured by the server when the request came in (server minus
    device, milliseconds), not said by the sender; 0 is a clock that is right, and ``clock_estimated`` marks one that
    nobody measured and that was estimated from how late its sender's events came. ``dated_back_ms`` is by how much the
    sender dated a lower number of its own later, told by the server where it is more than clocks are off.
    ``entered_later`` is the sender's mark of what a person said afterwards, and no equipment sensed.
    ``expected_version`` is the version the stream must have *after* this event (commands), or None where the server
    simply gives the next one (facts from a table).
    ``origin`` is the SHA-256, in hexadecimal, of the sender's signature over what brought the event, or of a
    person's assertion by passkey; it stands in the log entry, not in the body.
    """

    id: UUID
    stream: str
    type: str
    data: Fact
    actor: str
    occurred_at: datetime | None
    correlation: str | None = None
    sequence: int | None = None
    clock_skew_ms: int | None = None
    clock_estimated: bool | None = None
    dated_back_ms: int | None = None
    entered_later: bool | None = None
    expected_version: int | None = None
    origin: str | None = None

    # The names that the eventsourcing library asks of a domain event that is saved.
    @property
    def originator_id(self) -> str:
        return self.stream

    @property
    def originator_version(self) -> int:
        return self.expected_version or 0


class RecordedEvent(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An event as it stands in the ledger, with what the server gave it. ``type`` and ``data`` are of the newest
    version known (upcast on reading); ``stored_type`` is what the ledger holds."""

    position: int
    stream: str
    version: int
    type: str
    stored_type: str
    occurred_at: datetime | None
    recorded_at: datetime
    actor: str
    id: UUID
    data: Any
    correlation: str | None = None
    sequence: int | None = None
    clock_skew_ms: int | None = None
    clock_estimated: bool | None = None
    dated_back_ms: int | None = None
    entered_later: bool | None = None


class Body(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The stored bytes of an event, decoded but for its data."""

    id: UUID
    data: msgspec.Raw
    correlation: str | None = None
    sequence: int | None = None
    clock_skew_ms: int | None = None
    clock_estimated: bool | None = None
    dated_back_ms: int | None = None
    entered_later: bool | None = None


class EventType(msgspec.Struct, frozen=True):
    """One version of one type. ``stream_kind`` is the kind of stream it belongs to; ``from_device`` says whether table
    equipment may send it."""

    name: str
    version: int
    fact: type[Fact]
    stream_kind: str
    from_device: bool
    decode: Callable[[bytes], Any]
    """Stored bytes of a whole body -> a struct with ``data`` of this version's type."""
    decode_plainly: Callable[[bytes], Any]
    """The same with ``id`` as text, for who reads many: an object for each id costs as much as a small fact."""

    @property
    def full_name(self) -> str:
        return f"{self.name}.v{self.version}"

    @property
    def upcast(self) -> Callable[[Any], Any] | None:
        """What turns this version's data into the next version's; None for the newest."""
        return UPCASTS.get(self.full_name)

    @property
    def prefix(self) -> str:
        """What stands before the dot: the game, or ``table``, ``device``, ``audit``, ``case``."""
        return self.name.partition(".")[0]


F = TypeVar("F", bound=Fact)

TYPES: Final[Seam[str, EventType]] = Seam(
    "The types of events, by full name (roulette.bet_placed.v1).", beside="the fact"
)
UPCASTS: Final[Seam[str, Callable[[Any], Any]]] = Seam(
    "How data of an older version of a type becomes the next one's.", beside="the fact"
)


def register(name: str, fact: type[F], *, stream_kind: str, version: int = 1, from_device: bool = True) -> type[F]:
    """Give a fact its stable name. Called once a type at import; ValueError for a name that is taken."""
    if not TYPE_NAME.fullmatch(f"{name}.v{version}"):
        raise ValueError(f"not an event type name: {name}.v{version}")
    event_type = EventType(
        name=name,
        version=version,
        fact=fact,
        stream_kind=stream_kind,
        from_device=from_device,
        decode=_decoder(fact, UUID),
        decode_plainly=_decoder(fact, str),
    )
    TYPES.register(event_type.full_name, event_type)
    return fact


def _decoder(fact: type[Fact], of_id: type) -> Callable[[bytes], Any]:
    """Reads the stored bytes of events with this fact."""
    body = msgspec.defstruct(
        f"{fact.__name__}Body",
        [
            ("id", of_id),
            ("data", fact),
            ("correlation", str | None, None),
            ("sequence", int | None, None),
            ("clock_skew_ms", int | None, None),
            ("clock_estimated", bool | None, None),
            ("dated_back_ms", int | None, None),
            ("entered_later", bool | None, None),
        ],
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
        gc=False,
    )
    return msgspec.json.Decoder(body).decode


def find(full_name: str) -> EventType | None:
    """The registered type of this full name (``roulette.bet_placed.v1``), or None."""
    return TYPES.get(full_name)


def registered() -> Iterator[EventType]:
    """Every registered version of every type, by name."""
    yield from TYPES.values()


def newest(event_type: EventType, data: Any) -> tuple[EventType, Any]:
    """Upcast data step by step to the newest version of its type."""
    while (upcast := event_type.upcast) is not None:
        data = upcast(data)
        event_type = TYPES[f"{event_type.name}.v{event_type.version + 1}"]
    return event_type, data
