"""Where footage lies: originals by their SHA-256, what is made of them beside, both through Django's storage API.

A folder: files come into being under their name whole or not at all (written beside, synced, renamed), so that a
process killed at any moment leaves nothing that looks like a film. An original is never written over: its name is its
content. An object storage (S3): multipart by the library, whose own hash of an object is none of its content, so ours
counts. Reading for work on it goes through :func:`as_file`: a path on disk, for an object storage a copy that is gone
afterwards, in parts of bounded memory.

Proved by ``tests/surveillance/files/test_arrival.py`` and ``test_s3.py``.
"""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final, cast

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import FileSystemStorage, Storage, storages

from casino.core.errors import Problem

PIECE_BYTES: Final = 1 << 20
FOLDER_MODE: Final = 0o750
FILE_MODE: Final = 0o440
"""Nobody writes to what is kept; the group (the proxy that hands films out) reads."""
UNFINISHED: Final = ".unfinished"
"""Below originals and below copies: files lie there until they are whole, on the same disk."""
WORK: Final = "work-"
JUST_MADE_SECONDS: Final = 5
FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def originals() -> Storage:
    """The storage of originals."""
    return storages["footage"]


def copies() -> Storage:
    """The storage of what is made of them: it can be made again."""
    return storages["footage_copies"]


def original_name(property_code: str, sha256: str) -> str:
    """Where an original lies. Houses share nothing: what one deletes another may keep."""
    return f"{property_code}/{sha256[:2]}/{sha256}"


def copy_name(property_code: str, sha256: str, what: str) -> str:
    """Where something lies that was made of an original (``web.mp4``)."""
    return f"{property_code}/{sha256[:2]}/{sha256}/{what}"


@contextmanager
def told(*, needed_bytes: int = 0) -> Iterator[None]:
    """Errors of a disk or an object storage as Problems: full, or away."""
    try:
        yield
    except OSError as error:
        if error.errno in FULL:
            raise Problem("footage_disk_full", needed=needed_bytes) from error
        raise Problem("footage_storage_away", what=error.strerror or type(error).__name__) from error
    except _object_errors() as error:
        raise Problem("footage_storage_away", what=type(error).__name__) from error


def _object_errors() -> tuple[type[Exception], ...]:
    """What the object storage's library raises; none where it is not installed."""
    try:
        from boto3.exceptions import Boto3Error
        from botocore.exceptions import BotoCoreError, ClientError
    except ImportError:
        return ()
    return (Boto3Error, BotoCoreError, ClientError)


# --- A folder ---------------------------------------------------------------------------------------------------------


def home() -> Path:
    """The folder of footage, which somebody has made: a disk that is not mounted must not be written under.

    Problem footage_no_folder, footage_storage_away."""
    if not settings.FOOTAGE_DIR:
        raise Problem("footage_no_folder")
    folder = Path(settings.FOOTAGE_DIR)
    if not folder.is_dir():
        raise Problem("footage_storage_away", what=os.strerror(errno.ENOENT))
    return folder


def incoming() -> Path:
    """Where files lie while they come in: a folder of this machine's (or shared) disk, made where it is missing."""
    if not settings.FOOTAGE_INCOMING_DIR:
        raise Problem("footage_no_folder")
    folder = Path(settings.FOOTAGE_INCOMING_DIR)
    if not folder.is_dir():
        if settings.FOOTAGE_DIR and folder.parent == Path(settings.FOOTAGE_DIR):
            home()
        with told():
            folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
    return folder


def need_room(folder: Path, needed_bytes: int) -> None:
    """Problem footage_disk_full where so much would not fit with room to spare, footage_storage_away."""
    with told(needed_bytes=needed_bytes):
        free_bytes = shutil.disk_usage(folder).free
    if free_bytes < needed_bytes + settings.FOOTAGE_LEAST_FREE_BYTES:
        raise Problem("footage_disk_full", needed=needed_bytes + settings.FOOTAGE_LEAST_FREE_BYTES - free_bytes)


class FootageFolder(FileSystemStorage):
    """A folder below FOOTAGE_DIR, found anew with every use."""

    def __init__(self, part: str) -> None:
        super().__init__(file_permissions_mode=FILE_MODE, directory_permissions_mode=FOLDER_MODE)
        self.part = part

    @property
    def base_location(self) -> str:
        return str(home() / self.part)

    @property
    def location(self) -> str:
        return os.path.abspath(self.base_location)

    def _save(self, name: str, content: File[Any]) -> str:
        """Whole or not at all. A file of the same disk is linked, not copied."""
        target = Path(self.path(name))
        target.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        if target.exists():
            return self._save(self.get_alternative_name(*os.path.splitext(name)), content)
        source = getattr(content, "temporary_file_path", None)
        beside = Path(self.path(UNFINISHED))
        beside.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        unfinished = Path(tempfile.mktemp(prefix=".part-", dir=beside))  # noqa: S306 made exclusively below
        try:
            if source is None or not _linked(Path(source()), unfinished):
                _written(cast(IO[bytes], content), unfinished)
            unfinished.chmod(FILE_MODE)
            os.link(unfinished, target)
        except FileExistsError:  # another process was quicker
            return self._save(self.get_alternative_name(*os.path.splitext(name)), content)
        finally:
            unfinished.unlink(missing_ok=True)
        _synced_folder(target.parent)
        return name


def _linked(source: Path, target: Path) -> bool:
    """Whether one disk could give the file a second name."""
    with suppress(OSError):
        os.link(source, target)
        return True
    return False


def _written(content: IO[bytes], target: Path) -> None:
    opened = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(opened, "wb") as file:
        fcntl.flock(opened, fcntl.LOCK_EX)
        content.seek(0)
        while piece := content.read(PIECE_BYTES):
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())


def _synced_folder(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


class LocalFile(File):
    """A file of this machine that is to be kept under another name."""

    def __init__(self, path: Path) -> None:
        super().__init__(path.open("rb"), name=path.name)
        self._path = path

    def temporary_file_path(self) -> str:
        return str(self._path)


# --- For every storage ------------------------------------------------------------------------------------------------


def keep(storage: Storage, name: str, path: Path) -> None:
    """Keep a file under this name; nothing happens where it is there already, as it is with an original. Problems."""
    with told(needed_bytes=path.stat().st_size):
        if storage.exists(name):
            if storage.size(name) == path.stat().st_size:
                return
            storage.delete(name)
        with LocalFile(path) as file:
            kept = storage.save(name, file)
        if kept != name:  # another process was quicker: what it kept is the same
            storage.delete(kept)


def keep_bytes(storage: Storage, name: str, content: bytes) -> None:
    """Keep these bytes under this name, in the place of what is there."""
    from django.core.files.base import ContentFile

    with told(needed_bytes=len(content)):
        if storage.exists(name):
            storage.delete(name)
        storage.save(name, ContentFile(content))


@contextmanager
def as_file(storage: Storage, name: str) -> Iterator[Path]:
    """The file on this machine, to read only. FileNotFoundError where it is not kept; Problems of the storage."""
    if isinstance(storage, FileSystemStorage):
        path = Path(storage.path(name))
        if not path.is_file():
            raise FileNotFoundError(name)
        yield path
        return
    if not exists(storage, name):
        raise FileNotFoundError(name)
    with scratch() as folder:
        with told(needed_bytes=storage.size(name)), (folder / "object").open("wb") as target:
            cast(Any, storage).fetch(name, target)
        yield folder / "object"


def exists(storage: Storage, name: str) -> bool:
    """Whether it is kept. Problem footage_storage_away."""
    with told():
        return bool(storage.exists(name))


def size_of(storage: Storage, name: str) -> int:
    """Bytes of what is kept; FileNotFoundError."""
    if not exists(storage, name):
        raise FileNotFoundError(name)
    with told():
        return int(storage.size(name))


def remove(storage: Storage, name: str) -> None:
    """Gone, whether it was there or not."""
    with told():
        storage.delete(name)


def pieces(storage: Storage, name: str, first: int, last: int) -> Iterator[bytes]:
    """The bytes from ``first`` to ``last``, both counted in, in pieces of bounded size."""
    if not isinstance(storage, FileSystemStorage):
        yield from cast(Any, storage).ranged(name, first, last)
        return
    with Path(storage.path(name)).open("rb") as file:
        file.seek(first)
        left = last - first + 1
        while left > 0:
            piece = file.read(min(PIECE_BYTES, left))
            if not piece:
                return
            left -= len(piece)
            yield piece


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder for work, on the disk of what comes in, gone afterwards. This process holds a lock on it as long as it
    lives, so that what a killed one left is known (:func:`clear`)."""
    with told():
        folder = Path(tempfile.mkdtemp(prefix=WORK, dir=incoming()))
        held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(held)


# --- What killed processes left ---------------------------------------------------------------------------------------


def clear() -> int:
    """Remove what processes that live no more were at work on: folders of work, and files half kept; how many.
    Those made just now are left: whoever made one may not hold it yet."""
    folders = [(incoming(), WORK)]
    folders += [
        (Path(each.path(UNFINISHED)), ".part-") for each in (originals(), copies()) if isinstance(each, FootageFolder)
    ]
    return sum(_cleared(folder, prefix) for folder, prefix in folders if folder.is_dir())


def _cleared(folder: Path, prefix: str) -> int:
    gone = 0
    for each in folder.iterdir():
        with suppress(FileNotFoundError):
            if not each.name.startswith(prefix) or time.time() - each.lstat().st_ctime < JUST_MADE_SECONDS:
                continue
            opened = os.open(each, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
            try:
                fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(each, ignore_errors=True) if each.is_dir() else each.unlink()
                gone += 1
            except BlockingIOError:
                continue  # somebody works on it
            finally:
                os.close(opened)
    return gone
