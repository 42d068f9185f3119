"""A round says how much of what cases decided about it has not changed hands yet. What was recorded before names no
such money, so no row is written anew."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0021_summed_acts")]

    operations = [
        migrations.AddField(
            model_name="round",
            name="out_minor",
            field=models.BigIntegerField(default=0, verbose_name="still out"),
        ),
    ]
