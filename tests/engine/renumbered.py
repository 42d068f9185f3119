"""A later document made from a first one: the same rules under other numbers, for the tests of second documents.

The numbers of whole sections are exchanged, so that each clause that code cites stands elsewhere, and where it was
stands another one: a number that somewhere was not turned then names the wrong clause, and is seen.
"""

from __future__ import annotations

import dataclasses
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games import catalogue
from games.engine.document import RuleBook, documents_in, parse_book
from games.engine.judgement import Judgement
from games.engine.lending import composed
from tests.golden.reader import Golden

GAMES = Path(__file__).parents[2] / "games"


class Later(msgspec.Struct, frozen=True):
    """A later document as TOML, and under which number each clause of the first one stands in it."""

    source: str
    numbers: Mapping[str, str]

    def number(self, clause: str) -> str:
        return self.numbers.get(clause, clause)

    def told(self, value: Any) -> Any:
        """Anything made of plain values, with every text that is a clause of the first document turned."""
        if isinstance(value, dict):
            return {name: self.told(each) for name, each in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.told(each) for each in value]
        return self.number(value) if isinstance(value, str) else value

    def book(self, *edits: tuple[str, str]) -> RuleBook:
        """The document, with further edits of its text; ValueError for one whose place is not there once."""
        source = self.source
        for before, after in edits:
            if source.count(before) != 1:
                raise ValueError(f"{before!r} stands {source.count(before)} times")
            source = source.replace(before, after)
        return parse_book(source)

    def round_of(self, golden: Golden) -> Golden:
        """A golden round as it is recorded under this document: rulings and grounds by its numbers."""
        facts = [dataclasses.replace(line, fields=self.told(line.fields)) for line in golden.facts]
        return dataclasses.replace(golden, facts=facts)


def opened(golden: Golden, moment: str) -> Golden:
    """The same round, opened at another moment. (Nothing counts as later than it was recorded: choose the past.)"""
    return dataclasses.replace(golden, header={**golden.header, "opened": moment})


def plain(judgement: Judgement) -> dict[str, Any]:
    """A judgement as data, without the name of its document."""
    told: dict[str, Any] = json.loads(msgspec.json.encode(judgement))
    del told["document"]
    return told


@contextmanager
def shipped_too(*books: RuleBook) -> Iterator[None]:
    """As if these documents lay in their games' folders."""
    lying = documents_in

    def with_these(package: str) -> tuple[RuleBook, ...]:
        return (*lying(package), *(book for book in books if catalogue.GAMES[book.game].package == package))

    kept = (catalogue.all_books, catalogue.newest_book, catalogue.shipped)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("games.catalogue.documents_in", with_these)
        for each in kept:
            each.cache_clear()
        yield
    for each in kept:
        each.cache_clear()


def renumbered(game: str, first: str, *, since: date, exchanged: Mapping[str, str]) -> Later:
    """The document of a game that is in force ``since`` a date, with the clauses of some sections under the number of
    another (``{"4": "7", "7": "4"}``: each must be given and taken once)."""
    source = composed((GAMES / game / "documents" / f"{first}.toml").read_text("utf-8"))
    numbers = {}
    for entry in tomllib.loads(source)["clauses"]:
        section, dot, rest = entry["number"].partition(".")
        if dot and section in exchanged:
            numbers[entry["number"]] = f"{exchanged[section]}.{rest}"
    quoted = re.compile("|".join(f'"{re.escape(number)}"' for number in sorted(numbers, key=len, reverse=True)))
    source = quoted.sub(lambda found: f'"{numbers[found.group()[1:-1]]}"', source)
    source, dated = re.subn(r"(?m)^effective_from = .*$", f"effective_from = {since.isoformat()}", source)
    assert dated == 1
    moved = "".join(f'"{before}" = "{after}"\n' for before, after in numbers.items())
    return Later(f"{source}\n[moved]\n{moved}", numbers)
