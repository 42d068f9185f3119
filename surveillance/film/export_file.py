"""ONVIF's Export File Format, read and written: who exported what, when the film begins, and where the seals lie.

At the end of an MP4 stands a file-level ``meta`` box with ``suep`` (who exported, which sources), ``cstb`` (the true
start, in 100 ns since 1601) and ``ipro``, which holds a ``sinf`` for each seal (``schm``; ``schi`` with ``sibo`` the
signature, ``cert``, and where they are ``sigC``, ``cstb`` a corrected start, ``auib`` words). Read leniently, because
exporters in the field differ: ``suep`` of both versions, track numbers of 16 bits (the text) and 32 (ONVIF's player),
``OEFF`` in capitals, no ``hdlr``, no ``suep``; what is missing or odd is said in ``remarks``. Written as ONVIF's player
shows it rightly (ADR 80). Whether a seal holds is the matter of :mod:`surveillance.film.seals`.

Standard: ONVIF Export File Format 26.06, chapter 5. Tests: ``tests/surveillance/film/test_export_file.py``.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

from casino.core.messages import Catalogue
from surveillance.film.boxes import Box, Boxes, boxed, broken, full, tracks
from surveillance.film.errors import FilmError

_WORDS: Final = Catalogue(__file__)

SINCE_1601: Final = datetime(1601, 1, 1, tzinfo=UTC)
SINCE_1904: Final = datetime(1904, 1, 1, tzinfo=UTC)
TICKS_A_MICROSECOND: Final = 10
SCHEME: Final = b"oeff"
SCHEME_VERSION: Final = 0x00010000
MOST_SEALS: Final = 64
MOST_SOURCES: Final = 256
MOST_TEXT: Final = 1024
"""Bytes of a name or address that are written."""

REMARKS: Final = _WORDS.table("remarks")
"""What :attr:`ExportFile.remarks` may hold, in words."""


class Source(msgspec.Struct, frozen=True):
    """Where a track came from. ``track`` is its number in the film; 0 where an older file names none."""

    track: int
    name: str
    url: str = ""
    mac: str = ""
    line: str = ""


class ExportUnit(msgspec.Struct, frozen=True):
    """Who exported, and when (None: not said). ``operator`` is a name or number of a person."""

    name: str
    url: str = ""
    mac: str = ""
    at: datetime | None = None
    operator: str = ""


class Start(msgspec.Struct, frozen=True):
    """The moment of the origin of a track's timeline: ``ticks`` of 100 ns since 1601, and the same in UTC, cut to
    microseconds. ``seal`` is the number of the seal that said so as a correction; 0 for the file itself."""

    track: int
    ticks: int
    at: datetime
    seal: int = 0


class SealBoxes(msgspec.Struct, frozen=True):
    """Where seal ``number`` (from 1) lies, and what it says of itself. None: the box is missing."""

    number: int
    sinf: Box
    sibo: Box | None
    certificate: bytes | None
    configuration: bytes | None
    words: str | None
    remarks: tuple[str, ...]


class ExportFile(msgspec.Struct, frozen=True):
    """What a file says of itself. ``start`` is the last correction of the film's start, else the file's own, else None.
    ``seals`` counts from 1 in the order in which they were set. ``remarks`` are keys of :data:`REMARKS`."""

    start: Start | None
    starts: tuple[Start, ...]
    unit: ExportUnit | None
    sources: tuple[Source, ...]
    seals: tuple[SealBoxes, ...]
    remarks: tuple[str, ...]
    meta: Box | None
    ipro: Box | None
    size: int


def read(path: Path) -> ExportFile:
    """What the file says of itself; an MP4 without any of it gives an empty answer. ``film_boxes`` for a file whose
    structure cannot be, ``film_missing`` where there is none."""
    with opened(path) as file:
        return read_open(file)


def opened(path: Path) -> BinaryIO:
    """The file for reading; ``film_missing`` if it is none."""
    if not path.is_file():
        raise FilmError("film_missing")
    return path.open("rb")


def read_open(file: BinaryIO) -> ExportFile:
    """As :func:`read`, of a file that is open."""
    boxes = Boxes(file)
    top = boxes.top()
    if not top or not any(box.kind in (b"ftyp", b"moov", b"mdat") for box in top):
        raise FilmError("film_container")
    numbers = [track.number for track in tracks(boxes)]
    remarks: list[str] = []
    meta = _meta(boxes, top, remarks)
    starts: list[Start] = []
    unit, ipro = None, None
    sources: tuple[Source, ...] = ()
    seals: tuple[SealBoxes, ...] = ()
    if meta is not None:
        children = boxes.within(meta, skip=4)
        if not any(box.kind == b"hdlr" for box in children):
            remarks.append("no_hdlr")
        for box in children:
            if box.kind == b"suep" and unit is None:
                unit, sources = _suep(boxes.content(box), numbers, remarks)
            elif box.kind == b"cstb":
                starts += _starts(boxes.content(box), 0, remarks)
            elif box.kind == b"sumi":
                remarks.append("start_in_sumi")
        ipro = next((box for box in children if box.kind == b"ipro"), None)
        if sum(box.kind == b"ipro" for box in children) > 1:
            raise broken(meta.start, _WORDS.text("two-boxes-ipro"))
        if ipro is not None:
            seals = _seals(boxes, ipro, starts, remarks)
            if meta is not top[-1] and not _only_index_behind(top, meta):
                remarks.append("meta_not_last")
    if unit is None and "suep_unreadable" not in remarks:
        remarks.append("no_suep")
    chosen = _chosen(starts, numbers, remarks)
    return ExportFile(
        chosen, tuple(starts), unit, sources, seals, tuple(dict.fromkeys(remarks)), meta, ipro, boxes.size
    )


def _meta(boxes: Boxes, top: list[Box], remarks: list[str]) -> Box | None:
    """The file-level ``meta`` that carries any of this. QuickTime's own has no version and no flags in front: another
    thing under the same name."""
    found = []
    for box in (each for each in top if each.kind == b"meta"):
        if box.end - box.body < 4 or boxes.content(box, most=1 << 24)[:4] != bytes(4):
            remarks.append("meta_foreign")
        else:
            found.append(box)
    telling = [box for box in found if {b"suep", b"cstb", b"ipro"} & {each.kind for each in boxes.within(box, skip=4)}]
    if len(telling) > 1:
        raise broken(telling[1].start, _WORDS.text("two-boxes-meta-of-an"))
    return telling[0] if telling else None


def _only_index_behind(top: list[Box], meta: Box) -> bool:
    return [box.kind for box in top if box.start >= meta.end] == [b"mfra"]


def _chosen(starts: list[Start], numbers: list[int], remarks: list[str]) -> Start | None:
    """The last word on the start: of the latest seal that corrects it, for the film's first track that it names."""
    if not starts:
        remarks.append("no_start")
        return None
    latest = max(start.seal for start in starts)
    said = [start for start in starts if start.seal == latest]
    known = [start for start in said if start.track in numbers]
    if not known:
        remarks.append("start_only_by_track")
        return said[0]
    return min(known, key=lambda start: numbers.index(start.track))


def _seals(boxes: Boxes, ipro: Box, starts: list[Start], remarks: list[str]) -> tuple[SealBoxes, ...]:
    """Every ``sinf``. The count in ``ipro`` stays 1 for ever and says nothing."""
    if ipro.end - ipro.body < 6:
        raise broken(ipro.start, _WORDS.text("a-box-ipro-that-is"))
    if boxes.content(ipro, most=1 << 22)[4:6] != b"\x00\x01":
        remarks.append("protection_count")
    found: list[SealBoxes] = []
    for box in boxes.within(ipro, skip=6, depth=2):
        if box.kind != b"sinf":
            continue
        if len(found) == MOST_SEALS:
            raise broken(box.start, _WORDS.text("too-many-seals"))
        found.append(_seal(boxes, box, len(found) + 1, starts, remarks))
    return tuple(found)


def _seal(boxes: Boxes, sinf: Box, number: int, starts: list[Start], remarks: list[str]) -> SealBoxes:
    odd: list[str] = []
    parts: dict[bytes, Box] = {}
    for box in boxes.within(sinf, depth=3):
        inner = boxes.within(box, depth=4) if box.kind == b"schi" else [box]
        for each in inner:
            if each.kind in (b"sibo", b"cert", b"sigC") and each.kind in parts:
                raise broken(each.start, _WORDS.text("a-box-twice-in-one"))
            parts[each.kind] = each
            if each.kind == b"cstb":
                starts += _starts(boxes.content(each), number, remarks)
    odd += _scheme(boxes.content(parts[b"schm"]) if b"schm" in parts else b"")
    remarks += odd
    words = _text(boxes.content(parts[b"auib"])) if b"auib" in parts else None

    def whole(kind: bytes) -> bytes | None:
        return boxes.content(parts[kind], most=1 << 16) if kind in parts else None

    return SealBoxes(number, sinf, parts.get(b"sibo"), whole(b"cert"), whole(b"sigC"), words, tuple(odd))


def _scheme(content: bytes) -> list[str]:
    if len(content) < 12:
        return ["scheme_missing"]
    odd = []
    if content[4:8] != SCHEME:
        odd.append("scheme_in_capitals" if content[4:8] == SCHEME.upper() else "scheme_missing")
    if int.from_bytes(content[8:12], "big") != SCHEME_VERSION:
        odd.append("scheme_version")
    return odd


def _text(content: bytes) -> str:
    return content.split(b"\0", 1)[0].decode("utf-8", "replace")


def _starts(content: bytes, seal: int, remarks: list[str]) -> list[Start]:
    """The entries of a ``cstb``. A moment beyond the calendar is none."""
    count = int.from_bytes(content[:4], "big")
    if len(content) < 4 or len(content) != 4 + 12 * count:
        remarks.append("start_unreadable")
        return []
    found = []
    for track, ticks in struct.iter_unpack(">IQ", content[4:]):
        if ticks == 0:
            # ONVIF's signing program writes one when it is given no moment.
            remarks.append("start_zero")
            continue
        try:
            at = SINCE_1601 + timedelta(microseconds=ticks // TICKS_A_MICROSECOND)
        except OverflowError:
            remarks.append("start_unreadable")
            continue
        found.append(Start(track, ticks, at, seal))
    return found


class _Fields:
    """Reads the fields of a ``suep`` one after the other; ValueError where they end too early or are no text."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._at = 0

    def number(self, length: int) -> int:
        return int.from_bytes(self.take(length), "big")

    def take(self, length: int) -> bytes:
        if self._at + length > len(self._content):
            raise ValueError("cut off")
        self._at += length
        return self._content[self._at - length : self._at]

    def string(self) -> str:
        end = self._content.index(b"\0", self._at)
        text = self._content[self._at : end].decode("utf-8")
        self._at = end + 1
        return text

    @property
    def ended(self) -> bool:
        return self._at == len(self._content)


def _suep(content: bytes, numbers: list[int], remarks: list[str]) -> tuple[ExportUnit | None, tuple[Source, ...]]:
    """Unit and sources of a ``suep`` of either version."""
    try:
        if content[:1] == b"\0":
            remarks.append("suep_version")
            return _suep_0(content)
        readings = {width: reading for width in (4, 2) if (reading := _suep_1(content, width)) is not None}
    except ValueError:
        readings = {}
    if not readings:
        remarks.append("suep_unreadable")
        return None, ()
    # Both widths often end at the end of the box: with the wrong one the first letters of a name become a track number.
    width = min(readings, key=lambda width: (_strangeness(readings[width][1], numbers), -width))
    if width == 2:
        remarks.append("track_16")
    return readings[width]


def _strangeness(sources: tuple[Source, ...], numbers: list[int]) -> int:
    if all(source.track in numbers for source in sources):
        return 0
    return 1 if all(0 < source.track < 1 << 16 for source in sources) else 2


def _unit(fields: _Fields) -> ExportUnit:
    name, url, mac = fields.string(), fields.string(), fields.string()
    seconds = fields.number(8)
    try:
        at = SINCE_1904 + timedelta(seconds=seconds) if seconds else None
    except OverflowError:
        at = None
    return ExportUnit(name, url, mac, at, fields.string())


def _suep_1(content: bytes, width: int) -> tuple[ExportUnit, tuple[Source, ...]] | None:
    """The newer version with track numbers of ``width`` bytes; None if it does not end where the box ends."""
    try:
        fields = _Fields(content)
        fields.take(4)
        unit, count = _unit(fields), fields.number(4)
        if count > MOST_SOURCES:
            return None
        sources = tuple(Source(fields.number(width), *(fields.string() for _ in range(4))) for _ in range(count))
    except ValueError:
        return None
    return (unit, sources) if fields.ended else None


def _suep_0(content: bytes) -> tuple[ExportUnit, tuple[Source, ...]]:
    """The older version: pictures and sound apart, each with a UUID where the newer has a track number."""
    fields = _Fields(content)
    fields.take(4)
    unit, sources = _unit(fields), []
    for strings in (4, 3):
        for _ in range(fields.number(1)):
            fields.take(16)
            sources.append(Source(0, *(fields.string() for _ in range(strings))))
    return unit, tuple(sources)


# --- Writing -------------------------------------------------------------------------------------------------------


def ticks_of(moment: datetime) -> int:
    """A moment with its time zone as 100 ns since 1601; ValueError without a zone, or before 1601."""
    if moment.utcoffset() is None:
        raise ValueError("a moment needs its time zone")
    ticks = (moment - SINCE_1601) // timedelta(microseconds=1) * TICKS_A_MICROSECOND
    if ticks < 0:
        raise ValueError("before 1601")
    return ticks


def starts_box(numbers: Sequence[int], start: datetime) -> bytes:
    """``cstb``: the same start for each of these tracks."""
    entries = b"".join(struct.pack(">IQ", number, ticks_of(start)) for number in numbers)
    return boxed(b"cstb", len(numbers).to_bytes(4, "big"), entries)


def export_box(unit: ExportUnit, sources: Sequence[Source]) -> bytes:
    """``suep``, version 1, with track numbers of 32 bits. ValueError for words with a zero byte, or too long."""
    seconds = 0 if unit.at is None else ticks_of(unit.at) // (TICKS_A_MICROSECOND * 10**6)
    # From 1601 to 1904.
    seconds = max(0, seconds - int((SINCE_1904 - SINCE_1601).total_seconds())) if unit.at else 0
    head = [string(unit.name), string(unit.url), string(unit.mac), seconds.to_bytes(8, "big"), string(unit.operator)]
    entries = [
        source.track.to_bytes(4, "big")
        + b"".join(string(text) for text in (source.name, source.url, source.mac, source.line))
        for source in sources
    ]
    return full(b"suep", 1, *head, len(entries).to_bytes(4, "big"), *entries)


def string(text: str) -> bytes:
    """Text as the format has it: UTF-8 and a zero byte."""
    data = text.encode()
    if b"\0" in data or len(data) > MOST_TEXT:
        raise ValueError("a zero byte, or too long")
    return data + b"\0"


HANDLER: Final = full(b"hdlr", 0, bytes(4), b"null", bytes(12), b"\0")
"""``hdlr`` of a ``meta`` that describes itself."""
