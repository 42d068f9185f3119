"""An event becomes bytes: checked, encoded, hashed.

Stored body: the canonical JSON of the members of :class:`Envelope`, absent ones left out. The data that is encoded is
decoded once more before it is accepted, so that nothing enters the record that cannot be read back. Proved by
``tests/ledger/test_append.py``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from enum import Enum
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, NamedTuple
from uuid import UUID

import msgspec
import msgspec.inspect

from casino.core.canonical import NotCanonical, canonical_bytes, encode_sorted
from casino.core.events import MAX_INTEGER, Fact, NewEvent, find
from casino.core.log_entry import BadEntry, checked_actor, checked_origin, checked_stream, time_text
from casino.ledger.errors import InvalidEvent

MAX_BODY_BYTES: Final = 1 << 20
MAX_CORRELATION_CHARACTERS: Final = 200

_sixteen_digits = re.compile(rb"[0-9]{16}").search
"""Only with sixteen digits in a row can an integer have more than 53 bits."""


class Prepared(msgspec.Struct, frozen=True, gc=False):
    """An event ready to be given its position. ``occurred_text`` is the time in the form of the log entry, or None;
    ``body_sha256`` is in hexadecimal, and so is ``origin``."""

    id: UUID
    stream: str
    type: str
    actor: str
    occurred_at: datetime | None
    occurred_text: str | None
    expected_version: int | None
    body: bytes
    body_sha256: str
    origin: str | None


class Envelope(msgspec.Struct, omit_defaults=True, gc=False):
    """A stored body on its way into bytes."""

    data: Any
    id: UUID
    clock_estimated: bool | None = None
    clock_skew_ms: int | None = None
    correlation: str | None = None
    dated_back_ms: int | None = None
    entered_later: bool | None = None
    sequence: int | None = None


def prepare(event: NewEvent, index: int = 0) -> Prepared:
    """Check and encode one event. Raises :class:`InvalidEvent` with the field at fault and ``index``."""
    check_address(event.id, event.stream, index)
    return prepare_addressed(event, index, {})


def check_addresses(ids: Sequence[UUID], streams: Sequence[str]) -> dict[str, None]:
    """The streams, once each, of events whose addresses :func:`check_address` passes."""
    if set(map(type, ids)) <= {UUID}:
        try:
            return dict.fromkeys(map(checked_stream, dict.fromkeys(streams)))
        except (BadEntry, TypeError):
            pass  # which of them it is, is told below
    return dict.fromkeys(
        [
            check_address(event_id, stream, index)
            for index, (event_id, stream) in enumerate(zip(ids, streams, strict=True))
        ]
    )


def check_address(event_id: UUID, stream: str, index: int) -> str:
    """The stream of an event, if it is one, and its id is an id: what a batch is sorted by before it is prepared."""
    if not isinstance(event_id, UUID):
        raise InvalidEvent(index, "id", f"{event_id!r} is not a UUID")
    try:
        return checked_stream(stream)
    except (BadEntry, TypeError) as error:
        raise InvalidEvent(index, "stream", str(error)) from error


def prepare_addressed(event: NewEvent, index: int, kinds: dict[str, Kind]) -> Prepared:
    """As :func:`prepare`, for an event that :func:`check_address` has passed. ``kinds`` remembers what is known of each
    type from one event of a batch to the next. All in one function: an event takes some four microseconds here, and
    each call of another function a twentieth of one."""
    event_id, stream, data, occurred_at = event.id, event.stream, event.data, event.occurred_at
    try:
        actor = checked_actor(event.actor)
    except (BadEntry, TypeError) as error:
        raise InvalidEvent(index, "actor", str(error)) from error
    kind = kinds.get(event.type)
    if kind is None:
        kind = kinds[event.type] = _kind_of(event, index)
    fact, stream_prefix, is_free, is_bounded, read_back = kind
    if type(data) is not fact:
        raise InvalidEvent(index, "data", f"{event.type} carries {fact.__name__}")
    if not stream.startswith(stream_prefix):
        raise InvalidEvent(index, "stream", f"{event.type} belongs to a stream of kind {stream_prefix[:-1]}")
    _check_numbers(event, index)
    try:
        occurred_text = None if occurred_at is None else time_text(occurred_at)
    except (ValueError, OverflowError) as error:
        raise InvalidEvent(index, "occurred_at", str(error)) from error
    if event.correlation is not None:
        _check_correlation(event.correlation, index)
    try:
        origin = checked_origin(event.origin)
    except (BadEntry, TypeError) as error:
        raise InvalidEvent(index, "origin", str(error)) from error
    try:
        said = said_data(data) if is_free else data
        body = encode_sorted(
            Envelope(
                said,
                event_id,
                event.clock_estimated,
                event.clock_skew_ms,
                event.correlation,
                event.dated_back_ms,
                event.entered_later,
                event.sequence,
            )
        )
        # What is stored must come back: its data is read as every later reader will. (What stands around the data has
        # been checked value by value.)
        read_back(body)
        if not is_bounded and _sixteen_digits(body):
            canonical_bytes(msgspec.json.decode(body)["data"])
    except (NotCanonical, TypeError, UnicodeEncodeError, msgspec.MsgspecError) as error:
        raise InvalidEvent(index, "data", str(error)) from error
    if len(body) > MAX_BODY_BYTES:
        raise InvalidEvent(index, "data", f"{len(body):,} bytes, at most {MAX_BODY_BYTES:,} are stored")
    return Prepared(
        event_id,
        stream,
        event.type,
        actor,
        occurred_at,
        occurred_text,
        event.expected_version,
        body,
        sha256(body).hexdigest(),
        origin,
    )


def said_data(data: Fact) -> Any:
    """Data as ``encode_sorted`` makes it canonical: the fact itself, or its bytes where it has free keys. Raises
    NotCanonical, UnicodeEncodeError."""
    return msgspec.Raw(canonical_bytes(msgspec.to_builtins(data))) if shape(type(data)) is _FREE else data


def _check_numbers(event: NewEvent, index: int) -> None:
    sequence, skew_ms, expected = event.sequence, event.clock_skew_ms, event.expected_version
    if sequence is not None and not (type(sequence) is int and 0 <= sequence <= MAX_INTEGER):
        raise InvalidEvent(index, "sequence", f"{sequence!r} is not a running number")
    if skew_ms is not None and not (type(skew_ms) is int and -MAX_INTEGER <= skew_ms <= MAX_INTEGER):
        raise InvalidEvent(index, "clock_skew_ms", f"{skew_ms!r} is not a number of milliseconds")
    if event.clock_estimated is not None and (event.clock_estimated is not True or skew_ms is None):
        raise InvalidEvent(index, "clock_estimated", "an estimate is marked by true, beside its clock_skew_ms")
    back_ms = event.dated_back_ms
    if back_ms is not None and not (type(back_ms) is int and 0 < back_ms <= MAX_INTEGER):
        raise InvalidEvent(index, "dated_back_ms", f"{back_ms!r} is not a number of milliseconds above 0")
    if event.entered_later is not None and event.entered_later is not True:
        raise InvalidEvent(index, "entered_later", "what was entered later is marked by true")
    if expected is not None and not (type(expected) is int and expected >= 1):
        raise InvalidEvent(index, "expected_version", f"{expected!r} is not a version")


def _check_correlation(correlation: str, index: int) -> None:
    if not isinstance(correlation, str) or not 1 <= len(correlation) <= MAX_CORRELATION_CHARACTERS:
        raise InvalidEvent(index, "correlation", f"1 to {MAX_CORRELATION_CHARACTERS} characters are asked for")
    try:
        correlation.encode()
    except UnicodeEncodeError as error:
        raise InvalidEvent(index, "correlation", str(error)) from error


class Kind(NamedTuple):
    """What is known of one type of event."""

    fact: type[Fact]
    stream_prefix: str
    is_free: bool
    is_bounded: bool
    read_back: Callable[[bytes], Any]
    """Reads a whole body and builds its data; passes over the rest."""


def _kind_of(event: NewEvent, index: int) -> Kind:
    event_type = find(event.type)
    if event_type is None:
        raise InvalidEvent(index, "type", f"no event type is called {event.type!r}")
    fact = event_type.fact
    found = shape(fact)
    return Kind(fact, event_type.stream_kind + "/", found is Shape.FREE, found is Shape.BOUNDED, _reader_back(fact))


@lru_cache(maxsize=1_024)
def _reader_back(fact: type[Fact]) -> Callable[[bytes], Any]:
    body = msgspec.defstruct(f"{fact.__name__}ReadBack", [("data", fact)], gc=False)
    return msgspec.json.Decoder(body).decode


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


_FREE: Final = Shape.FREE
"""Read off the class, a member of an enumeration takes ten times as long as a name (until Python 3.12)."""


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
