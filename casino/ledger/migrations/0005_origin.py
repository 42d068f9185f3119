"""The log entry's member ``origin``: 32 bytes, none (the entry says ``null``), or NULL in rows written before there was
one, whose entries keep ten members. No row is touched. See ``docs/log-entry.md`` and ADR 68."""

from typing import Final

from django.db import migrations

ADD: Final = "ALTER TABLE ledger_event ADD COLUMN origin bytea CHECK (octet_length(origin) IN (0, 32));"


class Migration(migrations.Migration):
    dependencies = [("ledger", "0004_entries_by_hash")]

    operations = [migrations.RunSQL(ADD)]
