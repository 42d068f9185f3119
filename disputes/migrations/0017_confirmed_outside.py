from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("disputes", "0016_notice_of_money_out")]

    operations = [
        migrations.AddField(
            model_name="case",
            name="outside",
            field=models.TextField(blank=True, default="", verbose_name="confirmed from outside the line"),
        ),
    ]
