"""Where the record says which key a device signs with; of devices registered before that was recorded it says nothing
until ``manage.py device key`` does. And whether a device has ended, in the row that is locked for whatever it sends."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0012_judging_anew")]

    operations = [
        migrations.AddField(
            model_name="device",
            name="key_position",
            field=models.BigIntegerField(blank=True, null=True, verbose_name="key registered at position"),
        ),
        migrations.AddField(
            model_name="deviceprogress",
            name="ended",
            field=models.BooleanField(default=False, db_default=False, verbose_name="ended"),
        ),
    ]
