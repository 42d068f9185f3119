"""The arithmetic of sealing: one key for each content, one encryption with it, and a length that says little.

* the content's key: HKDF with SHA-256 (RFC 5869) over the keys of all persons, in the order of their references; the
  ``info`` names the property, the content's reference, its kind and the persons, so that no two contents share a key;
* AES-256 in GCM (NIST SP 800-38D) with a random nonce of 96 bits; since every key encrypts once, no nonce can repeat;
* before it is encrypted, the content is put into an envelope with its salt, filled up with zeros to one of few lengths
  (Padmé, of "Reducing Metadata Leakage from Encrypted Files", Nikitin et al. 2019): what stays after an erasure must
  not tell by its length what it was.

Proved by ``tests/vault/test_crypto.py`` with the published vectors.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12
TAG_BYTES: Final = 16
SALT_BYTES: Final = 32
SHORTEST: Final = 256
"""Every content of less than this has the same length once it is sealed."""
_LENGTH_BYTES: Final = 8


class NotAuthentic(Exception):
    """The bytes were not made with this key for this purpose, or were changed since."""


class Envelope(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is encrypted: the content with the salt of its digest, and what else may name people (a file's name)."""

    salt: bytes
    content: bytes
    media_type: str | None
    name: str | None


def derive(secret: bytes, *, info: bytes, salt: bytes = b"", length: int = KEY_BYTES) -> bytes:
    """HKDF-SHA256 of RFC 5869, extract and expand; ``length`` in bytes."""
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)


def encrypt(key: bytes, nonce: bytes, plain: bytes, bound_to: bytes) -> bytes:
    """AES-GCM: ciphertext followed by the 16 bytes of its tag. ``bound_to`` is authenticated and not stored."""
    return AESGCM(key).encrypt(nonce, plain, bound_to)


def decrypt(key: bytes, nonce: bytes, ciphertext: bytes, bound_to: bytes) -> bytes:
    """The plain bytes; NotAuthentic where key, nonce, ciphertext or purpose is another."""
    if len(nonce) != NONCE_BYTES or len(ciphertext) < TAG_BYTES:
        raise NotAuthentic
    try:
        return AESGCM(key).decrypt(nonce, ciphertext, bound_to)
    except InvalidTag as error:
        raise NotAuthentic from error


def joined(parts: Iterable[str | bytes]) -> bytes:
    """Parts as one byte string from which each can be told: every part behind its length (4 bytes, big-endian)."""
    coded = [part.encode() if isinstance(part, str) else part for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in coded)


def content_key(keys: Sequence[bytes], purpose: bytes) -> bytes:
    """The key of one content, for which every person's key is needed."""
    return derive(b"".join(keys), info=purpose)


def digest(salt: bytes, content: bytes) -> str:
    """What stands in the event, in hex."""
    return hashlib.sha256(salt + content).hexdigest()


def padded_length(length: int) -> int:
    """The length in bytes up to which ``length`` bytes are filled: at most 12 % more, never less than SHORTEST."""
    if length <= SHORTEST:
        return SHORTEST
    exponent = length.bit_length() - 1
    free_bits = exponent - exponent.bit_length()
    mask = (1 << free_bits) - 1
    return (length + mask) & ~mask


def pack(envelope: Envelope) -> bytes:
    """The envelope as bytes: its length (8 bytes, big-endian), its MessagePack, zeros."""
    packed = msgspec.msgpack.encode(envelope)
    length = _LENGTH_BYTES + len(packed)
    return b"".join((len(packed).to_bytes(_LENGTH_BYTES, "big"), packed, bytes(padded_length(length) - length)))


def unpack(data: bytes) -> Envelope:
    """The inverse of :func:`pack`. NotAuthentic for bytes that no ``pack`` makes."""
    end = _LENGTH_BYTES + int.from_bytes(data[:_LENGTH_BYTES], "big")
    if len(data) < _LENGTH_BYTES or padded_length(end) != len(data) or data[end:].strip(b"\0"):
        raise NotAuthentic
    try:
        return msgspec.msgpack.decode(memoryview(data)[_LENGTH_BYTES:end], type=Envelope)
    except msgspec.DecodeError as error:
        raise NotAuthentic from error
