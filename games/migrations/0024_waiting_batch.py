from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0023_waiting_statement")]

    operations = [
        migrations.AddField(
            model_name="waiting",
            name="batch",
            field=models.UUIDField(null=True, verbose_name="asked for at once"),
        ),
    ]
