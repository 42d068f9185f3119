"""A row says how much of its remedies has not changed hands yet. Nothing recorded before names such money, so no row is
written anew."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("disputes", "0014_notice_of_money_beyond")]

    operations = [
        migrations.AddField(
            model_name="case",
            name="out_minor",
            field=models.BigIntegerField(default=0, verbose_name="still out"),
        ),
    ]
