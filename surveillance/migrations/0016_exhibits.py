"""Files that are kept and cannot be shown."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("surveillance", "0015_parts"),
    ]

    operations = [
        migrations.AddField(
            model_name="recording",
            name="unplayable",
            field=models.JSONField(null=True, verbose_name="why it cannot be played"),
        ),
    ]
