"""Private keys as files, and the keys that were in use before them.

A key is a PKCS#8 file in PEM (for ML-DSA-44 its seed), made once with rights for its owner alone and never over a file
that is there. A file that others may read is refused when it is loaded: somebody may have. Beside each stands its
verifier key (``.vkey``), which stays when the private key is destroyed: what it signed must be checkable for decades.

    0001-log.pem  0001-log.vkey  0002-log.pem  …      the last one signs, the others are former keys

Proved by ``tests/transparency/test_keyfiles.py``.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.mldsa import MLDSA44PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from casino.transparency.cosigning import Key, Signer
from casino.transparency.notes import (
    ED25519,
    ED25519_COSIGNATURE,
    MLDSA44_COSIGNATURE,
    Vkey,
    check_name,
    parse_vkey,
)
from casino.transparency.store import sync_folder

MODE: Final = 0o600
MAX_KEY_BYTES: Final = 16_384
ROLES: Final[dict[str, int]] = {
    "log": ED25519,
    "ed25519": ED25519_COSIGNATURE,
    "mldsa44": MLDSA44_COSIGNATURE,
}
"""What a key in a folder is for, as its file is called, and its type: the log's own line, and the two cosignatures."""

_VKEY_FILE: Final = re.compile(r"([0-9]{4})-(log|ed25519|mldsa44)\.vkey")


class UnusableKey(Exception):
    """A key file that is not used: others may read it, it is no key, it is not there, or one is there already."""


class FileKey:
    """A private key in memory. Made by :func:`create` and :func:`load`."""

    def __init__(self, private: Ed25519PrivateKey | MLDSA44PrivateKey) -> None:
        self._private = private
        self.public = private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    def sign(self, message: bytes) -> bytes:
        return self._private.sign(message)

    @property
    def fits(self) -> frozenset[int]:
        """The types under which such a key can sign."""
        if isinstance(self._private, MLDSA44PrivateKey):
            return frozenset({MLDSA44_COSIGNATURE})
        return frozenset({ED25519, ED25519_COSIGNATURE})


def create(path: Path, kind: int) -> FileKey:
    """A new key of this type in a file that is not there yet. Raises :class:`UnusableKey`."""
    made = MLDSA44PrivateKey.generate() if kind == MLDSA44_COSIGNATURE else Ed25519PrivateKey.generate()
    pem = made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    write_new(path, pem, MODE)
    return FileKey(made)


def write_new(path: Path, data: bytes, mode: int) -> None:
    """A file that is not there yet, durable when this returns. Raises :class:`UnusableKey`."""
    try:
        opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
    except OSError as error:
        raise UnusableKey(f"{path} cannot be made: {error.strerror}") from error
    with os.fdopen(opened, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    sync_folder(path.parent)


def read_secret(path: Path) -> bytes:
    """A file that is its owner's alone, at most :data:`MAX_KEY_BYTES` of it. Raises :class:`UnusableKey`; also where
    the group or anybody else may read or write the file, and where it is another user's."""
    try:
        opened = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise UnusableKey(f"{path} cannot be opened: {error.strerror}") from error
    try:
        found = os.fstat(opened)
        if not stat.S_ISREG(found.st_mode):
            raise UnusableKey(f"{path} is no file")
        if found.st_mode & 0o077:
            raise UnusableKey(f"{path} may be read or written by others (mode {found.st_mode & 0o777:o}): chmod 600 it")
        if found.st_uid not in (os.geteuid(), 0):
            raise UnusableKey(f"{path} belongs to another user")
        return os.read(opened, MAX_KEY_BYTES)
    finally:
        os.close(opened)


def load(path: Path) -> FileKey:
    """Raises :class:`UnusableKey`, as :func:`read_secret`, and for what is no key of these kinds."""
    try:
        private = load_pem_private_key(read_secret(path), password=None)
    except (ValueError, TypeError) as error:
        raise UnusableKey(f"{path} holds no private key in PEM") from error
    if not isinstance(private, Ed25519PrivateKey | MLDSA44PrivateKey):
        raise UnusableKey(f"{path} holds a key of another kind than Ed25519 and ML-DSA-44")
    return FileKey(private)


class KeyFolder:
    """The keys of one signer, present and former, under one name."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder
        self.name = check_name(name)

    def vkeys(self, role: str) -> list[Vkey]:
        """Every verifier key of this role, the oldest first. Raises :class:`UnusableKey` for one of another name or
        type, :class:`Malformed` for what is no verifier key."""
        return [vkey for _number, vkey in self._numbered(role)]

    def _numbered(self, role: str) -> list[tuple[int, Vkey]]:
        found: list[tuple[int, Vkey]] = []
        names = sorted(os.listdir(self.folder)) if self.folder.is_dir() else []
        for each in names:
            matched = _VKEY_FILE.fullmatch(each)
            if matched is None or matched[2] != role:
                continue
            vkey = parse_vkey((self.folder / each).read_text("utf-8").strip())
            if vkey.name != self.name or vkey.kind != ROLES[role]:
                raise UnusableKey(f"{self.folder / each} is not a key {self.name} of type {ROLES[role]:#04x}")
            found.append((int(matched[1]), vkey))
        return found

    def signer(self, role: str) -> Signer:
        """The present key. Raises :class:`UnusableKey` where there is none, or where it is not that of its
        ``.vkey``."""
        numbered = self._numbered(role)
        if not numbered:
            raise UnusableKey(f"{self.folder} has no key {role}")
        number, vkey = numbered[-1]
        signer = Signer(self.name, ROLES[role], load(self.folder / f"{number:04}-{role}.pem"))
        if signer.vkey != vkey:
            raise UnusableKey(f"{number:04}-{role}.pem is not the key of {number:04}-{role}.vkey")
        return signer

    def create(self, role: str) -> Signer:
        """A new present key; the one before becomes a former one. Raises :class:`UnusableKey`."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        number = self._next(role)
        signer = Signer(self.name, ROLES[role], create(self.folder / f"{number:04}-{role}.pem", ROLES[role]))
        self._publish(number, role, signer)
        return signer

    def adopt(self, role: str, key: Key) -> Signer:
        """Publish a key that lies elsewhere, in a token; the one before becomes a former one. The present one already:
        nothing is written."""
        signer = Signer(self.name, ROLES[role], key)
        numbered = self._numbered(role)
        if not numbered or numbered[-1][1] != signer.vkey:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._publish(self._next(role), role, signer)
        return signer

    def _next(self, role: str) -> int:
        """After every file of this role: also after a private key whose maker was stopped before it was published."""
        used = [
            int(each[:4]) for each in os.listdir(self.folder) if re.fullmatch(rf"[0-9]{{4}}-{role}\.(pem|vkey)", each)
        ]
        return max(used, default=0) + 1

    def _publish(self, number: int, role: str, signer: Signer) -> None:
        write_new(self.folder / f"{number:04}-{role}.vkey", f"{signer.vkey}\n".encode(), 0o644)
