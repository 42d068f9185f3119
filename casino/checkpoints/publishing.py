"""The file ``checkpoint`` that is served: the newest row's note, written under the row's lock: it never goes back.

Proved by ``tests/checkpoints/test_building.py`` and ``test_kills.py``.
"""

from __future__ import annotations

from typing import Final

from django.db import transaction

from casino.checkpoints import places
from casino.checkpoints.faults import Fault
from casino.checkpoints.models import Checkpoint, Log
from casino.transparency import checkpoints
from casino.transparency.wire import Malformed

NAME: Final = "checkpoint"


def newest(log: Log) -> Checkpoint | None:
    return Checkpoint.objects.filter(log=log).order_by("-size").first()


def publish(property_code: str) -> None:
    """Bring the file up to the newest row. One of a larger size stays: the database was set back, and whoever builds
    looks into that. Raises :class:`Fault`, OSError."""
    store = places.store(property_code)
    with transaction.atomic():
        log = Log.objects.select_for_update().get(property__code=property_code)
        row = newest(log)
        served = store.get(NAME)
        if row is None or served == bytes(row.note):
            return
        try:
            if served is not None and checkpoints.parse(served).checkpoint.size > row.size:
                return
        except Malformed as error:
            raise Fault("checkpoint_unreadable", str(error)) from error
        store.replace(NAME, bytes(row.note))
