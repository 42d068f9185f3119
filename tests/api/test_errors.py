"""The one table of errors: bilingual and documented."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from casino.core import errors
from casino.core.messages import wording
from games.management.commands.errors import ROOMS, ROOT, page
from tests.sources import parsed


def test_every_error_speaks_each_language_with_the_same_places() -> None:
    said = wording("errors")
    for entry in errors.table():
        assert entry.text.vi != entry.text.en, entry.code
        assert entry.about.endswith((".", ":")), entry.code
        for language in said.languages:
            assert said.arguments(entry.code, language) == entry.places, (entry.code, language)
            assert entry.text.in_language(language).endswith("."), entry.code
        assert 400 <= entry.status < 600, entry.code


def test_no_sentence_is_left_of_a_code_that_is_gone() -> None:
    page()  # imports every module that declares codes
    for topic in ("errors", "errors_about"):
        assert set(wording(topic).ids) == {entry.code for entry in errors.table()}


def test_a_code_stands_once() -> None:
    with pytest.raises(ValueError, match="twice"):
        errors.ERRORS.register_all({"not_found": 404})


def test_values_of_a_sender_are_shown_short_and_on_one_line() -> None:
    problem = errors.Problem("unknown_table", "table", table="a\n\0b" + "x" * 500)
    assert "\n" not in problem.text.en
    assert "\0" not in problem.text.en
    assert len(problem.text.en) < 200


def raised() -> Iterator[tuple[str, str, set[str]]]:
    """Where a problem is raised by a code that stands there: place, code, the values given by name."""
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            source = file.read_text("utf-8")
            if "Problem(" not in source:
                continue
            for node in ast.walk(parsed(file)):
                if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Problem" and node.args):
                    continue
                code, names = node.args[0], [word.arg for word in node.keywords]
                if isinstance(code, ast.Constant) and None not in names:
                    given = {name for name in names if name not in (None, "field")}
                    yield f"{file.relative_to(ROOT)}:{node.lineno}", str(code.value), given


def test_whoever_raises_a_problem_gives_what_its_sentence_names() -> None:
    """A sentence is put together when it is shown: a value that is missing must not be found out by a guest."""
    page()
    missing = [
        (place, code, errors.find(code).places - given)
        for place, code, given in raised()
        if not errors.find(code).places <= given
    ]
    assert missing == []
