"""Files as people send them, and as attackers do."""

from __future__ import annotations

import hashlib
import tracemalloc
import zlib
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as trying
from hypothesis import strategies as st
from pytest_django import Settings

from casino.core.errors import Problem
from casino.vault import attachments, filetypes
from casino.vault.attachments import KINDS, check, clean_name
from tests.vault import samples
from tests.vault.samples import ALL, SHEET_TYPE, WORD_TYPE, archive, box, office

PICTURES = sorted((Path(__file__).resolve().parents[2] / "docs").rglob("*.png"))
ZIP = archive({"run.class": b"\xca\xfe\xba\xbe" * 9})


def code_of(name: str, data: bytes) -> str:
    with pytest.raises(Problem) as caught:
        check(name, data)
    return caught.value.code


def of_bytes(data: bytes) -> str | None:
    """The media type, or the name of what is wrong."""
    try:
        return filetypes.media_type(data)
    except (filetypes.Damaged, filetypes.Mixed, filetypes.Active) as error:
        return type(error).__name__


# --- What is taken ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_every_kind_is_known_by_its_content(name: str) -> None:
    data, media_type = ALL[name]
    assert check(name, data) == media_type
    assert check(name.upper(), data) == media_type


def test_the_samples_are_of_every_kind() -> None:
    assert {media_type for _data, media_type in ALL.values()} == set(KINDS)


@pytest.mark.parametrize("picture", PICTURES[:20], ids=lambda picture: picture.name)
def test_pictures_of_a_browser_are_taken(picture: Path) -> None:
    assert check(picture.name, picture.read_bytes()) == "image/png"


def test_there_are_pictures_of_a_browser() -> None:
    assert PICTURES


@pytest.mark.parametrize(("one", "other"), list(permutations(ALL, 2)))
def test_content_and_extension_must_agree(one: str, other: str) -> None:
    assert code_of(other, ALL[one][0]) == "attachment_extension"


@pytest.mark.parametrize(
    "data",
    [
        samples.JPEG + bytes(50) + samples.MP4,  # a telephone's moving picture
        samples.JPEG + samples.JPEG,  # a second picture in one file
        samples.GIF + bytes(3),
        samples.PDF.replace(b"\n", b"\r\n") + b"\r\n",
        samples.film(b"mp42").replace(box(b"moov", box(b"mvhd", bytes(100))), b"") + box(b"moof"),
        samples.MP4 + bytes(4) + b"mdat" + b"to the end of the file",
        samples.MP4 + (1).to_bytes(4, "big") + b"mdat" + (30).to_bytes(8, "big") + bytes(14),
        b"\xef\xbb\xbfA file of Windows\r\n",
        "một < hai, ba > hai".encode(),
    ],
)
def test_what_real_programs_write_is_taken(data: bytes) -> None:
    assert of_bytes(data) in KINDS


def test_what_is_admitted_is_described() -> None:
    admitted = attachments.admit("Ảnh bàn 3.PNG", samples.PNG)
    assert admitted == attachments.Admitted(
        name="Ảnh bàn 3.PNG",
        media_type="image/png",
        size_bytes=84,
        sha256=hashlib.sha256(samples.PNG).hexdigest(),
        scan="not_scanned",
    )


# --- What is not -----------------------------------------------------------------------------------------------------


def test_empty_and_large(settings: Settings) -> None:
    settings.ATTACHMENT_MAX_BYTES = len(samples.PNG)
    assert check("a.png", samples.PNG) == "image/png"
    assert code_of("a.png", b"") == "attachment_empty"
    settings.ATTACHMENT_MAX_BYTES -= 1
    assert code_of("a.png", samples.PNG) == "attachment_too_large"


def test_the_house_takes_fewer_kinds_where_it_says_so(settings: Settings) -> None:
    settings.ATTACHMENT_TYPES = ["image/png", "application/pdf"]
    assert check("a.pdf", samples.PDF) == "application/pdf"
    with pytest.raises(Problem, match="pdf, png") as caught:
        check("a.txt", samples.TXT)
    assert caught.value.code == "attachment_type"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.exe", b"MZ" + bytes(200)),
        ("a.png", b"MZ" + bytes(200)),
        ("a.png", b"\x7fELF" + bytes(200)),
        ("a.txt", b"GIF\0"),
        ("a.txt", "Lời khai".encode("utf-16")),
        ("a.txt", "Lời khai".encode("cp1258", "replace") + b"\xff"),
        ("a.txt", b"one\0two"),
        ("a.txt", b"\x1b[2J of a terminal"),
        ("a.zip", archive({"a.txt": b"x"})),
        ("a.docx", archive({"word/document.xml": b"x"})),
        ("a.docx", archive({"[Content_Types].xml": b"x"})),
        ("a.heic", box(b"ftyp", b"heic" + bytes(8)) + box(b"moov")),
        ("a.bmp", b"BM" + bytes(200)),
        ("a.tif", b"II*\0" + bytes(200)),
        ("a.wav", b"RIFF" + (40).to_bytes(4, "little") + b"WAVEfmt " + bytes(32)),
        ("a.7z", b"7z\xbc\xaf\x27\x1c" + bytes(100)),
    ],
)
def test_other_kinds_are_not_taken(name: str, data: bytes) -> None:
    assert code_of(name, data) == "attachment_type"


@pytest.mark.parametrize(
    "data",
    [
        b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        b'<?xml version="1.0"?><svg/>',
        b"\xef\xbb\xbf \n<!DOCTYPE html><p>hello",
        b"<HTML>",
        b"hello <ScRiPt>alert(1)</script>",
        b"GIF89a = 0; // <script>",
        b"<?php system($_GET[0]); ?>",
        b'<img src=x onerror="alert(1)">',
        b'<iframe src="javascript:alert(1)">',
        office("word/document.xml", WORD_TYPE, **{"word/vbaProject.bin": b"x"}),
        office("word/document.xml", WORD_TYPE, **{"word/activeX/activeX1.xml": b"x"}),
        office("xl/workbook.xml", SHEET_TYPE, **{"xl/macrosheets/sheet1.xml": b"x"}),
        office("word/document.xml", WORD_TYPE, **{"word/embeddings/oleObject1.bin": b"x"}),
        office("word/document.xml", "ms-word.document.macroEnabled.main+xml"),
    ],
)
def test_what_can_run_is_refused_under_every_name(data: bytes) -> None:
    for name in ("a.svg", "a.html", "a.txt", "a.png", "a.docx", "a.xlsx"):
        assert code_of(name, data) in ("attachment_active", "attachment_damaged")
    assert of_bytes(data) in ("Active", "Damaged")


# --- Cut off and broken ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in ALL if name != "a.txt"])
def test_a_file_cut_off_anywhere_is_not_taken(name: str) -> None:
    data, media_type = ALL[name]
    for length in range(1, len(data)):
        assert of_bytes(data[:length]) != media_type or not data[length:].strip(), length


@pytest.mark.parametrize("name", ["a.png", "a.gif", "a.webp", "a.mp4", "a.mov", "a.docx", "a.xlsx"])
def test_a_file_with_something_behind_it_is_not_taken(name: str) -> None:
    data, _media_type = ALL[name]
    for more in (b"\0x", b"<script>alert(1)</script>", ZIP, samples.PNG, bytes(3) + b"\1"):
        assert code_of(name, data + more) in ("attachment_mixed", "attachment_damaged")


@trying(deadline=None, max_examples=300)
@given(st.sampled_from(sorted(ALL)), st.data())
def test_broken_bytes_give_an_answer_and_no_error(name: str, data: st.DataObject) -> None:
    altered = bytearray(ALL[name][0])
    for _ in range(data.draw(st.integers(1, 4))):
        altered[data.draw(st.integers(0, len(altered) - 1))] = data.draw(st.integers(0, 255))
    assert of_bytes(bytes(altered)) in {*KINDS, None, "Damaged", "Mixed", "Active"}


@trying(deadline=None, max_examples=300)
@given(st.sampled_from(sorted(ALL)), st.integers(0, 60), st.binary(max_size=300))
def test_any_bytes_behind_a_beginning_give_an_answer(name: str, length: int, rest: bytes) -> None:
    assert of_bytes(ALL[name][0][:length] + rest) in {*KINDS, None, "Damaged", "Mixed", "Active"}


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.7\nnothing more",
        b"%PDF-1.7\n%%EOF",
        samples.PNG[:8] + samples.PNG[33:],  # no header
        samples.PNG.replace(b"PLTE", b"PLTX"),  # its checksum no longer fits
        b"\xff\xd8\xff\xe0\0\0" + bytes(20),
        b"\xff\xd8\xff" + b"\xff" * 20_000,
        b"GIF89a" + bytes(7) + b"\x21\xff" + b"\xff" * 40,
        b"GIF89a",
        b"RIFF" + (4).to_bytes(4, "little") + b"WEBP",
        b"RIFF" + b"\xff" * 4 + b"WEBPVP8 " + bytes(40),
        box(b"ftyp", b"isom" + bytes(4)),
        box(b"ftyp", b"isom" + bytes(4)) + box(b"moov"),  # a film without a film
        box(b"ftyp", b"isom" + bytes(4)) + box(b"mdat"),
        box(b"ftyp", b"isom" + bytes(4)) + bytes(3),
        box(b"ftyp", b"isom" + bytes(4)) + b"\0\0\0\4moov",  # shorter than its own header
        box(b"ftyp", b"isom" + bytes(4)) + b"\0\0\0\1moov",
        b"PK\x03\x04" + bytes(100),
        samples.DOCX.replace(b"[Content_Types].xml", b"[Content_Types].xmx", 1),
        office("word/document.xml", SHEET_TYPE),
    ],
)
def test_what_begins_right_and_goes_on_wrong_is_damaged(data: bytes) -> None:
    assert of_bytes(data) == "Damaged"


def test_a_locked_document_is_not_taken() -> None:
    locked = bytearray(samples.DOCX)
    for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = -1
        while (at := locked.find(signature, at + 1)) >= 0:
            locked[at + flags] |= 1
    assert of_bytes(bytes(locked)) == "Damaged"


# --- Two at once -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a.pdf", "a.png", "a.jpg", "a.gif", "a.webp", "a.mp4"])
def test_an_archive_hung_on_is_found(name: str) -> None:
    for comment in (b"", b"a comment", b"PK\x05\x06 in a comment"):
        hung_on = archive({"run.class": b"x"}, comment)
        assert code_of(name, ALL[name][0] + hung_on) in ("attachment_mixed", "attachment_damaged")
    assert code_of("a.jpg", samples.JPEG + ZIP) == "attachment_mixed"


def chunk(name: bytes, content: bytes) -> bytes:
    return len(content).to_bytes(4, "big") + name + content + zlib.crc32(name + content).to_bytes(4, "big")


@pytest.mark.parametrize("hidden", [b"<script>alert(1)</script>", b"<!DOCTYPE html>", b"<svg onload=x>", b"%PDF-1.4"])
def test_a_page_hidden_at_the_beginning_is_found(hidden: bytes) -> None:
    png = samples.PNG[:33] + chunk(b"tEXt", b"Comment\0" + hidden) + samples.PNG[33:]
    gif = samples.GIF[:19] + b"\x21\xfe" + bytes([len(hidden)]) + hidden + b"\0" + samples.GIF[19:]
    jpeg = samples.JPEG[:2] + b"\xff\xfe" + (2 + len(hidden)).to_bytes(2, "big") + hidden + samples.JPEG[2:]
    film = box(b"ftyp", b"isom" + bytes(4) + hidden) + box(b"moov") + box(b"mdat")
    for data in (png, gif, jpeg, film):
        assert of_bytes(data) == "Mixed"
        assert of_bytes(data.replace(hidden, b"a" * len(hidden))) != "Mixed"


def test_a_pdf_that_is_a_page_or_an_archive_is_found() -> None:
    assert of_bytes(samples.PDF.replace(b"1 0 obj", b"%<html>\n1 0 obj", 1)) == "Mixed"
    assert of_bytes(samples.PDF + ZIP) in ("Mixed", "Damaged")
    assert of_bytes(ZIP[:4] + samples.PDF) == "Damaged"
    assert of_bytes(samples.PDF + b"MZ program") == "Mixed"
    assert of_bytes(b"GIF89a" + samples.PDF) in ("Mixed", "Damaged")


def test_a_document_with_something_before_it_is_found() -> None:
    assert of_bytes(b"PK\x03\x04 a program" + samples.DOCX) == "Mixed"
    assert of_bytes(samples.DOCX + b"MZ") in ("Mixed", "Damaged")


# --- Bombs -----------------------------------------------------------------------------------------------------------


def test_an_archive_that_would_fill_the_memory_is_not_unpacked() -> None:
    bomb = archive({"[Content_Types].xml": bytes(30_000_000), "word/document.xml": bytes(30_000_000)})
    assert len(bomb) < 100_000
    tracemalloc.start()
    try:
        assert of_bytes(bomb) == "Damaged"
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


def test_too_many_parts_are_no_document() -> None:
    parts = {f"word/{n}.xml": b"" for n in range(filetypes.MOST_PARTS)}
    assert of_bytes(office("word/document.xml", WORD_TYPE, **parts)) == "Damaged"


def test_a_picture_of_a_thousand_million_dots_is_not_opened() -> None:
    """It says so in its header and is small; nothing here draws it."""
    header = chunk(b"IHDR", (60_000).to_bytes(4, "big") * 2 + bytes([8, 2, 0, 0, 0]))
    bomb = samples.PNG[:8] + header + chunk(b"IDAT", zlib.compress(bytes(10_000_000))) + chunk(b"IEND", b"")
    tracemalloc.start()
    try:
        assert of_bytes(bomb) == "image/png"
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


# --- Names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "",
        "png",
        ".png",
        "..png",
        " .png",
        "a.",
        "a.png ",
        "../a.png",
        "/etc/a.png",
        "C:\\a.png",
        "a\\b.png",
        "a.png:b.png",
        "a?.png",
        "a\0.png",
        "a.exe\0.png",
        "a\n.png",
        "a\r\nSet-Cookie: x.png",
        "a\u202egnp.exe.png",
        "a\u200b.png",
        "a\u2028b.png",
        "\ufeffa.png",
        "a\ue000.png",
        "a.php.png",
        "a.EXE.png",
        "a.html .png",
        "a.js.b.png",
        "x" * 147 + ".png",
        "a\ud800.png",
    ],
)
def test_names_that_are_not_taken(name: str) -> None:
    assert code_of(name, samples.PNG) == "attachment_name"


@pytest.mark.parametrize(
    "name", ["Ảnh bàn 3 (lần 2).png", "2026.11.21-bàn.RL01.png", "王.png", "a..png", "a b.png", "x" * 146 + ".png"]
)
def test_names_that_are_taken(name: str) -> None:
    assert check(name, samples.PNG) == "image/png"
    assert clean_name(name) == name


@pytest.mark.parametrize("name", ["a.png.exe", "a.pdf", "a.png.pdf", "a.jpg"])
def test_the_last_extension_counts(name: str) -> None:
    assert code_of(name, samples.PNG) == "attachment_extension"


def test_a_name_of_a_mac_is_kept_as_others_write_it() -> None:
    assert clean_name("A\u0309nh.png") == "Ảnh.png"


def test_the_reason_is_said_in_both_languages() -> None:
    with pytest.raises(Problem) as caught:
        clean_name("../a.png")
    assert caught.value.field == "name"
    assert "path" in caught.value.in_language("en")
    assert "đường dẫn" in caught.value.in_language("vi")
    assert "path" not in caught.value.in_language("vi")


@given(st.text(max_size=200))
def test_a_name_that_is_taken_is_safe_on_every_system(name: str) -> None:
    try:
        kept = clean_name(name)
    except Problem:
        return
    assert not set(kept) & set('/\\<>:"|?*\0\r\n')
    assert kept == kept.strip()
    assert kept.isprintable() or " " in kept or "\u3000" in kept or "\xa0" in kept
    assert not kept.startswith(".")
    assert len(kept) <= 150
    assert clean_name(kept) == kept
