"""What a device signs: a batch of events, as the ordered list of their hashes. Pure; specified in ``docs/origin.md``.

The hash of an event is that of its canonical JSON as the device says it, without anything that a server adds, so that
the log entry and the stored body suffice to compute it again (:func:`hash_of_entry`). The statement that is signed
names property, device and key beside the list. Its digest, over statement and signature together, is the ``origin`` of
every entry that the batch brought. Proved by ``tests/core/test_origin.py``.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from casino.core.canonical import canonical_bytes, encode_sorted
from casino.core.events import Body
from casino.core.log_entry import Entry, time_text
from casino.transparency.ed25519 import PublicKey

STATEMENT: Final = "tableproof-batch/1"
"""Says in the statement what it is: the device's key signs requests as well."""
HASH_BYTES: Final = 32
KEY_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64

_decode_body = msgspec.json.Decoder(Body).decode


class NotSignable(ValueError):
    """Not an event that a device can sign: it is no table's and no round's, or not of the form that is hashed."""


# --- One event -------------------------------------------------------------------------------------------------------


class Event(msgspec.Struct, omit_defaults=True, gc=False):
    """An event as it is hashed. ``data`` is a fact or canonical JSON; ``occurred_at`` is as the log entry has it."""

    type: str
    table: str
    id: UUID
    occurred_at: str | datetime | None
    data: Any
    round: str | None = None
    sequence: int | None = None
    correlation: str | None = None
    entered_later: bool | None = None


def event_hash(event: Event) -> bytes:
    """SHA-256 of the event's canonical JSON. The caller vouches that keys of the data are ASCII and its integers small,
    or hands over canonical bytes (``msgspec.Raw``). Raises UnicodeEncodeError."""
    return sha256(encode_sorted(event)).digest()


def normal_event(said: Mapping[str, Any]) -> dict[str, Any]:
    """An event of the wire form (``docs/api.md``) as it is hashed: without ``device``, its id in lower case, its moment
    in UTC to the microsecond, nothing that is null but ``occurred_at``. Its data must be as the record keeps them: what
    may be left out, and says nothing, is left out. Raises :class:`NotSignable`."""
    try:
        moment = said["occurred_at"]
        occurred = None if moment is None else time_text(datetime.fromisoformat(moment))
        event = {**said, "id": str(UUID(said["id"])), "occurred_at": occurred}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise NotSignable(str(error)) from error
    event.pop("device", None)
    return {name: value for name, value in event.items() if value is not None or name == "occurred_at"}


def hash_of_sent(said: Mapping[str, Any]) -> bytes:
    """The hash of an event of the wire form, as a device makes it."""
    return sha256(canonical_bytes(normal_event(said))).digest()


def hash_of_entry(entry: Entry, body: bytes) -> bytes:
    """The hash of a recorded event, from its log entry and its stored body. Raises :class:`NotSignable`."""
    try:
        said = _decode_body(body)
        data, value = bytes(said.data), msgspec.json.decode(said.data)
        # What is stored is canonical: the general way is for what may not be, and for keys that sort otherwise.
        if not data.isascii() or encode_sorted(value) != data:
            data = canonical_bytes(value)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise NotSignable(str(error)) from error
    kind, _, place = entry.stream.partition("/")
    table, _, round_code = place.partition("/")
    if kind not in ("round", "table"):
        raise NotSignable(f"{entry.stream} is no table's and no round's")
    return event_hash(
        Event(
            type=f"{entry.type}.v{entry.type_version}",
            table=table,
            id=said.id,
            occurred_at=entry.occurred_at,
            data=msgspec.Raw(data),
            round=round_code or None,
            sequence=said.sequence,
            correlation=said.correlation,
            entered_later=said.entered_later,
        )
    )


# --- The batch -------------------------------------------------------------------------------------------------------


def key_id(public_key: bytes) -> str:
    """The name of an Ed25519 key: SHA-256 of its 32 bytes, in hexadecimal."""
    return sha256(public_key).hexdigest()


class SignedBatch(msgspec.Struct, frozen=True, dict=True):
    """A batch as it is kept: ``hashes`` are those of its events, one behind the other; ``key`` is a :func:`key_id`."""

    property: str
    device: str
    key: str
    hashes: bytes
    signature: bytes

    @cached_property
    def statement(self) -> bytes:
        """The bytes that were signed."""
        return statement(property_code=self.property, device=self.device, key=self.key, hashes=self.hashes)

    @cached_property
    def digest(self) -> str:
        """The ``origin`` of the entries that the batch brought: SHA-256 of statement and signature, hexadecimal."""
        return sha256(self.statement + self.signature).hexdigest()

    def __len__(self) -> int:
        return len(self.hashes) // HASH_BYTES

    def sent(self) -> dict[str, Any]:
        """What is sent beside the events (``signed``)."""
        digits = [self.hash_at(index).hex() for index in range(len(self))]
        return {"key": self.key, "events": digits, "signature": b64encode(self.signature).decode()}

    def hash_at(self, index: int) -> bytes:
        """The hash of one event, counted from 0; empty where there is none."""
        return self.hashes[HASH_BYTES * index : HASH_BYTES * (index + 1)]

    def holds(self, event_hash: bytes) -> bool:
        """Whether an event is in the list."""
        return event_hash in self._listed

    @cached_property
    def _listed(self) -> frozenset[bytes]:
        return frozenset(self.hash_at(index) for index in range(len(self)))

    def is_signed_by(self, public_key: bytes) -> bool:
        """Whether this key, which must be the one that the statement names, has signed it."""
        if key_id(public_key) != self.key or len(self.signature) != SIGNATURE_BYTES or len(self.hashes) % HASH_BYTES:
            return False
        try:
            _loaded(public_key).verify(self.signature, self.statement)
        except (InvalidSignature, ValueError):
            return False
        return True


@lru_cache(maxsize=1_024)
def _loaded(public_key: bytes) -> PublicKey:
    return PublicKey(public_key)


def statement(*, property_code: str, device: str, key: str, hashes: bytes) -> bytes:
    """The canonical JSON that a device signs. Codes and hashes need no escape."""
    digits = hashes.hex()
    listed = '","'.join([digits[at : at + 2 * HASH_BYTES] for at in range(0, len(digits), 2 * HASH_BYTES)])
    events = f'"{listed}"' if listed else ""
    return (
        f'{{"device":"{device}","events":[{events}],"key":"{key}","property":"{property_code}",'
        f'"statement":"{STATEMENT}"}}'
    ).encode("ascii")


def sign(
    events: Iterable[Mapping[str, Any]], *, property_code: str, device: str, private_key: Ed25519PrivateKey
) -> SignedBatch:
    """Sign events of the wire form in their order, as a device does. Raises :class:`NotSignable`."""
    return signed_list(
        b"".join(map(hash_of_sent, events)),
        property_code=property_code,
        device=device,
        key=key_id(private_key.public_key().public_bytes_raw()),
        sign_with=private_key.sign,
    )


def signed_list(
    hashes: bytes, *, property_code: str, device: str, key: str, sign_with: Callable[[bytes], bytes]
) -> SignedBatch:
    """A batch of these hashes, signed."""
    said = statement(property_code=property_code, device=device, key=key, hashes=hashes)
    return SignedBatch(property_code, device, key, hashes, sign_with(said))
