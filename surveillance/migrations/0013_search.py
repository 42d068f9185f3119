from __future__ import annotations

from django.db import migrations, models

from casino.ledger.grams import search_index


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0011_grams"),
        ("surveillance", "0012_locked"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="clockreading",
            index=models.Index(fields=["property", "-server_at", "-id"], name="surveillance_reading_newest"),
        ),
        migrations.AddIndex(
            model_name="gap",
            index=models.Index(fields=["property", "-id"], name="surveillance_gap_newest"),
        ),
        migrations.AddIndex(
            model_name="gap",
            index=models.Index(fields=["property", "table", "-id"], name="surveillance_gap_table"),
        ),
        migrations.AddIndex(
            model_name="link",
            index=models.Index(fields=["property", "begins_at", "id"], name="surveillance_link_begins"),
        ),
        migrations.AddIndex(
            model_name="link",
            index=search_index("surveillance_link_search", "code", "subject_stream", "case", "linked_by"),
        ),
        migrations.AddIndex(
            model_name="recording",
            index=models.Index(fields=["property", "-id"], name="surveillance_recording_newest"),
        ),
        migrations.AddIndex(
            model_name="recording",
            index=models.Index(
                condition=models.Q(("checked_ok", False)), fields=["property"], name="surveillance_recording_altered"
            ),
        ),
        migrations.AddIndex(
            model_name="recording",
            index=search_index("surveillance_recording_search", "code", "name", "sha256"),
        ),
    ]
