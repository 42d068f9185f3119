"""What goes along with the proof of an event that was signed: enough to hold its ``origin`` against a signature.

A ``tlog-proof`` says that an entry stands in the log. Its ``extra`` line is vouched for by nobody, so it may carry what
proves itself: the entry's ``origin`` is a digest over the batch of a device, with the list of its events, or over the
command of a person with the answer of the passkey. Canonical JSON; ``docs/origin.md``. Pure. Proved by
``tests/checkpoints/test_event_proofs.py``.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Any, Final

import msgspec

from casino.core.canonical import canonical_bytes
from casino.core.log_entry import Entry
from casino.core.origin import NotSignable, SignedBatch, hash_of_entry
from casino.core.passkey import SignedCommand

BATCH: Final = "batch"
COMMAND: Final = "command"


class NotTheOrigin(ValueError):
    """What goes along with a proof is not what the entry names, or does not speak for the event."""


def along(signed: SignedBatch | SignedCommand) -> bytes:
    """What goes along with the proof of an event that this brought."""
    if isinstance(signed, SignedBatch):
        said: dict[str, Any] = {"device": signed.device, "property": signed.property, **signed.sent()}
        return canonical_bytes({BATCH: said})
    parts = {name: b64encode(getattr(signed, name)).decode() for name in signed.__struct_fields__}
    return canonical_bytes({COMMAND: parts})


def origin_of(extra: bytes, entry: Entry, body: bytes) -> SignedBatch | SignedCommand:
    """The batch or the command that the entry names, which speaks for this event in this body. Whose key has signed it
    is asked of what this returns. Raises :class:`NotTheOrigin`."""
    signed = read(extra)
    check(signed, entry, body)
    return signed


def check(signed: SignedBatch | SignedCommand, entry: Entry, body: bytes) -> None:
    """That this is what the entry names, and speaks for this event in this body. Raises :class:`NotTheOrigin`."""
    if signed.digest != entry.origin:
        raise NotTheOrigin("the entry names another origin")
    if isinstance(signed, SignedCommand):
        if signed.said is None or entry.actor != f"person:{signed.said.person}":
            raise NotTheOrigin("the command is not one of the entry's actor")
        return
    if entry.actor != f"device:{signed.device}":
        raise NotTheOrigin("the batch is not one of the entry's actor")
    try:
        listed = signed.holds(hash_of_entry(entry, body))
    except NotSignable as error:
        raise NotTheOrigin(str(error)) from error
    if not listed:
        raise NotTheOrigin("the event is not in the list that was signed")


def read(extra: bytes) -> SignedBatch | SignedCommand:
    """The batch or command in these bytes. Raises :class:`NotTheOrigin`."""
    try:
        return _read(extra)
    except (msgspec.MsgspecError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise NotTheOrigin(f"it cannot be read: {error}") from error


def _read(extra: bytes) -> SignedBatch | SignedCommand:
    said = msgspec.json.decode(extra, type=dict[str, dict[str, Any]])
    if list(said) == [BATCH]:
        batch = said[BATCH]
        hashes = b"".join(bytes.fromhex(each) for each in batch["events"])
        signature = b64decode(batch["signature"], validate=True)
        return SignedBatch(batch["property"], batch["device"], batch["key"], hashes, signature)
    if list(said) == [COMMAND]:
        parts = {name: b64decode(value, validate=True) for name, value in said[COMMAND].items()}
        return SignedCommand(**parts)
    raise ValueError("neither a batch nor a command")
