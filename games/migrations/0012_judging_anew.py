from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0011_waiting_ruling"), ("ledger", "0003_currency")]

    operations = [
        migrations.CreateModel(
            name="JudgingAnew",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.BigIntegerField(verbose_name="position")),
                ("table", models.TextField(verbose_name="table")),
                ("since", models.DateTimeField(verbose_name="since")),
                ("moment", models.DateTimeField(verbose_name="moment")),
                ("first_position", models.BigIntegerField(default=0, verbose_name="first position")),
                ("done", models.IntegerField(default=0, verbose_name="done")),
                ("total", models.IntegerField(verbose_name="total")),
                (
                    "property",
                    models.ForeignKey(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="ledger.property",
                        verbose_name="property",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("property", "position"), name="games_judging_anew_once")
                ],
            },
        ),
    ]
