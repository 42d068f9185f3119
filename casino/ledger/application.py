"""The ledger of one property, as the other rooms use it.

An ``eventsourcing`` application whose mapper and recorder are ours; nothing of it is configured from outside, so that a
stray environment variable cannot make it write elsewhere or in other bytes. It holds no connection and no cache, so it
may cross a fork, and costs nothing to make. Proved by ``tests/ledger/test_application.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.utils import Environment, EnvType

from casino.core.events import NewEvent, RecordedEvent
from casino.ledger import persistence, reading
from casino.ledger.batch import Batch
from casino.ledger.mapper import recorded_event
from casino.ledger.recorder import Clock, Conflicts, LedgerRecorder, utc_now
from casino.ledger.rows import Appended, Row


class Ledger(Application[str]):
    """Append to and read from one property's record. All methods use Django's connection of the calling thread and
    take part in its transaction, if there is one."""

    name = "ledger"
    recorder: LedgerRecorder

    def __init__(self, property_code: str, *, clock: Clock = utc_now, using: str = "default") -> None:
        self.property_code = property_code
        self.using = using
        super().__init__()
        self.recorder.clock = clock

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """Ours alone, without ``os.environ``."""
        return Environment(
            name,
            {
                "PERSISTENCE_MODULE": "casino.ledger.persistence",
                "MAPPER_TOPIC": "casino.ledger.mapper:FactMapper",
                persistence.PROPERTY: self.property_code,
                persistence.USING: self.using,
            },
        )

    def append(self, events: Sequence[NewEvent], *, conflicts: Conflicts = "raise") -> list[Appended]:
        """Record events, all or none, and answer for each in the same order.

        An event whose id is recorded already with the same content is answered as a duplicate, with the first answer.
        With other content it is a conflict: ``raise`` records nothing and raises IdConflict, ``report`` leaves it out,
        records the others and says so.

        Takes the lock of the property's log and keeps it to the end of the surrounding transaction. Raises
        InvalidEvent, BatchTooLarge, ConcurrencyConflict, UnknownProperty; then nothing of the batch is recorded.
        """
        return self.recorder.append(Batch(events), conflicts=conflicts)

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

    def stream_rows(self, stream: str, *, upto_position: int | None = None) -> list[Row]:
        """The rows of one stream in the order of versions, as it stood at a position."""
        return reading.stream_rows(self.using, self.property_code, stream, stop=upto_position)

    def stream(self, stream: str, *, upto_position: int | None = None) -> list[RecordedEvent]:
        """As :meth:`stream_rows`, decoded."""
        return [recorded_event(row) for row in self.stream_rows(stream, upto_position=upto_position)]

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
    ) -> Iterator[tuple[str, list[Row]]]:
        """The rows of many streams, each stream's together, in the order asked, with flat memory."""
        return reading.scan_streams(self.using, self.property_code, streams, stop=upto_position, page=page)

    @staticmethod
    def decode(row: Row) -> RecordedEvent:
        """The event of a row, upcast to the newest version of its type."""
        return recorded_event(row)


@lru_cache(maxsize=256)
def get_ledger(property_code: str) -> Ledger:
    """The ledger of a property on the default database, with the server's clock."""
    return Ledger(property_code)
