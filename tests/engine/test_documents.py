"""Every rule book: statements in both languages, known fields, kinds and posts, choices that cite the document.

What is particular to a document (clause numbers, odds, tables, competent posts) stands in
``tests/<game>/test_document.py``.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from casino.core.posts import Post
from tests.engine.books import NAMES, load

ALL = {name: load(name) for name in NAMES}
KINDS = {"heading", "definition", "rule", "equipment", "procedure", "right", "dispute", "force"}
POSTS = {post.value for post in Post} | {"management", "house"}
LONGEST_STATEMENT = 320
VIETNAMESE_ONLY = set("ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ")


def _statements() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, book in ALL.items():
        yield from ((f"{name} clause {entry['number']}", entry) for entry in book["clauses"])
        yield from ((f"{name} choice {choice}", entry) for choice, entry in book["choices"].items())


STATEMENTS = list(_statements())


def test_there_is_a_book_for_each_game() -> None:
    assert {name.partition(".")[0] for name in NAMES} == {"baccarat", "maubinh", "niuniu", "roulette", "sicbo"}


@pytest.mark.parametrize(("where", "entry"), STATEMENTS, ids=[where for where, _ in STATEMENTS])
def test_a_statement_is_a_short_whole_sentence_in_both_languages(where: str, entry: dict[str, Any]) -> None:
    for language in ("vi", "en"):
        text = entry[language]
        assert text == text.strip(), where
        assert text.endswith("."), where
        assert 10 < len(text) <= LONGEST_STATEMENT, (where, language, len(text))
        assert text == unicodedata.normalize("NFC", text), where
    assert entry["vi"] != entry["en"]
    assert VIETNAMESE_ONLY & set(entry["vi"].lower()), f"{where} has no Vietnamese letters"


@pytest.mark.parametrize("name", NAMES)
def test_no_two_clauses_say_the_same(name: str) -> None:
    for language in ("vi", "en"):
        said = Counter(entry[language] for entry in ALL[name]["clauses"])
        assert [text for text, times in said.items() if times > 1] == []


@pytest.mark.parametrize("name", NAMES)
def test_clauses_carry_known_fields_kinds_and_posts(name: str) -> None:
    for entry in ALL[name]["clauses"]:
        number = entry["number"]
        assert set(entry) <= {"number", "kind", "posts", "or_above", "vi", "en"}, number
        assert entry["kind"] in KINDS, number
        assert set(entry.get("posts", ())) <= POSTS, number


@pytest.mark.parametrize("name", NAMES)
def test_choices_cite_clauses_of_the_document(name: str) -> None:
    printed = {entry["number"] for entry in ALL[name]["clauses"]}
    for choice, entry in ALL[name]["choices"].items():
        assert set(entry) - {"readings"} == {"value", "clause", "vi", "en"}, choice
        assert set(entry["clause"]) <= printed, choice


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_named_by_game_and_date_of_effect(name: str) -> None:
    book = ALL[name]
    assert name == f"{book['game']}.{book['effective_from'].isoformat()}"
    assert book["time_zone"] == "Asia/Ho_Chi_Minh"
    assert set(book["title"]) == {"vi", "en"}
