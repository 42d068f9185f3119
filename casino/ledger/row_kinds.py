"""Rows beside the record, held against it: one table of what rows there are, and how each is made again from events.

Each room says what of its own is compared (:data:`KINDS`), what something else compares (:data:`ELSEWHERE`), and what
is not compared, with a sentence why (:data:`LEFT_OUT`). Of a compared kind every column is compared, or named with the
reason. Rows that tell of no event, as they come by the thousand or are nobody's act, are noted by digest
(``casino.ledger.noting``).

``verify_log --rows`` and ``--everything`` make the comparison and ``docs/rows.md`` is the table; a model, or a column,
that is in none of them fails ``tests/checkpoints/test_row_kinds.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.apps import apps
from django.db import connection, transaction

from casino.core.events import RecordedEvent
from casino.core.seams import Seam
from casino.ledger.application import get_ledger

Key = tuple[Any, ...]
Values = Mapping[str, Any]


class Record:
    """The record of a property, as the kinds of one run read it: events of the same types are read once."""

    def __init__(self, property_code: str) -> None:
        self.property_code = property_code
        self.ledger = get_ledger(property_code)
        self._read: dict[frozenset[str], list[RecordedEvent]] = {}

    def events(self, *types: str) -> list[RecordedEvent]:
        """The events of these types, in the order of the log."""
        wanted = frozenset(types)
        if wanted not in self._read:
            self._read[wanted] = [self.ledger.decode(row) for row in self.ledger.scan(types=sorted(wanted))]
        return self._read[wanted]


Told = Callable[[Record], Mapping[Key, Values] | None]
"""What the record says of each row, by its key; None where this property's record tells of none."""


class Kind(NamedTuple):
    """Rows of one model. ``key`` and ``columns`` are lookups as Django's ``values`` takes them; ``told`` says what the
    record makes of them. Of a column in ``beside`` nothing is compared, for the reason there. ``where`` narrows the
    rows down; ``kept`` reads them where columns alone do not say it. A row that the record does not tell of is a fault,
    and so is one that is missing; what the record does not tell of a row is not compared."""

    model: str
    key: tuple[str, ...]
    columns: tuple[str, ...]
    told: Told
    about: str
    beside: Mapping[str, str] = {}
    where: Callable[[str], Mapping[str, Any]] = lambda code: {"property__code": code}
    kept: Callable[[str], Mapping[Key, Values]] | None = None

    def rows(self, property_code: str) -> Mapping[Key, Values]:
        if self.kept is not None:
            return self.kept(property_code)
        found = apps.get_model(self.model)._base_manager.filter(**self.where(property_code))
        read = found.values_list(*self.key, *self.columns).iterator(chunk_size=2_000)
        cut = len(self.key)
        return {
            tuple(map(plain, row[:cut])): dict(zip(self.columns, map(plain, row[cut:]), strict=True)) for row in read
        }


KINDS: Final[Seam[str, Kind]] = Seam("Rows that are compared with what their events say, by model.")
ELSEWHERE: Final[Seam[str, str]] = Seam("Rows that something else compares, by model: how.")
LEFT_OUT: Final[Seam[str, str]] = Seam("Rows that are not compared, by model: why.")
BRING_UP: Final[Seam[str, Callable[[datetime], int]]] = Seam(
    "What records rows of before their events were recorded; answers how many events that took."
)


def kinds() -> list[Kind]:
    return list(KINDS.values())


def plain(value: Any) -> Any:
    """A value as two of them can be compared: bytes for what a binary column gives, tuples for lists."""
    if isinstance(value, memoryview | bytearray):
        return bytes(value)
    if isinstance(value, list):
        return tuple(map(plain, value))
    return value


# --- Rows from before -------------------------------------------------------------------------------------------------


def bring_up(now: datetime) -> int:
    """Record what rows of before their events were recorded are like now (``manage.py record_rows``)."""
    return sum(record(now) for record in BRING_UP.values())


# --- Compared ---------------------------------------------------------------------------------------------------------


def faults(property_code: str) -> Iterator[str]:
    """A sentence for each row that is not what the record says, says nothing of, or says of and is not there. Rows and
    events are read as they stood at one moment; what is written in two transactions may stand apart for an instant, so
    that is told which a second look finds too."""
    found = _faults_now(property_code)
    if found:
        again = set(_faults_now(property_code))
        yield from (sentence for sentence in found if sentence in again)


def _faults_now(property_code: str) -> list[str]:
    with _one_moment():
        record = Record(property_code)
        return [sentence for kind in kinds() for sentence in faults_of(kind, record)]


@contextmanager
def _one_moment() -> Iterator[None]:
    """A transaction that sees the database as it stood when it began; where there is one already, that is taken."""
    if connection.in_atomic_block:
        yield
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def faults_of(kind: Kind, record: Record) -> Iterator[str]:
    told = kind.told(record)
    if told is None:
        return
    property_code = record.property_code
    name = apps.get_model(kind.model)._meta.db_table
    rows = kind.rows(property_code)
    for key in sorted(rows.keys() | told.keys(), key=str):
        called = f"{name} {'/'.join(map(str, key))}"
        if key not in told:
            yield f"{called}: no event tells of it"
        elif key not in rows:
            yield f"{called}: its row is missing"
        elif differing := _differing(rows[key], told[key]):
            yield f"{called}: {', '.join(differing)} not as recorded"


def _differing(row: Values, told: Values) -> Sequence[str]:
    return [column for column in told if column in row and row[column] != plain(told[column])]
