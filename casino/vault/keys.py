"""The keys of persons: one small file each, in a folder that no backup of the database reaches.

    <PERSON_KEYS_DIR>/<property>/PS-0123456789ab.key      the key, wrapped (below); mode 0600
    <PERSON_KEYS_DIR>/<property>/PS-0123456789ab.erased   the tombstone of a destroyed key: JSON, nothing personal
    <PERSON_KEYS_DIR>/<property>/.lock                    held (flock) by whoever writes
    <PERSON_KEYS_DIR>/<property>/.new-…                   being written, or left by a crash

A key file is ``TPK1``, eight bytes that name the master key, a nonce of 12 bytes, and 32 bytes encrypted with AES-256
in GCM with a tag of 16. Property and person are bound to it, so that a file put under another name is noticed.

Whatever is interrupted leaves one of two states: a file appears under its name only when all of it is on the disk
(``link``, which never replaces), and a key is gone from the moment its tombstone stands, though its bytes are
overwritten after that. A tombstone wins over a key: a file brought back from an old copy is refused.

Proved by ``tests/vault/test_keys.py`` and ``test_key_races.py``.
"""

from __future__ import annotations

import base64
import binascii
import fcntl
import hashlib
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Final

import msgspec
from django.conf import settings

from casino.core.errors import Problem
from casino.core.events import SAFE_NAME
from casino.vault.crypto import KEY_BYTES, NONCE_BYTES, TAG_BYTES, NotAuthentic, decrypt, derive, encrypt, joined
from casino.vault.errors import KEY_DAMAGED, KEY_MISSING, alarm

MAGIC: Final = b"TPK1"
ID_BYTES: Final = 8
FILE_BYTES: Final = len(MAGIC) + ID_BYTES + NONCE_BYTES + KEY_BYTES + TAG_BYTES
UNFINISHED: Final = ".new-"


class Tombstone(msgspec.Struct, frozen=True, kw_only=True):
    """What is left of a key. ``key_sha256`` is the hash of the wrapped file, None where there was none any more."""

    person: str
    erased_at: datetime
    key_sha256: str | None


@dataclass(frozen=True, repr=False)
class MasterKey:
    """A key that wraps persons' keys; ``id`` names it without telling anything of it."""

    secret: bytes

    @cached_property
    def id(self) -> bytes:
        return derive(self.secret, info=b"tableproof master key id", length=ID_BYTES)

    @classmethod
    def read(cls, variable: str, text: str) -> MasterKey:
        """From its base64. Problem person_master_key_unfit."""
        try:
            secret = base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            secret = b""
        if len(secret) != KEY_BYTES:
            raise Problem("person_master_key_unfit", variable=variable)
        return cls(secret)


def key_store() -> KeyStore:
    """The store that the settings name. Problem person_keys_not_set or person_master_key_unfit."""
    for variable in ("PERSON_KEYS_DIR", "PERSON_MASTER_KEY"):
        if not getattr(settings, variable):
            raise Problem("person_keys_not_set", variable=variable)
    names = ("PERSON_MASTER_KEY", "PERSON_MASTER_KEY_FORMER")
    masters = [MasterKey.read(name, text) for name in names if (text := getattr(settings, name))]
    return KeyStore(Path(settings.PERSON_KEYS_DIR), *masters)


class KeyStore:
    """Keys in a folder. New ones are wrapped with ``master``; those wrapped with ``former`` can be read as well."""

    def __init__(self, folder: Path, master: MasterKey, former: MasterKey | None = None) -> None:
        self.folder = folder
        self.master = master
        self.masters = {each.id: each for each in (former, master) if each is not None}

    # --- Reading -----------------------------------------------------------------------------------------------------

    def key(self, property_code: str, person: str) -> bytes:
        """The 32 bytes of a person's key.

        Problem: person_erased; the alarms person_key_missing and person_key_damaged; or what :meth:`check` says.
        """
        self._check_folder()
        try:
            return self._key(property_code, person)
        except Problem as problem:
            if problem.code not in (KEY_MISSING, KEY_DAMAGED):
                raise
            unreadable = problem
        # A file that is replaced or destroyed is overwritten, perhaps while we had it open: look again when nobody
        # writes.
        with _alarming():
            try:
                with self._locked(property_code):
                    return self._key(property_code, person)
            except OSError:
                raise unreadable from None

    def tombstone(self, property_code: str, person: str) -> Tombstone | None:
        """What stands where the key was destroyed on purpose, or None."""
        with _alarming():
            return self._tombstone(property_code, person)

    def fingerprint(self, property_code: str, person: str) -> str | None:
        """The SHA-256 of the wrapped file as it lies there, in hex; None where there is none."""
        wrapped = self._read(property_code, person)
        return None if wrapped is None else hashlib.sha256(wrapped).hexdigest()

    def is_destroyed(self, property_code: str, person: str) -> bool:
        """Whether the tombstone stands and no key is left."""
        erased = self.tombstone(property_code, person) is not None
        return erased and not self._file(property_code, person, "key").exists()

    def persons(self) -> Iterator[tuple[str, str]]:
        """Property and reference of every key file there is, in no order."""
        for file in self.folder.glob("*/*.key"):
            yield file.parent.name, file.stem

    def check(self) -> None:
        """Whether keys can be kept and read here: folder, its permissions, the master key. Problem where not. The
        master key is tried on the first key that is whole: one damaged file says nothing about the others."""
        self._check_folder()
        if not os.access(self.folder, os.R_OK | os.W_OK | os.X_OK):
            raise Problem("person_keys_folder_refused", reason=os.strerror(13))
        for property_code, person in self.persons():
            try:
                self._unwrap(property_code, person, self._read(property_code, person) or b"")
            except Problem as problem:
                if problem.code != "person_key_damaged":
                    raise
            else:
                break

    # --- Writing -----------------------------------------------------------------------------------------------------

    def create(self, property_code: str, person: str, *, first: bool) -> bool:
        """Make a key; False where the person has one already. ``first``: this property has no person yet, so its folder
        may be made. It never is where there are persons: an unmounted disk would be taken for a new house."""
        self._check_folder()
        try:
            if first:
                self._of(property_code).mkdir(mode=0o700, exist_ok=True)
                _sync(self.folder)
            with self._locked(property_code):
                if self.tombstone(property_code, person) is not None:
                    raise Problem("person_erased", person=person)
                wrapped = self._wrap(property_code, person, secrets.token_bytes(KEY_BYTES))
                return _put(self._file(property_code, person, "key"), wrapped)
        except OSError as error:
            raise _refused(error) from error

    def destroy(self, property_code: str, person: str, at: datetime) -> Tombstone:
        """Destroy a key for good: tombstone, overwrite, remove. Again, it finishes what was interrupted."""
        self._check_folder()
        try:
            with self._locked(property_code):
                left = Tombstone(person=person, erased_at=at, key_sha256=self.fingerprint(property_code, person))
                tombstone = self._file(property_code, person, "erased")
                stands = not _put(tombstone, msgspec.json.encode(left))
                _wipe(self._file(property_code, person, "key"))
                _sync(self._of(property_code))
                return self._standing(property_code, person, left) if stands else left
        except OSError as error:
            raise _refused(error) from error

    def rewrap(self, property_code: str, person: str) -> bool:
        """Wrap a key with the present master key; False where it is already, or the person was erased meanwhile."""
        try:
            with self._locked(property_code):
                wrapped = self._read(property_code, person)
                if wrapped is None or self.tombstone(property_code, person) is not None:
                    return False
                if _master_id(wrapped) == self.master.id:
                    return False
                with _alarming():
                    key = self._unwrap(property_code, person, wrapped)
                _replace(self._file(property_code, person, "key"), self._wrap(property_code, person, key))
                return True
        except OSError as error:
            raise _refused(error) from error

    # --- Within ------------------------------------------------------------------------------------------------------

    def _standing(self, property_code: str, person: str, left: Tombstone) -> Tombstone:
        """The tombstone that stood already. One that cannot be read gets its words again: it holds up nobody."""
        try:
            return self.tombstone(property_code, person) or left
        except Problem:
            left = msgspec.structs.replace(left, key_sha256=None)
            _replace(self._file(property_code, person, "erased"), msgspec.json.encode(left))
            return left

    def _tombstone(self, property_code: str, person: str) -> Tombstone | None:
        data = self._read(property_code, person, "erased")
        try:
            return None if data is None else msgspec.json.decode(data, type=Tombstone)
        except msgspec.DecodeError as error:
            raise Problem(KEY_DAMAGED, person=person) from error

    def _key(self, property_code: str, person: str) -> bytes:
        if self._tombstone(property_code, person) is not None:
            raise Problem("person_erased", person=person)
        wrapped = self._read(property_code, person)
        if wrapped is None:
            if not self._of(property_code).is_dir():
                raise Problem("person_keys_folder_missing")
            raise Problem(KEY_MISSING, person=person)
        return self._unwrap(property_code, person, wrapped)

    def _of(self, property_code: str) -> Path:
        return self.folder / property_code

    def _file(self, property_code: str, person: str, suffix: str) -> Path:
        """Problem person_unknown for what can be no reference: a path is never made of foreign text."""
        if not (SAFE_NAME.fullmatch(property_code) and SAFE_NAME.fullmatch(person)):
            raise Problem("person_unknown", person=person)
        return self._of(property_code) / f"{person}.{suffix}"

    def _check_folder(self) -> None:
        try:
            mode = self.folder.stat().st_mode
        except (FileNotFoundError, NotADirectoryError) as error:
            raise Problem("person_keys_folder_missing") from error
        except OSError as error:
            raise _refused(error) from error
        if not self.folder.is_dir():
            raise Problem("person_keys_folder_missing")
        if mode & 0o007:
            raise Problem("person_keys_folder_open")

    def _read(self, property_code: str, person: str, suffix: str = "key") -> bytes | None:
        try:
            return self._file(property_code, person, suffix).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _refused(error) from error

    def _wrap(self, property_code: str, person: str, key: bytes) -> bytes:
        nonce = secrets.token_bytes(NONCE_BYTES)
        wrapping = derive(self.master.secret, info=joined((MAGIC, property_code, person)))
        return MAGIC + self.master.id + nonce + encrypt(wrapping, nonce, key, self.master.id)

    def _unwrap(self, property_code: str, person: str, wrapped: bytes) -> bytes:
        if len(wrapped) != FILE_BYTES or not wrapped.startswith(MAGIC):
            raise Problem(KEY_DAMAGED, person=person)
        master = self.masters.get(_master_id(wrapped))
        if master is None:
            raise Problem("person_keys_wrong_master")
        nonce, ciphertext = wrapped[len(MAGIC) + ID_BYTES :][:NONCE_BYTES], wrapped[-KEY_BYTES - TAG_BYTES :]
        wrapping = derive(master.secret, info=joined((MAGIC, property_code, person)))
        try:
            return decrypt(wrapping, nonce, ciphertext, master.id)
        except NotAuthentic as error:
            raise Problem(KEY_DAMAGED, person=person) from error

    @contextmanager
    def _locked(self, property_code: str) -> Iterator[None]:
        """One writer at a time, over all processes; what a crash left unfinished is wiped first."""
        folder = self._of(property_code)
        try:
            lock = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except FileNotFoundError as error:
            raise Problem("person_keys_folder_missing") from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            for unfinished in folder.glob(f"{UNFINISHED}*"):
                _discard(unfinished)
            yield
        finally:
            os.close(lock)


@contextmanager
def _alarming() -> Iterator[None]:
    """Say in the log what is an alarm."""
    try:
        yield
    except Problem as problem:
        if problem.code in (KEY_MISSING, KEY_DAMAGED):
            alarm(problem)
        raise


def _put(target: Path, data: bytes) -> bool:
    """Write a file that was not there; False where it was."""
    unfinished = _written(target.parent, data)
    try:
        os.link(unfinished, target)
    except FileExistsError:
        return False
    finally:
        unfinished.unlink()
        _sync(target.parent)
    return True


def _replace(target: Path, data: bytes) -> None:
    """Write a file in the place of another, and overwrite the bytes of that one."""
    former = os.open(target, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        _written(target.parent, data).rename(target)
        _sync(target.parent)
        _overwrite(former)
    finally:
        os.close(former)


def _master_id(wrapped: bytes) -> bytes:
    return wrapped[len(MAGIC) : len(MAGIC) + ID_BYTES]


def _refused(error: OSError) -> Problem:
    return Problem("person_keys_folder_refused", reason=error.strerror or str(error))


def _written(folder: Path, data: bytes) -> Path:
    """The bytes in a new file of no lasting name, on the disk when this returns."""
    path = folder / f"{UNFINISHED}{secrets.token_hex(8)}"
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(fd, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return path


def _overwrite(fd: int) -> None:
    size = os.fstat(fd).st_size
    os.pwrite(fd, secrets.token_bytes(size), 0)
    os.fsync(fd)


def _wipe(path: Path) -> None:
    """Overwrite a file, then remove it; nothing where it is not there."""
    try:
        fd = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        _overwrite(fd)
    finally:
        os.close(fd)
    path.unlink()


def _discard(unfinished: Path) -> None:
    """Remove what a crash left. Where it is the second name of a finished file, its bytes must stay."""
    if unfinished.stat().st_nlink > 1:
        unfinished.unlink()
    else:
        _wipe(unfinished)


def _sync(folder: Path) -> None:
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
