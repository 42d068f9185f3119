"""Where rounds stand and what they find, by position: rows that are only added to (``games.rows.models.TableSession``).

The rows before said what holds now, overwritten with each change, and no position can be read from them. So they go,
and the follower goes back to the beginning: it writes all read models anew from the ledger, by itself or by
``manage.py rebuild_readmodel``.
"""

import django.db.models.deletion
from django.db import migrations, models

ANEW = """
UPDATE ledger_follower SET position = 0 WHERE name = 'games';
DELETE FROM games_projection WHERE name = 'games';
"""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_judging_program"),
        ("ledger", "0003_currency"),
    ]

    operations = [
        migrations.DeleteModel(name="TableSession"),
        migrations.CreateModel(
            name="TableSession",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "property_id",
                        "first_position",
                        "valid_from_position",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("first_position", models.BigIntegerField()),
                ("valid_from_position", models.BigIntegerField()),
                ("table", models.TextField()),
                ("game", models.TextField()),
                ("stream", models.TextField()),
                ("moment", models.DateTimeField()),
                ("newest_moment", models.DateTimeField()),
                ("newest_position", models.BigIntegerField()),
                ("before", models.JSONField(null=True)),
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
                "ordering": ("first_position", "valid_from_position"),
                "indexes": [
                    models.Index(
                        fields=["property", "table", "game", "moment", "first_position"], name="games_session_order"
                    ),
                    models.Index(fields=["property", "table", "valid_from_position"], name="games_session_newest"),
                ],
            },
        ),
        migrations.RemoveIndex(model_name="round", name="games_round_unclosed"),
        migrations.AddIndex(
            model_name="round",
            index=models.Index(
                condition=models.Q(("closed", False), ("overtaken", False)),
                fields=["property", "table"],
                name="games_round_running",
            ),
        ),
        migrations.RunSQL(ANEW, migrations.RunSQL.noop),
    ]
