"""The signature of a batch as it is sent: read, and held against the key of the device that sent it.

The form is in ``docs/origin.md``. A signature that does not hold refuses the whole request; which events it speaks for
is asked event by event (:func:`check_event`). Proved by ``tests/api/test_signed.py``.
"""

from __future__ import annotations

import base64
import binascii
from datetime import UTC, datetime
from typing import Final

import msgspec

from casino.core.canonical import NotCanonical
from casino.core.errors import Problem
from casino.core.log_entry import time_text
from casino.core.origin import HASH_BYTES, SIGNATURE_BYTES, Event, SignedBatch, event_hash, key_id
from casino.ledger.prepare import said_data
from games.ingest.models import Device
from games.ingest.wire import Read

MEMBER: Final = "signed"
WRONG: Final = "batch_signature_wrong"


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a sender says it signed. ``events`` are hashes in hexadecimal, in the order of the events sent."""

    key: str
    events: list[str]
    signature: str


_decode = msgspec.json.Decoder(Said).decode


def read(raw: bytes, device: Device, *, events: int) -> SignedBatch:
    """The batch that this device has signed. Problems: as :func:`said_to_be_signed`, and batch_signature_wrong."""
    batch = said_to_be_signed(raw, device, events=events)
    if (against := against_signature(batch, device)) is not None:
        raise against
    return batch


def said_to_be_signed(raw: bytes, device: Device, *, events: int) -> SignedBatch:
    """The batch as this device says it signed it; nothing of it is to be recorded before
    :func:`against_signature` is asked. Problems: batch_signature_unreadable, batch_list_differs, batch_key_unknown."""
    try:
        said = _decode(raw)
        signature = base64.b64decode(said.signature, validate=True)
        hashes = bytes.fromhex("".join(said.events))
        lengths = set(map(len, said.events))
    except (msgspec.MsgspecError, binascii.Error, ValueError, RecursionError) as error:
        raise Problem("batch_signature_unreadable", MEMBER) from error
    if len(signature) != SIGNATURE_BYTES or not lengths <= {2 * HASH_BYTES}:
        raise Problem("batch_signature_unreadable", MEMBER)
    if len(said.events) != events:
        raise Problem("batch_list_differs", f"{MEMBER}.events", listed=len(said.events), sent=events)
    key = base64.b64decode(device.public_key)
    if not key or device.key_position is None or said.key != key_id(key):
        raise Problem("batch_key_unknown", f"{MEMBER}.key", device=device.code)
    return SignedBatch(device.property.code, device.code, said.key, hashes, signature)


def against_signature(batch: SignedBatch, device: Device) -> Problem | None:
    """What is wrong with the signature of a batch: batch_signature_wrong, or nothing."""
    if batch.is_signed_by(base64.b64decode(device.public_key)):
        return None
    return Problem(WRONG, f"{MEMBER}.signature", device=device.code)


def check_event(expected: bytes, read: Read) -> None:
    """Hold an event against its place in the batch. Problems: event_not_signed, invalid_value."""
    said = read.envelope
    moment: datetime | str | None = said.occurred_at
    # The encoder writes a fraction in six digits, and leaves out one of zero.
    if isinstance(moment, datetime) and not (moment.microsecond and moment.tzinfo is UTC):
        moment = time_text(moment)
    try:
        data = said_data(read.data)
        event = Event(said.type, said.table or "", said.id, moment, data, said.round, said.sequence, said.correlation)
        event.entered_later = said.entered_later
        made = event_hash(event)
    except (NotCanonical, UnicodeEncodeError) as error:
        raise Problem("invalid_value", "data", why=error) from error
    if made != expected:
        raise Problem("event_not_signed", None, expected=made.hex())
