"""Postings, and the trigger that keeps them: added, ended early once, nothing else."""

import datetime
from typing import Final

import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
from django.conf import settings
from django.db import migrations, models

GUARD: Final = """
CREATE FUNCTION casino_posting_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL
            AND NEW.ends_at = greatest(NEW.ended_at, NEW.begins_at)
            AND (OLD.ends_at IS NULL OR NEW.ends_at < OLD.ends_at)
            AND to_jsonb(NEW) - '{ends_at,ended_at,ended_by}'::text[]
                = to_jsonb(OLD) - '{ends_at,ended_at,ended_by}'::text[]
        THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION '% on % is refused: a posting is added and ended early, nothing else', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER casino_posting_keeps_rows BEFORE UPDATE OR DELETE ON casino_posting
    FOR EACH ROW EXECUTE FUNCTION casino_posting_keep();
CREATE TRIGGER casino_posting_keeps_table BEFORE TRUNCATE ON casino_posting
    FOR EACH STATEMENT EXECUTE FUNCTION casino_posting_keep();
ALTER TABLE casino_posting ENABLE ALWAYS TRIGGER casino_posting_keeps_rows;
ALTER TABLE casino_posting ENABLE ALWAYS TRIGGER casino_posting_keeps_table;
"""

NO_GUARD: Final = """
DROP TRIGGER casino_posting_keeps_rows ON casino_posting;
DROP TRIGGER casino_posting_keeps_table ON casino_posting;
DROP FUNCTION casino_posting_keep();
"""


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("ledger", "0002_record"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Posting",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("post", models.CharField(max_length=32, verbose_name="post")),
                (
                    "tables",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            max_length=64,
                            validators=[
                                django.core.validators.RegexValidator("\\A[A-Za-z0-9][A-Za-z0-9._:-]{0,63}\\Z")
                            ],
                        ),
                        blank=True,
                        default=list,
                        size=None,
                        verbose_name="tables",
                    ),
                ),
                (
                    "pits",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(
                            max_length=64,
                            validators=[
                                django.core.validators.RegexValidator("\\A[A-Za-z0-9][A-Za-z0-9._:-]{0,63}\\Z")
                            ],
                        ),
                        blank=True,
                        default=list,
                        size=None,
                        verbose_name="pits",
                    ),
                ),
                ("begins_at", models.DateTimeField(verbose_name="begins at")),
                ("ends_at", models.DateTimeField(blank=True, null=True, verbose_name="ends at")),
                ("given_by", models.CharField(max_length=64, verbose_name="given by")),
                ("given_at", models.DateTimeField(verbose_name="given at")),
                ("note", models.CharField(blank=True, max_length=500, verbose_name="note")),
                ("ended_by", models.CharField(blank=True, max_length=64, verbose_name="ended by")),
                ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="ended early at")),
                (
                    "property",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="ledger.property",
                        verbose_name="property",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="postings",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "posting",
                "verbose_name_plural": "postings",
                "ordering": ("-begins_at", "-id"),
                "default_permissions": ("view", "add", "end"),
                "indexes": [models.Index(fields=["user", "begins_at", "ends_at"], name="casino_posting_interval")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "post__in",
                                (
                                    "dealer",
                                    "acting_pit_supervisor",
                                    "pit_supervisor",
                                    "pit_manager",
                                    "shift_manager",
                                    "assistant_director",
                                    "director_of_table_games",
                                    "senior_management",
                                    "head_of_operations",
                                    "surveillance",
                                ),
                            )
                        ),
                        name="casino_posting_post_is_a_post",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ends_at", None),
                            ("ends_at__gt", models.F("begins_at")),
                            models.Q(("ended_at__isnull", False), ("ends_at", models.F("begins_at"))),
                            _connector="OR",
                        ),
                        name="casino_posting_ends_after_it_begins",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("post__in", ("acting_pit_supervisor",)), _negated=True),
                            models.Q(
                                ("ends_at__isnull", False),
                                (
                                    "ends_at__lte",
                                    django.db.models.expressions.CombinedExpression(
                                        models.F("begins_at"), "+", models.Value(datetime.timedelta(days=31))
                                    ),
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="casino_posting_acting_ends",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("pits__len__lte", 200),
                            ("tables__len__lte", 200),
                            models.Q(("tables__len__gt", 0), ("pits__len__gt", 0), _connector="OR"),
                        ),
                        name="casino_posting_is_somewhere",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at", None), ("ended_by", "")),
                            models.Q(
                                ("ended_at__isnull", False),
                                ("ends_at__isnull", False),
                                models.Q(("ended_by", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="casino_posting_ended_by_somebody",
                    ),
                ],
            },
        ),
        migrations.RunSQL(GUARD, NO_GUARD),
    ]
