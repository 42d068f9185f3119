"""What the database itself refuses to the application: superusers, single rights, other groups, decided changes."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, connection, transaction

from casino.access.roles import ROLES, ensure_roles, permissions_of
from tests.accounts import acts
from tests.accounts.conftest import Cast


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE auth_user SET is_superuser = true",
        "INSERT INTO auth_user (username, password, is_superuser, first_name, last_name, email, is_staff, is_active,"
        " date_joined) VALUES ('x', '!', true, '', '', '', true, true, now())",
        "INSERT INTO auth_user_user_permissions (user_id, permission_id) SELECT min(u.id), min(p.id)"
        " FROM auth_user u, auth_permission p",
        "INSERT INTO auth_group (name) VALUES ('owners')",
        "INSERT INTO auth_group_permissions (group_id, permission_id) SELECT min(g.id), min(p.id)"
        " FROM auth_group g, auth_permission p",
        "DELETE FROM casino_accountchange",
        "DELETE FROM axes_accesslog",
        "UPDATE axes_accesslog SET username = 'x'",
        "DELETE FROM axes_accessfailurelog",
        "DELETE FROM casino_refusal",
        "UPDATE casino_refusal SET user_id = NULL",
        "UPDATE casino_accountchange SET asked_by_id = user_id",
        "UPDATE casino_accountchange SET post = 'senior_management'",
    ],
)
def test_the_application_cannot(cast: Cast, app_role: str, statement: str) -> None:
    acts.ask_post(cast["nobody"].pk, "auditor", **cast.by("adm"))
    with connection.cursor() as cursor, pytest.raises(DatabaseError), transaction.atomic():
        cursor.execute(statement)


def test_the_application_carries_out_every_kind_of_change(cast: Cast, app_role: str) -> None:
    acts.open_account("moi", code="X-1", post="auditor", **cast.by("adm"))
    user = cast["moi"]
    acts.confirm(cast.waiting.pk, **cast.by("gm"))
    acts.ask_email(user.pk, "x@example.org", **cast.by("adm"))
    acts.refuse(cast.waiting.pk, **cast.by("gm"))
    acts.ask_password(cast["dealer"].pk, **cast.by("adm"))
    assert cast.groups("moi") == {"auditor"}


def test_migrating_leaves_every_group_with_its_permissions_so_that_the_application_gives_none(
    db: None, app_role: str
) -> None:
    ensure_roles()  # as the demonstration does: a change would be refused
    for code in ROLES:
        held = {
            f"{label}.{name}"
            for label, name in Group.objects.get(name=code).permissions.values_list(
                "content_type__app_label", "codename"
            )
        }
        assert held == set(permissions_of(code))
