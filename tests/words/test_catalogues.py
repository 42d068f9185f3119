"""Every catalogue of words is whole in each language, and no word lies in one that nobody asks for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast

from casino.core.messages import BOTH, ROOMS

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = sorted({file.parent for room in ROOMS for file in (ROOT / room).rglob("wording/*/*.ftl")})
ENGLISH_ALONE = {"errors_about"}
"""For those who program against the API."""
OF_CODES = {"errors", "errors_about"}
"""Held by ``tests/api/test_errors.py``."""


def ids(file: Path) -> list[str]:
    body = FluentParser().parse(file.read_text("utf-8")).body
    assert [entry for entry in body if isinstance(entry, ast.Junk)] == [], file
    return [entry.id.name for entry in body if isinstance(entry, ast.Message)]


def named(folder: Path) -> str:
    return str(folder.relative_to(ROOT))


@pytest.mark.parametrize("folder", FOLDERS, ids=named)
def test_each_language_has_the_same_messages_once(folder: Path) -> None:
    languages = ("en",) if folder.name in ENGLISH_ALONE else BOTH
    said = {language: ids(folder / f"{language}.ftl") for language in languages}
    first = said[languages[0]]
    assert len(set(first)) == len(first)
    assert all(each == first for each in said.values())


@pytest.mark.parametrize("folder", [each for each in FOLDERS if each.name not in OF_CODES], ids=named)
def test_its_module_asks_for_each_of_them(folder: Path) -> None:
    module = folder.parents[1] / f"{folder.name}.py"
    asked = set(re.findall(r"_WORDS\.(?:text|table|pairs)\(\s*\"([a-z0-9_-]+)\"", module.read_text("utf-8")))
    assert {each.partition("--")[0] for each in ids(folder / "en.ftl")} == asked
