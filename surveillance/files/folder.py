"""The watched folder: films that a recorder or a person puts there are taken in without anybody at a keyboard.

    FOOTAGE_WATCHED_DIR/<property>/<camera>/film.mp4        this camera's; without such a folder: unplaced
    FOOTAGE_WATCHED_DIR/<property>/done/<camera>/film.mp4   what was taken in, or was here already
    FOOTAGE_WATCHED_DIR/<property>/refused/…/film.mp4       of a camera that nobody knows, or without a byte

With what is refused, or kept without being a film that can be shown, lies film.mp4.reason.txt, in both languages.

Where there is one property, its folder may be left out. A file is taken once its size and its moment have not changed
between two looks, and nobody holds a lock on it; while it is taken, this process holds one, so that a copying program
that locks its files and a second worker both wait. Links, folders and names that begin with a dot are left alone.

Proved by ``tests/surveillance/files/test_folder.py``.
"""

from __future__ import annotations

import fcntl
import logging
import os
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple
from uuid import UUID, uuid5

from django.conf import settings

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.events import SAFE_NAME
from casino.core.text import Text
from casino.ledger.everywhere import carry_on, codes
from casino.ledger.models import Property
from surveillance.files import arrival, jobs, storage, uploads
from surveillance.rows.models import Camera

log = logging.getLogger(__name__)

STABLE_SECONDS: Final = 10.0
"""So long a file must not have changed before it counts as whole, besides being as it was at the last look."""
LONGEST_BYTES: Final = 255
"""Of a file's name."""
DONE: Final = "done"
REFUSED: Final = "refused"
NAMESPACE: Final = UUID("e2f0d9d2-51ab-5a0e-8c1e-7c0a0c6f5d52")


class Lying(NamedTuple):
    """A file in the folder, and how it stands there."""

    path: Path
    house: Path
    property_code: str
    camera: str
    size_bytes: int
    changed_ns: int


_seen: Final[dict[Path, tuple[int, int]]] = {}
"""How each file stood at this process's last look."""


def home() -> Path | None:
    """The folder; None where none is watched, or it is not there."""
    folder = Path(settings.FOOTAGE_WATCHED_DIR) if settings.FOOTAGE_WATCHED_DIR else None
    return folder if folder is not None and folder.is_dir() else None


def lying() -> list[Lying]:
    """Every file that may be a film, the oldest first."""
    folder = home()
    if folder is None:
        return []
    houses = codes()
    found = [each for code in houses for each in _of(folder / code, code)]
    if len(houses) == 1:
        found += _of(folder, houses[0], besides={houses[0]})
    return sorted(found, key=lambda each: each.changed_ns)


def _of(house: Path, property_code: str, besides: set[str] | None = None) -> Iterator[Lying]:
    left_out = {DONE, REFUSED, *(besides or ())}
    for entry in _inside(house):
        if entry.name in left_out or entry.is_symlink():
            continue
        if entry.is_dir():
            yield from _lie(_inside(entry), house, property_code, entry.name)
        else:
            yield from _lie([entry], house, property_code, "")


def _inside(folder: Path) -> list[Path]:
    """What lies in a folder, but for what is hidden; nothing of one that is not there, or that this process may not
    read: the others are looked at all the same."""
    if folder.is_symlink() or not folder.is_dir():
        return []
    try:
        return [each for each in sorted(folder.iterdir()) if not each.name.startswith(".")]
    except OSError as error:
        log.warning("watched_folder_unread folder=%r errno=%s", str(folder), error.errno)
        return []


def _lie(paths: Iterable[Path], house: Path, property_code: str, camera: str) -> Iterator[Lying]:
    for path in paths:
        with suppress(OSError):  # it has gone meanwhile
            found = path.lstat()
            if stat.S_ISREG(found.st_mode):
                yield Lying(path, house, property_code, camera, found.st_size, found.st_mtime_ns)


def look() -> int:
    """Take in what is whole; how many files were taken or refused."""
    present = lying()
    for gone in set(_seen) - {each.path for each in present}:
        del _seen[gone]
    return sum(carry_on(_taken, present))


def _taken(each: Lying) -> bool:
    """Whether this file was taken or refused, because nothing of it had changed since the last look."""
    stands = (each.size_bytes, each.changed_ns)
    stable = _seen.get(each.path) == stands and time.time_ns() - each.changed_ns > STABLE_SECONDS * 1e9
    _seen[each.path] = stands
    if not stable or not _take(each):
        return False
    del _seen[each.path]
    return True


def _take(each: Lying) -> bool:
    """Take a file in, or refuse it; False where somebody else holds it, or the house is at fault and not the file."""
    with _held(each.path) as held:
        if not held:
            return False
        owner = Property.objects.get(code=each.property_code)
        try:
            camera = _camera(owner, each.camera)
            origin = arrival.Origin(how="folder", name=each.path.name, camera=camera)
            path = os.fsencode(each.path).decode("utf-8", "backslashreplace")
            identity = uuid5(NAMESPACE, f"{owner.code}/{path}/{each.size_bytes}/{each.changed_ns}")
            taken = arrival.take_in(owner=owner, path=each.path, origin=origin, identity=identity, now=clock())
        except Problem as problem:
            if problem.code in jobs.PASSING:
                return False  # looked at again; nothing of it was kept
            _say_why(_moved(each, REFUSED), problem.code, problem.text)
            return True
        lies = _moved(each, DONE)
        if taken.unplayable is not None:
            _say_why(lies, taken.unplayable.code, Text(taken.unplayable.vi, taken.unplayable.en))
        return True


@contextmanager
def _held(path: Path) -> Iterator[bool]:
    """Whether nobody else holds the file; then this process does. It may have gone meanwhile."""
    try:
        opened = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        yield False
        return
    try:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield path.exists() and os.stat(path).st_ino == os.fstat(opened).st_ino
    finally:
        os.close(opened)


def _camera(owner: Property, name: str) -> str | None:
    if not name:
        return None
    known = SAFE_NAME.fullmatch(name) and Camera.objects.filter(property=owner, code=name).exists()
    if not known:
        raise Problem("footage_camera_unknown", camera=uploads.plain_name(name))
    return name


def _target(each: Lying, where: str) -> Path:
    return each.house / where / each.camera / each.path.name


def _moved(each: Lying, where: str) -> Path:
    """Put it aside; where it lies then. One of this name that lies there already gives way a number."""
    target = _target(each, where)
    with storage.told():
        target.parent.mkdir(mode=storage.FOLDER_MODE, parents=True, exist_ok=True)
        number = 1
        while target.exists():
            number += 1
            target = target.with_name(_short(f"{each.path.stem}-{number}", each.path.suffix))
        each.path.rename(target)
    return target


def _short(name: str, behind: str) -> str:
    """A name with something behind it, no longer than disks take."""
    return os.fsdecode(os.fsencode(name)[: LONGEST_BYTES - len(os.fsencode(behind))]) + behind


def _say_why(lies: Path, code: str, text: Text) -> None:
    note = lies.with_name(_short(lies.name, ".reason.txt"))
    with storage.told():
        note.write_text(f"{code}\n{text.vi}\n{text.en}\n", encoding="utf-8")
