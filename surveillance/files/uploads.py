"""Files on their way in: begun, added to, ended, expired. What has come is what lies on disk, and nothing else.

A file of :class:`~surveillance.files.models.FootageUpload` grows under a lock of the kernel (``flock``), which ends
with the process that holds it. A part that is refused, or for which there is no room, is taken back to the byte where
it began; a process that is killed leaves what it wrote, and the sender goes on from there. No name of a file that
anybody sent becomes a path.

Proved by ``tests/surveillance/files/test_tus.py`` and, with servers that are killed, ``test_killed.py``.
"""

from __future__ import annotations

import base64
import fcntl
import hashlib
import hmac
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import IO, Any, Final, NamedTuple
from uuid import UUID, uuid4

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction

from casino.core.errors import Problem
from casino.ledger.models import Property
from games.engine.facts import Person
from surveillance.files import storage
from surveillance.files.models import FootageUpload, UploadState

PIECE_BYTES: Final = 256 * 2**10
NAME_LENGTH: Final = 150
CHECKSUMS: Final = ("sha256", "sha1")
WORK_HOURS: Final = 24
"""After so long a file without a row is no upload that begins."""


class Checksum(NamedTuple):
    """What the sender says of a part's bytes."""

    kind: str
    digest: bytes


def begin(
    *,
    owner: Property,
    by: Person,
    name: str,
    length_bytes: int,
    camera: str = "",
    shown_from: datetime | None = None,
    now: datetime,
    how: str = "upload",
) -> FootageUpload:
    """A place for a file of this length. Problems: too large, too many, no camera, no room, no folder."""
    if length_bytes < 1:
        raise Problem("footage_upload_length", "Upload-Length")
    if length_bytes > settings.FOOTAGE_MAX_BYTES:
        raise Problem("footage_upload_too_large", "Upload-Length", limit=settings.FOOTAGE_MAX_BYTES)
    check_camera(owner, camera)
    folder = storage.incoming()
    theirs = FootageUpload.objects.filter(property=owner, staff=by.staff, state=UploadState.COMING)
    waiting = list(theirs.filter(expires_at__gt=now))
    if len(waiting) >= settings.FOOTAGE_UPLOADS_EACH:
        raise Problem("footage_uploads_many", limit=settings.FOOTAGE_UPLOADS_EACH)
    promised = sum(row.length_bytes - offset(row) for row in waiting)
    storage.need_room(folder, length_bytes + promised)
    row = FootageUpload(
        id=uuid4(),
        property=owner,
        name=plain_name(name),
        length_bytes=length_bytes,
        camera=camera,
        shown_from=shown_from,
        staff=by.staff,
        post=by.post,
        how=how,
        begun_at=now,
        expires_at=now + timedelta(hours=settings.FOOTAGE_UPLOAD_HOURS),
    )
    with storage.told():
        os.close(os.open(path_of(row), os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except BaseException:
        path_of(row).unlink(missing_ok=True)
        raise
    return row


def check_camera(owner: Property, camera: str) -> None:
    """Problem footage_camera_unknown for a code that is none of this house."""
    from surveillance.rows.models import Camera

    if camera and not Camera.objects.filter(property=owner, code=camera).exists():
        raise Problem("footage_camera_unknown", "camera", camera=camera)


def plain_name(name: str) -> str:
    """A file's name to show: its last part, without what cannot be shown (bytes that are no UTF-8 among it); never a
    path."""
    last = name.replace("\\", "/").rpartition("/")[2]
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in last).strip()
    return shown[:NAME_LENGTH] or "film"


def path_of(row: FootageUpload) -> Path:
    """Where its bytes lie while they come."""
    return storage.incoming() / f"{row.pk}.part"


def offset(row: FootageUpload) -> int:
    """Bytes that are here: those on disk."""
    try:
        return path_of(row).stat().st_size
    except FileNotFoundError:
        return 0


def find(pk: UUID, *, staff: str) -> FootageUpload:
    """The upload of this person. Problem footage_upload_unknown, also for somebody else's."""
    row = FootageUpload.objects.select_related("property").filter(pk=pk, staff=staff).first()
    if row is None:
        raise Problem("footage_upload_unknown")
    return row


def standing(row: FootageUpload, now: datetime) -> None:
    """Problem where nothing can be added to it: unknown (expired), or ended."""
    if row.state != UploadState.COMING:
        raise Problem("footage_upload_ended")
    if row.expires_at <= now or not path_of(row).exists():
        raise Problem("footage_upload_unknown")


def check_part(row: FootageUpload, *, begins: int, size_bytes: int, now: datetime) -> None:
    """Whether such a part may come, as far as can be said before it does. Problems as of :func:`add`."""
    standing(row, now)
    here = offset(row)
    if begins != here:
        raise Problem("footage_offset", "Upload-Offset", offset=here)
    most = min(settings.FOOTAGE_CHUNK_BYTES, row.length_bytes - here)
    if size_bytes > most:
        raise Problem("footage_chunk_too_large", limit=most)
    storage.need_room(storage.incoming(), size_bytes)


def add(
    row: FootageUpload, source: IO[bytes], *, begins: int, size_bytes: int, checksum: Checksum | None, now: datetime
) -> int:
    """Add a part of so many bytes, or what of it can be read; the bytes that are here now.

    Problems: footage_upload_busy (another part is being written), footage_offset, footage_chunk_too_large,
    footage_checksum, footage_disk_full: after these the file ends where it ended before."""
    with held(row) as file:
        check_part(row, begins=begins, size_bytes=size_bytes, now=now)
        digest = hashlib.new(checksum.kind) if checksum else None
        try:
            with storage.told(needed_bytes=size_bytes):
                _append(file, source, size_bytes, digest)
            if (
                checksum is not None
                and digest is not None
                and not hmac.compare_digest(digest.digest(), checksum.digest)
            ):
                raise Problem("footage_checksum", "Upload-Checksum")
        except Problem:
            os.ftruncate(file, begins)
            raise
        here = os.fstat(file).st_size
        if here == row.length_bytes:
            with storage.told():
                os.fsync(file)
        return here


def _append(file: int, source: IO[bytes], size_bytes: int, digest: Any) -> None:
    left = size_bytes
    while left > 0:
        piece = source.read(min(PIECE_BYTES, left))
        if not piece:
            return  # the sender broke off: what came counts
        left -= len(piece)
        view = memoryview(piece)
        while view:
            view = view[os.write(file, view) :]
        if digest is not None:
            digest.update(piece)


@contextmanager
def held(row: FootageUpload) -> Iterator[int]:
    """The file, open to be added to, for one at a time. Problem footage_upload_busy, footage_upload_unknown."""
    try:
        with storage.told():
            file = os.open(path_of(row), os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW)
    except Problem as problem:
        if isinstance(problem.__cause__, FileNotFoundError):
            raise Problem("footage_upload_unknown") from problem
        raise
    try:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Problem("footage_upload_busy") from None
        yield file
    finally:
        os.close(file)


def end(row: FootageUpload) -> None:
    """Give an upload up, with its bytes. Problem footage_upload_ended where it came whole, footage_upload_busy."""
    if row.state != UploadState.COMING:
        raise Problem("footage_upload_ended")
    with held(row):
        path_of(row).unlink(missing_ok=True)
        row.delete()


def read_checksum(header: str) -> Checksum:
    """``sha256 <base64>``. Problem footage_checksum_kind."""
    kind, _, said = header.strip().partition(" ")
    try:
        digest = base64.b64decode(said, validate=True)
    except ValueError:
        digest = b""
    if kind not in CHECKSUMS or len(digest) != hashlib.new(kind).digest_size:
        raise Problem("footage_checksum_kind", "Upload-Checksum")
    return Checksum(kind, digest)


def read_words(header: str) -> dict[str, str]:
    """Upload-Metadata: ``filename <base64>,camera <base64>``. Problem footage_upload_words."""
    found: dict[str, str] = {}
    for pair in header.split(",") if header.strip() else ():
        key, _, value = pair.strip().partition(" ")
        try:
            found[key] = base64.b64decode(value.strip(), validate=True).decode()
        except ValueError as error:
            raise Problem("footage_upload_words", "Upload-Metadata", what=key or "?") from error
        if not key or "\x00" in found[key]:
            raise Problem("footage_upload_words", "Upload-Metadata", what=key or "?")
    return found


def read_moment(said: str, field: str) -> datetime | None:
    """A moment with its time zone; None for nothing. Problem footage_moment."""
    if not said.strip():
        return None
    try:
        found = datetime.fromisoformat(said.strip())
    except (ValueError, ValidationError) as error:
        raise Problem("footage_moment", field) from error
    if found.tzinfo is None:
        raise Problem("footage_moment", field)
    return found


# --- What nobody finishes ---------------------------------------------------------------------------------------------


def expired(now: datetime) -> list[FootageUpload]:
    """Unfinished uploads whose time is over."""
    return list(FootageUpload.objects.filter(state=UploadState.COMING, expires_at__lte=now).order_by("begun_at")[:500])


def expire(now: datetime) -> int:
    """Remove them, and what killed processes left behind; how many uploads."""
    gone = 0
    for row in expired(now):
        try:
            end(row)
        except Problem as problem:
            if problem.code == "footage_upload_unknown":
                row.delete()
            elif problem.code != "footage_upload_busy":
                raise
            else:
                continue
        gone += 1
    storage.clear()
    _sweep(storage.incoming())
    return gone


def _sweep(folder: Path) -> None:
    """Files of no upload (its row was never written)."""
    old = time.time() - WORK_HOURS * 3600
    for each in folder.iterdir():
        try:
            if each.lstat().st_mtime > old:
                continue
        except FileNotFoundError:
            continue
        if each.suffix == ".part" and not _known(each.stem):
            each.unlink(missing_ok=True)


def _known(stem: str) -> bool:
    try:
        return FootageUpload.objects.filter(pk=UUID(stem)).exists()
    except ValueError:
        return False
