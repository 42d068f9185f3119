"""Which events a follower may pass over because it fails at them, and which it has passed over."""

import django.contrib.postgres.fields
from django.db import migrations, models
from django.db.models import Value


class Migration(migrations.Migration):
    dependencies = [("ledger", "0009_gaming_days_dated")]

    operations = [
        migrations.AddField(
            model_name="property",
            name="pass_over",
            field=models.TextField(
                db_default="", default="", editable=False, verbose_name="events that may be passed over"
            ),
        ),
        migrations.AddField(
            model_name="follower",
            name="passed_over",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.BigIntegerField(), db_default=Value([]), default=list, size=None
            ),
        ),
    ]
