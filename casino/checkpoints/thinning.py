"""Checkpoints that prove nothing more than their neighbours are let go, so that a log of decades stays small.

Of what no witness has cosigned one an hour is kept after a day, of what the same witnesses have cosigned one an hour
after ninety days: the last each, since a later checkpoint covers all before it, and whoever cosigned it had a proof of
that. The newest stays, and whatever was stamped. So ten years are at most some 300,000 rows instead of five million.
What may go is the database's to say: the application's role may not delete a checkpoint, only call the function that
does this (``migrations/0002_stamps_and_thinning.py``, ``grants``). Proved by ``tests/checkpoints/test_thinning.py``.
"""

from __future__ import annotations

from typing import Final

from django.db import connection

from casino.checkpoints import places

LEFT: Final = "SELECT checkpoints_thinnable()"
THIN: Final = "SELECT checkpoints_thin()"


def left() -> tuple[object, ...]:
    """Whether something is to go."""
    return ("thin",) if places.kept() and _asked(LEFT) else ()


def thin() -> int:
    """Let go what may go; how many rows."""
    return _asked(THIN) if places.kept() else 0


def _asked(statement: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return int(cursor.fetchone()[0])
