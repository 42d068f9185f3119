"""The container: a zip whose members are stored, so that equal members make equal bytes, opened strictly.

Written and read here by hand, since a reader of zips takes much that is none of ours: names that lead elsewhere, names
twice, bytes between members, two entries for one member, compressed bombs. Everything here stands in one place and is
compared: the directory is bounded before it is read, every field of it and of every member's own head has the one value
that it may have, and members follow one another without a gap. APPNOTE 6.3.9, 4.3; what is not used of it is refused.
Proved by ``tests/surveillance/bundle/test_hostile.py``, where the standard library reads what is written here.
"""

from __future__ import annotations

import mmap
import os
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from surveillance.bundle.layout import MAX_LINE, MAX_MEMBERS, NAME, Unreadable

_LOCAL: Final = struct.Struct("<4sHHHHHIIIHH")
_ENTRY: Final = struct.Struct("<4sHHHHHHIIIHHHHHII")
_END: Final = struct.Struct("<4sHHHHIIH")
_END64: Final = struct.Struct("<4sQHHIIQQQQ")
_LOCATOR: Final = struct.Struct("<4sIQI")
_EXTRA64: Final = struct.Struct("<HHQ")
VERSION: Final = 20
VERSION64: Final = 45
MADE_BY: Final = 3 << 8 | VERSION
DATE: Final = 0x0021
"""1 January 1980, at midnight."""
ATTRIBUTES: Final = 0o100644 << 16
FULL: Final = 0xFFFFFFFF
"""In the place of an offset that stands in the 64 bits behind."""
MAX_DIRECTORY: Final = MAX_MEMBERS * (46 + 330 + 12)
_COPIED: Final = 1 << 20
_KEPT: Final = 1 << 18
"""A stretch of fewer bytes is not worth a call of the system."""


class Stored(NamedTuple):
    """A member as it is put in: ``crc`` is that of its ``size`` bytes."""

    name: str
    path: Path
    size: int
    crc: int


class Placed(NamedTuple):
    """A member as it lies in the file: its bytes begin at ``start``."""

    name: str
    start: int
    size: int
    crc: int


def assemble(target: Path, members: Sequence[Stored]) -> None:
    """Write the container beside ``target`` and give it that name when it is whole and durable. Raises ValueError for
    what cannot be a member."""
    if len(members) > MAX_MEMBERS:
        raise ValueError(f"{len(members)} members, at most {MAX_MEMBERS}")
    beside = target.with_name(target.name + ".part")
    directory: list[bytes] = []
    with beside.open("wb") as file:
        for name, path, size, crc in members:
            if size >= FULL or not NAME.fullmatch(name):
                raise ValueError(f"{name} of {size} bytes cannot be a member")
            directory.append(_entry(name, size, crc, file.tell()))
            file.write(_local(name, size, crc))
            if _copy(path, file) != size:
                raise ValueError(f"{name} has changed while it was put in")
        start = file.tell()
        for entry in directory:
            file.write(entry)
        file.write(_end(len(members), start, file.tell() - start))
        file.flush()
        os.fsync(file.fileno())
    beside.rename(target)


def _copy(path: Path, into: BinaryIO) -> int:
    copied = 0
    with path.open("rb") as source:
        while piece := source.read(_COPIED):
            copied += into.write(piece)
    return copied


def _local(name: str, size: int, crc: int) -> bytes:
    return _LOCAL.pack(b"PK\3\4", VERSION, 0, 0, 0, DATE, crc, size, size, len(name), 0) + name.encode("ascii")


def _entry(name: str, size: int, crc: int, offset: int) -> bytes:
    extra = _EXTRA64.pack(1, 8, offset) if offset >= FULL else b""
    fixed = _ENTRY.pack(
        *(b"PK\1\2", MADE_BY, VERSION64 if extra else VERSION, 0, 0, 0, DATE, crc, size, size, len(name), len(extra)),
        *(0, 0, 0, ATTRIBUTES, min(offset, FULL)),
    )
    return fixed + name.encode("ascii") + extra


def _end(count: int, start: int, size: int) -> bytes:
    end = _END.pack(b"PK\5\6", 0, 0, count, count, size, min(start, FULL), 0)
    if start < FULL:
        return end
    whole = _END64.pack(b"PK\6\6", _END64.size - 12, MADE_BY, VERSION64, 0, 0, count, count, size, start)
    return whole + _LOCATOR.pack(b"PK\6\7", 0, start + size, 1) + end


class Archive:
    """A container that was opened. Every member's place is known and checked; nothing of what lies there is read yet.
    Raises :class:`Unreadable`, and OSError as opening does."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.open("rb")
        try:
            self.size = os.fstat(self._file.fileno()).st_size
            if self.size < _END.size:
                raise Unreadable("container", "", why="it is shorter than any")
            self._map = mmap.mmap(self._file.fileno(), 0, access=mmap.ACCESS_READ)
            self.members = {member.name: member for member in self._members()}
        except BaseException:
            self._file.close()
            raise

    def close(self) -> None:
        self._map.close()
        self._file.close()

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _members(self) -> Iterator[Placed]:
        count, start = self._directory()
        at, offset, seen = start, 0, set[str]()
        end = self.size
        for _ in range(count):
            if at + _ENTRY.size > end:
                raise _broken("the directory ends too early")
            fields = _ENTRY.unpack_from(self._map, at)
            crc, size, length = fields[7], fields[8], fields[10]
            raw = self._map[at + _ENTRY.size : at + _ENTRY.size + length]
            name = raw.decode("ascii", "replace")
            if not NAME.fullmatch(name) or name in seen:
                raise _broken(f"a member called {name[:80]!r}")
            # The whole entry, and the member's own head, are what would be written for it.
            entry = _entry(name, size, crc, offset)
            if self._map[at : at + len(entry)] != entry:
                raise _broken(f"the directory's entry of {name}")
            head = _local(name, size, crc)
            if self._map[offset : offset + len(head)] != head or offset + len(head) + size > start:
                raise _broken(f"the head of {name}")
            seen.add(name)
            yield Placed(name, offset + len(head), size, crc)
            at += len(entry)
            offset += len(head) + size
        if offset != start or self._map[at:end] != _end(count, start, at - start):
            raise _broken("something stands between, behind or before the members")

    def _directory(self) -> tuple[int, int]:
        """How many members, and where the directory begins."""
        found = _END.unpack_from(self._map, self.size - _END.size)
        count, size, start = found[4], found[5], found[6]
        if found[0] != b"PK\5\6" or count > MAX_MEMBERS or size > MAX_DIRECTORY:
            raise _broken("there is no end, or more members than are read")
        if start == FULL:
            at = self.size - _END.size - _LOCATOR.size - _END64.size
            if at < 0:
                raise _broken("there is no end of 64 bits")
            start = _END64.unpack_from(self._map, at)[9]
        if start + size > self.size:
            raise _broken("the directory lies outside")
        return count, start

    def bytes_of(self, name: str, most: int) -> bytes:
        """A small member whole. Raises :class:`Unreadable` where it is missing or longer than ``most``."""
        member = self._find(name)
        if member.size > most:
            raise Unreadable("too_long", name, most=most)
        return self._map[member.start : member.start + member.size]

    def pieces(self, name: str, of: int = _COPIED) -> Iterator[bytes]:
        """A member piece by piece, each of ``of`` bytes but the last."""
        member = self._find(name)
        for at in range(member.start, member.start + member.size, of):
            end = min(at + of, member.start + member.size)
            piece = self._map[at:end]
            self._let_go(at, end)
            yield piece

    def _let_go(self, start: int, end: int) -> None:
        """The pages of a stretch that was copied need not stay with this process, however large the file is."""
        first = start - start % mmap.PAGESIZE
        if end - first >= _KEPT and hasattr(mmap, "MADV_DONTNEED"):  # not every system has it
            self._map.madvise(mmap.MADV_DONTNEED, first, end - first)

    def at(self, start: int, size: int) -> bytes:
        """Bytes of the file, for who knows where a member lies."""
        return self._map[start : start + size]

    def slice_of(self, name: str, start: int, end: int) -> bytes:
        """Bytes ``start`` to ``end`` of a member, as far as there are any."""
        member = self._find(name)
        return self._map[member.start + min(start, member.size) : member.start + min(end, member.size)]

    def lines(self, name: str) -> Iterator[bytes]:
        """The lines of a member without their newlines. Raises :class:`Unreadable` for one that is longer than any may
        be, and for a last one that does not end."""
        rest = b""
        for piece in self.pieces(name):
            lines = (rest + piece).split(b"\n")
            rest = lines.pop()
            if len(rest) > MAX_LINE or (lines and len(lines[0]) > MAX_LINE):  # a piece is shorter than that
                raise Unreadable("line_too_long", name, most=MAX_LINE)
            yield from lines
        if rest:
            raise Unreadable("line_unended", name)

    def _find(self, name: str) -> Placed:
        member = self.members.get(name)
        if member is None:
            raise Unreadable("missing", name)
        return member


def _broken(why: str) -> Unreadable:
    return Unreadable("container", "", why=why)
