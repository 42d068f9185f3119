"""The ranges and guards of the great tables, for their migration and for ``ledger_partitions``. PostgreSQL 15 is
enough.

``ledger_event`` holds the record, in ranges of positions, so that years of it can be moved to other disks. PostgreSQL
can keep a partitioned table unique only by columns that contain the partition key, so what must be unique over all
ranges, a stream's version and a sender's id, is held by ``ledger_index``: one row an event, never partitioned, written
in the same transaction.

``ledger_batch`` keeps what devices signed, a row a batch, and ``ledger_assertion`` what people signed, a row a command,
beside the entries that name them (``docs/origin.md``).

None has a foreign key: a key would be checked for every event by a trigger, and could only cascade into the record.
None can be updated, deleted from or truncated, by anybody, the owner included: statement triggers refuse it on the
parent and on each partition (a statement trigger is not inherited), row triggers as well. Proved by
``tests/ledger/test_refusals.py``.
"""

from __future__ import annotations

from typing import Final

PARTITION_EVENTS: Final = 20_000_000
"""Positions in one range: about 15 GB with its index, a few weeks of a large house."""

ROW_GUARD: Final = """
CREATE TRIGGER {table}_keeps_rows BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION ledger_refuse();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_keeps_rows;
"""

STATEMENT_GUARD: Final = """
CREATE TRIGGER {table}_refuses BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_refuses;
"""

DEFAULT_PARTITION: Final = "ledger_event_default"


def partition_name(low: int, high: int) -> str:
    """The name of the range from ``low`` to below ``high``."""
    return f"ledger_event_p{low:012d}_{high:012d}"


def partition_sql(low: int, high: int) -> str:
    """Create the range of positions from ``low`` to below ``high``, guarded."""
    name = partition_name(low, high)
    return (
        f"CREATE TABLE {name} PARTITION OF ledger_event FOR VALUES FROM ({low}) TO ({high});"
        + STATEMENT_GUARD.format(table=name)
        + row_guard_always(name)
    )


def default_sql() -> str:
    """Create the safety net for positions that no range covers yet, guarded."""
    return (
        f"CREATE TABLE {DEFAULT_PARTITION} PARTITION OF ledger_event DEFAULT;"
        + STATEMENT_GUARD.format(table=DEFAULT_PARTITION)
        + row_guard_always(DEFAULT_PARTITION)
    )


def row_guard_always(partition: str) -> str:
    """A partition's copy of the row trigger, set to fire in every session whatever its replication role."""
    return f"ALTER TABLE {partition} ENABLE ALWAYS TRIGGER ledger_event_keeps_rows;"
