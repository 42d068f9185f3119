"""An event becomes bytes: checked, encoded, hashed.

Stored body: the canonical JSON of ``clock_skew_ms``, ``correlation``, ``data``, ``id`` and ``sequence``, absent ones
left out. What is encoded is decoded once more before it is accepted, so that nothing enters the record that cannot be
read back. Proved by ``tests/ledger/test_append.py``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import datetime
from enum import Enum
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

import msgspec
import msgspec.inspect

from casino.core.canonical import NotCanonical, canonical_bytes, encode_sorted
from casino.core.events import MAX_INTEGER, EventType, Fact, NewEvent, find
from casino.core.log_entry import BadEntry, checked_actor, checked_stream, time_text
from casino.ledger.errors import InvalidEvent

MAX_BODY_BYTES: Final = 1 << 20
MAX_CORRELATION_CHARACTERS: Final = 200

_sixteen_digits = re.compile(rb"[0-9]{16}").search
"""Only with sixteen digits in a row can an integer have more than 53 bits."""


class Prepared(msgspec.Struct, frozen=True, gc=False):
    """An event ready to be given its position. ``occurred_text`` is the time in the form of the log entry, or None."""

    id: UUID
    stream: str
    type: str
    actor: str
    occurred_at: datetime | None
    occurred_text: str | None
    expected_version: int | None
    body: bytes
    body_sha256: bytes


def prepare(event: NewEvent, index: int = 0) -> Prepared:
    """Check and encode one event. Raises :class:`InvalidEvent` with the field at fault and ``index``."""
    stream = check_address(event, index)
    try:
        actor = checked_actor(event.actor)
    except (BadEntry, TypeError) as error:
        raise InvalidEvent(index, "actor", str(error)) from error
    event_type = _type_for(event, index)
    _check_numbers(event, index)
    try:
        occurred_text = None if event.occurred_at is None else time_text(event.occurred_at)
    except (ValueError, OverflowError) as error:
        raise InvalidEvent(index, "occurred_at", str(error)) from error
    body = body_bytes(event, event_type, index)
    return Prepared(
        event.id,
        stream,
        event.type,
        actor,
        event.occurred_at,
        occurred_text,
        event.expected_version,
        body,
        sha256(body).digest(),
    )


def check_address(event: NewEvent, index: int) -> str:
    """The stream of the event, if it is one, and its id is an id: what a batch is sorted by before it is prepared."""
    if not isinstance(event.id, UUID):
        raise InvalidEvent(index, "id", f"{event.id!r} is not a UUID")
    try:
        return checked_stream(event.stream)
    except (BadEntry, TypeError) as error:
        raise InvalidEvent(index, "stream", str(error)) from error


def body_bytes(event: NewEvent, event_type: EventType, index: int) -> bytes:
    """The bytes to be stored."""
    before, after = b"{", b"}"
    if event.clock_skew_ms is not None:
        before = b'{"clock_skew_ms":%d,' % event.clock_skew_ms
    if event.correlation is not None:
        before += b'"correlation":%b,' % _correlation_bytes(event.correlation, index)
    if event.sequence is not None:
        after = b',"sequence":%d}' % event.sequence
    data = _data_bytes(event.data, index)
    _check_data(event_type.fact, data, index)
    body = b'%b"data":%b,"id":%b%b' % (before, data, encode_sorted(event.id), after)
    if len(body) > MAX_BODY_BYTES:
        raise InvalidEvent(index, "data", f"{len(body):,} bytes, at most {MAX_BODY_BYTES:,} are stored")
    return body


def _type_for(event: NewEvent, index: int) -> EventType:
    event_type = find(event.type)
    if event_type is None:
        raise InvalidEvent(index, "type", f"no event type is called {event.type!r}")
    if type(event.data) is not event_type.fact:
        raise InvalidEvent(index, "data", f"{event.type} carries {event_type.fact.__name__}")
    if not event.stream.startswith(event_type.stream_kind + "/"):
        raise InvalidEvent(index, "stream", f"{event.type} belongs to a stream of kind {event_type.stream_kind}")
    return event_type


def _check_numbers(event: NewEvent, index: int) -> None:
    sequence, skew_ms, expected = event.sequence, event.clock_skew_ms, event.expected_version
    if sequence is not None and not (type(sequence) is int and 0 <= sequence <= MAX_INTEGER):
        raise InvalidEvent(index, "sequence", f"{sequence!r} is not a running number")
    if skew_ms is not None and not (type(skew_ms) is int and -MAX_INTEGER <= skew_ms <= MAX_INTEGER):
        raise InvalidEvent(index, "clock_skew_ms", f"{skew_ms!r} is not a number of milliseconds")
    if expected is not None and not (type(expected) is int and expected >= 1):
        raise InvalidEvent(index, "expected_version", f"{expected!r} is not a version")


def _data_bytes(data: Fact, index: int) -> bytes:
    try:
        if shape(type(data)) is not Shape.FREE:
            return encode_sorted(data)
        return canonical_bytes(msgspec.to_builtins(data))
    except (NotCanonical, TypeError, UnicodeEncodeError, msgspec.MsgspecError) as error:
        raise InvalidEvent(index, "data", str(error)) from error


def _correlation_bytes(correlation: str, index: int) -> bytes:
    if not isinstance(correlation, str) or not 1 <= len(correlation) <= MAX_CORRELATION_CHARACTERS:
        raise InvalidEvent(index, "correlation", f"1 to {MAX_CORRELATION_CHARACTERS} characters are asked for")
    try:
        return encode_sorted(correlation)
    except UnicodeEncodeError as error:
        raise InvalidEvent(index, "correlation", str(error)) from error


def _check_data(fact: type[Fact], data: bytes, index: int) -> None:
    """What is stored must come back: read it as every later reader will. (What stands around the data is written here,
    from values checked one by one.)"""
    try:
        decoder(fact)(data)
        if shape(fact) is not Shape.BOUNDED and _sixteen_digits(data):
            canonical_bytes(msgspec.json.decode(data))
    except (msgspec.MsgspecError, NotCanonical) as error:
        raise InvalidEvent(index, "data", str(error)) from error


@lru_cache(maxsize=1_024)
def decoder(fact: type[Fact]) -> Callable[[bytes], Fact]:
    """Reads the data of one type of fact."""
    return msgspec.json.Decoder(fact).decode


class Shape(Enum):
    """What the declared types of a fact say about its JSON, so that only what they leave open is checked by value."""

    BOUNDED = "bounded"
    """Keys are fixed, and every integer has limits within 53 bits that decoding enforces."""
    PLAIN = "plain"
    """Keys are fixed; integers may be of any size."""
    FREE = "free"
    """Anything else: free keys, floats, types that encode in their own way."""


_SCALAR: Final = (
    msgspec.inspect.StrType,
    msgspec.inspect.BoolType,
    msgspec.inspect.NoneType,
    msgspec.inspect.UUIDType,
    msgspec.inspect.DateType,
    msgspec.inspect.DateTimeType,
)


@lru_cache(maxsize=1_024)
def shape(fact: type[Fact]) -> Shape:
    """The shape of a type of fact."""
    return _shape(msgspec.inspect.type_info(fact), set())


def _shape(info: Any, seen: set[type]) -> Shape:
    if isinstance(info, _SCALAR):
        return Shape.BOUNDED
    if isinstance(info, msgspec.inspect.LiteralType | msgspec.inspect.EnumType):
        values = info.values if isinstance(info, msgspec.inspect.LiteralType) else [each.value for each in info.cls]
        return Shape.BOUNDED if all(isinstance(each, str | None) for each in values) else Shape.PLAIN
    if isinstance(info, msgspec.inspect.IntType):
        bounded = info.ge is not None and info.ge >= -MAX_INTEGER and info.le is not None and info.le <= MAX_INTEGER
        return Shape.BOUNDED if bounded else Shape.PLAIN
    if isinstance(info, msgspec.inspect.StructType):
        if info.cls in seen:
            return Shape.BOUNDED
        seen.add(info.cls)
        if not all(field.encode_name.isascii() for field in info.fields):
            return Shape.FREE
        return _loosest((field.type for field in info.fields), seen)
    if isinstance(info, msgspec.inspect.Metadata):
        return _shape(info.type, seen)
    if isinstance(info, msgspec.inspect.UnionType):
        return _loosest(info.types, seen)
    if isinstance(info, msgspec.inspect.ListType | msgspec.inspect.VarTupleType):
        return _shape(info.item_type, seen)
    if isinstance(info, msgspec.inspect.TupleType):
        return _loosest(info.item_types, seen)
    return Shape.FREE


def _loosest(infos: Iterable[Any], seen: set[type]) -> Shape:
    shapes = {_shape(each, seen) for each in infos}
    return Shape.FREE if Shape.FREE in shapes else Shape.PLAIN if Shape.PLAIN in shapes else Shape.BOUNDED
