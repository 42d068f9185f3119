"""The key with which a house seals what it exports, its certificate, and those that were in use before.

    FOOTAGE_KEYS_DIR/<property>/0001-seal.pem  0001-seal.crt  0002-seal.pem  …     the last one seals

A key is a PKCS#8 file for its owner alone (a file that others may read is refused when it is loaded), made once and
never over one that is there, with a certificate of its own (self-signed: a seal is checked by the fingerprint that the
house has published). A certificate stays when its key is changed: what it sealed must be checkable for decades. The
folder lies apart from what is served. Proved by ``tests/surveillance/files/test_exports.py``.
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
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import NameOID
from django.conf import settings

from casino.core.errors import Problem
from casino.ledger.models import Property
from casino.transparency.keyfiles import MODE, UnusableKey, read_secret, write_new

BITS: Final = 3072
YEARS: Final = 30
_FILE: Final = re.compile(r"([0-9]{4})-seal\.crt")
_ANY: Final = re.compile(r"([0-9]{4})-seal\.(pem|crt)")


class SealKey(NamedTuple):
    """A key that seals, and its certificate."""

    private: rsa.RSAPrivateKey
    certificate: x509.Certificate


def fingerprint(certificate: x509.Certificate) -> str:
    """SHA-256 of the certificate, in hexadecimal: what a house publishes."""
    return certificate.fingerprint(hashes.SHA256()).hex()


def folder_of(property_code: str) -> Path:
    """Where the keys of a house lie. Problem footage_key where the settings name no folder."""
    if not settings.FOOTAGE_KEYS_DIR:
        raise Problem("footage_key", what="FOOTAGE_KEYS_DIR")
    return Path(settings.FOOTAGE_KEYS_DIR) / property_code


def certificates(property_code: str) -> list[x509.Certificate]:
    """Every certificate of a house, the oldest first. Problem footage_key for a file that is none."""
    folder = folder_of(property_code)
    names = sorted(os.listdir(folder)) if folder.is_dir() else []
    try:
        return [x509.load_pem_x509_certificate((folder / each).read_bytes()) for each in names if _FILE.fullmatch(each)]
    except (OSError, ValueError) as error:
        raise Problem("footage_key", what=str(folder)) from error


def present(owner: Property, *, now: datetime) -> SealKey:
    """The key in use, made where there is none. Problem footage_key."""
    with _unusable(), _alone(owner.code) as folder:
        number = _last(folder)
        if number is None:
            number = _create(owner, folder, now)
        return _load(folder, number)


def change(owner: Property, *, now: datetime) -> SealKey:
    """A new key; the one before becomes a former one, whose certificate stays. Problem footage_key."""
    with _unusable(), _alone(owner.code) as folder:
        return _load(folder, _create(owner, folder, now))


@contextmanager
def _unusable() -> Iterator[None]:
    try:
        yield
    except (UnusableKey, OSError, ValueError, TypeError) as error:
        raise Problem("footage_key", what=str(error)) from error


@contextmanager
def _alone(property_code: str) -> Iterator[Path]:
    """The folder, for one process at a time, so that two make no two first keys."""
    folder = folder_of(property_code)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield folder
    finally:
        os.close(opened)


def _last(folder: Path) -> int | None:
    found = [int(matched[1]) for each in os.listdir(folder) if (matched := _FILE.fullmatch(each))]
    return max(found, default=None)


def _create(owner: Property, folder: Path, now: datetime) -> int:
    """After every file that is there: also after a key whose maker was stopped before its certificate was written."""
    used = [int(matched[1]) for each in os.listdir(folder) if (matched := _ANY.fullmatch(each))]
    number = max(used, default=0) + 1
    private = rsa.generate_private_key(65537, BITS)
    pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    write_new(folder / f"{number:04}-seal.pem", pem, MODE)
    made = _certificate(owner, number, private, now).public_bytes(Encoding.PEM)
    write_new(folder / f"{number:04}-seal.crt", made, 0o644)
    return number


def _certificate(owner: Property, number: int, private: rsa.RSAPrivateKey, now: datetime) -> x509.Certificate:
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, (owner.name_en or owner.code)[:64]),
            x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, "Surveillance"),
            x509.NameAttribute(NameOID.COMMON_NAME, f"{owner.code} footage seal {number}"),
        ]
    )
    key_usage = x509.KeyUsage(
        digital_signature=True,
        content_commitment=True,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=365 * YEARS))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(key_usage, critical=True)
        .sign(private, hashes.SHA256())
    )


def _load(folder: Path, number: int) -> SealKey:
    certificate = x509.load_pem_x509_certificate((folder / f"{number:04}-seal.crt").read_bytes())
    private = load_pem_private_key(read_secret(folder / f"{number:04}-seal.pem"), password=None)
    if not isinstance(private, rsa.RSAPrivateKey) or private.public_key() != certificate.public_key():
        raise UnusableKey(f"{number:04}-seal.pem is not the key of {number:04}-seal.crt")
    return SealKey(private, certificate)
