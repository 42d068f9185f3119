"""What the application's role may do with receipts of commands: add and read.

Run by ``manage.py grant_app_role`` as the owner, after the general grants, which these take back. Proved by
``tests/commands/test_receipts.py``.
"""

from __future__ import annotations

from psycopg.sql import SQL, Identifier


def grant_statements(role: str) -> list[str]:
    """The statements for one role, in order; running them again changes nothing."""
    return [SQL("REVOKE UPDATE, DELETE ON commands_receipt FROM {}").format(Identifier(role)).as_string(None)]
