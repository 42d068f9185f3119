"""The one table of errors: bilingual and documented."""

from __future__ import annotations

from string import Formatter

import pytest

from casino.core import errors


def places(template: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in Formatter().parse(template) if name}


def test_every_error_speaks_both_languages_with_the_same_places() -> None:
    for entry in errors.table():
        assert entry.text.vi != entry.text.en, entry.code
        assert entry.text.vi.endswith("."), entry.code
        assert entry.text.en.endswith("."), entry.code
        assert entry.about.endswith((".", ":")), entry.code
        assert places(entry.text.vi) == places(entry.text.en), entry.code
        assert 400 <= entry.status < 600, entry.code


def test_a_code_stands_once() -> None:
    with pytest.raises(ValueError, match="twice"):
        errors.add("not_found", 404, vi="", en="", about="")


def test_values_of_a_sender_are_shown_short_and_on_one_line() -> None:
    problem = errors.Problem("unknown_table", "table", table="a\n\0b" + "x" * 500)
    assert "\n" not in problem.text.en
    assert "\0" not in problem.text.en
    assert len(problem.text.en) < 200
