"""What chance drew in each round, the watches over fairness, and their evidence over time. Rows come with a rebuild."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0014_device_clock"),
        ("ledger", "0007_assertion"),
    ]

    operations = [
        migrations.CreateModel(
            name="WatchDue",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("game", models.TextField()),
                ("table", models.TextField(blank=True)),
                ("dealer", models.TextField(blank=True)),
                ("moment", models.DateTimeField()),
                ("first_position", models.BigIntegerField()),
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
        ),
        migrations.CreateModel(
            name="Drawn",
            fields=[
                ("id", models.BigIntegerField(primary_key=True, serialize=False)),
                ("table", models.TextField()),
                ("game", models.TextField()),
                ("dealer", models.TextField(blank=True)),
                ("equipment", models.IntegerField()),
                ("moment", models.DateTimeField()),
                ("first_position", models.BigIntegerField()),
                ("gaming_day", models.DateField(null=True)),
                ("drawn", models.JSONField()),
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
                "ordering": ("moment", "first_position"),
                "indexes": [
                    models.Index(
                        fields=["property", "game", "table", "moment", "first_position"], name="games_drawn_table"
                    ),
                    models.Index(
                        fields=["property", "game", "dealer", "moment", "first_position"], name="games_drawn_dealer"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Watch",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "property_id", "code", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("code", models.TextField(verbose_name="code")),
                (
                    "kind",
                    models.TextField(
                        choices=[
                            ("wheel", "wheel"),
                            ("shaker", "shaker"),
                            ("shoe", "shoe"),
                            ("pack", "pack"),
                            ("hand", "dealer's hand"),
                        ],
                        verbose_name="kind",
                    ),
                ),
                ("game", models.TextField(verbose_name="game")),
                ("table", models.TextField(blank=True, verbose_name="table")),
                ("dealer", models.TextField(blank=True, verbose_name="dealer")),
                ("equipment", models.IntegerField(default=1, verbose_name="set of equipment")),
                ("taken", models.IntegerField(default=0, verbose_name="results")),
                ("value", models.FloatField(default=0.0)),
                ("highest", models.FloatField(default=0.0)),
                ("began_at", models.DateTimeField(verbose_name="first result")),
                ("moment", models.DateTimeField(verbose_name="last result")),
                ("first_position", models.BigIntegerField()),
                ("state", models.JSONField()),
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
                "ordering": ("property_id", "code"),
                "indexes": [
                    models.Index(fields=["property", "game", "table"], name="games_watch_table"),
                    models.Index(fields=["property", "game", "dealer"], name="games_watch_dealer"),
                ],
            },
        ),
        migrations.CreateModel(
            name="WatchPoint",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "property_id", "watch", "taken", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("watch", models.TextField()),
                ("taken", models.IntegerField()),
                ("moment", models.DateTimeField()),
                ("first_position", models.BigIntegerField()),
                ("value", models.FloatField()),
                ("highest", models.FloatField()),
                ("since", models.IntegerField(null=True)),
                ("since_at", models.DateTimeField(null=True)),
                ("drivers", models.JSONField(null=True)),
                ("state", models.JSONField(null=True)),
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
                "ordering": ("property_id", "watch", "taken"),
                "indexes": [
                    models.Index(
                        fields=["property", "watch", "moment", "first_position"], name="games_watch_point_place"
                    )
                ],
            },
        ),
    ]
