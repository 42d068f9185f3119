"""A verified bundle's tables as Parquet, for whoever works on with them: written by the reader, on the reader's side.

    settlements.parquet, findings.parquet   the rows of all ``judged/<unit>/*.csv``, amounts as integers of 64 bits
    events.parquet                          every event: what its log entry says, and its body as text

A bundle holds CSV alone: bytes of Parquet depend on who writes them, so they could not be written again and compared.
What is written here is what was compared. Streamed: at most :data:`BATCH` rows are held. Needs the extra ``parquet``.
Proved by ``tests/surveillance/bundle/test_tables.py``, where DuckDB reads the files.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any, Final

from surveillance.bundle import data, layout
from surveillance.bundle.events import pairs, read_event
from surveillance.bundle.opened import Bundle

BATCH: Final = 10_000
MOMENT, NUMBER, TEXT = "moment", "number", "text"
EVENT_COLUMNS: Final = {
    "position": NUMBER,
    "stream": TEXT,
    "version": NUMBER,
    "type": TEXT,
    "occurred_at": MOMENT,
    "recorded_at": MOMENT,
    "actor": TEXT,
    "body": TEXT,
}
_MICROSECOND: Final = timedelta(microseconds=1)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


class NoParquet(Exception):
    """The extra ``parquet`` is not installed."""


def write(path: Path, folder: Path) -> list[Path]:
    """The three tables of a bundle that was verified, in a folder that is made where there is none; files of these
    names are written anew. Raises :class:`NoParquet`, OSError."""
    made = []
    bundle = Bundle(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, member, columns in (
            ("settlements", data.SETTLEMENTS, data.SETTLEMENT_COLUMNS),
            ("findings", data.FINDINGS, data.FINDING_COLUMNS),
        ):
            kinds = {each: NUMBER if each.endswith("_minor") else TEXT for each in columns}
            made.append(_table(folder / f"{name}.parquet", kinds, _rows(bundle, member, kinds)))
        made.append(_table(folder / "events.parquet", EVENT_COLUMNS, _events(bundle)))
    finally:
        bundle.close()
    return made


def _rows(bundle: Bundle, member: str, kinds: dict[str, str]) -> Iterator[Sequence[Any]]:
    """The rows of all units, without their heads."""
    numbers = [at for at, kind in enumerate(kinds.values()) if kind == NUMBER]
    for unit in bundle.manifest.units:
        lines = bundle.archive.lines(f"judged/{unit.number:06}/{member}")
        next(lines)
        for row in csv.reader(line.decode() + "\n" for line in lines):
            for at in numbers:
                row[at] = int(row[at]) if row[at] else None  # type: ignore[call-overload]
            yield row


def _events(bundle: Bundle) -> Iterator[Sequence[Any]]:
    for name in layout.names_in(bundle.names, "events"):
        for event in pairs(bundle.archive.lines(name), name):
            *row, body = read_event(*event).row
            yield (*row, body.decode())


def _table(target: Path, kinds: dict[str, str], rows: Iterable[Sequence[Any]]) -> Path:
    try:
        from arro3.core import Array, DataType, Field, RecordBatch, RecordBatchReader, Schema
        from arro3.io import write_parquet
    except ImportError as error:
        raise NoParquet("Parquet needs the extra: pip install 'tableproof[parquet]'") from error
    types = {NUMBER: DataType.int64(), TEXT: DataType.string(), MOMENT: DataType.timestamp("us", tz="UTC")}
    schema = Schema([Field(name, types[kind], nullable=True) for name, kind in kinds.items()])

    def column(kind: str, values: Sequence[Any]) -> Any:
        if kind == MOMENT:
            counted = [None if each is None else (each - _EPOCH) // _MICROSECOND for each in values]
            return Array(counted, DataType.int64()).cast(types[MOMENT])
        return Array(list(values), types[kind])

    def batches() -> Iterator[Any]:
        coming = iter(rows)
        while some := list(islice(coming, BATCH)):
            columns = zip(*some, strict=True)
            yield RecordBatch.from_arrays(
                [column(kind, values) for kind, values in zip(kinds.values(), columns, strict=True)], schema=schema
            )

    write_parquet(RecordBatchReader.from_batches(schema, batches()), target, compression="zstd(3)")
    return target
