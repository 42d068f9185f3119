"""Rows beside the record, held against it: one table of what rows there are, and how each is made again from events.

Each room declares its own (``row_kinds.py`` there, as its app starts): a kind that is compared (:func:`declare`), one
that something else compares (:func:`elsewhere`), or one that is not compared, with a sentence why (:func:`left_out`).
Of a compared kind every column is compared, or named with the reason. Rows that tell of no event, as they come by the
thousand or are nobody's act, are noted by digest (``casino.ledger.noting``).

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


_KINDS: Final[dict[str, Kind]] = {}
_ELSEWHERE: Final[dict[str, str]] = {}
_LEFT_OUT: Final[dict[str, str]] = {}
_BESIDE: Final[dict[str, Mapping[str, str]]] = {}


def declare(*kinds: Kind) -> None:
    """These rows are compared with what their events say."""
    _KINDS.update({kind.model: kind for kind in kinds})


def elsewhere(how: str, *models: str) -> None:
    """These rows are compared by something else."""
    _ELSEWHERE.update(dict.fromkeys(models, how))


def left_out(why: str, *models: str) -> None:
    """These rows are not compared."""
    _LEFT_OUT.update(dict.fromkeys(models, why))


def left_beside(model: str, columns: Mapping[str, str]) -> None:
    """Columns that are not compared of rows that are noted by digest."""
    _BESIDE[model] = columns


def kinds() -> list[Kind]:
    return [_KINDS[name] for name in sorted(_KINDS)]


def compared_elsewhere() -> dict[str, str]:
    return dict(sorted(_ELSEWHERE.items()))


def not_compared() -> Iterator[tuple[str, str]]:
    """What is compared with nothing, models and columns (``model: columns``), each with the reason."""
    yield from sorted(_LEFT_OUT.items())
    for model, beside in sorted({**_BESIDE, **{kind.model: kind.beside for kind in kinds()}}.items()):
        reasons: dict[str, list[str]] = {}
        for column, why in beside.items():
            reasons.setdefault(why, []).append(column)
        for why, columns in reasons.items():
            yield f"{model}: {', '.join(columns)}", why


def plain(value: Any) -> Any:
    """A value as two of them can be compared: bytes for what a binary column gives, tuples for lists."""
    if isinstance(value, memoryview | bytearray):
        return bytes(value)
    if isinstance(value, list):
        return tuple(map(plain, value))
    return value


# --- Rows from before -------------------------------------------------------------------------------------------------

_BRING_UP: Final[list[Callable[[datetime], int]]] = []


def brought_up_by(record: Callable[[datetime], int]) -> None:
    """A room records what the record does not know of its rows yet; ``record`` answers how many events that took."""
    if record not in _BRING_UP:
        _BRING_UP.append(record)


def bring_up(now: datetime) -> int:
    """Record what rows of before their events were recorded are like now (``manage.py record_rows``)."""
    return sum(record(now) for record in _BRING_UP)


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
