"""Reads of sealed reasons are kept as the other reads of personal data."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("disputes", "0007_second_notices_and_reads"),
    ]

    operations = [
        migrations.AlterField(
            model_name="personalread",
            name="kind",
            field=models.TextField(
                choices=[
                    ("case", "case"),
                    ("attachment", "attachment"),
                    ("paper", "paper"),
                    ("search", "search by name"),
                    ("reason", "reason of a fact"),
                ],
                verbose_name="what",
            ),
        ),
    ]
