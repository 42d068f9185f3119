"""Time stamps of checkpoints, who has cosigned each, and the rule by which those that prove nothing more are let go.
See ADR 85."""

from __future__ import annotations

from typing import Any, Final

import django.db.models.deletion
from django.db import migrations, models

FUNCTIONS: Final = """
CREATE FUNCTION checkpoints_superfluous() RETURNS SETOF bigint LANGUAGE sql STABLE
    SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT r.id FROM (
        SELECT c.id, c.log_id, c.size, c.made_at, c.cosigners, row_number() OVER (
            PARTITION BY c.log_id, date_trunc('hour', c.made_at, 'UTC'), c.cosigners ORDER BY c.size DESC
        ) AS place
        FROM public.checkpoints_checkpoint c
    ) r
    WHERE r.place > 1
        AND r.made_at < now() - CASE WHEN r.cosigners = '' THEN interval '1 day' ELSE interval '90 days' END
        AND NOT EXISTS (
            SELECT FROM public.checkpoints_stamp s WHERE s.log_id = r.log_id AND s.size = r.size
        )
$$;
CREATE FUNCTION checkpoints_thin() RETURNS bigint LANGUAGE sql VOLATILE SECURITY DEFINER
    SET search_path = pg_catalog, public, pg_temp AS $$
    WITH gone AS (
        DELETE FROM public.checkpoints_checkpoint WHERE id IN (SELECT public.checkpoints_superfluous()) RETURNING 1
    )
    SELECT count(*) FROM gone
$$;
CREATE FUNCTION checkpoints_thinnable() RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT count(*) FROM (SELECT public.checkpoints_superfluous() LIMIT 1) AS found
$$;
REVOKE ALL ON FUNCTION checkpoints_superfluous(), checkpoints_thin(), checkpoints_thinnable() FROM PUBLIC;
"""
DROP: Final = "DROP FUNCTION checkpoints_thin(), checkpoints_thinnable(), checkpoints_superfluous();"


def name_cosigners(apps: Any, schema_editor: Any) -> None:
    """Who has cosigned, of the checkpoints that are there."""
    from casino.checkpoints.signing import cosigners

    rows = apps.get_model("checkpoints", "Checkpoint").objects.select_related("log").order_by("pk")
    for row in rows.iterator(chunk_size=500):
        row.cosigners = cosigners(bytes(row.note), row.log.origin)
        row.save(update_fields=["cosigners"])


class Migration(migrations.Migration):
    dependencies = [("checkpoints", "0001_checkpoints")]

    operations = [
        migrations.AddField(
            model_name="checkpoint",
            name="cosigners",
            field=models.TextField(blank=True, default="", verbose_name="cosigned by"),
        ),
        migrations.CreateModel(
            name="Authority",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.TextField(verbose_name="name")),
                ("size", models.BigIntegerField(default=0, verbose_name="size")),
                ("asked_at", models.DateTimeField(null=True, verbose_name="asked")),
                ("answered_at", models.DateTimeField(null=True, verbose_name="answered")),
                ("error", models.TextField(blank=True, verbose_name="error")),
                (
                    "log",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="authorities",
                        to="checkpoints.log",
                        verbose_name="log",
                    ),
                ),
            ],
            options={
                "verbose_name": "time stamp authority",
                "verbose_name_plural": "time stamp authorities",
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("log", "name"), name="checkpoints_one_authority_a_name")
                ],
            },
        ),
        migrations.CreateModel(
            name="Stamp",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.TextField(verbose_name="authority")),
                ("size", models.BigIntegerField(verbose_name="size")),
                ("root", models.BinaryField(verbose_name="root")),
                ("answer", models.BinaryField(verbose_name="answer")),
                ("stamped_at", models.DateTimeField(verbose_name="stamped")),
                ("kept_at", models.DateTimeField(verbose_name="kept")),
                (
                    "log",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="stamps",
                        to="checkpoints.log",
                        verbose_name="log",
                    ),
                ),
            ],
            options={
                "verbose_name": "time stamp",
                "verbose_name_plural": "time stamps",
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("log", "name", "size"), name="checkpoints_one_stamp_a_size")
                ],
            },
        ),
        migrations.RunPython(name_cosigners, migrations.RunPython.noop, elidable=True),
        migrations.RunSQL(FUNCTIONS, DROP),
    ]
