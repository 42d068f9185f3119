"""Ranges of positions ahead of the log, made by the owner of the database (``manage.py ledger_partitions``).

Normally a range is made long before its first position is used. If that was forgotten, events fall into the default
partition: nothing is refused and nothing is lost. A new range cannot be laid over them then, and they cannot be moved,
since moving is deleting. So the default partition itself, rows and all, *becomes* the range: it is detached, renamed,
attached again for the positions from the last boundary to the next one after the end of the log, and a new, empty
default is made, in one transaction. No row is touched. Writers wait meanwhile, which takes about as long as reading the
adopted rows once. Proved by ``tests/ledger/test_partitions.py``.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from django.db import connections, transaction
from django.db.backends.utils import CursorWrapper

from casino.ledger import schema

_BOUNDS = re.compile(r"FOR VALUES FROM \('(\d+)'\) TO \('(\d+)'\)")

_LIST = """
SELECT c.relname, pg_get_expr(c.relpartbound, c.oid) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
WHERE i.inhparent = 'ledger_event'::regclass
"""
_CLOSE = """
DO $$ DECLARE held record;
BEGIN
    FOR held IN SELECT DISTINCT acl.grantee::regrole::text AS role FROM pg_class c, aclexplode(c.relacl) acl
                WHERE c.oid = '{name}'::regclass AND acl.grantee NOT IN (0, c.relowner) LOOP
        EXECUTE format('REVOKE ALL ON {name} FROM %s', held.role);
    END LOOP;
    REVOKE ALL ON {name} FROM PUBLIC;
END $$
"""


class Partition(NamedTuple):
    """A range of positions, ``low`` to below ``high``."""

    name: str
    low: int
    high: int


def partitions(using: str = "default") -> list[Partition]:
    """The ranges that exist, in order, without the default partition."""
    with connections[using].cursor() as cursor:
        return _ranges(cursor)


def extend(ahead: int, *, size: int = schema.PARTITION_EVENTS, using: str = "default") -> list[Partition]:
    """Make ranges until ``ahead`` empty ones lie beyond the end of the longest log; adopt what has fallen into the
    default partition. Returns the ranges made."""
    made: list[Partition] = []
    with transaction.atomic(using=using), connections[using].cursor() as cursor:
        cursor.execute("LOCK TABLE ledger_event IN SHARE ROW EXCLUSIVE MODE")
        cursor.execute("SELECT coalesce(max(position), 0) FROM ledger_head")
        end: int = cursor.fetchone()[0]
        cursor.execute(f"SELECT max(position) FROM {schema.DEFAULT_PARTITION}")
        stray: int | None = cursor.fetchone()[0]
        high = max((each.high for each in _ranges(cursor)), default=1)
        if stray is not None:
            adopted = Partition(*_named(high, high + size * ((stray - high) // size + 1)))
            _adopt_default(cursor, adopted)
            made.append(adopted)
            high = adopted.high
        while high <= end + 1 + size * ahead:
            new = Partition(*_named(high, high + size))
            cursor.execute(schema.partition_sql(new.low, new.high))
            cursor.execute(_CLOSE.format(name=new.name))
            made.append(new)
            high = new.high
    return made


def _named(low: int, high: int) -> tuple[str, int, int]:
    return schema.partition_name(low, high), low, high


def _ranges(cursor: CursorWrapper) -> list[Partition]:
    cursor.execute(_LIST)
    found = [(name, _BOUNDS.search(bounds)) for name, bounds in cursor.fetchall()]
    return sorted(
        (Partition(name, int(bounds[1]), int(bounds[2])) for name, bounds in found if bounds is not None),
        key=lambda each: each.low,
    )


def _adopt_default(cursor: CursorWrapper, adopted: Partition) -> None:
    """Turn the default partition into a range and make a new default."""
    old, name = schema.DEFAULT_PARTITION, adopted.name
    cursor.execute(f"ALTER TABLE ledger_event DETACH PARTITION {old}")
    cursor.execute(f"ALTER TABLE {old} RENAME TO {name}")
    cursor.execute(f"ALTER INDEX {old}_pkey RENAME TO {name}_pkey")
    cursor.execute(f"ALTER TRIGGER {old}_refuses ON {name} RENAME TO {name}_refuses")
    cursor.execute(
        f"ALTER TABLE ledger_event ATTACH PARTITION {name} FOR VALUES FROM ({adopted.low}) TO ({adopted.high})"
    )
    cursor.execute(schema.row_guard_always(name))
    cursor.execute(schema.default_sql())
    for each in (name, old):
        cursor.execute(_CLOSE.format(name=each))
