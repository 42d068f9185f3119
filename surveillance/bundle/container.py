"""The container: a zip of which one form is taken, opened strictly.

Written and read here by hand, since a reader of zips takes much that is none of ours: names that lead elsewhere, names
twice, bytes between members, two entries for one member, bombs. Everything here stands in one place and is compared:
the directory is bounded before it is read, every field of it and of every member's own head has the one value that it
may have, and members follow one another without a gap. APPNOTE 6.3.9, 4.3; what is not used of it is refused.

Events and entries (:data:`PACKED`), of which a bundle is nearly made, are deflated, each in parts of bounded size; all
else is stored, and read at any place.
Proved by ``tests/surveillance/bundle/test_hostile.py``, where the standard library reads what is written here.
"""

from __future__ import annotations

import mmap
import os
import re
import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from surveillance.bundle.layout import MAX_LINE, MAX_MEMBERS, NAME, PART_BYTES, Unreadable

_LOCAL: Final = struct.Struct("<4sHHHHHIIIHH")
_ENTRY: Final = struct.Struct("<4sHHHHHHIIIHHHHHII")
_END: Final = struct.Struct("<4sHHHHIIH")
_END64: Final = struct.Struct("<4sQHHIIQQQQ")
_LOCATOR: Final = struct.Struct("<4sIQI")
_HEAD64: Final = struct.Struct("<HH")
VERSION: Final = 20
VERSION64: Final = 45
MADE_BY: Final = 3 << 8 | VERSION
DATE: Final = 0x0021
"""1 January 1980, at midnight."""
ATTRIBUTES: Final = 0o100644 << 16
FULL: Final = 0xFFFFFFFF
"""In the place of an offset or a size that stands in the 64 bits behind."""
MAX_DIRECTORY: Final = MAX_MEMBERS * (46 + 330 + 12)
PACKED: Final = ("events/", "log/entries/")
"""Members whose names begin so may be deflated, and are where they are written here."""
MAX_PACKED: Final = PART_BYTES + 2 * MAX_LINE
"""Bytes that a deflated member may hold: a part, and the event that ends it."""
MAX_RATIO: Final = 100
"""How many times its own bytes a deflated member may hold; events take a fifth to a tenth of what they are."""
STORED, DEFLATED = 0, 8
LEVEL: Final = 6
_COPIED: Final = 1 << 20
_KEPT: Final = 1 << 18
"""A stretch of fewer bytes is not worth a call of the system."""


class Form(NamedTuple):
    """What a kind of container may have: names of members, beginnings of names that may be deflated, and the size from
    which on nothing is a member."""

    names: re.Pattern[str]
    packed: tuple[str, ...]
    too_large: int


BUNDLE: Final = Form(NAME, PACKED, FULL)


class Stored(NamedTuple):
    """A member as it is put in: ``crc`` is that of its ``size`` bytes."""

    name: str
    path: Path
    size: int
    crc: int


class Placed(NamedTuple):
    """A member as it lies in the file: its bytes begin at ``start``, where it has ``packed`` of them."""

    name: str
    start: int
    size: int
    crc: int
    packed: int

    @property
    def deflated(self) -> bool:
        return self.packed != self.size


def assemble(target: Path, members: Sequence[Stored], form: Form = BUNDLE) -> None:
    """Write the container beside ``target`` and give it that name when it is whole and durable. Raises ValueError for
    what cannot be a member."""
    if len(members) > MAX_MEMBERS:
        raise ValueError(f"{len(members)} members, at most {MAX_MEMBERS}")
    beside = target.with_name(target.name + ".part")
    directory: list[bytes] = []
    with beside.open("wb") as file:
        for name, path, size, crc in members:
            if size >= form.too_large or not form.names.fullmatch(name):
                raise ValueError(f"{name} of {size} bytes cannot be a member")
            begins = file.tell()
            file.write(_local(name, size, crc, size))
            packed = _pack(path, file, size) if name.startswith(form.packed) else size
            if packed == size:  # nothing is gained
                file.seek(begins)
                file.truncate()
                file.write(_local(name, size, crc, size))
                if _copy(path, file) != size:
                    raise ValueError(f"{name} has changed while it was put in")
            else:
                file.seek(begins)
                file.write(_local(name, size, crc, packed))
                file.seek(0, os.SEEK_END)
            directory.append(_entry(name, size, crc, begins, packed))
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


def _pack(path: Path, into: BinaryIO, size: int) -> int:
    """Deflate a file; how many bytes that took, and ``size`` where it may not be, or is not worth it. Raises ValueError
    where the file is another by now."""
    if not 0 < size <= MAX_PACKED:
        return size
    packing = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    read = packed = 0
    with path.open("rb") as source:
        while piece := source.read(_COPIED):
            read += len(piece)
            packed += into.write(packing.compress(piece))
    packed += into.write(packing.flush())
    if read != size:
        raise ValueError(f"{path.name} has changed while it was put in")
    return packed if packed < size <= packed * MAX_RATIO else size


def _local(name: str, size: int, crc: int, packed: int) -> bytes:
    method, extra = STORED if packed == size else DEFLATED, _wide(size, packed)
    version, short = VERSION64 if extra else VERSION, (min(packed, FULL), min(size, FULL))
    fixed = _LOCAL.pack(b"PK\3\4", version, 0, method, 0, DATE, crc, *short, len(name), len(extra))
    return fixed + name.encode("ascii") + extra


def _entry(name: str, size: int, crc: int, offset: int, packed: int) -> bytes:
    extra = _wide(size, packed, offset)
    version, method = VERSION64 if extra else VERSION, STORED if packed == size else DEFLATED
    fixed = _ENTRY.pack(
        *(b"PK\1\2", MADE_BY, version, 0, method, 0, DATE, crc, min(packed, FULL), min(size, FULL)),
        *(len(name), len(extra), 0, 0, 0, ATTRIBUTES, min(offset, FULL)),
    )
    return fixed + name.encode("ascii") + extra


def _wide(size: int, packed: int, offset: int = 0) -> bytes:
    """The extra field of what does not fit 32 bits (APPNOTE 4.5.3); empty where all does. What is so long is stored."""
    wide = [size, packed] * (size >= FULL) + [offset] * (offset >= FULL)
    return _HEAD64.pack(1, 8 * len(wide)) + struct.pack(f"<{len(wide)}Q", *wide) if wide else b""


def _end(count: int, start: int, size: int) -> bytes:
    end = _END.pack(b"PK\5\6", 0, 0, count, count, size, min(start, FULL), 0)
    if start < FULL:
        return end
    whole = _END64.pack(b"PK\6\6", _END64.size - 12, MADE_BY, VERSION64, 0, 0, count, count, size, start)
    return whole + _LOCATOR.pack(b"PK\6\7", 0, start + size, 1) + end


class Archive:
    """A container that was opened. Every member's place is known and checked; nothing of what lies there is read yet.
    Raises :class:`Unreadable`, and OSError as opening does."""

    def __init__(self, path: Path, form: Form = BUNDLE) -> None:
        self.path, self._form = path, form
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
            crc, packed, size, length = fields[7], fields[8], fields[9], fields[10]
            raw = self._map[at + _ENTRY.size : at + _ENTRY.size + length]
            name = raw.decode("ascii", "replace")
            if not self._form.names.fullmatch(name) or name in seen:
                raise _broken(f"a member called {name[:80]!r}")
            if size == FULL:
                size = packed = self._wide_size(at + _ENTRY.size + length)
            if size >= self._form.too_large:
                raise _broken(f"{name} of {size} bytes")
            if packed != size and not (
                name.startswith(self._form.packed) and size <= min(MAX_PACKED, packed * MAX_RATIO)
            ):
                raise _broken(f"{name} holds {size} bytes in {packed}")
            # The whole entry, and the member's own head, are what would be written for it.
            entry = _entry(name, size, crc, offset, packed)
            if self._map[at : at + len(entry)] != entry:
                raise _broken(f"the directory's entry of {name}")
            head = _local(name, size, crc, packed)
            if self._map[offset : offset + len(head)] != head or offset + len(head) + packed > start:
                raise _broken(f"the head of {name}")
            seen.add(name)
            yield Placed(name, offset + len(head), size, crc, packed)
            at += len(entry)
            offset += len(head) + packed
        if offset != start or self._map[at:end] != _end(count, start, at - start):
            raise _broken("something stands between, behind or before the members")

    def _wide_size(self, at: int) -> int:
        """The size in the 64 bits of an entry's extra field, which is compared with the rest of the entry."""
        if at + _HEAD64.size + 8 > self.size:
            raise _broken("the directory ends too early")
        return int.from_bytes(self._map[at + _HEAD64.size : at + _HEAD64.size + 8], "little")

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
        if member.deflated:
            return b"".join(self._unpacked(member, _COPIED))
        return self._map[member.start : member.start + member.size]

    def pieces(self, name: str, of: int = _COPIED) -> Iterator[bytes]:
        """A member piece by piece, each of ``of`` bytes at most. Raises :class:`Unreadable` where what is deflated is
        not as long as it says."""
        member = self._find(name)
        if member.deflated:
            yield from self._unpacked(member, of)
            return
        for at in range(member.start, member.start + member.size, of):
            end = min(at + of, member.start + member.size)
            piece = self._map[at:end]
            self._let_go(at, end)
            yield piece

    def _unpacked(self, member: Placed, of: int) -> Iterator[bytes]:
        """No more than the member says is ever unpacked."""
        unpacking, left, raw = zlib.decompressobj(-zlib.MAX_WBITS), member.size, b""
        end = member.start + member.packed
        try:
            for at in range(member.start, end, of):
                raw = self._map[at : min(at + of, end)]
                while raw and not unpacking.eof:
                    piece = unpacking.decompress(raw, min(of, left + 1))
                    left -= len(piece)
                    if left < 0:
                        raise _broken(f"{member.name} holds more than the {member.size} bytes that it says")
                    raw = unpacking.unconsumed_tail
                    if piece:
                        yield piece
                self._let_go(at, min(at + of, end))
        except zlib.error as error:
            raise _broken(f"{member.name}: {error}") from error
        if left or raw or unpacking.unused_data or not unpacking.eof:
            raise _broken(f"{member.name} ends before or behind what it says")

    def _let_go(self, start: int, end: int) -> None:
        """The pages of a stretch that was copied need not stay with this process, however large the file is."""
        first = start - start % mmap.PAGESIZE
        if end - first >= _KEPT and hasattr(mmap, "MADV_DONTNEED"):  # not every system has it
            self._map.madvise(mmap.MADV_DONTNEED, first, end - first)

    def at(self, start: int, size: int) -> bytes:
        """Bytes of the file, for who knows where a member lies."""
        return self._map[start : start + size]

    def slice_of(self, name: str, start: int, end: int) -> bytes:
        """Bytes ``start`` to ``end`` of a member that is stored, as far as there are any."""
        member = self._find(name)
        assert not member.deflated
        return self._map[member.start + min(start, member.size) : member.start + min(end, member.size)]

    def lines(self, name: str, along: Callable[[bytes], object] | None = None) -> Iterator[bytes]:
        """The lines of a member without their newlines; ``along`` is given all its bytes as they are read. Raises
        :class:`Unreadable` for a line that is longer than any may be, and for a last one that does not end."""
        rest = b""
        for piece in self.pieces(name):
            if along is not None:
                along(piece)
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
