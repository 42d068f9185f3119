"""Which signature a seal carries: RSASSA-PSS unless its ``sigC`` says otherwise (ONVIF Export File Format, 5.6).

``sigC`` is a DER AlgorithmIdentifier (RFC 4055 for RSA, RFC 5758 for ECDSA). The algorithms that can be checked are the
rows of a table; any other is said, and its seal is unreadable rather than broken. Digests shorter than 224 bits are
not accepted. Tests: ``tests/surveillance/film/test_seals.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa, utils
from cryptography.hazmat.primitives.asymmetric.types import PublicKeyTypes

SALT_BYTES: Final = 20
"""The length of the salt that the format asks for."""

_PSS: Final = bytes.fromhex("2a864886f70d01010a")
_DIGESTS: Final[dict[bytes, Callable[[], hashes.HashAlgorithm]]] = {
    bytes.fromhex("608648016503040201"): hashes.SHA256,
    bytes.fromhex("608648016503040202"): hashes.SHA384,
    bytes.fromhex("608648016503040203"): hashes.SHA512,
}
_OTHERS: Final[dict[bytes, tuple[str, Callable[[], hashes.HashAlgorithm]]]] = {
    bytes.fromhex("2a864886f70d01010b"): ("rsa", hashes.SHA256),
    bytes.fromhex("2a864886f70d01010c"): ("rsa", hashes.SHA384),
    bytes.fromhex("2a864886f70d01010d"): ("rsa", hashes.SHA512),
    bytes.fromhex("2a8648ce3d040302"): ("ecdsa", hashes.SHA256),
    bytes.fromhex("2a8648ce3d040303"): ("ecdsa", hashes.SHA384),
    bytes.fromhex("2a8648ce3d040304"): ("ecdsa", hashes.SHA512),
}


class Algorithm(msgspec.Struct, frozen=True):
    """``kind`` is ``pss``, ``rsa`` (PKCS #1 v1.5) or ``ecdsa``; ``salt`` bytes for ``pss``, None for any length."""

    kind: str
    digest: hashes.HashAlgorithm
    salt: int | None = None

    @property
    def name(self) -> str:
        """As people write it."""
        kinds = {"pss": "RSASSA-PSS", "rsa": "RSA PKCS #1 v1.5", "ecdsa": "ECDSA"}
        return f"{kinds[self.kind]}, {self.digest.name.upper().replace('SHA', 'SHA-')}"


DEFAULT: Final = Algorithm("pss", hashes.SHA256(), SALT_BYTES)


def named_by(configuration: bytes | None) -> Algorithm:
    """The algorithm of a ``sigC``, or the default without one. ValueError for one that is not known here."""
    if configuration is None:
        return DEFAULT
    oid, parameters = _identifier(configuration)
    if oid in _OTHERS:
        kind, digest = _OTHERS[oid]
        return Algorithm(kind, digest())
    if oid != _PSS:
        raise ValueError("an algorithm that is not known here")
    fields = dict(_items(parameters)) if parameters else {}
    chosen, salt = hashes.SHA1, SALT_BYTES
    if 0xA0 in fields:
        chosen = _DIGESTS[_identifier(fields[0xA0])[0]]  # type: ignore[assignment]
    if 0xA1 in fields:
        generator, inner = _identifier(fields[0xA1])
        if generator != bytes.fromhex("2a864886f70d010108") or _identifier(inner, bare=True)[0] not in _DIGESTS:
            raise ValueError("a mask generation that is not known here")
    if 0xA2 in fields:
        salt = int.from_bytes(_items(fields[0xA2])[0][1], "big")
    if chosen is hashes.SHA1 or not 0 <= salt <= 512:
        raise ValueError("a digest that is too short")
    return Algorithm("pss", chosen(), salt)


def _items(data: bytes) -> list[tuple[int, bytes]]:
    """The values of a DER sequence's content: tag and content of each. ValueError, IndexError for anything else."""
    found, at = [], 0
    while at < len(data):
        tag, length, at = data[at], data[at + 1], at + 2
        if length & 0x80:
            more = length & 0x7F
            if not 0 < more <= 2:
                raise ValueError("a length that is not read")
            length, at = int.from_bytes(data[at : at + more], "big"), at + more
        if at + length > len(data):
            raise ValueError("cut off")
        found.append((tag, data[at : at + length]))
        at += length
    return found


def _identifier(data: bytes, *, bare: bool = False) -> tuple[bytes, bytes]:
    """Object identifier and content of the parameters of an AlgorithmIdentifier; ``bare`` without its own frame."""
    parts = _items(data if bare else _items(data)[0][1])
    if parts[0][0] != 0x06:
        raise ValueError("no object identifier")
    return parts[0][1], parts[1][1] if len(parts) > 1 else b""


def holds(algorithm: Algorithm, key: PublicKeyTypes, signature: bytes, digest: bytes) -> bool:
    """Whether ``signature`` is the key's over this digest. ValueError where key and algorithm do not go together."""
    prehashed = utils.Prehashed(algorithm.digest)
    try:
        if algorithm.kind == "ecdsa" and isinstance(key, ec.EllipticCurvePublicKey):
            key.verify(signature, digest, ec.ECDSA(prehashed))
        elif algorithm.kind == "rsa" and isinstance(key, rsa.RSAPublicKey):
            key.verify(signature, digest, padding.PKCS1v15(), prehashed)
        elif algorithm.kind == "pss" and isinstance(key, rsa.RSAPublicKey):
            key.verify(signature, digest, pss(algorithm), prehashed)
        else:
            raise ValueError("the key is of another kind than the algorithm")
    except InvalidSignature:
        return False
    return True


def pss(algorithm: Algorithm) -> padding.PSS:
    """The padding of a ``pss`` algorithm; the mask is made with the same digest."""
    salt = padding.PSS.AUTO if algorithm.salt is None else algorithm.salt
    return padding.PSS(padding.MGF1(algorithm.digest), salt)
