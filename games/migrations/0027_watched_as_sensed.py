"""Results that no equipment sensed are watched no more: their rows go, and the watches take in what is left."""

from __future__ import annotations

from django.db import migrations

NOT_SENSED = """
CREATE TEMPORARY TABLE not_sensed ON COMMIT DROP AS
SELECT drawn.* FROM games_drawn AS drawn JOIN games_round AS round ON round.id = drawn.id
WHERE round.source IN ('imported', 'entered');
INSERT INTO games_watchdue (property_id, game, "table", dealer, moment, first_position)
SELECT DISTINCT ON (property_id, game, "table") property_id, game, "table", '', moment, first_position
FROM not_sensed ORDER BY property_id, game, "table", moment, first_position;
INSERT INTO games_watchdue (property_id, game, "table", dealer, moment, first_position)
SELECT DISTINCT ON (property_id, game, dealer) property_id, game, '', dealer, moment, first_position
FROM not_sensed WHERE dealer <> '' ORDER BY property_id, game, dealer, moment, first_position;
DELETE FROM games_drawn WHERE id IN (SELECT id FROM not_sensed)
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0026_search")]
    operations = [migrations.RunSQL(NOT_SENSED, migrations.RunSQL.noop)]
