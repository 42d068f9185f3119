"""The lock of a property's log: nobody else records while it is held, to the end of the transaction.

Appending takes it anyway (``casino.ledger.recorder``). Who has to know that nothing moved since it was read takes it
before looking. Proved by ``tests/surveillance/test_expiry.py``.
"""

from __future__ import annotations

from django.db import connection


def lock_log(property_id: int) -> None:
    """Wait for whoever records now, and let nobody record until this transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT position FROM ledger_head WHERE property_id = %s FOR UPDATE", [property_id])
