"""What the application's role may do with what was signed: add and read; of a checkpoint only its cosignatures change,
and it is let go by the rule of the database alone (``thinning``).

Run by ``manage.py grant_app_role``. Proved by ``tests/checkpoints/test_thinning.py``.
"""

from __future__ import annotations

from psycopg.sql import SQL, Identifier


def grant_statements(role: str) -> list[str]:
    """The statements for one role, in order; running them again changes nothing."""
    name = Identifier(role)
    return [
        statement.format(name).as_string(None)
        for statement in (
            SQL("REVOKE UPDATE, DELETE, TRUNCATE ON checkpoints_checkpoint, checkpoints_stamp FROM {}"),
            SQL("GRANT UPDATE (note, cosigners) ON checkpoints_checkpoint TO {}"),
            SQL("REVOKE DELETE, TRUNCATE ON checkpoints_log, checkpoints_witness, checkpoints_authority FROM {}"),
            SQL("GRANT EXECUTE ON FUNCTION checkpoints_thin(), checkpoints_thinnable() TO {}"),
        )
    ]
