"""Rows come out again: by position, by stream, one page at a time.

Everything runs on Django's own connection, but on a plain psycopg cursor with binary results: no per-row Python loader,
no time parsed from text. Long reads go page by page along a key instead of through a server-side cursor: memory stays
flat and no transaction stays open. Proved by ``tests/ledger/test_reading.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import islice
from typing import Any, Final
from uuid import UUID

import psycopg
from django.db import connections, transaction
from psycopg.pq import Format

from casino.core.stored import StreamRows
from casino.ledger.errors import UnknownProperty
from casino.ledger.rows import ROW_COLUMNS, Row

_PROPERTY: Final = "(SELECT id FROM ledger_property WHERE code = %(property)s)"

ROWS: Final = f"""
SELECT {ROW_COLUMNS} FROM ledger_event e
WHERE e.property_id = {_PROPERTY} AND e.position > %(after)s AND e.position <= %(stop)s {{filters}}
ORDER BY e.position LIMIT %(limit)s
"""
TYPE_FILTER: Final = " AND e.type = ANY(%(types)s::text[])"
PREFIX_FILTER: Final = " AND e.stream >= %(low)s::text AND e.stream < %(high)s::text"

NAME_FILTER: Final = """
AND split_part(e.stream, '/', 1) = ANY(%(kinds)s::text[])
AND (split_part(e.stream, '/', 2) = ANY(%(names)s::text[])) <> %(others)s::boolean
"""
SIZES: Final = f"""
SELECT split_part(i.stream, '/', 2), count(*) FROM ledger_index i
WHERE i.property_id = {_PROPERTY} AND i.stream >= %(low)s::text AND i.stream < %(high)s::text AND i.position <= %(stop)s
GROUP BY 1
"""

STREAM_ROWS: Final = f"""
SELECT {ROW_COLUMNS} FROM ledger_index i
JOIN ledger_event e ON e.property_id = i.property_id AND e.position = i.position
WHERE i.property_id = {_PROPERTY} AND i.stream = %(stream)s::text AND i.version > %(gt)s AND i.version <= %(lte)s
    AND i.position <= %(stop)s
ORDER BY i.version {{direction}} LIMIT %(limit)s
"""
# LIMIT keeps the planner from reading a whole partition for a hash join: each row is one look-up in an index. The rows
# are put in order once, for all columns: told to each column of its own, servers before 16 sort for each of them.
STREAMS_BY_COLUMN: Final = f"""
SELECT stream, {{columns}} FROM (
    SELECT i.stream, i.version, e.position, e.type, e.occurred_at, e.recorded_at, e.actor, e.body
    FROM ledger_index i CROSS JOIN LATERAL (
        SELECT * FROM ledger_event e WHERE e.property_id = i.property_id AND e.position = i.position LIMIT 1
    ) AS e
    WHERE i.property_id = {_PROPERTY} AND i.stream = ANY(string_to_array(%(streams)s::text, ' '))
        AND i.position <= %(stop)s
    ORDER BY i.stream, i.version
) AS r
GROUP BY stream
"""
"""One row a stream, with an array for each column: half of what a row for each event costs to take in. The streams are
handed in parted by spaces, of which none has any: psycopg makes an array member by member."""


def by_column(*columns: str) -> str:
    """:data:`STREAMS_BY_COLUMN` with these columns of ``ledger_event``, each in the order of versions."""
    return STREAMS_BY_COLUMN.format(columns=", ".join(f"array_agg({each})" for each in columns))


MANY_STREAM_ROWS: Final = STREAMS_BY_COLUMN.format(
    columns="""
    string_agg(int8send(position), ''), string_agg(int4send(version), ''), string_agg(type, ' '),
    string_agg(timestamptz_send(coalesce(occurred_at, '-infinity')), ''),
    string_agg(timestamptz_send(recorded_at), ''), string_agg(actor, ' '), array_agg(body)
    """
)
"""The columns of :class:`~casino.core.stored.StreamRows`: numbers and moments as the server keeps them, one behind the
other, and words parted by spaces, since arrays of them take longer to make and to take in."""
STREAM_IDS: Final = f"""
SELECT i.stream FROM ledger_index i
WHERE i.property_id = {_PROPERTY} AND i.stream > %(after)s::text AND i.stream >= %(low)s::text
    AND i.stream < %(high)s::text AND i.version = 1 AND i.position <= %(stop)s
ORDER BY i.stream LIMIT %(limit)s
"""
ONE_EVENT: Final = f"""
SELECT {ROW_COLUMNS} FROM ledger_index i
JOIN ledger_event e ON e.property_id = i.property_id AND e.position = i.position
WHERE i.property_id = {_PROPERTY} AND i.event_id = %(id)s
"""
VERSION_AT: Final = f"""
SELECT i.version FROM ledger_index i
WHERE i.property_id = {_PROPERTY} AND i.stream = %(stream)s::text AND i.position <= %(stop)s
ORDER BY i.version DESC LIMIT 1
"""
HEAD: Final = """
SELECT h.position, h.recorded_at FROM ledger_property p LEFT JOIN ledger_head h ON h.property_id = p.id
WHERE p.code = %(property)s
"""

NO_STOP: Final = 2**63 - 1
MAX_VERSION: Final = 2**31 - 1
STREAM_PAGE: Final = 5_000


@contextmanager
def connection(using: str) -> Iterator[psycopg.Connection[Any]]:
    """Django's connection as psycopg has it; what goes wrong on it is raised as Django's exceptions."""
    wrapper = connections[using]
    wrapper.close_if_health_check_failed()  # as Django does before a cursor of its own
    wrapper.ensure_connection()
    with wrapper.wrap_database_errors:
        yield wrapper.connection


@contextmanager
def cursor(using: str) -> Iterator[psycopg.Cursor[tuple[Any, ...]]]:
    """A binary cursor on Django's connection; what goes wrong on it is raised as Django's exceptions."""
    with connection(using) as connected, psycopg.Cursor(connected) as plain:
        plain.format = Format.BINARY
        yield plain


@contextmanager
def one_moment(using: str) -> Iterator[None]:
    """Everything read within is of one moment. Inside a transaction that has begun already, each statement is."""
    if connections[using].in_atomic_block:
        yield
        return
    with transaction.atomic(using=using), cursor(using) as plain:
        plain.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def _fetch(using: str, query: str, values: dict[str, Any]) -> list[Any]:
    with cursor(using) as plain:
        return plain.execute(query, values).fetchall()


def head(using: str, property_code: str) -> tuple[int, datetime | None]:
    """Last position and its time of recording; (0, None) while the log is empty."""
    found = _fetch(using, HEAD, {"property": property_code})
    if not found:
        raise UnknownProperty(property_code)
    return found[0][0] or 0, found[0][1]


def rows(
    using: str,
    property_code: str,
    *,
    after: int,
    limit: int,
    stop: int | None = None,
    types: Sequence[str] | None = None,
    prefix: str | None = None,
) -> list[Row]:
    """One page in the order of positions."""
    values: dict[str, Any] = {"property": property_code, "after": after, "limit": limit, "stop": _or(stop, NO_STOP)}
    filters = ""
    if types is not None:
        filters += TYPE_FILTER
        values["types"] = list(types)
    if prefix:
        filters += PREFIX_FILTER
        values["low"], values["high"] = prefix, after_prefix(prefix)
    return _fetch(using, ROWS.format(filters=filters), values)


def rows_named(
    using: str,
    property_code: str,
    *,
    after: int,
    stop: int,
    kinds: Sequence[str],
    share: tuple[Sequence[str], bool],
) -> list[Row]:
    """Rows with ``after < position <= stop`` in order, of the streams of these kinds (the part of the id before the
    first slash) whose second part is among the names of the share, or, where it says so, is not among them. All of
    them: asked for so many, the planner, who cannot tell how rare they are, reads the whole log for each page."""
    names, others = share
    values: dict[str, Any] = {"property": property_code, "after": after, "stop": stop, "limit": stop - after}
    values |= {"kinds": list(kinds), "names": list(names), "others": others}
    return _fetch(using, ROWS.format(filters=NAME_FILTER), values)


def sizes(using: str, property_code: str, *, prefix: str, stop: int) -> dict[str, int]:
    """How many events the streams of a kind (``round/``) have up to a position, by the second part of their ids."""
    values = {"property": property_code, "low": prefix, "high": after_prefix(prefix), "stop": stop}
    return dict(_fetch(using, SIZES, values))


def scan(
    using: str,
    property_code: str,
    *,
    after: int,
    stop: int | None,
    types: Sequence[str] | None,
    prefix: str | None,
    page: int,
) -> Iterator[Row]:
    """Every row in the order of positions, a page in memory at a time."""
    while True:
        found = rows(using, property_code, after=after, limit=page, stop=stop, types=types, prefix=prefix)
        yield from found
        if len(found) < page:
            return
        after = found[-1][0]


def stream_rows(
    using: str,
    property_code: str,
    stream: str,
    *,
    gt: int | None = None,
    lte: int | None = None,
    stop: int | None = None,
    desc: bool = False,
    limit: int | None = None,
) -> list[Row]:
    """The rows of one stream in the order of versions."""
    values = {
        "property": property_code,
        "stream": stream,
        "gt": _or(gt, 0),
        "lte": _or(lte, MAX_VERSION),
        "stop": _or(stop, NO_STOP),
        "limit": limit,
    }
    return _fetch(using, STREAM_ROWS.format(direction="DESC" if desc else "ASC"), values)


def version_at(using: str, property_code: str, stream: str, position: int) -> int:
    """The version that a stream had at a position, 0 where it had not begun."""
    values = {"property": property_code, "stream": stream, "stop": position}
    found: list[tuple[int]] = _fetch(using, VERSION_AT, values)
    return found[0][0] if found else 0


def scan_streams(
    using: str, property_code: str, streams: Iterable[str], *, stop: int | None, page: int
) -> Iterator[tuple[str, StreamRows]]:
    """The rows of many streams, ``page`` streams a query, in the order asked; a stream without rows is left out."""
    pending = iter(streams)
    while names := list(islice(pending, page)):
        values = {"property": property_code, "streams": " ".join(names), "stop": _or(stop, NO_STOP)}
        found = {row[0]: StreamRows(*row) for row in _fetch(using, MANY_STREAM_ROWS, values)}
        yield from ((name, found[name]) for name in names if name in found)


def stream_ids(using: str, property_code: str, *, prefix: str, after: str, stop: int | None) -> Iterator[str]:
    """The streams whose id begins so, in byte order, those only that had begun at position ``stop``."""
    values = {
        "property": property_code,
        "after": after,
        "low": prefix,
        "high": after_prefix(prefix) if prefix else "\U0010ffff",
        "stop": _or(stop, NO_STOP),
        "limit": STREAM_PAGE,
    }
    while True:
        found = _fetch(using, STREAM_IDS, values)
        yield from (stream for (stream,) in found)
        if len(found) < STREAM_PAGE:
            return
        values["after"] = found[-1][0]


def find(using: str, property_code: str, event_id: UUID) -> Row | None:
    """The row of the event with this id."""
    found = _fetch(using, ONE_EVENT, {"property": property_code, "id": event_id})
    return found[0] if found else None


def after_prefix(prefix: str) -> str:
    """The first text, in byte order, after all that begin with this (ASCII) prefix."""
    return prefix[:-1] + chr(ord(prefix[-1]) + 1)


def _or(value: int | None, otherwise: int) -> int:
    return otherwise if value is None else value
