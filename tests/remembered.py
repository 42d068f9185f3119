"""Rows that many tests begin with, written once in each process and put back for the others.

The first to ask, in a transaction that has written nothing yet, builds them by the product's own code; what stands in
the tables then is remembered, and whoever asks later in such a transaction gets the same rows. Everybody else builds.
Proved by ``tests/test_remembered.py``.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from django.contrib.auth.models import User
from django.db import connection

from casino.clock import now as clock
from casino.ledger.models import Property

T = TypeVar("T")

_NEW: Final = "age(xmin) <= age(pg_current_xact_id()::xid)"
"""Rows of this transaction and of what is nested in it."""
TABLES: Final = """
SELECT c.oid::regclass::text, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
WHERE n.nspname = 'public' AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
GROUP BY c.oid ORDER BY c.oid
"""
"""Names of the tables, and their columns."""
_SEQUENCES: Final = """
SELECT s.oid::regclass::text FROM pg_class s JOIN pg_namespace n ON n.oid = s.relnamespace
WHERE n.nspname = 'public' AND s.relkind = 'S' ORDER BY s.oid
"""


@dataclass(frozen=True)
class _Rows:
    tables: list[tuple[str, str, bytes]]
    """Name, columns, and what COPY gave."""
    sequences: str
    """The statement that lets each go on behind these rows."""
    made: Any


_KEPT: Final[dict[object, _Rows]] = {}


def remembered(key: object, build: Callable[[], T]) -> T:
    """What ``build`` gives, a copy of it for everybody of the same day by the clock of the test (people are posted from
    a day ago to a day hence), with the rows that it writes. It writes new rows only, and its time is not now."""
    if not _nothing_written():
        return build()
    key = (key, clock().date())
    if key not in _KEPT:
        made = build()
        _KEPT[key] = _Rows(*_written(), copy.deepcopy(made))
        return made
    kept = _KEPT[key]
    with connection.cursor() as cursor:
        for table, columns, rows in kept.tables:
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as into:
                into.write(rows)
        cursor.execute(kept.sequences)
    made_again: T = copy.deepcopy(kept.made)
    return made_again


def _nothing_written() -> bool:
    """In a transaction that is rolled back, and in which nobody stands yet."""
    if not connection.in_atomic_block or User.objects.exists() or Property.objects.exists():
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_xact_id_if_assigned() IS NULL")
        [nothing] = cursor.fetchone()
    return bool(nothing)


def _written() -> tuple[list[tuple[str, str, bytes]], str]:
    tables, sequences = [], []
    with connection.cursor() as cursor:
        cursor.execute(TABLES)
        for table, columns in cursor.fetchall():
            with cursor.copy(f"COPY (SELECT {columns} FROM {table} WHERE {_NEW}) TO STDOUT") as out:
                rows = b"".join(bytes(part) for part in out)
            if rows:
                tables.append((table, columns, rows))
        cursor.execute(_SEQUENCES)
        for (name,) in cursor.fetchall():
            cursor.execute(f"SELECT last_value, is_called FROM {name}")
            last, called = cursor.fetchone()
            if called:
                sequences.append(f"setval('{name}', greatest({last}, (SELECT last_value FROM {name})))")
    return tables, f"SELECT {', '.join(sequences)}"
