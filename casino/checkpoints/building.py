"""The follower that feeds the tree: entries in dense order, tiles, and a signed checkpoint at their end.

    rows and tiles agree at the size of the last checkpoint, or nothing is done (root_differs, tiles_missing)
    -> the entries after it are added; tiles become durable; a tile that would change stops the log
    -> checkpoint and heartbeat are signed; the row of the checkpoint is committed
    -> the file ``checkpoint`` is replaced (publishing)

Killed at any of these moments: before the commit, the next turn begins at the same size and meets its own tiles with
equal bytes; after it, the file is written from the row. What it holds is the right edge, so an event costs the same at
any size (``tests/benchmarks/bench_transparency.py``). Kills: ``tests/checkpoints/test_kills.py``.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from casino.checkpoints import leaves, places, publishing, signing
from casino.checkpoints.faults import Fault
from casino.checkpoints.models import Checkpoint, Log
from casino.ledger import reading
from casino.ledger.models import Property
from casino.transparency import checkpoints
from casino.transparency.building import Head, TreeBuilder
from casino.transparency.checkpoints import SignedCheckpoint
from casino.transparency.cosigning import verify_note
from casino.transparency.proving import Missing
from casino.transparency.store import FileStore, WouldChange
from casino.transparency.wire import Malformed, NotProved

LEAVES: Final = 20_000
"""Leaves that one turn adds at most."""
CHECKPOINT_AFTER: Final = timedelta(seconds=30)
HEARTBEAT_AFTER: Final = timedelta(seconds=45)
"""Since the last signature. Looked at every 15 seconds (``tasks``), so that neither comes later than a minute."""

log_file = logging.getLogger(__name__)


def log_of(property_code: str) -> Log:
    """The row of a property's log, made where it is new. Raises :class:`Fault` for a name that no log can bear."""
    found = Log.objects.filter(property__code=property_code).first()
    if found is not None:
        return found
    house = Property.objects.get(code=property_code)
    return Log.objects.get_or_create(property=house, defaults={"origin": places.origin_for(property_code)})[0]


def advance(property_code: str, now: datetime, *, leaves_at_most: int = LEAVES) -> bool:
    """One turn; whether something was signed. Nothing where a copy is at work. What stops the log is written to its row
    and told once; the next turn tries again."""
    try:
        signed = _turn(property_code, now, leaves_at_most)
        publishing.publish(property_code)
    except Fault as fault:
        _stopped(property_code, fault, now)
        return False
    except OSError as error:
        _stopped(property_code, Fault("file_system", str(error)), now)
        return False
    if signed is not None:
        Log.objects.filter(property__code=property_code, failed_at__isnull=False).update(failed_at=None, error="")
    return bool(signed)


def lag(log: Log) -> int:
    """Events of the ledger that no checkpoint covers."""
    end, _at = reading.head("default", log.property.code)
    return max(0, end - log.size)


def _turn(property_code: str, now: datetime, leaves_at_most: int) -> bool | None:
    """None where a copy is at work."""
    log_of(property_code)
    with transaction.atomic():
        log = Log.objects.select_for_update(skip_locked=True).filter(property__code=property_code).first()
        if log is None:
            return None
        return _grow(log, property_code, now, leaves_at_most)


def _grow(log: Log, property_code: str, now: datetime, leaves_at_most: int) -> bool:
    store = places.store(property_code)
    ahead = _ahead(store, log, property_code)
    builder = _builder(store, log)
    end, _at = reading.head("default", property_code)
    floor = log.size if ahead is None else ahead.size
    if end < floor:
        raise Fault("set_back", f"{end} < {floor}")
    if not _due(log, end, now, leaves_at_most):
        return False
    try:
        for entry in leaves.entries(log.property_id, log.size, max(floor, min(end, log.size + leaves_at_most))):
            builder.add_entry(entry)
            if ahead is not None and builder.size == ahead.size and builder.head() != ahead:
                raise Fault("root_differs", f"size {ahead.size}")
        head = builder.publish()
    except WouldChange as error:
        raise Fault("tile_would_change", error.path) from error
    _sign(log, property_code, head, now)
    return True


def _due(log: Log, end: int, now: datetime, leaves_at_most: int) -> bool:
    if log.signed_at is None or end - log.size >= leaves_at_most:
        return True
    since = now - log.signed_at
    return since >= HEARTBEAT_AFTER or (end > log.size and since >= CHECKPOINT_AFTER)


def _builder(store: FileStore, log: Log) -> TreeBuilder:
    """The tree of the last checkpoint. Raises :class:`Fault` where the tiles are not those of it."""
    try:
        builder = TreeBuilder(store, log.size, entries=True)
    except Missing as error:
        raise Fault("tiles_missing", str(error)) from error
    except Malformed as error:
        raise Fault("root_differs", str(error)) from error
    if log.signed_at is not None and builder.head().root != bytes(log.root):
        raise Fault("root_differs", f"size {log.size}")
    return builder


def _ahead(store: FileStore, log: Log, property_code: str) -> Head | None:
    """What was served and the database does not know: it was restored from a backup. The ledger must lead there."""
    raw = store.get(publishing.NAME)
    if raw is None:
        return None
    try:
        served = checkpoints.parse(raw)
    except Malformed as error:
        raise Fault("checkpoint_unreadable", str(error)) from error
    if served.checkpoint.origin != log.origin:
        raise Fault("foreign_tiles", served.checkpoint.origin)
    if served.checkpoint.size <= log.size:
        return None
    _check_ours(served, property_code, log)
    return served.checkpoint.head


def _check_ours(served: SignedCheckpoint, property_code: str, log: Log) -> None:
    try:
        verify_note(served.note, places.vkeys(property_code, log.origin))
    except NotProved as error:
        raise Fault("checkpoint_unreadable", str(error)) from error


def _sign(log: Log, property_code: str, head: Head, now: datetime) -> None:
    """The row of the checkpoint, new or with a fresh cosignature, and the log's own."""
    at = now if log.signed_at is None else max(now, log.signed_at)  # a clock that was set back is no reason to lie
    former = Checkpoint.objects.filter(log=log, size=head.size).first()
    checkpoint = checkpoints.Checkpoint(log.origin, head.size, head.root)
    with places.signers(property_code, log.origin, make=log.signed_at is None) as signers:
        note = signing.sign(checkpoint, at, signers, None if former is None else bytes(former.note))
    if former is None:
        Checkpoint.objects.create(log=log, size=head.size, root=head.root, note=note.encode(), made_at=at)
    else:
        former.note = note.encode()
        former.save(update_fields=["note"])
    if head.size > log.size or log.advanced_at is None:
        log.advanced_at = at
    log.size, log.root, log.signed_at = head.size, head.root, at
    log.save(update_fields=["size", "root", "advanced_at", "signed_at"])


def _stopped(property_code: str, fault: Fault, now: datetime) -> None:
    """Write down why, and say it once."""
    fresh = Log.objects.filter(property__code=property_code).exclude(error=fault.stored)
    if fresh.update(error=fault.stored, failed_at=now):
        log_file.error("transparency_log_stopped property=%s %s", property_code, fault.stored)
    if not Log.objects.filter(property__code=property_code).exists():
        log_file.error("transparency_log_stopped property=%s %s", property_code, fault.stored)
