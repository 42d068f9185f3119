"""Of a log entry only its leaf hash stays stored: the entry itself follows from columns, body and index.

Before the stored entries go, each of them is made again from what stays, and must be the same byte for byte, and the
hash its own; otherwise nothing is changed, and the first position that differs is named. All in one transaction. No row
is touched: new events are smaller at once, the room of older entries comes back with ``VACUUM FULL`` of a range
(``deploy/RUNBOOK.md``). Proved by ``tests/ledger/test_old_entries.py`` with rows as the program before wrote them."""

from typing import Final

from django.db import migrations

CHECK: Final = """
LOCK TABLE ledger_event IN ACCESS EXCLUSIVE MODE;
DO $$
DECLARE wrong record;
BEGIN
    SELECT e.property_id, e.position INTO wrong FROM ledger_event e
    LEFT JOIN ledger_index b ON b.property_id = e.property_id AND b.stream = e.stream AND b.version = e.version - 1
    WHERE e.leaf_hash <> sha256('\\x00'::bytea || e.entry) OR convert_from(e.entry, 'UTF8') <> format(
        '{"actor":"%s","body_sha256":"%s","occurred_at":%s,"position":%s,"previous":%s,"recorded_at":"%s",'
        '"stream":"%s","type":"%s","type_version":%s,"version":%s}',
        e.actor,
        encode(sha256(e.body), 'hex'),
        coalesce('"' || to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '"', 'null'),
        e.position,
        coalesce(b.position::text, 'null'),
        to_char(e.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        e.stream,
        substring(e.type from '^(.*)[.]v[0-9]+$'),
        substring(e.type from '[.]v([0-9]+)$'),
        e.version
    )
    ORDER BY e.property_id, e.position LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'property %, position %: the stored log entry is not the one that follows from what is stored',
            wrong.property_id, wrong.position
            USING HINT = 'The record was changed. Keep a copy of the database and run ledger_verify before anything.';
    END IF;
END $$;
"""

DROP: Final = "ALTER TABLE ledger_event DROP COLUMN entry;"


class Migration(migrations.Migration):
    dependencies = [("ledger", "0003_currency")]

    operations = [migrations.RunSQL(CHECK + DROP)]
