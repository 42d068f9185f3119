"""Those outside the house are shown each checkpoint and sign it; what they sign is kept and served with it.

Asked outside every transaction, one witness a task: one that is slow or gone delays nobody. One that has seen more than
we have is the alarm of this whole room. Proved by ``tests/checkpoints/test_witnesses.py``, with ``tableproof-witness``.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from casino.checkpoints import places, publishing, signing
from casino.checkpoints.faults import Fault
from casino.checkpoints.models import Checkpoint, Log, Witness
from casino.checkpoints.transport import Silent, Transport
from casino.transparency import checkpoints
from casino.transparency.checkpoints import SignedCheckpoint
from casino.transparency.notes import Signature
from casino.transparency.proving import Missing
from casino.transparency.wire import Malformed
from casino.transparency.witness_client import Declined, Post, ask_witness, fill_mirror

AGAIN_AFTER: Final = timedelta(seconds=45)
"""A witness that has signed this size is asked again for its heartbeat, one that did not answer for its signature."""
SOON_AFTER: Final = timedelta(seconds=5)
"""At least between two questions."""

log_file = logging.getLogger(__name__)


def due(property_code: str, now: datetime) -> list[str]:
    """The names of the witnesses that are to be asked about this log now. Raises :class:`Fault`."""
    configured = places.witnesses()
    log = Log.objects.filter(property__code=property_code, signed_at__isnull=False).first()
    if log is None or not configured:
        return []
    known = {row.name: row for row in Witness.objects.filter(log=log)}
    return [each.name for each in configured if _is_due(known.get(each.name), log, now)]


def _is_due(row: Witness | None, log: Log, now: datetime) -> bool:
    if row is None or row.asked_at is None:
        return True
    behind = row.size < log.size and not row.error
    return now - row.asked_at >= (SOON_AFTER if behind else AGAIN_AFTER)


def ask(property_code: str, name: str, now: datetime, *, post: Post | None = None) -> bool:
    """Ask one witness of the settings about the newest checkpoint; whether it signed. What it says otherwise is kept in
    its row, and told when it is new."""
    witness = next((each for each in places.witnesses() if each.name == name), None)
    log = Log.objects.filter(property__code=property_code).first()
    newest = None if log is None else publishing.newest(log)
    if witness is None or log is None or newest is None:
        return False
    row = Witness.objects.get_or_create(log=log, name=name)[0]
    Witness.objects.filter(pk=row.pk).update(asked_at=now)  # nobody else asks meanwhile
    signed = checkpoints.parse(bytes(newest.note))
    shown = SignedCheckpoint(signed.checkpoint, signing.of_house(signed.note, log.origin))
    send = post or Transport(witness.url)
    store = places.store(property_code)
    try:
        lines = ask_witness(send, shown, store, witness.keys, old=min(row.size, newest.size))
        _keep(newest, lines)
        row.size, row.answered_at = newest.size, now
        if witness.mirror_keys:
            _keep(newest, fill_mirror(send, shown, store, witness.mirror_keys, next_entry=row.mirrored))
            row.mirrored = newest.size
        row.ahead, row.error = None, ""
    except (Declined, Silent, Missing, Malformed) as error:
        _note_refusal(row, property_code, error)
    row.asked_at = now
    row.save()
    publishing.publish(property_code)
    return not row.error


def _keep(newest: Checkpoint, lines: tuple[Signature, ...]) -> None:
    """Put the lines to the checkpoint's note; the house may have signed it anew meanwhile."""
    with transaction.atomic():
        row = Checkpoint.objects.select_for_update(of=("self",)).select_related("log").get(pk=newest.pk)
        row.note = signing.merged(checkpoints.parse(bytes(row.note)).note, lines).encode()
        row.cosigners = signing.cosigners(bytes(row.note), row.log.origin)
        row.save(update_fields=["note", "cosigners"])


def _note_refusal(row: Witness, property_code: str, error: Exception) -> None:
    if isinstance(error, Declined) and error.ahead is not None:
        fault = Fault("witness_ahead", str(error))
        row.ahead = error.ahead
    else:
        fault = Fault("witness_silent" if isinstance(error, Silent) else "witness_declined", str(error))
    if row.error != fault.stored:
        level = logging.ERROR if fault.code == "witness_ahead" else logging.WARNING
        log_file.log(level, "witness_refused property=%s witness=%s %s", property_code, row.name, fault.stored)
    row.error = fault.stored
