"""Who has a case open now; no part of the record."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("disputes", "0012_notice_of_report"),
    ]

    operations = [
        migrations.CreateModel(
            name="Presence",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("case", models.BigIntegerField()),
                ("user", models.BigIntegerField()),
                ("staff", models.TextField()),
                ("command", models.TextField(blank=True)),
                ("at", models.DateTimeField()),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("case", "user"), name="disputes_presence_once")],
            },
        ),
    ]
