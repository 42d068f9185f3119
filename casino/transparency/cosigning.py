"""Who signs checkpoints, and how a signature is checked: C2SP signed-note (0x01) and tlog-cosignature (0x04, 0x06).

Three types. ``ED25519`` is the log's own line and has no time in it. The two cosignatures carry the moment at which
they were made, in seconds since 1970: a fresh one on an unchanged checkpoint is the sign that the log is alive. An
Ed25519 cosignature does not say whose it is, so no key is used for two types or two names. ML-DSA-44 signing is
randomised: a line once made is kept, never made again. Proved by ``tests/transparency/test_cosigning.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PublicKey

from casino.transparency import checkpoints
from casino.transparency.ed25519 import PublicKey
from casino.transparency.notes import (
    ED25519,
    ED25519_COSIGNATURE,
    MLDSA44_COSIGNATURE,
    PUBLIC_BYTES,
    Note,
    Signature,
    Vkey,
    check_name,
)
from casino.transparency.wire import MAX_SIZE, Malformed, NotProved

LABEL: Final = b"subtree/v1\n\0"
TIME_BYTES: Final = 8
SIGNATURE_BYTES: Final[dict[int, int]] = {ED25519: 64, ED25519_COSIGNATURE: 72, MLDSA44_COSIGNATURE: 2428}


class Key(Protocol):
    """A private key that signs bytes: a file's (``keyfiles``) or a token's (``tokens``)."""

    @property
    def public(self) -> bytes:
        """32 bytes for Ed25519, 1,312 for ML-DSA-44."""

    def sign(self, message: bytes) -> bytes: ...


class Verified(msgspec.Struct, frozen=True):
    """A signature that is its key's. ``time_s`` is when it was made; None for the log's own line, 0 for a cosignature
    whose maker says nothing of the time."""

    vkey: Vkey
    time_s: int | None


class Signer(msgspec.Struct, frozen=True):
    """A key with the name and the type under which it signs. Raises :class:`Malformed` for what does not fit."""

    name: str
    kind: int
    key: Key

    def __post_init__(self) -> None:
        check_name(self.name)
        if len(self.key.public) != PUBLIC_BYTES.get(self.kind):
            raise Malformed(f"a key of {len(self.key.public)} bytes does not sign as type {self.kind:#04x}")

    @property
    def vkey(self) -> Vkey:
        return Vkey(self.name, self.kind, self.key.public)

    def sign(self, checkpoint: checkpoints.Checkpoint, time_s: int) -> Signature:
        """The signature line of this key on the whole tree. ``time_s`` from 1 to 2^63 - 1; the log's own line does not
        hold it. Raises ValueError for a time outside."""
        if not 1 <= time_s <= MAX_SIZE:
            raise ValueError(f"the time {time_s} of a cosignature")
        message = signed_message(self.vkey, checkpoint, time_s)
        made = self.key.sign(message)
        stamp = b"" if self.kind == ED25519 else time_s.to_bytes(TIME_BYTES, "big")
        return Signature(self.name, self.vkey.key_id, stamp + made)


def signed_message(vkey: Vkey, checkpoint: checkpoints.Checkpoint, time_s: int) -> bytes:
    """The bytes that a key of this type signs. Raises :class:`Malformed` for names too long for ML-DSA-44."""
    if vkey.kind == ED25519:
        return checkpoint.text.encode()
    if vkey.kind == ED25519_COSIGNATURE:
        return f"cosignature/v1\ntime {time_s}\n{checkpoint.text}".encode()
    return subtree_message(vkey.name, time_s, checkpoint.origin, 0, checkpoint.size, checkpoint.root)


def subtree_message(cosigner: str, time_s: int, origin: str, start: int, end: int, root: bytes) -> bytes:
    """``cosigned_message`` of tlog-cosignature, "ML-DSA-44 signed message". Raises :class:`Malformed`."""
    if start and time_s:
        raise Malformed("a subtree that does not begin at 0 is signed without a time")
    return b"".join((
        LABEL,
        _short(cosigner),
        time_s.to_bytes(8, "big"),
        _short(origin),
        start.to_bytes(8, "big"),
        end.to_bytes(8, "big"),
        root,
    ))  # fmt: skip


def _short(text: str) -> bytes:
    raw = text.encode()
    if not 1 <= len(raw) <= 255:
        raise Malformed(f"a name of {len(raw)} bytes")
    return bytes([len(raw)]) + raw


def verify(vkey: Vkey, checkpoint: checkpoints.Checkpoint, signature: bytes) -> Verified:
    """One line's signature, the bytes after the key id. Raises :class:`NotProved`."""
    if len(signature) != SIGNATURE_BYTES[vkey.kind]:
        raise NotProved(f"a signature of {len(signature)} bytes by {vkey.name}")
    time_s = None
    raw = signature
    if vkey.kind != ED25519:
        time_s = int.from_bytes(signature[:TIME_BYTES], "big")
        raw = signature[TIME_BYTES:]
        if time_s > MAX_SIZE:
            raise NotProved(f"a cosignature by {vkey.name} at a time that there is not")
    try:
        verify_raw(vkey.kind, vkey.public, raw, signed_message(vkey, checkpoint, time_s or 0))
    except (InvalidSignature, ValueError) as error:
        raise NotProved(f"the signature by {vkey.name} is not of the key {vkey.key_id.hex()}") from error
    return Verified(vkey, time_s)


def verify_raw(kind: int, public: bytes, signature: bytes, message: bytes) -> None:
    """Raises InvalidSignature, and ValueError for bytes that are no public key."""
    if kind == MLDSA44_COSIGNATURE:
        MLDSA44PublicKey.from_public_bytes(public).verify(signature, message)
    else:
        PublicKey(public).verify(signature, message)


def verify_note(note: Note, known: Sequence[Vkey]) -> list[Verified]:
    """What known keys have signed of a checkpoint, in the order of its lines. Lines of unknown keys are passed over; a
    line that claims a known key and is not its own makes the whole note worthless (signed-note, "Signatures"). Raises
    :class:`NotProved` then, and where no line is of a known key; :class:`Malformed` where it is no checkpoint."""
    checkpoint = checkpoints.parse_text(note.text)
    found: list[Verified] = []
    for line in note.signatures:
        found += [verify(vkey, checkpoint, line.signature) for vkey in known if vkey.made(line)]
    if not found:
        raise NotProved("no signature of a known key")
    return found
