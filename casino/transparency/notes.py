"""Signed notes and verifier keys: C2SP signed-note v1.0.0.

A note is text and signature lines. What a signature means is its type's matter (``cosigning``); here is only how it is
written. Proved by ``tests/transparency/test_notes.py``, which has the examples of the text.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final, Literal

import msgspec

from casino.transparency.ed25519 import BadKey, PublicKey
from casino.transparency.wire import Malformed, decode_base64, encode_base64

MAX_NOTE_BYTES: Final = 1_000_000
MAX_SIGNATURES: Final = 100
"""At least 16 must be accepted (signed-note, "Format")."""
MAX_NAME_BYTES: Final = 255
"""What an ML-DSA-44 cosignature can hold of a name (tlog-cosignature)."""
KEY_ID_BYTES: Final = 4

ED25519: Final = 0x01
ED25519_COSIGNATURE: Final = 0x04
MLDSA44_COSIGNATURE: Final = 0x06
Kind = Literal[0x01, 0x04, 0x06]
PUBLIC_BYTES: Final[dict[int, int]] = {ED25519: 32, ED25519_COSIGNATURE: 32, MLDSA44_COSIGNATURE: 1312}

_DASH: Final = "— "


class Signature(msgspec.Struct, frozen=True):
    """One signature line: who, by which key, and the bytes after the key id."""

    name: str
    key_id: bytes
    signature: bytes

    @property
    def line(self) -> str:
        """As it stands in a note, with its newline."""
        return f"{_DASH}{self.name} {encode_base64(self.key_id + self.signature)}\n"


class Note(msgspec.Struct, frozen=True):
    """``text`` ends in a newline, which is signed; the empty line after it is not."""

    text: str
    signatures: tuple[Signature, ...]

    def encode(self) -> bytes:
        return (self.text + "\n" + "".join(each.line for each in self.signatures)).encode()

    def with_signatures(self, *more: Signature) -> Note:
        return Note(self.text, (*self.signatures, *more))


class Vkey(msgspec.Struct, frozen=True):
    """A verifier key. ``public`` is the key material without the type."""

    name: str
    kind: int
    public: bytes

    @property
    def key_id(self) -> bytes:
        """4 bytes (signed-note, "Signatures")."""
        return sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.public).digest()[:KEY_ID_BYTES]

    def __str__(self) -> str:
        return f"{self.name}+{self.key_id.hex()}+{encode_base64(bytes([self.kind]) + self.public)}"

    def made(self, signature: Signature) -> bool:
        """Does this line claim to be of this key?"""
        return signature.name == self.name and signature.key_id == self.key_id


def check_name(name: str) -> str:
    """A key's name: not empty, no space of Unicode, no plus. Raises :class:`Malformed`."""
    if not 1 <= len(name.encode()) <= MAX_NAME_BYTES:
        raise Malformed(f"a key's name of {len(name.encode())} bytes")
    if "+" in name or any(each.isspace() or each < " " for each in name):
        raise Malformed(f"not a key's name: {name!r}")
    return name


def parse_vkey(text: str) -> Vkey:
    """Raises :class:`Malformed`; also for a type of key that is not known here and for a key id that is not the key's,
    which for these three types the texts lay down."""
    parts = text.split("+", 2)  # base64 contains plus signs, a name does not
    if len(parts) != 3:
        raise Malformed(f"not a verifier key: {text[:80]!r}")
    material = decode_base64(parts[2])
    if not material or len(material) - 1 != PUBLIC_BYTES.get(material[0]):
        raise Malformed(f"a verifier key of a type or length that is not known here: {text[:80]!r}")
    vkey = Vkey(check_name(parts[0]), material[0], material[1:])
    if vkey.kind != MLDSA44_COSIGNATURE:
        try:
            PublicKey(vkey.public)
        except BadKey as error:
            raise Malformed(f"{error}: {text[:80]!r}") from error
    if vkey.key_id.hex() != parts[1]:
        raise Malformed(f"the id of this verifier key is {vkey.key_id.hex()}, not {parts[1][:20]!r}")
    return vkey


def parse_note(raw: bytes) -> Note:
    """Raises :class:`Malformed`. Text and signatures are separated by the last empty line."""
    if len(raw) > MAX_NOTE_BYTES:
        raise Malformed(f"a note of {len(raw)} bytes")
    try:
        whole = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Malformed("a note that is not UTF-8") from error
    if any(each < " " and each != "\n" for each in whole):
        raise Malformed("a control character in a note")
    text, found, lines = whole.rpartition("\n\n")
    if not found or not lines.endswith("\n"):
        raise Malformed("a note without an empty line and signature lines after it")
    return Note(text + "\n", parse_signatures(lines))


def parse_signatures(lines: str) -> tuple[Signature, ...]:
    """Signature lines, each with its newline, at least one. Raises :class:`Malformed`."""
    if not lines.endswith("\n"):
        raise Malformed("signature lines without a newline at their end")
    separate = lines[:-1].split("\n")
    if len(separate) > MAX_SIGNATURES:
        raise Malformed(f"{len(separate)} signatures, at most {MAX_SIGNATURES}")
    return tuple(_signature(line) for line in separate)


def _signature(line: str) -> Signature:
    parts = line.removeprefix(_DASH).split(" ")
    if not line.startswith(_DASH) or len(parts) != 2:
        raise Malformed(f"not a signature line: {line[:80]!r}")
    raw = decode_base64(parts[1])
    if len(raw) <= KEY_ID_BYTES:
        raise Malformed(f"a signature of {len(raw)} bytes")
    name = parts[0]
    if not name or "+" in name or any(each.isspace() for each in name):
        raise Malformed(f"not a key's name: {name!r}")
    return Signature(name, raw[:KEY_ID_BYTES], raw[KEY_ID_BYTES:])
