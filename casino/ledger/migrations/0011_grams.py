"""Pieces of words, by which long tables are searched (``casino.ledger.grams``)."""

from __future__ import annotations

from django.db import migrations

from casino.ledger.grams import DROP, FUNCTION


class Migration(migrations.Migration):
    dependencies = [("ledger", "0010_passed_over")]

    operations = [migrations.RunSQL(FUNCTION, DROP)]
