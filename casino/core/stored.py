"""A stored event as whoever keeps the record hands it out, and the event that it is. Pure.

The server's ledger, a bundle or a file: all hand out the same rows, and the stored bytes are never written again.
Proved by ``tests/ledger/test_application.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from struct import Struct, pack, unpack
from typing import Any, Final, overload

from casino.core.events import RecordedEvent, find, newest

Row = tuple[int, str, int, str, datetime | None, datetime, str, bytes]
"""position, stream, version, full type, occurred_at, recorded_at, actor, stored body."""

Instant = int | datetime
"""A moment, or the whole microseconds from :data:`COUNTED_FROM` to it: as good to tell what came first."""
COUNTED_FROM: Final = datetime(2000, 1, 1, tzinfo=UTC)
UNKNOWN: Final = -(2**63)
"""In the place of a moment that nobody gave."""
_UNKNOWN_STORED: Final = pack(">q", UNKNOWN)


_MILLISECOND: Final = timedelta(milliseconds=1)
BEFORE_ALL: Final = datetime(1, 1, 1, tzinfo=UTC)


def moment_of(instant: Instant) -> datetime:
    """The moment itself; one before all others where nobody gave any."""
    if not isinstance(instant, int):
        return instant
    return BEFORE_ALL if instant == UNKNOWN else COUNTED_FROM + timedelta(0, 0, instant)


def milliseconds_between(earlier: Instant, later: Instant) -> float:
    """From one instant to a later one of the same kind."""
    between: Any = later - earlier  # type: ignore[operator]
    return between / (1_000 if isinstance(between, int) else _MILLISECOND)  # type: ignore[no-any-return]


@lru_cache(maxsize=1_024)
def _from_one(count: int) -> bytes:
    """The versions of a whole stream as they are stored: it has been read so far, and no number is missing."""
    return pack(f">{count}i", *range(1, count + 1))


@lru_cache(maxsize=1_024)
def _whole_numbers(count: int) -> Struct:
    return Struct(f">{count}q")


class StreamRows(Sequence[Row]):
    """The rows of one stream, kept as columns: who folds many rounds needs of most events the type, the instant and the
    body. What else they hold is made of its bytes when somebody asks for a row.

    ``positions`` and ``recorded`` are whole numbers of eight bytes, highest first, one behind the other; ``types`` and
    ``actors`` are parted by spaces, of which none has any."""

    __slots__ = ("_actors", "_positions", "_recorded", "bodies", "instants", "stream", "types", "versions")

    def __init__(
        self,
        stream: str,
        positions: bytes,
        versions: bytes,
        types: str,
        occurred: bytes,
        recorded: bytes,
        actors: str,
        bodies: list[bytes],
    ) -> None:
        self.stream = stream
        count = len(bodies)
        self.types = types.split(" ")
        self.bodies = bodies
        self.versions: Sequence[int] = range(1, count + 1)
        if versions != _from_one(count):
            self.versions = unpack(f">{count}i", versions)
        instants: tuple[int, ...] = _whole_numbers(count).unpack(occurred)
        self.instants: Sequence[int | None] = instants
        """When each event occurred, None where nobody said."""
        if _UNKNOWN_STORED in occurred:
            self.instants = [None if instant == UNKNOWN else instant for instant in instants]
        self._positions = positions
        self._recorded = recorded
        self._actors = actors

    def __len__(self) -> int:
        return len(self.types)

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> list[Row]: ...
    def __getitem__(self, place: int | slice) -> Row | list[Row]:
        if isinstance(place, slice):
            return list(self)[place]
        place = range(len(self))[place]
        return self._row(place, self._actors.split(" ")[place])

    def __iter__(self) -> Iterator[Row]:
        return map(self._row, range(len(self)), self._actors.split(" "))

    def _row(self, place: int, actor: str) -> Row:
        instant = self.instants[place]
        return (
            self.position(place),
            self.stream,
            self.versions[place],
            self.types[place],
            None if instant is None else moment_of(instant),
            self.recorded_at(place),
            actor,
            self.bodies[place],
        )

    def position(self, place: int) -> int:
        return int.from_bytes(self._positions[8 * place : 8 * place + 8])

    def recorded_at(self, place: int) -> datetime:
        return moment_of(int.from_bytes(self._recorded[8 * place : 8 * place + 8], signed=True))


def first_position(rows: Sequence[Row]) -> int:
    """Where a stream begins in the log."""
    return rows.position(0) if type(rows) is StreamRows else rows[0][0]


def says_when(rows: Sequence[Row], place: int) -> bool:
    """Whether an event says when it occurred."""
    return (rows.instants[place] if type(rows) is StreamRows else rows[place][4]) is not None


class UnknownStoredType(LookupError):
    """A stored event of a type that this program does not know. Types are never taken out of the registry."""


def recorded_event(row: Row) -> RecordedEvent:
    """The event of a row, upcast to the newest version of its type. Raises :class:`UnknownStoredType`, and
    ``msgspec.ValidationError`` for a body that does not fit its type."""
    position, stream, version, stored_type, occurred_at, recorded_at, actor, body = row
    event_type = find(stored_type)
    if event_type is None:
        raise UnknownStoredType(f"Position {position} holds the type {stored_type}, which this program does not know.")
    said = event_type.decode(body)
    event_type, data = newest(event_type, said.data)
    return RecordedEvent(
        position=position,
        stream=stream,
        version=version,
        type=event_type.full_name,
        stored_type=stored_type,
        occurred_at=occurred_at,
        recorded_at=recorded_at,
        actor=actor,
        id=said.id,
        data=data,
        correlation=said.correlation,
        sequence=said.sequence,
        clock_skew_ms=said.clock_skew_ms,
        clock_estimated=said.clock_estimated,
        dated_back_ms=said.dated_back_ms,
        entered_later=said.entered_later,
    )
