from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0022_round_still_out")]

    operations = [
        migrations.AlterField(
            model_name="waiting",
            name="kind",
            field=models.TextField(
                choices=[
                    ("correct_fact", "correct a fact"),
                    ("put_right", "finding put right"),
                    ("dismiss", "dismiss a finding"),
                    ("report", "confirm what a device reported"),
                    ("put_in_force", "put a rule document in force"),
                    ("ruling", "confirm a ruling"),
                    ("ground", "confirm the ground of a void"),
                    ("statement", "confirm what was entered later"),
                ],
                verbose_name="what",
            ),
        ),
    ]
