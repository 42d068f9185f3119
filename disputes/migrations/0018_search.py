from __future__ import annotations

from django.db import migrations

from casino.ledger.grams import search_index


class Migration(migrations.Migration):
    dependencies = [
        ("disputes", "0017_confirmed_outside"),
        ("ledger", "0011_grams"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="personalread",
            index=search_index("disputes_read_search", "staff", "about", "address"),
        ),
    ]
