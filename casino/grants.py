"""What the application's role may do with rights and with changes of accounts.

It gives nobody a single right and no group another one: groups and their permissions are made by ``migrate``, as the
owner. A change that was asked for is decided once and never removed. That the role makes no superuser is held by a
trigger (``casino/migrations/0003_accounts.py``), since Django writes that column with every new account. Run by
``manage.py grant_app_role`` as the owner, after the general grants, which these take back. Proved by
``tests/accounts/test_grants.py``.
"""

from __future__ import annotations

from psycopg.sql import SQL, Identifier


def grant_statements(role: str) -> list[str]:
    """The statements for one role, in order; running them again changes nothing."""
    name = Identifier(role)
    return [
        statement.format(name).as_string(None)
        for statement in (
            SQL("REVOKE INSERT, UPDATE ON auth_user_user_permissions FROM {}"),
            SQL("REVOKE INSERT, UPDATE, DELETE ON auth_group, auth_group_permissions, auth_permission FROM {}"),
            SQL("REVOKE UPDATE, DELETE ON casino_accountchange FROM {}"),
            # Who signed in, and whom nobody let in: added and read. A sign-out writes its moment.
            SQL("REVOKE UPDATE, DELETE ON axes_accesslog, axes_accessfailurelog FROM {}"),
            SQL("GRANT UPDATE (logout_time) ON axes_accesslog TO {}"),
            SQL("REVOKE UPDATE, DELETE ON casino_refusal FROM {}"),
            SQL("GRANT UPDATE (times, last_at) ON casino_refusal TO {}"),
            SQL("GRANT UPDATE (state, decided_by_id, decided_at, reason, first_part) ON casino_accountchange TO {}"),
        )
    ]
