"""One table for the receipts of commands; those of the two rooms that had their own are kept, with their numbers."""

import django.db.models.deletion
from django.db import migrations, models

KEEP = """
INSERT INTO commands_receipt (property_id, command_id, command, stream, version, persons, digest, recorded_at,
                              kept_from, kept_number)
SELECT property_id, command_id, command, stream, version, {persons}, digest, recorded_at, '{room}', id
FROM {table} ORDER BY id
"""
OLD = (("disputes", "disputes_commandreceipt", "person"), ("surveillance", "surveillance_receipt", "persons"))


class Migration(migrations.Migration):
    initial = True
    dependencies = [
        ("ledger", "0011_grams"),
        ("disputes", "0019_note_of_a_hand_over"),
        ("surveillance", "0017_shift_reports"),
    ]

    operations = [
        migrations.CreateModel(
            name="Receipt",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("command_id", models.UUIDField()),
                ("command", models.TextField()),
                ("stream", models.TextField()),
                ("version", models.IntegerField()),
                ("persons", models.TextField()),
                ("digest", models.BinaryField()),
                ("recorded_at", models.DateTimeField()),
                ("kept_from", models.TextField(blank=True, default="")),
                ("kept_number", models.BigIntegerField(editable=False, null=True)),
                (
                    "property",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="ledger.property"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["property", "stream"], name="commands_receipt_stream")],
                "constraints": [
                    models.UniqueConstraint(fields=("property", "command_id"), name="commands_receipt_once"),
                    models.UniqueConstraint(fields=("kept_from", "kept_number"), name="commands_receipt_kept_once"),
                ],
            },
        ),
        *(
            migrations.RunSQL(KEEP.format(room=room, table=table, persons=persons), migrations.RunSQL.noop)
            for room, table, persons in OLD
        ),
    ]
