"""Properties, the ends of their logs, and how far each follower has come."""

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

import casino.ledger.models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Property",
            fields=[
                ("id", models.SmallAutoField(primary_key=True, serialize=False)),
                (
                    "code",
                    models.TextField(
                        unique=True,
                        validators=[django.core.validators.RegexValidator("\\A[A-Z][A-Z0-9]{1,15}\\Z")],
                        verbose_name="code",
                    ),
                ),
                ("name_vi", models.TextField(verbose_name="name (Vietnamese)")),
                ("name_en", models.TextField(verbose_name="name (English)")),
                (
                    "time_zone",
                    models.TextField(
                        default="Asia/Ho_Chi_Minh",
                        validators=[casino.ledger.models.validate_time_zone],
                        verbose_name="time zone",
                    ),
                ),
                (
                    "gaming_day_starts",
                    models.PositiveSmallIntegerField(
                        default=6,
                        validators=[django.core.validators.MaxValueValidator(23)],
                        verbose_name="gaming day starts at (hour)",
                    ),
                ),
                (
                    "currency",
                    models.TextField(
                        default="VND",
                        validators=[django.core.validators.RegexValidator("\\A[A-Z]{3}\\Z")],
                        verbose_name="currency",
                    ),
                ),
            ],
            options={
                "verbose_name": "property",
                "verbose_name_plural": "properties",
                "db_table": "ledger_property",
            },
        ),
        migrations.CreateModel(
            name="Head",
            fields=[
                (
                    "property",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        serialize=False,
                        to="ledger.property",
                        verbose_name="property",
                    ),
                ),
                ("position", models.BigIntegerField(default=0, verbose_name="position")),
                ("recorded_at", models.DateTimeField(null=True, verbose_name="recorded at")),
            ],
            options={
                "verbose_name": "end of the log",
                "verbose_name_plural": "ends of the logs",
                "db_table": "ledger_head",
            },
        ),
        migrations.AddConstraint(
            model_name="property",
            constraint=models.CheckConstraint(
                condition=models.Q(("code__regex", "^[A-Z][A-Z0-9]{1,15}$")), name="ledger_property_code_is_a_code"
            ),
        ),
        migrations.AddConstraint(
            model_name="property",
            constraint=models.CheckConstraint(
                condition=models.Q(("gaming_day_starts__lte", 23)), name="ledger_property_gaming_day_starts_is_an_hour"
            ),
        ),
        migrations.AddConstraint(
            model_name="property",
            constraint=models.CheckConstraint(
                condition=models.Q(("currency__regex", "^[A-Z]{3}$")), name="ledger_property_currency_is_a_code"
            ),
        ),
        migrations.CreateModel(
            name="Follower",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "name", "property_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.TextField(verbose_name="name")),
                (
                    "property",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.property",
                        verbose_name="property",
                    ),
                ),
                ("position", models.BigIntegerField(default=0, verbose_name="position")),
            ],
            options={
                "verbose_name": "follower of the log",
                "verbose_name_plural": "followers of the log",
                "db_table": "ledger_follower",
            },
        ),
    ]
