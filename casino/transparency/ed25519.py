"""Ed25519 checked strictly: whoever registers a key can sign with it, and nobody else can.

RFC 8032 leaves open whether keys of small order, and points that are written in a second way, are taken. OpenSSL takes
both. With a key of 32 zero bytes or of the point 1 the equation holds for signatures that anybody can write, so such a
key speaks for no one. Refused here: points with y not below p, the eight points of small order, in keys and in the R of
a signature, and scalars S not below the group's order. What is left is the equation without the cofactor, by OpenSSL.
Chalkias, Garillot and Nikolaenko, "Taming the many EdDSAs" (eprint 2020/1244) is the source of the cases.
Proved by ``tests/transparency/test_ed25519.py`` with the paper's vectors.
"""

from __future__ import annotations

from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

KEY_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64
P: Final = 2**255 - 19
L: Final = 2**252 + 27742317777372353535851937790883648493
D: Final = -121665 * pow(121666, -1, P) % P
_Y: Final = (1 << 255) - 1
_OF_ORDER_EIGHT: Final = int.from_bytes(
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"
)
SMALL_ORDER: Final = frozenset({0, 1, P - 1, _OF_ORDER_EIGHT, P - _OF_ORDER_EIGHT})
"""The y of the points of order 1, 2, 4 and 8; each but the first two with both signs of x."""


class BadKey(ValueError):
    """Bytes that are no public key, or one with which everybody could sign."""


class PublicKey:
    """A key of 32 bytes. Raises :class:`BadKey`."""

    def __init__(self, raw: bytes) -> None:
        if len(raw) != KEY_BYTES or not _is_canonical(raw) or not _is_on_curve(raw):
            raise BadKey("no Ed25519 public key")
        if _is_small(raw):
            raise BadKey("an Ed25519 key of small order, with which everybody can sign")
        self._key = Ed25519PublicKey.from_public_bytes(raw)
        self.raw = raw

    def verify(self, signature: bytes, message: bytes) -> None:
        """Raises ``InvalidSignature``."""
        point, scalar = signature[:KEY_BYTES], int.from_bytes(signature[KEY_BYTES:], "little")
        if len(signature) != SIGNATURE_BYTES or scalar >= L or not _is_canonical(point) or _is_small(point):
            raise InvalidSignature
        self._key.verify(signature, message)


def _y(point: bytes) -> int:
    return int.from_bytes(point, "little") & _Y


def _is_canonical(point: bytes) -> bool:
    """Whether y is below p, and x not written as minus zero."""
    y = _y(point)
    return y < P and not (y in (1, P - 1) and point[-1] & 0x80)


def _is_small(point: bytes) -> bool:
    return _y(point) in SMALL_ORDER


def _is_on_curve(point: bytes) -> bool:
    """Whether there is an x for this y: (y² - 1) / (d y² + 1) is a square (RFC 8032, 5.1.3)."""
    y2 = _y(point) ** 2 % P
    square = (y2 - 1) * pow(D * y2 + 1, -1, P) % P
    return square == 0 or pow(square, (P - 1) // 2, P) == 1
