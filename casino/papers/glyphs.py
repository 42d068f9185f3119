"""What a paper can print: text as the fonts at hand can show it, with nothing hidden and nothing lost.

PDF/A forbids a character without a glyph, and a reader of a letter cannot see one. So each character that no font has
is written by its Unicode number, as ``[U+738B]``; so is each mark that turns the direction of reading, which could make
a text read otherwise than it is stored. Marks without width or meaning on paper are left out. Letters with their
accents are put together (NFC). The table read is OpenType's ``cmap``, formats 4 and 12. Proved by
``tests/papers/test_glyphs.py``.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

FONTS: Final = Path(__file__).with_name("fonts")
"""Noto Serif and Noto Sans (SIL Open Font License): Latin with every Vietnamese letter, Greek, Cyrillic."""

FONT_FILES: Final = ("*.ttf", "*.otf", "*.ttc", "*.otc")
LEFT_OUT: Final = frozenset("\u00ad\u180e\u200b\u200c\u200d\u2060\ufeff")
"""Soft hyphen, marks of zero width, joiners."""

LINE_ENDS: Final = re.compile("\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")


class UnreadableFont(ValueError):
    """A font file has no table of characters that can be read."""


@lru_cache(maxsize=8)
def coverage(folders: tuple[Path, ...] = (FONTS,)) -> frozenset[int]:
    """The code points for which some font in these folders has a glyph."""
    files = sorted(file for folder in folders for pattern in FONT_FILES for file in folder.glob(pattern))
    return frozenset(code for file in files for code in _readable(file))


def _readable(file: Path) -> set[int]:
    try:
        return characters(file.read_bytes())
    except UnreadableFont as error:
        raise UnreadableFont(f"{file.name}: {error}") from error


def shown(text: str, covered: frozenset[int]) -> str:
    """The text as it is printed. Line ends of every kind become ``\\n``, tabs a space."""
    text = unicodedata.normalize("NFC", LINE_ENDS.sub("\n", text).replace("\t", " "))
    return "".join(_character(character, covered) for character in text)


def _character(character: str, covered: frozenset[int]) -> str:
    code = ord(character)
    if character == "\n" or (0x20 <= code < 0x7F):
        return character
    if character in LEFT_OUT or 0xFE00 <= code <= 0xFE0F:
        return ""
    # Controls, marks of direction, private use, lone surrogates, and what no font has.
    if code not in covered or unicodedata.category(character)[0] == "C":
        return f"[U+{code:04X}]"
    return character


# --- OpenType ------------------------------------------------------------------------------------------------------


def characters(font: bytes) -> set[int]:
    """Every code point that a font file (or any font of a collection) maps to a glyph."""
    try:
        found = {code for start in _fonts(font) for code in _mapped(font, start)}
    except struct.error as error:
        raise UnreadableFont("the font ends in the middle of a table") from error
    if not found:
        raise UnreadableFont("the font has no character map of format 4 or 12")
    return found


def _fonts(font: bytes) -> list[int]:
    """Where each font of the file begins."""
    if font[:4] != b"ttcf":
        return [0]
    (count,) = struct.unpack_from(">I", font, 8)
    return list(struct.unpack_from(f">{count}I", font, 12))


def _mapped(font: bytes, start: int) -> Iterator[int]:
    (tables,) = struct.unpack_from(">H", font, start + 4)
    for number in range(tables):
        tag, _checksum, offset, _length = struct.unpack_from(">4sIII", font, start + 12 + 16 * number)
        if tag == b"cmap":
            yield from _character_map(font, offset)


def _character_map(font: bytes, cmap: int) -> Iterator[int]:
    (count,) = struct.unpack_from(">H", font, cmap + 2)
    for number in range(count):
        platform, encoding, offset = struct.unpack_from(">HHI", font, cmap + 4 + 8 * number)
        (form,) = struct.unpack_from(">H", font, cmap + offset)
        unicode = platform == 0 or (platform == 3 and encoding in (1, 10))
        if unicode and form == 4:
            yield from _format_4(font, cmap + offset)
        elif unicode and form == 12:
            yield from _format_12(font, cmap + offset)


def _format_4(font: bytes, at: int) -> Iterator[int]:
    """Segments of the first plane: end, start, delta, and where a list of glyphs stands (0: none)."""
    segments = struct.unpack_from(">H", font, at + 6)[0] // 2
    ends = struct.unpack_from(f">{segments}H", font, at + 14)
    starts_at = at + 16 + 2 * segments
    starts = struct.unpack_from(f">{segments}H", font, starts_at)
    deltas = struct.unpack_from(f">{segments}H", font, starts_at + 2 * segments)
    ranges_at = starts_at + 4 * segments
    ranges = struct.unpack_from(f">{segments}H", font, ranges_at)
    for number, (first, last) in enumerate(zip(starts, ends, strict=True)):
        for code in range(first, last + 1):
            glyph = code
            if ranges[number]:
                place = ranges_at + 2 * number + ranges[number] + 2 * (code - first)
                (glyph,) = struct.unpack_from(">H", font, place)
                if glyph == 0:
                    continue
            if code != 0xFFFF and (glyph + deltas[number]) & 0xFFFF:
                yield code


def _format_12(font: bytes, at: int) -> Iterator[int]:
    """Groups over all planes: first, last, glyph of the first."""
    (groups,) = struct.unpack_from(">I", font, at + 12)
    for number in range(groups):
        first, last, glyph = struct.unpack_from(">III", font, at + 16 + 12 * number)
        yield from (code for code in range(first, last + 1) if glyph + code - first)
