"""A row says what its case is owed next, who may not do it, and which sealed words a list shows; notices retire. The
rows of cases are written anew by the follower."""

import django.contrib.postgres.fields
from django.conf import settings
from django.db import migrations, models

ANEW = """
UPDATE ledger_follower SET position = 0 WHERE name = 'disputes';
DELETE FROM games_projection WHERE name = 'disputes';
"""


class Migration(migrations.Migration):
    dependencies = [
        ("disputes", "0010_notices_of_footage"),
        ("games", "0002_readmodel"),
        ("ledger", "0007_assertion"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunSQL(ANEW, migrations.RunSQL.noop),
        migrations.RemoveIndex(
            model_name="notice",
            name="disputes_notice_unread",
        ),
        migrations.AddField(
            model_name="case",
            name="barred",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.TextField(), default=list, size=None, verbose_name="who may not do it"
            ),
        ),
        migrations.AddField(
            model_name="case",
            name="owed",
            field=models.TextField(blank=True, verbose_name="next"),
        ),
        migrations.AddField(
            model_name="case",
            name="rests_until",
            field=models.DateTimeField(null=True, verbose_name="waits for somebody else until"),
        ),
        migrations.AddField(
            model_name="case",
            name="said",
            field=models.JSONField(default=dict, verbose_name="sealed words"),
        ),
        migrations.AddField(
            model_name="notice",
            name="retired_at",
            field=models.DateTimeField(null=True, verbose_name="done with"),
        ),
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
                    ("incident", "incident of Surveillance"),
                    ("list", "names and claims in a list"),
                ],
                verbose_name="what",
            ),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("read_at", None), ("retired_at", None)),
                fields=["user"],
                name="disputes_notice_unread",
            ),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("retired_at", None)), fields=["property", "kind"], name="disputes_notice_standing"
            ),
        ),
    ]
