"""What the application's role may do with what is sealed: add and read. Rows of persons are changed once, when they are
erased, and never removed; what was sealed for them stays as unreadable bytes, for the digests in the events. Files of
the library are added and read as well. That who was erased stays erased is held by a trigger
(``disputes/migrations/0006_erased_for_good.py``).

Run by ``manage.py grant_app_role`` as the owner, after the general grants, which these take back. Proved by
``tests/vault/test_grants.py``.
"""

from __future__ import annotations

from psycopg.sql import SQL, Identifier


def grant_statements(role: str) -> list[str]:
    """The statements for one role, in order; running them again changes nothing."""
    name = Identifier(role)
    return [
        statement.format(name).as_string(None)
        for statement in (
            SQL("REVOKE UPDATE, DELETE ON disputes_sealed FROM {}"),
            SQL("REVOKE UPDATE, DELETE ON disputes_person FROM {}"),
            SQL("REVOKE UPDATE, DELETE ON disputes_personal_read FROM {}"),
            SQL("REVOKE UPDATE, DELETE ON disputes_library_file FROM {}"),
            SQL("GRANT UPDATE (erased_at) ON disputes_person TO {}"),
        )
    ]
