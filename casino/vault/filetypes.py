"""What a file is, by its bytes alone. Structure is walked, content is never decoded: no picture or archive is unpacked,
so nothing that blows up when it is opened is opened here.

A file must be whole (``Damaged``) and nothing else besides (``Mixed``): what reads as two types at once, or carries
another file behind its end, is how a picture smuggles a program. Formats: PDF (ISO 32000), PNG (W3C), JPEG (ITU T.81),
GIF89a, RIFF/WebP, ISO base media (ISO/IEC 14496-12), ZIP (APPNOTE 6.3) with Office Open XML (ECMA-376).

Proved by ``tests/vault/test_attachments.py``.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Callable
from typing import Final

HEAD: Final = 1024
"""Bytes at the beginning in which browsers and readers look for what a file is."""
MOST_PARTS: Final = 5_000
"""Entries in an archive, chunks in a picture: more is no document that a person made."""
_CONTENT_TYPES_BYTES: Final = 256 * 1024


class Damaged(Exception):
    """Begins like the type, but is cut off or broken."""


class Mixed(Exception):
    """Is two things at once."""


class Active(Exception):
    """Holds a program, or is a page that a browser would run."""


_PAGE: Final = re.compile(rb"<\s*(?:!doctype|html|head|body|script|svg|iframe|object|embed)", re.IGNORECASE)
"""What makes a browser take bytes for a page of its own accord."""
_MARKUP: Final = re.compile(_PAGE.pattern + rb"|<(?:\?xml|\?php|\?=|%|style|title|meta|img|a\s)", re.IGNORECASE)
"""The same in words, where a few letters more cannot stand by chance."""


def media_type(data: bytes) -> str | None:
    """The media type, or None for what is not known here. Raises Damaged, Mixed or Active."""
    for begins, kind, walk in _WALKS:
        if begins(data):
            walk(data)
            _nothing_besides(data, kind)
            return kind
    if data.startswith(b"PK\x03\x04"):
        return _office(data)
    return _text(data)


def _nothing_besides(data: bytes, kind: str) -> None:
    if _PAGE.search(data, 0, HEAD) or (kind != "application/pdf" and b"%PDF-" in data[:HEAD]):
        raise Mixed
    if _ends_as_archive(data):
        raise Mixed


def _ends_as_archive(data: bytes) -> bool:
    """Whether an archive's directory (APPNOTE 4.3.16) ends where the file ends, its comment included."""
    start = len(data)
    while (start := data.rfind(b"PK\x05\x06", max(0, len(data) - 65_557), start)) >= 0:
        if len(data) - start >= 22 and start + 22 + int.from_bytes(data[start + 20 : start + 22], "little") == len(
            data
        ):
            return True
    return False


def _pdf(data: bytes) -> None:
    if b"startxref" not in data[-2 * HEAD :] or b"%%EOF" not in data[-HEAD:]:
        raise Damaged
    if data[data.rindex(b"%%EOF") + 5 :].strip(b" \t\r\n\0"):
        raise Mixed


def _png(data: bytes) -> None:
    at = 8
    for _ in range(MOST_PARTS * 10):
        length = int.from_bytes(data[at : at + 4], "big")
        end = at + 12 + length
        if end > len(data) or at + 12 > len(data):
            raise Damaged
        name = data[at + 4 : at + 8]
        if zlib.crc32(memoryview(data)[at + 4 : end - 4]) != int.from_bytes(data[end - 4 : end], "big"):
            raise Damaged
        if at == 8 and name != b"IHDR":
            raise Damaged
        if name == b"IEND":
            if end != len(data):
                raise Mixed
            return
        at = end
    raise Damaged


def _jpeg(data: bytes) -> None:
    """Segments up to the scan, then an end of image. What telephones write behind it (a film, a second picture) may
    stay: it is looked through for an archive, and nothing shows it."""
    at = 2
    for _ in range(MOST_PARTS):
        if at + 4 > len(data) or data[at] != 0xFF:
            raise Damaged
        marker = data[at + 1]
        if marker == 0xFF:  # filling
            at += 1
            continue
        if marker == 0xDA:
            if data.find(b"\xff\xd9", at) < 0:
                raise Damaged
            return
        length = int.from_bytes(data[at + 2 : at + 4], "big")
        if length < 2:
            raise Damaged
        at += 2 + length
    raise Damaged


def _gif(data: bytes) -> None:
    at = 13 + _colours(data, 10)
    for _ in range(MOST_PARTS * 10):
        introducer = data[at : at + 1]
        if introducer == b"\x3b":
            if data[at + 1 :].strip(b"\0"):
                raise Mixed
            return
        if introducer == b"\x2c":
            at = _sub_blocks(data, at + 11 + _colours(data, at + 9))
        elif introducer == b"\x21":
            at = _sub_blocks(data, at + 2)
        else:
            raise Damaged
    raise Damaged


def _colours(data: bytes, at: int) -> int:
    """Bytes of the colour table that the packed byte at this place announces."""
    if at >= len(data):
        raise Damaged
    return 3 << ((data[at] & 7) + 1) if data[at] & 0x80 else 0


def _sub_blocks(data: bytes, at: int) -> int:
    while at < len(data):
        if data[at] == 0:
            return at + 1
        at += 1 + data[at]
    raise Damaged


def _webp(data: bytes) -> None:
    size = int.from_bytes(data[4:8], "little")
    size += size % 2
    if data[12:16] not in (b"VP8 ", b"VP8L", b"VP8X") or 8 + size > len(data):
        raise Damaged
    if 8 + size < len(data):
        raise Mixed


def _film(data: bytes) -> None:
    """Boxes from the beginning to the end, among them the film and one that says what is in it."""
    at, names = 0, set()
    for _ in range(MOST_PARTS * 10):
        if at == len(data):
            break
        size, name = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        header = 8
        if size == 1:
            size, header = int.from_bytes(data[at + 8 : at + 16], "big"), 16
        elif size == 0:
            size = len(data) - at
        if size < header or at + size > len(data) or not name.isascii():
            raise Damaged
        names.add(name)
        at += size
    if at != len(data) or b"mdat" not in names or not names & {b"moov", b"moof"}:
        raise Damaged


_BRANDS: Final = re.compile(rb"iso[m2-9]|mp4[12v]|avc1|M4V |MSNV|dash|3gp[4-7]|f4v |XAVC|mmp4")
"""Of films in MP4; ``qt  `` is QuickTime. Pictures in the same boxes (HEIC, AVIF) have others and are not taken."""

_WALKS: Final[tuple[tuple[Callable[[bytes], bool], str, Callable[[bytes], None]], ...]] = (
    (lambda d: d.startswith(b"%PDF-"), "application/pdf", _pdf),
    (lambda d: d.startswith(b"\x89PNG\r\n\x1a\n"), "image/png", _png),
    (lambda d: d.startswith(b"\xff\xd8\xff"), "image/jpeg", _jpeg),
    (lambda d: d[:6] in (b"GIF87a", b"GIF89a"), "image/gif", _gif),
    (lambda d: d[:4] == b"RIFF" and d[8:12] == b"WEBP", "image/webp", _webp),
    (lambda d: d[4:8] == b"ftyp" and d[8:12] == b"qt  ", "video/quicktime", _film),
    (lambda d: d[4:8] == b"ftyp" and bool(_BRANDS.fullmatch(d[8:12])), "video/mp4", _film),
)

_OFFICE: Final = "application/vnd.openxmlformats-officedocument."
_OFFICE_MAIN: Final = {
    "word/document.xml": (_OFFICE + "wordprocessingml.document", b"wordprocessingml.document.main+xml"),
    "xl/workbook.xml": (_OFFICE + "spreadsheetml.sheet", b"spreadsheetml.sheet.main+xml"),
}
_OFFICE_PROGRAMS: Final = re.compile(r"vbaProject|vbaData|activeX|macrosheets|oleObject", re.IGNORECASE)


def _office(data: bytes) -> str | None:
    """A document or a workbook, of an archive's list of contents and its table of types; None for any other archive."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = {entry.filename: entry for entry in archive.infolist()}
            if not entries or len(entries) != len(archive.infolist()) or len(entries) > MOST_PARTS:
                raise Damaged
            if min(entry.header_offset for entry in entries.values()) != 0 or not _ends_as_archive(data):
                raise Mixed
            kind = next((known for part, known in _OFFICE_MAIN.items() if part in entries), None)
            if kind is None or "[Content_Types].xml" not in entries:
                return None
            if any(entry.flag_bits & 1 for entry in entries.values()):
                raise Damaged
            with archive.open("[Content_Types].xml") as file:
                types = file.read(_CONTENT_TYPES_BYTES)
    except (zipfile.BadZipFile, NotImplementedError, zlib.error, EOFError, OSError, ValueError) as error:
        raise Damaged from error
    if b"macroEnabled" in types or any(_OFFICE_PROGRAMS.search(name) for name in entries):
        raise Active
    media, main = kind
    if main not in types:
        raise Damaged
    return media


_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")


def _text(data: bytes) -> str | None:
    """Words in UTF-8 that no browser takes for a page."""
    try:
        words = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None
    if _CONTROL.search(words):
        return None
    if _MARKUP.search(data, 0, HEAD):
        raise Active
    return "text/plain"
