"""Reports are printed apart from their bundle: codes more for the kind of a job."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("surveillance", "0007_token_reads")]

    operations = [
        migrations.AlterField(
            model_name="footagejob",
            name="kind",
            field=models.TextField(
                choices=[
                    ("arrive", "check what came in"),
                    ("process", "make copies to watch"),
                    ("fetch", "fetch from the recorder"),
                    ("export", "seal an export"),
                    ("give", "make a copy to give out"),
                    ("check", "hash again"),
                    ("clock", "read the clock in the picture"),
                    ("report", "make a report"),
                    ("report_papers", "print a report"),
                ],
                verbose_name="work",
            ),
        ),
    ]
