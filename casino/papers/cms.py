"""A detached signature of CMS (RFC 5652) as PAdES has it, and a time stamp of RFC 3161 on it. Pure.

Read strictly, one signer, SHA-256 or stronger; ECDSA or RSA. The certificate is bound by signing-certificate-v2
(RFC 5035), and the chain above it is checked up to where it ends: whether one of these certificates is trusted is for
the caller to say. Proved by ``tests/papers/test_checking.py`` against what pyHanko made and OpenSSL accepts.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from typing import Final, NamedTuple

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.hazmat.primitives.serialization import Encoding

from casino.papers.der import GENERALIZED_TIME, INTEGER, OCTETS, SEQUENCE, SET, Value, oid, only

DATA: Final = "1.2.840.113549.1.7.1"
SIGNED_DATA: Final = "1.2.840.113549.1.7.2"
CONTENT_TYPE: Final = "1.2.840.113549.1.9.3"
MESSAGE_DIGEST: Final = "1.2.840.113549.1.9.4"
SIGNING_CERTIFICATE_V2: Final = "1.2.840.113549.1.9.16.2.47"
TIME_STAMP: Final = "1.2.840.113549.1.9.16.2.14"
TST_INFO: Final = "1.2.840.113549.1.9.16.1.4"
DIGESTS: Final[dict[str, tuple[str, hashes.HashAlgorithm]]] = {
    "2.16.840.1.101.3.4.2.1": ("sha256", hashes.SHA256()),
    "2.16.840.1.101.3.4.2.2": ("sha384", hashes.SHA384()),
    "2.16.840.1.101.3.4.2.3": ("sha512", hashes.SHA512()),
}
RSA: Final = "1.2.840.113549.1.1.1"
SIGNATURES: Final = {
    "sha256": {"1.2.840.10045.4.3.2", "1.2.840.113549.1.1.11", RSA},
    "sha384": {"1.2.840.10045.4.3.3", "1.2.840.113549.1.1.12", RSA},
    "sha512": {"1.2.840.10045.4.3.4", "1.2.840.113549.1.1.13", RSA},
}
"""Digest -> the algorithms that sign it: ECDSA, RSA (PKCS #1 v1.5)."""
NULL: Final = b"\x05\x00"
MOST_CERTIFICATES: Final = 16
UNREADABLE: Final = (
    InvalidSignature,
    UnsupportedAlgorithm,
    ValueError,
    TypeError,
    x509.DuplicateExtension,
    x509.InvalidVersion,
    x509.UnsupportedGeneralNameType,
)
"""What the library raises of a certificate that was changed, as it is read or looked into."""


class BadSignature(ValueError):
    """The signature does not hold; the message says where."""


class Signature(NamedTuple):
    """A signature that holds for the bytes that were given. ``chain`` is the signer's certificate and those above it
    that came along, each proved by the next. ``stamp`` is the time stamp on it, unchecked bytes; None: there is none.
    ``value`` is what a stamp is on."""

    chain: tuple[x509.Certificate, ...]
    value: bytes
    stamp: bytes | None


class Stamp(NamedTuple):
    """A time stamp that holds in itself."""

    at: datetime
    chain: tuple[x509.Certificate, ...]


def check(signature: bytes, parts: tuple[bytes, ...]) -> Signature:
    """Check a detached signature against the bytes (in parts, one after the other). Raises BadSignature."""
    try:
        checked = _Reader(signature).check(parts, DATA)
        if len(checked.chain) > 1:
            _check_root(checked.chain[-1])
        return checked
    except BadSignature:
        raise
    except (ValueError, IndexError) as error:  # NotDer, and parts that are not as many as they must be
        raise BadSignature(f"not a signature of CMS: {error}") from error


def check_stamp(token: bytes, stamped: bytes) -> Stamp:
    """Check a time-stamp token on these bytes. Whether its authority is trusted is for the caller. Raises
    BadSignature."""
    try:
        reader = _Reader(token)
        if reader.content is None:
            raise BadSignature("a time stamp without content")
        checked = reader.check((reader.content,), TST_INFO)
        _version, _policy, imprint, _serial, at, *_more = only(reader.content, SEQUENCE).children()
        algorithm, digest = imprint.children()
        name, _hash = _digest(algorithm)
        if hashlib.new(name, stamped).digest() != digest.expect(OCTETS).content:
            raise BadSignature("the time stamp is on something else")
        return Stamp(_time(at), checked.chain)
    except BadSignature:
        raise
    except (ValueError, IndexError) as error:
        raise BadSignature(f"not a time stamp: {error}") from error


def _time(value: Value) -> datetime:
    text = value.expect(GENERALIZED_TIME).content.decode("ascii")
    return datetime.strptime(text.partition(".")[0].rstrip("Z"), "%Y%m%d%H%M%S").replace(tzinfo=UTC)


def _algorithm(value: Value) -> str:
    """The identifier of an algorithm that takes no parameters: none stand behind it, or NULL."""
    name, *parameters = value.expect(SEQUENCE).children()
    if parameters and [each.whole for each in parameters] != [NULL]:
        raise BadSignature("an algorithm with parameters that it does not have")
    return oid(name)


def _digest(algorithm: Value) -> tuple[str, hashes.HashAlgorithm]:
    name = _algorithm(algorithm)
    if name not in DIGESTS:
        raise BadSignature(f"a digest of another kind: {name}")
    return DIGESTS[name]


class _Reader:
    """One SignedData. Raises NotDer, BadSignature."""

    def __init__(self, data: bytes) -> None:
        kind, wrapped = only(data, SEQUENCE).children()
        if oid(kind) != SIGNED_DATA:
            raise BadSignature("not signed data")
        [signed] = wrapped.expect(0xA0).children()
        version, digests, content, *rest = signed.expect(SEQUENCE).children()
        self._versions = [version]
        self._digests = [_algorithm(each) for each in digests.expect(SET).children()]
        self.content_type, self.content = self._content(content)
        self.certificates: list[x509.Certificate] = []
        for part in rest[:-1]:
            if part.tag != 0xA0 or len(rest) > 2:  # once, and nothing else, before the signer
                raise BadSignature("a part that has no place here")
            self.certificates = self._certificates(part)
        signers = rest[-1].expect(SET).children()
        if len(signers) != 1:
            raise BadSignature("not one signer")
        self._signer(signers[0])

    @staticmethod
    def _content(value: Value) -> tuple[str, bytes | None]:
        kind, *inside = value.expect(SEQUENCE).children()
        if not inside:
            return oid(kind), None
        [octets] = inside[0].expect(0xA0).children()
        return oid(kind), octets.expect(OCTETS).content

    @staticmethod
    def _certificates(part: Value) -> list[x509.Certificate]:
        found = part.children()
        if len(found) > MOST_CERTIFICATES:
            raise BadSignature("too many certificates")
        try:
            return [x509.load_der_x509_certificate(each.expect(SEQUENCE).whole) for each in found]
        except UNREADABLE as error:
            raise BadSignature("a certificate that cannot be read") from error

    def _signer(self, value: Value) -> None:
        parts = value.expect(SEQUENCE).children()
        version, identity, digest, attributes, algorithm, signature, *rest = parts
        self._versions.append(version)
        if attributes.tag != 0xA0:
            raise BadSignature("no signed attributes")
        self.identity, self.digest, self.algorithm = identity, _digest(digest), algorithm
        self.signed_bytes = bytes([SET]) + attributes.whole[1:]
        self.attributes = self._attributes(attributes)
        self.value = signature.expect(OCTETS).content
        self.stamp: bytes | None = None
        if len(rest) > 1 or (rest and rest[0].tag != 0xA1):
            raise BadSignature("a part that has no place here")
        for each in rest:
            unsigned = self._attributes(each)
            if set(unsigned) != {TIME_STAMP}:
                raise BadSignature("an unsigned attribute that has no place here")
            self.stamp = unsigned[TIME_STAMP].whole

    @staticmethod
    def _attributes(value: Value) -> dict[str, Value]:
        found: dict[str, Value] = {}
        for each in value.children():
            kind, held = each.expect(SEQUENCE).children()
            inside = held.expect(SET).children()
            if oid(kind) in found or len(inside) != 1:
                raise BadSignature("an attribute that does not stand once")
            found[oid(kind)] = inside[0]
        return found

    def check(self, parts: tuple[bytes, ...], content_type: str) -> Signature:
        name, algorithm = self.digest
        digest = hashlib.new(name)
        for part in parts:
            digest.update(part)
        said = self.attributes
        if CONTENT_TYPE not in said or {self.content_type, oid(said[CONTENT_TYPE])} != {content_type}:
            raise BadSignature("signed as something else")
        if MESSAGE_DIGEST not in said or said[MESSAGE_DIGEST].expect(OCTETS).content != digest.digest():
            raise BadSignature("the bytes are not those that were signed")
        own = self._own(said)
        self._check_names(own)
        chain = self._chain(own)
        _verify(chain[0], self.value, self.signed_bytes, algorithm)
        return Signature(chain, self.value, self.stamp)

    def _check_names(self, own: x509.Certificate) -> None:
        """What is said beside the signature, and not signed: it must be the only thing that it can be."""
        issuer, serial = self.identity.expect(SEQUENCE).children()
        number = own.serial_number.to_bytes(own.serial_number.bit_length() // 8 + 1, signed=True)
        if issuer.whole != own.issuer.public_bytes() or serial.expect(INTEGER).content != number:
            raise BadSignature("another signer is named")
        algorithms = {digest for digest, (name, _hash) in DIGESTS.items() if name == self.digest[0]}
        if set(self._digests) != algorithms or len(self._digests) != 1:
            raise BadSignature("another digest is named")
        if _algorithm(self.algorithm) not in SIGNATURES[self.digest[0]]:
            raise BadSignature("another way of signing is named")
        if any(each.tag != INTEGER or each.content not in (b"\1", b"\3") for each in self._versions):
            raise BadSignature("a version that is not known")

    def _own(self, said: dict[str, Value]) -> x509.Certificate:
        """The signer's certificate: the one whose digest stands in what was signed."""
        if SIGNING_CERTIFICATE_V2 not in said:
            raise BadSignature("the certificate is not bound")
        bound = said[SIGNING_CERTIFICATE_V2].children()[0].children()[0].children()
        name = "sha256"
        if bound[0].tag == SEQUENCE:
            name = _digest(bound[0])[0]
            bound = bound[1:]
        wanted = bound[0].expect(OCTETS).content
        for each in self.certificates:
            if hashlib.new(name, each.public_bytes(Encoding.DER)).digest() == wanted:
                return each
        raise BadSignature("the signer's certificate is not there")

    def _chain(self, own: x509.Certificate) -> tuple[x509.Certificate, ...]:
        """Upwards, each proved by the next. Every certificate that came along must have its place."""
        chain, left = [own], [each for each in self.certificates if each != own]
        while left:
            above = next((each for each in left if each.subject == chain[-1].issuer), None)
            if above is None:
                break
            try:
                chain[-1].verify_directly_issued_by(above)
                constraints = above.extensions.get_extension_for_class(x509.BasicConstraints).value
            except (*UNREADABLE, x509.ExtensionNotFound) as error:
                raise BadSignature("a certificate that its authority did not sign") from error
            if not constraints.ca:
                raise BadSignature("a certificate signed by none that may")
            chain.append(above)
            left.remove(above)
        if left:
            raise BadSignature("a certificate that has no place here")
        return tuple(chain)


def _check_root(top: x509.Certificate) -> None:
    """Certificates that come along lead up to one that signed itself, so that no byte of them goes unproved. Those of a
    time stamp seldom do, and are the reader's to trust."""
    try:
        top.verify_directly_issued_by(top)
    except UNREADABLE as error:
        raise BadSignature("an authority's certificate that did not sign itself") from error


def _verify(certificate: x509.Certificate, value: bytes, message: bytes, algorithm: hashes.HashAlgorithm) -> None:
    try:
        key = certificate.public_key()
        if isinstance(key, ec.EllipticCurvePublicKey):
            key.verify(value, message, ec.ECDSA(algorithm))
        elif isinstance(key, rsa.RSAPublicKey):
            key.verify(value, message, padding.PKCS1v15(), algorithm)
        else:
            raise BadSignature("a key of another kind")
    except (InvalidSignature, UnsupportedAlgorithm) as error:
        raise BadSignature("the signature was not made with this certificate's key") from error
