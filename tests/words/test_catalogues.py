"""Every catalogue of words is whole in each language, no word lies in one that nobody asks for, and code holds none."""

from __future__ import annotations

import ast as python
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from casino.core.languages import LANGUAGES
from casino.core.messages import BOTH, ROOMS

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = sorted({file.parent for room in ROOMS for file in (ROOT / room).rglob("wording/*/*.ftl")})
MODULES = sorted(file for room in ROOMS for file in (ROOT / room).rglob("*.py") if "migrations" not in file.parts)
ENGLISH_ALONE = {"errors_about"}
"""For those who program against the API."""
OF_CODES = {"errors", "errors_about"}
"""Held by ``tests/api/test_errors.py``."""


class _Places(Visitor):
    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        self.found.add(node.id.name)


@cache
def messages(file: Path) -> dict[str, set[str]]:
    """The places of each message, by its id."""
    body = FluentParser().parse(file.read_text("utf-8")).body
    assert [entry for entry in body if isinstance(entry, ast.Junk)] == [], file
    entries = [entry for entry in body if isinstance(entry, ast.Message)]
    found = {}
    for entry in entries:
        places = _Places()
        places.visit(entry)
        found[entry.id.name] = places.found
    assert len(found) == len(entries), f"an id stands twice in {file}"
    return found


@cache
def places(folder: Path) -> dict[str, set[str]]:
    """What a message takes in some language of the house."""
    said = [messages(folder / f"{language}.ftl") for language in BOTH]
    return {id: said[0][id] | said[1][id] for id in said[0]}


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


def module_of(folder: Path) -> Path:
    return folder.parents[1] / f"{folder.name}.py"


@pytest.mark.parametrize("folder", FOLDERS, ids=named)
def test_each_language_has_the_same_messages_once(folder: Path) -> None:
    """A language of the house has all; one that is spoken to guests alone has some of them, and no others."""
    if folder.name in ENGLISH_ALONE:
        assert messages(folder / "en.ftl")
        return
    first = messages(folder / "en.ftl")
    for file in {folder / f"{language}.ftl" for language in LANGUAGES} | set(folder.glob("*.ftl")):
        said = messages(file)
        assert list(said) == [id for id in first if id in said or file.stem in LANGUAGES], file
        assert all(said[id] <= places(folder)[id] for id in said), file


def constants(tree: python.AST) -> Iterator[str]:
    for node in python.walk(tree):
        if isinstance(node, python.Constant) and isinstance(node.value, str):
            yield node.value


def snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


@pytest.mark.parametrize("folder", [each for each in FOLDERS if each.name not in OF_CODES], ids=named)
def test_its_module_asks_for_each_of_them(folder: Path) -> None:
    """By its id, as an entry of a table or of a field, or by what is declared: a command's code, an event's name."""
    tree = tree_of(module_of(folder))
    asked = {text for text in constants(tree) if re.fullmatch(r"[A-Za-z][\w.-]*", text)}
    asked |= {f"event--{text.replace('.', '-')}" for text in asked}
    asked |= {snake(node.name) for node in python.walk(tree) if isinstance(node, python.ClassDef)}
    for id in messages(folder / "en.ftl"):
        parts = id.split("--")
        assert any("--".join(parts[:n]) in asked or "--".join(parts[:n]) + "--" in asked for n in range(1, 9)), id


@cache
def tree_of(module: Path) -> python.Module:
    return python.parse(module.read_text("utf-8"))


def calls(module: Path) -> Iterator[tuple[str, python.Call]]:
    """(what is asked of the module's catalogue, the call)."""
    for node in python.walk(tree_of(module)):
        match node:
            case python.Call(func=python.Attribute(value=python.Name(id="_WORDS"), attr=name)):
                yield name, node
            case python.Call(func=python.Name(id="asked"), args=[python.Name(id="_WORDS"), *_]):
                yield "asked", node


def test_what_a_module_asks_for_is_said_and_takes_what_is_given() -> None:
    wrong = []
    for module in MODULES:
        said = places(folder) if (folder := module.parent / "wording" / module.stem).is_dir() else {}
        for name, call in calls(module):
            given = call.args[-1 if name == "asked" else 0]
            if not isinstance(given, python.Constant) or not isinstance(id := given.value, str):
                continue
            known = id in said if name in ("text", "asked") else any(each.startswith(f"{id}--") for each in said)
            values = {keyword.arg for keyword in call.keywords} if name == "text" else set()
            if not known or (values and None not in values and values != said[id]):
                wrong.append((named(module), call.lineno, id, values, said.get(id)))
    assert wrong == []


VIETNAMESE: Final = re.compile("[ăâđêôơưàáảãạằắẳẵặầấẩẫậèéẻẽẹềếểễệìíỉĩịòóỏõọồốổỗộờớởỡợùúủũụừứửữựỳýỷỹỵ]", re.IGNORECASE)
WORDS_IN_CODE: Final = {
    "casino/core/money.py": "the sign of the dong, as people write amounts",
    "casino/core/naming.py": "a letter that is known without its mark",
    "casino/core/reasons.py": "words by which a reason is recognised that says nothing",
    "casino/core/text.py": "a letter that is known without its mark",
    "casino/papers/spelled.py": "how numbers are read: a grammar for each language",
    "casino/embedded/run.py": "said before anything is installed: nothing but Python is there",
    "casino/embedded/trouble.py": "said before anything is installed: nothing but Python is there",
    "games/admin/sought.py": "patterns of what people search for",
    "surveillance/demonstration/house.py": "names and words of people of the demonstration",
    "games/simulate/day.py": "names and words of people of the demonstration",
    "games/simulate/staff.py": "names and words of people of the demonstration",
    "surveillance/demonstration/cases.py": "names and words of people of the demonstration",
    "surveillance/demonstration/library.py": "names and words of people of the demonstration",
    "surveillance/demonstration/footage.py": "names and words of people of the demonstration",
}
"""Modules that hold Vietnamese, and why it is no word of the product to translate."""
BOTH_IN_ONE: Final = {
    "casino/checkpoints/checks.py": "told by Django's checks to who runs the server, in both languages at once",
    "casino/papers/checks.py": "told by Django's checks to who runs the server, in both languages at once",
    "casino/vault/checks.py": "told by Django's checks to who runs the server, in both languages at once",
    "surveillance/files/starting.py": "told by Django's checks to who runs the server, in both languages at once",
    "games/api/commands.py": "the API's description, which has one language: both",
    "games/api/ingest.py": "the API's description, which has one language: both",
    "games/api/rule_documents.py": "the API's description, which has one language: both",
    "games/api/waiting.py": "the API's description, which has one language: both",
    "disputes/api/views.py": "the API's description, which has one language: both",
    "games/ingest/outcomes.py": "what of a pasted line cannot be read, in both languages at once",
    "games/management/commands/errors.py": "the head of a page of the documentation",
    "disputes/pages/actions.py": "what is recorded as who took a paper",
    "surveillance/files/exports.py": "burnt into the picture of a copy, in both languages at once",
}
"""Modules with lines that stand in both languages at once, whoever reads."""


def _words(module: Path) -> set[str]:
    tree = tree_of(module)
    told = {id(node.value) for node in python.walk(tree) if isinstance(node, python.Expr)}  # docstrings
    return {
        node.value
        for node in python.walk(tree)
        if isinstance(node, python.Constant) and isinstance(node.value, str) and id(node) not in told
        and VIETNAMESE.search(node.value)
    }  # fmt: skip


def test_code_holds_no_words_of_people() -> None:
    """In no module a letter that Vietnamese alone has, and no pair of words given to a text."""
    assert {named(module) for module in MODULES if _words(module)} == set(WORDS_IN_CODE) | set(BOTH_IN_ONE)
    pairs = [
        (named(module), node.lineno)
        for module in MODULES
        for node in python.walk(tree_of(module))
        if isinstance(node, python.Call) and getattr(node.func, "id", "") == "Text"
        and any(re.search(r"[^\W\d_]", text) for given in node.args for text in _literal(given))
    ]  # fmt: skip
    assert pairs == []


def _literal(given: python.expr) -> Iterator[str]:
    match given:
        case python.Constant(value=str() as text):
            yield text
        case python.JoinedStr(values=values):
            yield from (str(each.value) for each in values if isinstance(each, python.Constant))
