"""Base64 and decimal numbers exactly as the texts of C2SP write them, and the errors of this package.

Python's base64 decoder accepts stray trailing bits and, unless told otherwise, letters of no alphabet; a text that can
be written in two ways has two hashes. So whatever is read is compared with how it is written. Proved by
``tests/transparency/test_wire.py``.
"""

from __future__ import annotations

import binascii
from base64 import b64encode
from typing import Final

HASH_BYTES: Final = 32
MAX_SIZE: Final = 2**63 - 1
"""Entries of a tree, seconds of a timestamp: what fits everywhere (tlog-cosignature, "Format")."""


class Malformed(ValueError):
    """Bytes that are not of the form that the text asks for."""


class NotProved(ValueError):
    """Bytes of the right form that do not show what they claim: a proof that leads elsewhere, a signature that is not
    the key's, too few signatures."""


def encode_base64(raw: bytes) -> str:
    """RFC 4648 section 4, with padding."""
    return b64encode(raw).decode("ascii")


def decode_base64(text: str) -> bytes:
    """Raises :class:`Malformed` unless the text is exactly what :func:`encode_base64` writes."""
    try:
        raw = binascii.a2b_base64(text, strict_mode=True) if text else b""
    except ValueError as error:
        raise Malformed(f"not base64: {text[:60]!r}") from error
    if encode_base64(raw) != text:
        raise Malformed(f"not base64 as it is written: {text[:60]!r}")
    return raw


def decode_hash(text: str) -> bytes:
    """A SHA-256 hash in base64: 32 bytes. Raises :class:`Malformed`."""
    raw = decode_base64(text)
    if len(raw) != HASH_BYTES:
        raise Malformed(f"a hash of {len(raw)} bytes")
    return raw


def decode_number(text: str) -> int:
    """ASCII decimal without leading zeros, from 0 to :data:`MAX_SIZE`. Raises :class:`Malformed`."""
    if not (text.isascii() and text.isdigit()) or len(text) > 19 or (text[0] == "0" and text != "0"):
        raise Malformed(f"not a number: {text[:60]!r}")
    number = int(text)
    if number > MAX_SIZE:
        raise Malformed(f"a number above 2^63 - 1: {text}")
    return number
