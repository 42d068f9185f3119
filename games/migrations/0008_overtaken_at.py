"""When the next round opened at a round's table is part of what it is judged by: rounds keep it, and the rows of
sessions, which say where every round stands, no longer name the newest one. All are written anew by the follower."""

from django.db import migrations, models

ANEW = """
DELETE FROM games_tablesession;
UPDATE ledger_follower SET position = 0 WHERE name = 'games';
DELETE FROM games_projection WHERE name = 'games';
"""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_quarantine_stays"),
    ]

    operations = [
        migrations.RunSQL(ANEW, migrations.RunSQL.noop),
        migrations.RemoveIndex(model_name="tablesession", name="games_session_newest"),
        migrations.RemoveField(model_name="tablesession", name="newest_moment"),
        migrations.RemoveField(model_name="tablesession", name="newest_position"),
        migrations.AddField(
            model_name="round",
            name="overtaken_at",
            field=models.DateTimeField(null=True, verbose_name="next round opened at"),
        ),
    ]
