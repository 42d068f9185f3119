"""Commands that people signed by passkey, kept once for the command: ``ledger_assertion``, guarded as the record is.
See ``docs/origin.md`` and ADR 84."""

from typing import Final

from django.db import migrations

from casino.ledger import schema

TABLE: Final = """
CREATE TABLE ledger_assertion (
    property_id smallint NOT NULL,
    position bigint NOT NULL CHECK (position > 0),
    digest bytea NOT NULL CHECK (octet_length(digest) = 32),
    credential bytea NOT NULL CHECK (octet_length(credential) BETWEEN 1 AND 1023),
    authenticator bytea NOT NULL CHECK (octet_length(authenticator) >= 37),
    client bytea NOT NULL CHECK (octet_length(client) > 0),
    signature bytea NOT NULL CHECK (octet_length(signature) > 0),
    command bytea NOT NULL CHECK (octet_length(command) > 0),
    PRIMARY KEY (property_id, digest)
);
"""

DROP: Final = "DROP TABLE ledger_assertion;"


def create_sql() -> str:
    guards = "".join(guard.format(table="ledger_assertion") for guard in (schema.ROW_GUARD, schema.STATEMENT_GUARD))
    return TABLE + guards


class Migration(migrations.Migration):
    dependencies = [("ledger", "0006_batch")]

    operations = [migrations.RunSQL(create_sql(), DROP)]
