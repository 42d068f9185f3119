"""When each property's record was last recomputed, and what came of it: ``ledger_verification``."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ledger", "0007_assertion")]

    operations = [
        migrations.CreateModel(
            name="Verification",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "command",
                    models.TextField(
                        choices=[("ledger_verify", "ledger_verify"), ("verify_log", "verify_log")],
                        verbose_name="command",
                    ),
                ),
                ("ended_at", models.DateTimeField(verbose_name="ended")),
                ("reached", models.BigIntegerField(verbose_name="recomputed up to")),
                ("faults", models.IntegerField(verbose_name="contradictions")),
                (
                    "property",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.property",
                        verbose_name="property",
                    ),
                ),
            ],
            options={
                "verbose_name": "verification of the record",
                "verbose_name_plural": "verifications of the record",
                "db_table": "ledger_verification",
                "default_permissions": (),
                "indexes": [models.Index(fields=["property", "-id"], name="ledger_verification_newest")],
            },
        ),
    ]
