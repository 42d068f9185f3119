"""The files of a log built again, after their disk was lost. Proved by ``tests/checkpoints/test_tasks.py``."""

from __future__ import annotations

from django.db import transaction

from casino.checkpoints import leaves, places, publishing
from casino.checkpoints.faults import Fault
from casino.checkpoints.models import Log
from casino.transparency.building import TreeBuilder
from casino.transparency.store import WouldChange


def restore(property_code: str) -> int:
    """All tiles up to the last checkpoint, and the checkpoint; its size. Files that are there must be the same. Raises
    :class:`Fault`, also where the ledger no longer leads to the root that was signed; OSError."""
    store = places.store(property_code)
    with transaction.atomic():
        log = Log.objects.select_for_update().filter(property__code=property_code).first()
        if log is None:
            raise Fault("tiles_missing", property_code)
        builder = TreeBuilder(store, entries=True)
        try:
            for entry in leaves.entries(log.property_id, 0, log.size):
                builder.add_entry(entry)
            if builder.head().root != bytes(log.root):
                raise Fault("root_differs", f"size {log.size}")
            builder.publish()
        except WouldChange as error:
            raise Fault("tile_would_change", error.path) from error
    publishing.publish(property_code)
    return log.size
