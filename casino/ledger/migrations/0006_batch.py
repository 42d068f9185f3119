"""Signatures of devices over batches of events, kept once for the batch: ``ledger_batch``, guarded as the record is.
See ``docs/origin.md`` and ADR 75."""

from typing import Final

from django.db import migrations

from casino.ledger import schema

TABLE: Final = """
CREATE TABLE ledger_batch (
    property_id smallint NOT NULL,
    position bigint NOT NULL CHECK (position > 0),
    digest bytea NOT NULL CHECK (octet_length(digest) = 32),
    key bytea NOT NULL CHECK (octet_length(key) = 32),
    signature bytea NOT NULL CHECK (octet_length(signature) = 64),
    device text COLLATE "C" NOT NULL,
    events bytea NOT NULL CHECK (octet_length(events) > 0 AND octet_length(events) % 32 = 0),
    PRIMARY KEY (property_id, digest)
);
ALTER TABLE ledger_batch ALTER COLUMN events SET STORAGE EXTERNAL;
"""
"""Hashes do not compress."""


DROP: Final = "DROP TABLE ledger_batch;"


def create_sql() -> str:
    guards = "".join(guard.format(table="ledger_batch") for guard in (schema.ROW_GUARD, schema.STATEMENT_GUARD))
    return TABLE + guards


class Migration(migrations.Migration):
    dependencies = [("ledger", "0005_origin")]

    operations = [migrations.RunSQL(create_sql(), DROP)]
