from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """The note with which a case was handed over stands in the notice of it."""

    dependencies = [
        ("disputes", "0018_search"),
    ]

    operations = [
        migrations.AddField(
            model_name="notice",
            name="note",
            field=models.JSONField(null=True, verbose_name="note"),
        ),
    ]
