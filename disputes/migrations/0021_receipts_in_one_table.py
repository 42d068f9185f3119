"""Its receipts stand in the table of all rooms (``casino/commands/migrations/0001_receipts.py``)."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("disputes", "0020_closing"), ("commands", "0001_receipts")]

    operations = [migrations.DeleteModel(name="CommandReceipt")]
