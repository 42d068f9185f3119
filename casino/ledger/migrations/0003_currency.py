"""A property's currency is one of ISO 4217: asked in the program (``casino.core.currencies``), nothing in the database
changes."""

from django.db import migrations, models

import casino.ledger.models


class Migration(migrations.Migration):
    dependencies = [("ledger", "0002_record")]

    operations = [
        migrations.AlterField(
            model_name="property",
            name="currency",
            field=models.TextField(
                default="VND", validators=[casino.ledger.models.validate_currency], verbose_name="currency"
            ),
        ),
    ]
