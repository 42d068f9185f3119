"""What is kept of accounts beside Django's rows, and the trigger by which the application makes no superuser."""

import uuid
from typing import Final

import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

GUARD: Final = """
CREATE FUNCTION casino_no_superuser() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.is_superuser AND (TG_OP = 'INSERT' OR NOT OLD.is_superuser)
        AND NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'MEMBER')
    THEN
        RAISE EXCEPTION 'the application makes no superuser: rights come from posts'
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER casino_no_superuser BEFORE INSERT OR UPDATE ON auth_user
    FOR EACH ROW EXECUTE FUNCTION casino_no_superuser();
"""

NO_GUARD: Final = """
DROP TRIGGER casino_no_superuser ON auth_user;
DROP FUNCTION casino_no_superuser();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("casino", "0002_staffcode"),
        ("ledger", "0002_record"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="posting",
            name="confirmed_by",
            field=models.CharField(blank=True, max_length=64, verbose_name="confirmed by"),
        ),
        migrations.CreateModel(
            name="Account",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="account",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
                ("one_time", models.BooleanField(default=False)),
                ("two_parts", models.BooleanField(default=False)),
                ("one_time_until", models.DateTimeField(null=True)),
                ("by_two", models.BooleanField(default=False)),
            ],
            options={
                "verbose_name": "account",
                "verbose_name_plural": "accounts",
                "default_permissions": (),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("one_time", False), ("one_time_until__isnull", False), _connector="OR"),
                        name="casino_account_one_time_ends",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="AccountChange",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("post", "post"),
                            ("posting", "posting"),
                            ("password", "one-time password"),
                            ("email", "e-mail address"),
                            ("activation", "letting in again"),
                        ],
                        max_length=16,
                        verbose_name="change",
                    ),
                ),
                ("post", models.CharField(blank=True, max_length=32, verbose_name="post")),
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
                ("begins_at", models.DateTimeField(null=True, verbose_name="begins at")),
                ("ends_at", models.DateTimeField(null=True, verbose_name="ends at")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="e-mail address")),
                ("note", models.CharField(blank=True, max_length=500, verbose_name="note")),
                ("first_part", models.CharField(blank=True, editable=False, max_length=64)),
                ("asked_at", models.DateTimeField(verbose_name="asked at")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waits"),
                            ("confirmed", "confirmed"),
                            ("refused", "refused"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="waiting",
                        max_length=16,
                        verbose_name="state",
                    ),
                ),
                ("decided_at", models.DateTimeField(null=True, verbose_name="decided at")),
                ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
                (
                    "asked_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="asked by",
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="decided by",
                    ),
                ),
                (
                    "property",
                    models.ForeignKey(
                        null=True,
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
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "change of an account",
                "verbose_name_plural": "changes of accounts",
                "ordering": ("-asked_at", "-id"),
                "default_permissions": ("view", "confirm"),
                "indexes": [
                    models.Index(fields=["user", "-asked_at"], name="casino_change_person"),
                    models.Index(
                        condition=models.Q(("state", "waiting")), fields=["asked_at"], name="casino_change_waiting"
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("asked_by", models.F("user")), _negated=True),
                        name="casino_change_asked_by_another",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state__in", ("confirmed", "refused")), _negated=True),
                            models.Q(
                                models.Q(("decided_by", models.F("asked_by")), _negated=True),
                                models.Q(("decided_by", models.F("user")), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="casino_change_decided_by_another",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("decided_at", None), ("decided_by", None), ("state", "waiting")),
                            models.Q(
                                models.Q(("state", "waiting"), _negated=True),
                                ("decided_at__isnull", False),
                                ("decided_by__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="casino_change_decided_by_somebody",
                    ),
                ],
            },
        ),
        migrations.RunSQL(GUARD, NO_GUARD),
    ]
