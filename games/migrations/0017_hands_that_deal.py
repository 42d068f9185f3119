"""Hands that deal cards are watched too: what they dealt so far is marked, and taken in by the follower."""

from django.db import migrations

MARK = """
INSERT INTO games_watchdue (property_id, game, "table", dealer, moment, first_position)
SELECT DISTINCT ON (property_id, game, dealer) property_id, game, '', dealer, moment, first_position
FROM games_drawn WHERE dealer <> '' AND game IN ('baccarat', 'niuniu', 'maubinh')
ORDER BY property_id, game, dealer, moment, first_position
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0016_rulestudy")]

    operations = [migrations.RunSQL(MARK, migrations.RunSQL.noop)]
