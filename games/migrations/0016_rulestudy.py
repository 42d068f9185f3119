"""Rule-change studies that somebody asked for: rows that go again, never facts."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0015_watch"),
        ("ledger", "0007_assertion"),
    ]

    operations = [
        migrations.CreateModel(
            name="RuleStudy",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("command_id", models.UUIDField(unique=True)),
                ("staff", models.TextField()),
                ("post", models.TextField()),
                ("asked_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("game", models.TextField()),
                ("document", models.TextField()),
                ("text", models.TextField()),
                ("changes", models.JSONField(default=dict)),
                ("limits", models.JSONField(default=dict)),
                ("table", models.TextField(blank=True)),
                ("since", models.DateField(null=True)),
                ("until", models.DateField(null=True)),
                ("position", models.BigIntegerField()),
                (
                    "state",
                    models.TextField(
                        choices=[
                            ("queued", "waiting"),
                            ("running", "at work"),
                            ("done", "finished"),
                            ("failed", "failed"),
                            ("cancelled", "cancelled"),
                        ],
                        default="queued",
                    ),
                ),
                ("done", models.IntegerField(default=0)),
                ("total", models.IntegerField(default=0)),
                ("deaths", models.IntegerField(default=0)),
                ("ended_at", models.DateTimeField(null=True)),
                ("said_vi", models.TextField(blank=True)),
                ("said_en", models.TextField(blank=True)),
                ("result", models.JSONField(null=True)),
                (
                    "property",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="ledger.property",
                    ),
                ),
            ],
            options={
                "verbose_name": "rule-change study",
                "verbose_name_plural": "rule-change studies",
                "ordering": ("-id",),
                "default_permissions": ("view",),
                "indexes": [models.Index(fields=["property", "-id"], name="games_study_property")],
            },
        ),
    ]
