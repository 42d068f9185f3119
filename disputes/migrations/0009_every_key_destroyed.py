"""Which cases have nothing left that could be read, so that the end of terms looks at the others only."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("disputes", "0008_reads_of_reasons"),
        ("ledger", "0007_assertion"),
    ]

    operations = [
        migrations.AddField(
            model_name="case",
            name="emptied",
            field=models.BooleanField(default=False, verbose_name="every key destroyed"),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                condition=models.Q(("emptied", False)),
                fields=["property", "retained_until"],
                name="disputes_case_term",
            ),
        ),
    ]
