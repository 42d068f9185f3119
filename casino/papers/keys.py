"""The keys with which a property signs its papers, their certificates, and those that were in use before.

    PAPER_KEYS_DIR/<property>/  0001-ca.pem 0001-ca.crt        the property's own authority
                                0001-paper.pem 0001-paper.crt  what signs, with a certificate of that authority
                                0002-paper.pem …               the last one signs, the others are former keys

P-256 (what every reader of PDF knows; PAdES with Ed25519 is read by few). A key is a PKCS#8 file for its owner alone,
made once, never over one that is there; a file that others may read is refused. A certificate stays when its key is
changed: what it signed must be checkable for decades. Trust comes by fingerprint, handed over in person; no public
authority is behind it. Where the settings give a key or a token, nothing is made here. Proved by
``tests/papers/test_keys.py``.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from cryptography.x509.oid import NameOID

from casino.transparency.keyfiles import MODE, UnusableKey, read_secret, write_new

AUTHORITY_YEARS: Final = 30
KEY_YEARS: Final = 10
LONGEST_NAME: Final = 64
"""Of an organisation and of a common name (RFC 5280, appendix A.1); the library counts bytes of UTF-8."""
_FILE: Final = re.compile(r"([0-9]{4})-(ca|paper)\.(pem|crt)")
_USAGE: Final = ("digital_signature", "content_commitment", "key_cert_sign", "crl_sign")


class PaperKey(NamedTuple):
    """A certificate that signs, those above it (the next first), and the private key in PKCS#8 DER; None: it lies in a
    token. ``authority`` is the private key of the property's own authority, which says by a list (CRL) what was
    revoked; None where the authority is somebody else's."""

    certificate: x509.Certificate
    chain: tuple[x509.Certificate, ...]
    private: bytes | None
    authority: ec.EllipticCurvePrivateKey | None = None


def fingerprint(certificate: x509.Certificate) -> str:
    """SHA-256 of the certificate's DER, in hexadecimal: what is handed over."""
    return certificate.fingerprint(hashes.SHA256()).hex()


def present(folder: Path, house: str, *, now: datetime) -> PaperKey:
    """The key in use, made where there is none, with its authority. Raises UnusableKey."""
    with _alone(folder):
        if not _numbers(folder, "paper", "crt"):
            _create(folder, house, now)
        return _load(folder)


def rotate(folder: Path, house: str, *, now: datetime, authority: bool = False) -> PaperKey:
    """A new key; the one before becomes a former one. ``authority``: a new authority as well, as after a theft of the
    whole folder. Raises UnusableKey."""
    with _alone(folder):
        if authority or not _numbers(folder, "ca", "crt"):
            _create_authority(folder, house, now)
        _create(folder, house, now)
        return _load(folder)


def certificates(folder: Path) -> list[x509.Certificate]:
    """Every certificate that signed here or signs, the oldest first. Raises UnusableKey."""
    return [_certificate(folder, "paper", number) for number in _numbers(folder, "paper", "crt")]


def given(key_file: Path, certificate_file: Path) -> PaperKey:
    """A key of the house's own making: PKCS#8 in PEM, and its certificate with those above it in PEM. Raises
    UnusableKey."""
    private = _private(key_file)
    chain = chain_of(certificate_file)
    if private.public_key() != chain[0].public_key():
        raise UnusableKey(f"{certificate_file} is not the certificate of {key_file}")
    der = private.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    return PaperKey(chain[0], tuple(chain[1:]), der)


def chain_of(certificate_file: Path) -> list[x509.Certificate]:
    """The certificates of a PEM file, the signer's first. Raises UnusableKey."""
    try:
        return x509.load_pem_x509_certificates(certificate_file.read_bytes())
    except (OSError, ValueError) as error:
        raise UnusableKey(f"{certificate_file} holds no certificate in PEM") from error


def revocation_list(key: PaperKey, *, now: datetime) -> bytes | None:
    """What the property's authority has revoked, as of now (DER): nothing, so far as it signs at all; a stolen key is
    told in the record. None where the authority is somebody else's."""
    if key.authority is None:
        return None
    made = (
        x509.CertificateRevocationListBuilder()
        .issuer_name(key.chain[0].subject)
        .last_update(now - timedelta(minutes=5))
        .next_update(now + timedelta(days=30))
        .add_extension(x509.CRLNumber(int(now.timestamp())), critical=False)
        .sign(key.authority, hashes.SHA256())
    )
    return made.public_bytes(Encoding.DER)


# --- Files ------------------------------------------------------------------------------------------------------------


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """For one process at a time, so that two make no two first keys."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise UnusableKey(f"{folder}: {error.strerror}") from error
    try:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield
    finally:
        os.close(opened)


def _numbers(folder: Path, role: str, ending: str | None = None) -> list[int]:
    names = os.listdir(folder) if folder.is_dir() else []
    found = [m for each in names if (m := _FILE.fullmatch(each)) and m[2] == role and ending in (None, m[3])]
    return sorted({int(m[1]) for m in found})


def _certificate(folder: Path, role: str, number: int) -> x509.Certificate:
    path = folder / f"{number:04}-{role}.crt"
    try:
        return x509.load_pem_x509_certificate(path.read_bytes())
    except (OSError, ValueError) as error:
        raise UnusableKey(f"{path} holds no certificate in PEM") from error


def _private(path: Path) -> ec.EllipticCurvePrivateKey:
    try:
        private = load_pem_private_key(read_secret(path), password=None)
    except (ValueError, TypeError) as error:
        raise UnusableKey(f"{path} holds no private key in PEM") from error
    if not isinstance(private, ec.EllipticCurvePrivateKey) or not isinstance(private.curve, ec.SECP256R1):
        raise UnusableKey(f"{path} holds a key of another kind than P-256")
    return private


def _load(folder: Path) -> PaperKey:
    number, above = _numbers(folder, "paper", "crt")[-1], _numbers(folder, "ca", "crt")
    certificate = _certificate(folder, "paper", number)
    private = _private(folder / f"{number:04}-paper.pem")
    if private.public_key() != certificate.public_key():
        raise UnusableKey(f"{number:04}-paper.pem is not the key of {number:04}-paper.crt")
    for each in reversed(above):
        authority = _certificate(folder, "ca", each)
        if authority.subject == certificate.issuer:
            der = private.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
            return PaperKey(certificate, (authority,), der, _private(folder / f"{each:04}-ca.pem"))
    raise UnusableKey(f"{folder} has no authority for {number:04}-paper.crt")


def _next(folder: Path, role: str) -> int:
    """After every file that is there: also after a key whose maker was stopped before its certificate was written."""
    return max(_numbers(folder, role), default=0) + 1


def _create_authority(folder: Path, house: str, now: datetime) -> None:
    number = _next(folder, "ca")
    private = ec.generate_private_key(ec.SECP256R1())
    name = _name(house, f"papers, authority {number}")
    built = _builder(name, name, private, now, AUTHORITY_YEARS)
    built = built.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    built = built.add_extension(_usage("key_cert_sign", "crl_sign"), critical=True)
    _write(folder, f"{number:04}-ca", private, built.sign(private, hashes.SHA256()))


def _create(folder: Path, house: str, now: datetime) -> None:
    if not _numbers(folder, "ca", "crt"):
        _create_authority(folder, house, now)
    above = _numbers(folder, "ca", "crt")[-1]
    authority, signs = _certificate(folder, "ca", above), _private(folder / f"{above:04}-ca.pem")
    number = _next(folder, "paper")
    private = ec.generate_private_key(ec.SECP256R1())
    built = _builder(_name(house, f"papers {number}"), authority.subject, private, now, KEY_YEARS)
    built = built.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    built = built.add_extension(_usage("digital_signature", "content_commitment"), critical=True)
    built = built.add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signs.public_key()), critical=False)
    _write(folder, f"{number:04}-paper", private, built.sign(signs, hashes.SHA256()))


def _builder(
    subject: x509.Name, issuer: x509.Name, private: ec.EllipticCurvePrivateKey, now: datetime, years: int
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(minutes=5))
        .not_valid_after(now + timedelta(days=365 * years))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(private.public_key()), critical=False)
    )


def _name(house: str, role: str) -> x509.Name:
    """``house``, as far as there is room, and what the key is."""
    common = f"{_cut(house, LONGEST_NAME - len(role) - 1)} {role}"
    return x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, _cut(house, LONGEST_NAME)),
            x509.NameAttribute(NameOID.COMMON_NAME, common),
        ]
    )


def _cut(name: str, size_bytes: int) -> str:
    return name.encode()[:size_bytes].decode(errors="ignore").rstrip()


def _usage(*named: str) -> x509.KeyUsage:
    given = {each: each in named for each in _USAGE}
    return x509.KeyUsage(
        **given,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _write(folder: Path, name: str, private: ec.EllipticCurvePrivateKey, certificate: x509.Certificate) -> None:
    pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    write_new(folder / f"{name}.pem", pem, MODE)
    write_new(folder / f"{name}.crt", certificate.public_bytes(Encoding.PEM), 0o644)
