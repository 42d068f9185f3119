"""What the application's role may do with factors: add and change, never delete; of a passkey only what use changes.

Run by ``manage.py grant_app_role``. Proved by ``tests/factors/test_grants.py``.
"""

from __future__ import annotations

from psycopg.sql import SQL, Identifier

_KEPT = ("factors_guard", "factors_codeapp", "factors_passkey", "factors_recoverycode")


def grant_statements(role: str) -> list[str]:
    """The statements for one role, in order; running them again changes nothing."""
    name = Identifier(role)
    statements = [SQL("REVOKE DELETE ON {} FROM {}").format(Identifier(table), name) for table in _KEPT]
    statements += [
        SQL("REVOKE UPDATE ON factors_passkey FROM {}").format(name),
        SQL("GRANT UPDATE (sign_count, last_used_at, removed_at) ON factors_passkey TO {}").format(name),
        SQL("REVOKE UPDATE ON factors_recoverycode FROM {}").format(name),
        SQL("GRANT UPDATE (spent_at) ON factors_recoverycode TO {}").format(name),
    ]
    return [statement.as_string(None) for statement in statements]
