"""Everything that the verifier can find has its words, in both languages, with the values that it is given."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path
from typing import Final

import pytest

from casino.core.text import Text
from surveillance import bundle
from surveillance.bundle import words
from surveillance.bundle.command import as_text
from surveillance.bundle.verifying import Trust, verify
from surveillance.film.seals import STATES

FOLDER = Path(bundle.__file__).parent


def said() -> dict[str, set[frozenset[str]]]:
    """The codes in the sources, each with the names of the values that go with it."""
    found: dict[str, set[frozenset[str]]] = {}
    for file in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            first = node.args[0] if node.args else None
            if name in ("refuse", "remark", "Unreadable"):
                codes = [n.value for n in ast.walk(first) if isinstance(n, ast.Constant)] if first else []
                for code in codes:
                    if isinstance(code, str):
                        found.setdefault(code, set()).add(frozenset(k.arg for k in node.keywords if k.arg))
    return found


def test_each_reason_and_remark_has_its_sentence_in_both_languages() -> None:
    known = {**words.REASONS, **words.REMARKS}
    found = said()
    assert found.keys() == known.keys()
    for code, text in known.items():
        for sentence in (text.vi, text.en):
            wanted = {name for _text, name, _spec, _conversion in string.Formatter().parse(sentence) if name}
            assert all(wanted <= values for values in found[code]), (code, sentence)
            assert sentence.endswith(".") or code == "clip_unreadable", sentence


NEUTRAL: Final = frozenset(
    [
        "said",
        "found",
        "most",
        "zone",
        "format",
        "name",
        "fingerprint",
        "position",
        "stream",
        "named",
        "version",
        "previous",
        "as_of",
        "at",
        "before",
        "first",
        "last",
        "since",
        "field",
        "wanted",
        "there",
        "count",
        "moment",
        "rounds",
        "events",
        "begins",
        "ends",
        "table",
        "theirs",
        "own",
        "origin",
    ]
)
"""Values that are digits, moments, codes, or names of the bundle."""
ENGLISH: Final = re.compile(
    r"\b(?:the|is|are|was|were|has|have|of|not|cannot|that|this|which|it|and|holds?|broken|intact)\b"
)
VIETNAMESE: Final = re.compile("[àáảãạăằắẳẵặâầấẩẫậđèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵ]", re.I)


@pytest.mark.parametrize("code", [*words.REASONS, *words.REMARKS])
def test_no_sentence_of_a_language_has_words_of_the_other(code: str) -> None:
    """What a part of the program said of it in English stands beside the sentence; states are said in each language."""
    text = {**words.REASONS, **words.REMARKS}[code]
    fields = {name for each in (text.vi, text.en) for _text, name, *_rest in string.Formatter().parse(each) if name}
    assert fields <= NEUTRAL | {"state", "why_vi", "why_en"}
    for state in STATES:
        values = dict.fromkeys(fields, "7") | dict.fromkeys(words.DETAILS, "it is not") | {"state": state}
        said = words.sentence(code, values | {"why_vi": "phim hỏng.", "why_en": "it is broken."})
        assert not ENGLISH.search(said.vi.lower()), said.vi
        assert not VIETNAMESE.search(said.en), said.en


def test_technical_detail_stands_on_a_line_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_bytes(b"PK\3\4")
    report = verify(tmp_path / "b.zip", Trust())
    for language, shown in (
        ("vi", ["- Vỏ của tệp sai dạng.", "  Chi tiết kỹ thuật: it is shorter than any"]),
        ("en", ["- The container is not of its one form.", "  Technical detail: it is shorter than any"]),
    ):
        assert as_text(report, tmp_path / "b.zip", language, Trust())[-2:] == shown


def test_places_are_said_in_each_language() -> None:
    assert words.place("position 12") == Text("vị trí 12", "position 12")
    assert words.place("positions 12 to 40") == Text("vị trí 12 đến 40", "positions 12 to 40")
    assert words.place("log/position 1") == Text("log/position 1", "log/position 1")


def test_every_verdict_is_in_both_languages() -> None:
    for text in words.VERDICTS.values():
        assert text.vi
        assert text.en
        assert text.vi != text.en
