"""What the application's role may do with the ledger's tables: add and read, no more.

Run by ``manage.py grant_app_role`` as the owner, after the general grants, which these take back. The partitions of
``ledger_event`` are closed to the role altogether: through the parent it reads and adds, past it there is no way.
Proved by ``tests/ledger/test_refusals.py``.
"""

from __future__ import annotations

from psycopg.sql import SQL, Identifier, Literal

_RECORD = ("ledger_event", "ledger_index", "ledger_batch", "ledger_assertion")

_CLOSE_PARTITIONS = """
DO $$ DECLARE part regclass;
BEGIN
    FOR part IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'ledger_event'::regclass LOOP
        EXECUTE format('REVOKE ALL ON %s FROM %I', part, {role});
    END LOOP;
END $$
"""


def grant_statements(role: str) -> list[str]:
    """The statements for one role, in order; running them again changes nothing."""
    name = Identifier(role)
    statements = [
        SQL("REVOKE ALL ON {} FROM {}").format(Identifier(table), name) for table in (*_RECORD, "ledger_head")
    ]
    statements += [SQL("GRANT SELECT, INSERT ON {} TO {}").format(Identifier(table), name) for table in _RECORD]
    statements.append(SQL("GRANT SELECT, INSERT, UPDATE ON ledger_head TO {}").format(name))
    statements.append(SQL("GRANT SELECT, INSERT, UPDATE, DELETE ON ledger_follower TO {}").format(name))
    statements.append(SQL(_CLOSE_PARTITIONS).format(role=Literal(role)))
    return [statement.as_string(None) for statement in statements]
