"""What can be printed, and what stands for the rest."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from casino.papers import glyphs

VIETNAMESE = (
    "aăâbcdđeêghiklmnoôơpqrstuưvxy" + "àằầèềìòồờùừỳ" + "áắấéếíóốớúứý" + "ảẳẩẻểỉỏổởủửỷ" + "ãẵẫẽễĩõỗỡũữỹ" + "ạặậẹệịọộợụựỵ"
)


def shown(text: str) -> str:
    return glyphs.shown(text, glyphs.coverage())


def test_every_vietnamese_letter_and_the_signs_of_amounts_have_glyphs() -> None:
    needed = VIETNAMESE + VIETNAMESE.upper() + "–—−×→“”‘’…·№₫€£¥\N{NO-BREAK SPACE}"
    assert shown(needed) == needed


def test_each_text_font_has_every_vietnamese_letter_itself() -> None:
    """So that a word is never set in two fonts."""
    for file in sorted(glyphs.FONTS.glob("IBMPlex*.ttf")):
        missing = {c for c in VIETNAMESE + VIETNAMESE.upper() if ord(c) not in glyphs.characters(file.read_bytes())}
        assert not missing, file.name


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Nguye\u0302\u0303n Thi\u0323", "Nguyễn Thị"),
        ("王小明", "[U+738B][U+5C0F][U+660E]"),
        ("vui 😀!", "vui [U+1F600]!"),
        ("abc\u202edcba\u202c", "abc[U+202E]dcba[U+202C]"),
        ("a\u200bb\u00ad\ufeffc\ufe0f", "abc"),
        ("a\tb\x00\x1b[0m", "a b[U+0000][U+001B][0m"),
        ("one\r\ntwo\rthree\u2028four\x85five", "one\ntwo\nthree\nfour\nfive"),
        ("\ue000\ud800\uffff", "[U+E000][U+D800][U+FFFF]"),
        ('#import "x"; ] $a$ \\ *b* _c_ <d> @e // f /* g */', '#import "x"; ] $a$ \\ *b* _c_ <d> @e // f /* g */'),
    ],
)
def test_what_stands_for_what_cannot_be_printed(text: str, printed: str) -> None:
    assert shown(text) == printed


def test_nothing_is_lost_but_what_has_no_width() -> None:
    """Every other character is there, as itself or by its number, for the whole first plane."""
    for code in range(0x21, 0xFFFF):
        if not (chr(code) in glyphs.LEFT_OUT or 0xFE00 <= code <= 0xFE0F or 0xD800 <= code <= 0xDFFF):
            assert shown(chr(code)), hex(code)


def _table(form: bytes) -> bytes:
    """A font file with nothing but a map of characters."""
    cmap = struct.pack(">HHHHI", 0, 1, 3, 10, 12) + form
    return struct.pack(">IHHHH", 0x00010000, 1, 16, 0, 0) + struct.pack(">4sIII", b"cmap", 0, 28, len(cmap)) + cmap


def test_a_map_over_all_planes_is_read() -> None:
    groups = struct.pack(">III", 0x1F600, 0x1F602, 5) + struct.pack(">III", 0x20, 0x21, 0)
    form = struct.pack(">HHIII", 12, 0, 16 + len(groups), 0, 2) + groups
    assert glyphs.characters(_table(form)) == {0x1F600, 0x1F601, 0x1F602, 0x21}  # glyph 0 is "no glyph"


def test_a_bad_file_among_the_fonts_of_the_house_is_named(tmp_path: Path) -> None:
    (tmp_path / "broken.ttf").write_bytes(b"nothing")
    with pytest.raises(glyphs.UnreadableFont, match=r"broken\.ttf"):
        glyphs.coverage((tmp_path,))


@pytest.mark.parametrize("font", [b"", b"\x00\x01\x00\x00", _table(struct.pack(">HH", 6, 0)), b"%PDF" * 40])
def test_what_is_no_font_is_refused(font: bytes, tmp_path: Path) -> None:
    with pytest.raises(glyphs.UnreadableFont):
        glyphs.characters(font)
