"""A bounded reader of ISO base media boxes (ISO/IEC 14496-12, 4.2): size, type, content, and boxes within boxes.

A box is a 32-bit size, a type of four bytes, and content; size 1 means that a 64-bit size follows, and size 0, at file
level only, that the box reaches to the end of the file. Nothing is trusted: a box is never smaller than its header nor
larger than what holds it, and count, depth and the bytes taken into memory are capped. Whatever breaks this is a
``film_boxes`` error that says at which byte. Tests: ``tests/surveillance/film/test_boxes.py``.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import BinaryIO, Final

import msgspec

from casino.core.messages import Catalogue
from casino.core.text import Text
from surveillance.film.errors import FilmError

_WORDS: Final = Catalogue(__file__)

MOST_BOXES: Final = 400_000
"""Boxes of one file that are looked at: a day in fragments of half a second has some 350 000."""

DEEPEST: Final = 12
"""Boxes within boxes; the film formats that are read here use eight."""

MOST_CONTENT: Final = 1 << 20
"""Bytes of a box's content that are taken into memory."""

PIECE: Final = 1 << 20
"""Bytes of a file that are taken at once."""

_SHORT: Final = _WORDS.text("short")
_LONG: Final = _WORDS.text("long")
_CUT: Final = _WORDS.text("cut")
_OPEN: Final = _WORDS.text("open")
_MANY: Final = _WORDS.text("many")
_DEEP: Final = _WORDS.text("deep")
_BIG: Final = _WORDS.text("big")


class Box(msgspec.Struct, frozen=True):
    """Where a box lies: ``start`` of its header, ``body`` of its content, ``end`` behind it, in bytes of the file.
    ``size_field`` is the 32-bit size as written (0, 1, or the size itself)."""

    kind: bytes
    start: int
    body: int
    end: int
    size_field: int

    @property
    def size(self) -> int:
        """Bytes of the whole box."""
        return self.end - self.start


class Boxes:
    """The boxes of one open file, with what is left of the cap on their count."""

    def __init__(self, file: BinaryIO, *, most: int = MOST_BOXES, deepest: int = DEEPEST) -> None:
        self.file = file
        self.size = os.fstat(file.fileno()).st_size
        self._left = most
        self._deepest = deepest

    def top(self) -> list[Box]:
        """The boxes at file level, which fill the file."""
        return self._between(0, self.size, 0)

    def within(self, box: Box, *, skip: int = 0, depth: int = 1) -> list[Box]:
        """The boxes that fill ``box`` behind ``skip`` bytes of fields of its own."""
        if box.body + skip > box.end:
            raise broken(box.start, _SHORT)
        return self._between(box.body + skip, box.end, depth)

    def content(self, box: Box, *, most: int = MOST_CONTENT) -> bytes:
        """The content of a box, whole; more than ``most`` bytes are an error."""
        if box.end - box.body > most:
            raise broken(box.start, _BIG)
        return self._read(box.body, box.end - box.body)

    def find(self, path: tuple[bytes, ...]) -> list[Box]:
        """Every box that is reached from file level by these types, one after the other."""
        boxes = [box for box in self.top() if box.kind == path[0]]
        for depth, kind in enumerate(path[1:], start=1):
            boxes = [each for box in boxes for each in self.within(box, depth=depth) if each.kind == kind]
        return boxes

    def _between(self, start: int, end: int, depth: int) -> list[Box]:
        if depth > self._deepest:
            raise broken(start, _DEEP)
        boxes = []
        while start < end:
            box = self._header(start, end, depth)
            boxes.append(box)
            start = box.end
        return boxes

    def _header(self, start: int, end: int, depth: int) -> Box:
        self._left -= 1
        if self._left < 0:
            raise broken(start, _MANY)
        head = self._read(start, min(16, end - start))
        if len(head) < 8:
            raise broken(start, _CUT)
        field, kind = int.from_bytes(head[:4], "big"), head[4:8]
        size, header = field, 8
        if field == 1:
            if len(head) < 16:
                raise broken(start, _CUT)
            size, header = int.from_bytes(head[8:16], "big"), 16
        elif field == 0:
            if depth:
                raise broken(start, _OPEN)
            size = end - start
        if size < header:
            raise broken(start, _SHORT)
        if start + size > end:
            raise broken(start, _LONG)
        return Box(kind, start, start + header, start + size, field)

    def _read(self, start: int, length: int) -> bytes:
        self.file.seek(start)
        data = self.file.read(length)
        if len(data) != length:
            raise broken(start, _CUT)
        return data


def broken(at: int, what: Text) -> FilmError:
    """The error of a structure that cannot be, at this byte of the file."""
    return FilmError("film_boxes", None, at=at, what=what)


def boxed(kind: bytes, *content: bytes) -> bytes:
    """A box with a 32-bit size. ValueError beyond what that can say."""
    body = b"".join(content)
    if len(kind) != 4 or len(body) + 8 >= 1 << 32:
        raise ValueError("no such box")
    return (len(body) + 8).to_bytes(4, "big") + kind + body


def full(kind: bytes, version: int, *content: bytes) -> bytes:
    """A box whose content begins with a version and three bytes of flags, which are zero."""
    return boxed(kind, bytes([version, 0, 0, 0]), *content)


class Track(msgspec.Struct, frozen=True):
    """A track as its boxes name it: ``handler`` is ``vide``, ``soun``, ``meta`` or another type of four letters;
    ``lies`` says that its matrix turns the picture by a quarter, to either side; ``parts`` how many parts of the file
    its edit list puts together, one that is not shown at its own speed counting for two."""

    number: int
    handler: str
    lies: bool = False
    parts: int = 1


def tracks(boxes: Boxes) -> list[Track]:
    """The tracks of a film in the order of the file (``moov/trak``: ``tkhd`` and ``mdia/hdlr``)."""
    found = []
    for trak in boxes.find((b"moov", b"trak")):
        children = {box.kind: box for box in boxes.within(trak, depth=2)}
        if b"tkhd" not in children:
            continue
        head = boxes.content(children[b"tkhd"], most=4096)
        place = 20 if head[:1] == b"\x01" else 12
        number = int.from_bytes(head[place : place + 4], "big")
        matrix = head[place + 28 + (4 if head[:1] == b"\x01" else 0) :][:36]
        handler = b""
        if b"mdia" in children:
            for box in boxes.within(children[b"mdia"], depth=3):
                if box.kind == b"hdlr":
                    handler = boxes.content(box, most=4096)[8:12]
        parts = _parts(boxes, children[b"edts"]) if b"edts" in children else 1
        # a b u, c d v: at a quarter turn nothing of either axis stays on it
        found.append(Track(number, handler.decode("latin-1"), any(matrix[4:8]) and not any(matrix[0:4]), parts))
    return found


def _parts(boxes: Boxes, edits: Box) -> int:
    """Of an edit list (``elst``, ISO/IEC 14496-12, 8.6.6): empty edits, which only wait, are none."""
    found = 0
    for box in boxes.within(edits, depth=3):
        if box.kind == b"elst":
            content = boxes.content(box)
            wide = 8 if content[:1] == b"\x01" else 4
            for at in range(8, len(content), 2 * wide + 4):
                moment, rate = content[at + wide : at + 2 * wide], content[at + 2 * wide : at + 2 * wide + 4]
                empty = moment == b"\xff" * wide
                found += 0 if empty else 1 if rate == b"\0\1\0\0" else 2
    return found


def hash_range(file: BinaryIO, start: int, end: int, take: Callable[[bytes], object]) -> None:
    """Hand the bytes from ``start`` to ``end`` to ``take`` in pieces. EOFError if the file ends before."""
    file.seek(start)
    while start < end:
        piece = file.read(min(PIECE, end - start))
        if not piece:
            raise EOFError("the file became shorter while it was read")
        take(piece)
        start += len(piece)
