from __future__ import annotations

from django.db import migrations, models

from casino.ledger.grams import search_index


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0025_numbers_and_moments"),
        ("ledger", "0011_grams"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="round",
            name="games_round_status",
        ),
        migrations.RemoveIndex(
            model_name="round",
            name="games_round_found",
        ),
        migrations.AddIndex(
            model_name="finding",
            index=models.Index(fields=["property", "severity", "-opened_position"], name="games_finding_severity"),
        ),
        migrations.AddIndex(
            model_name="finding",
            index=search_index("games_finding_search", "stream", "subject", "code", "case", "device", "amount_minor"),
        ),
        migrations.AddIndex(
            model_name="round",
            index=models.Index(
                condition=models.Q(("source", "imported"), _negated=True),
                fields=["property", "-moment", "-first_position"],
                name="games_round_dealt",
            ),
        ),
        migrations.AddIndex(
            model_name="round",
            index=models.Index(fields=["property", "game", "-moment"], name="games_round_game"),
        ),
        migrations.AddIndex(
            model_name="round",
            index=models.Index(fields=["property", "status", "-moment"], name="games_round_standing"),
        ),
        migrations.AddIndex(
            model_name="round",
            index=models.Index(
                condition=models.Q(("findings_open__gt", 0)),
                fields=["property", "-moment"],
                name="games_round_found_open",
            ),
        ),
        migrations.AddIndex(
            model_name="round",
            index=search_index(
                "games_round_search",
                "search",
                "staked_minor",
                "due_net_minor",
                "recorded_net_minor",
                "difference_minor",
            ),
        ),
    ]
