"""How the clocks of devices stood, hour by hour."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0013_key_position")]

    operations = [
        migrations.CreateModel(
            name="DeviceClock",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("hour", models.DateTimeField(verbose_name="hour")),
                ("received_at", models.DateTimeField(verbose_name="received at")),
                ("skew_ms", models.BigIntegerField(verbose_name="clock difference (ms)")),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clock",
                        to="games.device",
                        verbose_name="device",
                    ),
                ),
            ],
            options={
                "verbose_name": "clock of a device",
                "verbose_name_plural": "clocks of the devices",
                "db_table": "games_device_clock",
                "ordering": ("device", "hour"),
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("device", "hour"), name="games_device_clock_once"),
                ],
            },
        ),
    ]
