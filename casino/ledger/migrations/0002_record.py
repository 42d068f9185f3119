"""The record itself: ``ledger_event`` and ``ledger_index``, with their guards. See ``casino/ledger/schema.py``."""

from typing import Final

from django.db import migrations

from casino.ledger import schema

TABLES: Final = """
CREATE TABLE ledger_event (
    property_id smallint NOT NULL,
    position bigint NOT NULL CHECK (position > 0),
    version integer NOT NULL CHECK (version > 0),
    recorded_at timestamptz NOT NULL,
    occurred_at timestamptz,
    stream text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    actor text COLLATE "C" NOT NULL,
    leaf_hash bytea NOT NULL CHECK (octet_length(leaf_hash) = 32),
    entry bytea NOT NULL CHECK (octet_length(entry) <= 65535),
    body bytea NOT NULL,
    PRIMARY KEY (property_id, position)
) PARTITION BY RANGE (position);

CREATE TABLE ledger_index (
    property_id smallint NOT NULL,
    version integer NOT NULL,
    position bigint NOT NULL,
    event_id uuid NOT NULL,
    stream text COLLATE "C" NOT NULL,
    PRIMARY KEY (property_id, stream, version),
    CONSTRAINT ledger_index_event_id UNIQUE (property_id, event_id)
);

CREATE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on % is refused: the record is only ever added to', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END $$;
"""

DROP_TABLES: Final = """
DROP TABLE ledger_event;
DROP TABLE ledger_index;
DROP FUNCTION ledger_refuse();
"""


def create_sql() -> str:
    """Tables, guards, the first two ranges and the safety net."""
    guards = "".join(
        guard.format(table=table)
        for table in ("ledger_event", "ledger_index")
        for guard in (schema.ROW_GUARD, schema.STATEMENT_GUARD)
    )
    first, second = 1 + schema.PARTITION_EVENTS, 1 + 2 * schema.PARTITION_EVENTS
    ranges = schema.partition_sql(1, first) + schema.partition_sql(first, second) + schema.default_sql()
    return TABLES + guards + ranges


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_ledger")]

    operations = [migrations.RunSQL(create_sql(), DROP_TABLES)]
