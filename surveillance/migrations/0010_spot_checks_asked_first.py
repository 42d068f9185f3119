"""A spot check is asked for first, and drawn by the next signed checkpoint: those of before were drawn as they were
asked for."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("surveillance", "0009_stretches")]

    operations = [
        migrations.RenameField("spotcheck", "drawn_by", "asked_by"),
        migrations.RenameField("spotcheck", "drawn_at", "asked_at"),
        migrations.AlterField("spotcheck", "asked_by", models.TextField(verbose_name="asked by")),
        migrations.AlterField("spotcheck", "asked_at", models.DateTimeField(verbose_name="asked at")),
        migrations.AddField("spotcheck", "drawn_at", models.DateTimeField(null=True, verbose_name="drawn at")),
        migrations.AddField(
            "spotcheck", "checkpoint", models.BigIntegerField(null=True, verbose_name="signed checkpoint")
        ),
        migrations.AlterField("spotcheck", "seed", models.TextField(blank=True, verbose_name="seed")),
        migrations.RunSQL("UPDATE surveillance_spotcheck SET drawn_at = asked_at", migrations.RunSQL.noop),
    ]
