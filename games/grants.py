"""What the application's role may do with what was refused: keep it, and count the same bytes again; never alter them.
And the tables in which read models are written anew (``games.rows.beside``), made anew here, since they are to be those
of the tables after every ``migrate``.

That what a known sender sent stays is held by a trigger (``games/migrations/0007_quarantine_stays.py``), since
strangers' oldest rows make room for new ones. Run by ``manage.py grant_app_role`` as the owner, after the general
grants, which these take back. Proved by ``tests/ingest/test_grants.py``.
"""

from __future__ import annotations

from psycopg.sql import SQL, Identifier

from games.rows import beside
from games.rows.all_readmodels import read_models, tables_of


def grant_statements(role: str) -> list[str]:
    """The statements for one role, in order; running them again changes nothing."""
    name = Identifier(role)
    return [
        *(beside.make_statement(model.name, tables_of(model)) for model in read_models()),
        *(right for model in read_models() for right in beside.grant_statements(model.name, role)),
        *(
            statement.format(name).as_string(None)
            for statement in (
                SQL("REVOKE UPDATE, TRUNCATE ON games_quarantine FROM {}"),
                SQL("GRANT UPDATE (times, last_received_at) ON games_quarantine TO {}"),
            )
        ),
    ]
