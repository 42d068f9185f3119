"""The ledger of one property, as the other rooms use it.

An ``eventsourcing`` application whose mapper, store and recorder are ours; nothing of it is configured from outside, so
that a stray environment variable cannot make it write elsewhere or in other bytes. It holds no connection and no cache,
so it may cross a fork, and costs nothing to make. Proved by ``tests/ledger/test_application.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Protocol, TypeVar
from uuid import UUID

from eventsourcing.application import AggregateNotFoundError, Application
from eventsourcing.utils import Environment, EnvType

from casino.clock import now as clock_now
from casino.core.events import NewEvent, RecordedEvent
from casino.core.origin import SignedBatch
from casino.core.stored import StreamRows
from casino.ledger import reading, signing
from casino.ledger.at_once import AtOnce, Objection, append_at_once, no_objection
from casino.ledger.batch import Batch
from casino.ledger.mapper import FactMapper, FactStore, Recorded, recorded_event
from casino.ledger.recorder import Clock, Conflicts, LedgerRecorder, StoredRow
from casino.ledger.rows import Appended, Row
from casino.ledger.trips import Statement


class Folded(Protocol):
    """What one stream's events make: an aggregate, built by its own ``evolve``. The domain decides what that is."""

    def evolve(self, event: RecordedEvent, /) -> None: ...


A = TypeVar("A", bound=Folded)


class Ledger(Application[str]):
    """Append to and read from one property's record. All methods use Django's connection of the calling thread and
    take part in its transaction, if there is one.

    Work on a single stream goes by the library: :meth:`load`, :meth:`stream` and :meth:`stream_rows` by
    ``repository.get``, :meth:`record` by ``save``, whose events say which version they expect to become. What takes
    many streams at once (ingest, audit, verification, read models) goes by :meth:`append` and the scans. Both come to
    the same rows (``tests/ledger/test_application.py``)."""

    name = "ledger"
    recorder: LedgerRecorder

    def __init__(self, property_code: str, *, clock: Clock = clock_now, using: str = "default") -> None:
        self.property_code = property_code
        self.using = using
        self._clock = clock
        super().__init__()

    # Nothing is configured from outside: no factory of the library's makes any of these.

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """Ours alone, without ``os.environ``."""
        return Environment(name, {})

    def construct_mapper(self) -> FactMapper:
        return FactMapper(self.construct_transcoder())

    def construct_recorder(self) -> LedgerRecorder:
        return LedgerRecorder(self.property_code, using=self.using, clock=self._clock)

    def construct_event_store(self) -> FactStore:
        return FactStore(self.mapper, self.recorder)

    # One stream, by the library

    def load(self, make: Callable[[str], A], stream: str, *, upto_position: int | None = None) -> A:
        """The aggregate of a stream as it stands (or stood at a position); as ``make`` begins it, where the stream has
        no event."""

        def project(begun: A | None, rows: Iterable[StoredRow]) -> A | None:
            aggregate = begun
            for each in rows:
                aggregate = make(stream) if aggregate is None else aggregate
                aggregate.evolve(recorded_event(each.row))
            return aggregate

        found: A | None = self._got(stream, project, upto_position)
        return make(stream) if found is None else found

    def stream(self, stream: str, *, upto_position: int | None = None) -> list[RecordedEvent]:
        """The events of one stream in the order of versions, as it stood at a position."""
        return [recorded_event(row) for row in self.stream_rows(stream, upto_position=upto_position)]

    def stream_rows(self, stream: str, *, upto_position: int | None = None) -> list[Row]:
        """As :meth:`stream`, as stored."""
        return self._got(stream, _rows, upto_position) or []

    def _got(self, stream: str, project: Callable[..., Any], upto_position: int | None) -> Any:
        version = None
        if upto_position is not None:
            version = reading.version_at(self.using, self.property_code, stream, upto_position)
            if version == 0:
                return None
        try:
            return self.repository.get(stream, version=version, projector_func=project)
        except AggregateNotFoundError:
            return None

    def record(self, *made: Any) -> list[Appended]:
        """Save what commands decided: aggregates with pending events, or such events themselves; the answers in their
        order. All or none. Raises ConcurrencyConflict where a stream moved on since it was loaded, IdConflict, and what
        :meth:`append` raises besides."""
        return [each.answer for each in self.save(*made) if isinstance(each, Recorded)]

    # Many streams

    def append(
        self, events: Sequence[NewEvent], *, conflicts: Conflicts = "raise", signed: Sequence[SignedBatch] = ()
    ) -> list[Appended]:
        """Record events, all or none, and answer for each in the same order.

        An event whose id is recorded already with the same content is answered as a duplicate, with the first answer.
        With other content it is a conflict: ``raise`` records nothing and raises IdConflict, ``report`` leaves it out,
        records the others and says so. ``signed`` are the batches that some events name as their ``origin``: each is
        kept with the first event that is recorded under it. A duplicate keeps the origin that it has.

        Takes the lock of the property's log and keeps it to the end of the surrounding transaction. Raises
        InvalidEvent, BatchTooLarge, ConcurrencyConflict, UnknownProperty; then nothing of the batch is recorded.
        """
        said = signing.current()
        if said is None:
            return self.recorder.append(Batch(events, signed), conflicts=conflicts)
        stamped = signing.stamped(events, self.property_code)
        return self.recorder.append(Batch(stamped, (*signed, said)), conflicts=conflicts)

    def append_at_once(
        self,
        events: Sequence[NewEvent],
        lead: Statement,
        standing: Mapping[str, int],
        *,
        signed: Sequence[SignedBatch] = (),
        afterwards: Sequence[Statement] = (),
        meanwhile: Objection = no_objection,
    ) -> AtOnce | None:
        """As :meth:`append`, for a request's few events, in a transaction of its own and with few trips to the server:
        ``lead`` is executed first and must change one row, and the streams of ``standing`` must end at these versions.
        None, and nothing is recorded, where any of it is not so or an id is known; ask :meth:`append` then. The
        statements of ``afterwards`` follow the commit, in the same trip. ``meanwhile`` is asked while the server looks
        where the streams end; what it says is raised. Raises InvalidEvent, BatchTooLarge, ConcurrencyConflict."""
        if not events or signing.current() is not None:
            return None
        return append_at_once(self.recorder, Batch(events, signed), lead, standing, afterwards, meanwhile)

    def head(self) -> tuple[int, datetime | None]:
        """Last position and its time of recording; (0, None) while the log is empty."""
        return reading.head(self.using, self.property_code)

    def rows(
        self, *, after: int = 0, limit: int = 500, stop: int | None = None, types: Sequence[str] | None = None
    ) -> list[Row]:
        """Rows with ``after < position <= stop`` in order, at most ``limit``."""
        return reading.rows(self.using, self.property_code, after=after, limit=limit, stop=stop, types=types)

    def read(
        self, *, after: int = 0, limit: int = 500, stop: int | None = None, types: Sequence[str] | None = None
    ) -> list[RecordedEvent]:
        """As :meth:`rows`, decoded. ``types`` are stored types (``roulette.bet_placed.v1``)."""
        return [recorded_event(row) for row in self.rows(after=after, limit=limit, stop=stop, types=types)]

    def get(self, position: int) -> RecordedEvent | None:
        """The event at a position."""
        found = self.read(after=position - 1, stop=position, limit=1)
        return found[0] if found else None

    def find(self, event_id: UUID) -> RecordedEvent | None:
        """The event with this id."""
        row = reading.find(self.using, self.property_code, event_id)
        return None if row is None else recorded_event(row)

    def stream_ids(self, prefix: str = "", *, after: str = "", upto_position: int | None = None) -> Iterator[str]:
        """The streams whose id begins with ``prefix`` and comes after ``after``, in byte order."""
        return reading.stream_ids(self.using, self.property_code, prefix=prefix, after=after, stop=upto_position)

    def scan(
        self,
        *,
        after: int = 0,
        stop: int | None = None,
        types: Sequence[str] | None = None,
        prefix: str | None = None,
        page: int = 5_000,
    ) -> Iterator[Row]:
        """Every row in the order of positions, with flat memory."""
        return reading.scan(
            self.using, self.property_code, after=after, stop=stop, types=types, prefix=prefix, page=page
        )

    def scan_streams(
        self, streams: Iterable[str], *, upto_position: int | None = None, page: int = 200
    ) -> Iterator[tuple[str, StreamRows]]:
        """The rows of many streams, each stream's together, in the order asked, with flat memory."""
        return reading.scan_streams(self.using, self.property_code, streams, stop=upto_position, page=page)

    @staticmethod
    def decode(row: Row) -> RecordedEvent:
        """The event of a row, upcast to the newest version of its type."""
        return recorded_event(row)


def _rows(begun: list[Row] | None, stored: Iterable[StoredRow]) -> list[Row] | None:
    """A stream as it is: its rows are its state."""
    return [*(begun or ()), *(each.row for each in stored)] or None


@lru_cache(maxsize=256)
def get_ledger(property_code: str) -> Ledger:
    """The ledger of a property on the default database, with the server's clock."""
    return Ledger(property_code)
