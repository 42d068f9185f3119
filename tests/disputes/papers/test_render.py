"""The PDF itself: plain text whatever was typed, the same bytes each time, fonts inside, and quickly."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PageObject, PdfReader

from casino.papers import setting as printing
from casino.papers.glyphs import FONTS, coverage, shown
from casino.papers.setting import CannotPrint
from disputes.papers.data import Addressee
from disputes.papers.letter import letter
from disputes.papers.render import render
from tests.disputes.papers.samples import KINDS, LANGUAGES, PAPER, pages, paper, read, squeezed

HOSTILE = [
    '#import "/etc/passwd": *',
    '#read("/etc/passwd") #sys.inputs',
    "] ) } $x^2$ \\ \\u{41} `raw` ```x``` *b* _i_ <label> @ref = Heading // comment /* comment */",
    '"} , "kind": "decision" \\" {{ }} {name} %s ${x}',
    "<script>alert(1)</script> &amp; &#65;",
    "'; DROP TABLE x; --",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_was_typed_comes_out_as_it_was_typed(text: str) -> None:
    made = paper("decision", "en", claim=text, addressee=Addressee(name=text, contact=text, reference=text))
    found = read(render(made))
    assert found.count(squeezed(text)) >= 3


@settings(max_examples=15, deadline=None)
@given(st.text(max_size=300))
def test_any_text_at_all_is_printed(text: str) -> None:
    found = read(render(paper("acknowledgement", "en", claim=text)))
    for line in shown(text, coverage()).split("\n"):
        # Fonts have letters that readers take for others (a ligature for its parts): compare plain lines exactly.
        if line.isascii():
            assert squeezed(line) in found


def test_every_character_of_the_fonts_can_be_printed() -> None:
    """PDF/A refuses a missing glyph, so that this passing shows that none is."""
    everything = "".join(chr(c) for c in sorted(coverage()) if chr(c).isprintable())
    assert len(everything) > 2_500
    assert render(paper("acknowledgement", claim=everything)).startswith(b"%PDF")


def test_a_missing_glyph_is_an_error_and_says_nothing_of_the_letter() -> None:
    page: dict[str, Any] = letter(paper("acknowledgement", claim="Bí mật \u738b"))
    with pytest.raises(CannotPrint) as told:
        printing.typeset(page, (FONTS,), None, printing.SECONDS)
    assert "\u738b" not in str(told.value)
    assert "Bí mật" not in str(told.value)


def _places(page: PageObject) -> list[float]:
    """How far from the left each piece of text begins."""
    found: list[float] = []

    def visit(_text: Any, matrix: Any, text_matrix: Any, _font: Any, _size: Any) -> None:
        found.append(text_matrix[4] + matrix[4])

    page.extract_text(visitor_text=visit)
    return found


def test_a_word_without_end_stays_within_its_page() -> None:
    long = "W" * 400
    reader = PdfReader(io.BytesIO(render(paper("decision", claim=long, addressee=Addressee(name=long)))))
    assert len(reader.pages) < 12
    found = squeezed("".join(page.extract_text() for page in reader.pages))
    assert found.count("W") >= 800
    for page in reader.pages:
        assert max(_places(page)) < float(page.mediabox.width)


def test_a_person_in_another_script_is_named_by_numbers_and_a_word_about_it() -> None:
    text = read(render(paper("acknowledgement", "en", addressee=Addressee(name="王小明"))))
    assert "[U+738B][U+5C0F][U+660E]" in text
    assert squeezed("stands by its Unicode number") in text
    assert squeezed("stands by its Unicode number") not in read(render(paper("acknowledgement", "en")))


def test_further_fonts_of_the_house_are_used(tmp_path: Path) -> None:
    """Without Noto Sans the small letter q with a hook tail has no glyph; with the folder it has."""
    plex = tmp_path / "plex"
    more = tmp_path / "more"
    plex.mkdir()
    more.mkdir()
    for file in FONTS.glob("*.ttf"):
        (more if file.name.startswith("Noto") else plex).joinpath(file.name).write_bytes(file.read_bytes())
    rare = "\u024b"
    assert shown(rare, coverage((plex,))) == "[U+024B]"
    assert shown(rare, coverage((plex, more))) == rare
    assert rare in read(render(paper("acknowledgement", claim=f"tên {rare}"), more_fonts=more))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_the_same_paper_is_the_same_bytes(kind: Any, language: Any) -> None:
    assert render(paper(kind, language)) == render(paper(kind, language))


def test_another_word_is_another_paper() -> None:
    assert render(paper("decision")) != render(paper("decision", claim=PAPER.claim + "."))


def test_fonts_are_embedded_and_only_ours() -> None:
    reader = PdfReader(io.BytesIO(render(paper("decision"))))
    names = set()
    for page in reader.pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            [inner] = font.get_object()["/DescendantFonts"]
            descriptor = inner.get_object()["/FontDescriptor"].get_object()
            names.add(str(descriptor["/FontName"]))
            assert {"/FontFile2", "/FontFile3"} & set(descriptor), descriptor["/FontName"]
            assert "/ToUnicode" in font.get_object()
    assert names
    assert all(re.fullmatch(r"/[A-Z]{6}\+(IBMPlex|NotoSans).*", name) for name in names), names


def test_it_is_pdf_a_and_says_what_it_is() -> None:
    pdf = render(paper("decision"))
    reader = PdfReader(io.BytesIO(pdf))
    xmp = reader.trailer["/Root"]["/Metadata"].get_data().decode()  # type: ignore[index]
    assert "<pdfaid:part>2</pdfaid:part>" in xmp
    assert "<pdfaid:conformance>A</pdfaid:conformance>" in xmp
    assert "<pdfuaid:part>1</pdfuaid:part>" in xmp
    assert reader.metadata is not None
    assert reader.metadata.title == "Quyết định giải quyết tranh chấp"
    assert reader.metadata.author == PAPER.house.name.vi
    assert reader.metadata.creation_date_raw == "D:20261121113000Z"
    assert reader.trailer["/Root"]["/Lang"] == "vi"  # type: ignore[index]
    assert not re.search(rb"/(JavaScript|Launch|URI|EmbeddedFile)\b", pdf)


def test_a_long_case_keeps_its_head_on_every_page() -> None:
    made = paper("decision", "en", bets=PAPER.bets * 60)
    found = pages(render(made))
    assert len(found) > 4
    for page in found[1:]:
        assert squeezed("Blue Bay Casino · Decision on your dispute") in squeezed(page)
        assert squeezed("Case TC-2026-0042 · Document L3") in squeezed(page)
    assert sum("Under the rules" in page for page in found) > 3  # the head of the table, again


def test_a_paper_takes_less_than_a_second() -> None:
    def seconds() -> float:
        begin = time.perf_counter()
        render(paper("decision"))
        return time.perf_counter() - begin

    assert min(seconds() for _ in range(3)) < 1.0


def test_the_typesetter_knows_no_secret_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, Any] = {}
    run = subprocess.run

    def spy(command: list[str], **options: Any) -> Any:
        seen.update(options, command=command)
        return run(command, **options)

    monkeypatch.setenv("SECRET_KEY", "hidden")
    monkeypatch.setattr(subprocess, "run", spy)
    render(paper("acknowledgement"))
    assert seen["env"] == {}
    assert seen["command"][:2] == [sys.executable, "-I"]
    assert PAPER.addressee.name.encode() not in " ".join(seen["command"]).encode()


def test_a_typesetter_that_works_on_and_on_is_stopped_by_its_processor_time() -> None:
    long: dict[str, Any] = letter(paper("acknowledgement", "en", claim="word " * 400_000))
    with pytest.raises(CannotPrint, match="within 1 seconds of processor time"):
        printing.typeset(long, (FONTS,), None, 1)


def test_a_typesetter_that_hangs_is_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    sleeper = tmp_path / "sleeper.py"
    sleeper.write_text("import time\ntime.sleep(30)\n")
    monkeypatch.setattr(printing, "TYPESETTER", sleeper)
    monkeypatch.setattr(printing, "SECONDS", 0.03)
    with pytest.raises(CannotPrint, match="did not finish"):
        render(paper("acknowledgement"))
