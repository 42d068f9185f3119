"""Everything that the verifier can find has its words, in both languages, with the values that it is given."""

from __future__ import annotations

import ast
import string
from pathlib import Path

from surveillance import bundle
from surveillance.bundle import words

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


def test_every_verdict_is_in_both_languages() -> None:
    for text in words.VERDICTS.values():
        assert text.vi
        assert text.en
        assert text.vi != text.en
