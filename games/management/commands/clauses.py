"""``manage.py clauses [--game G] [--json]``: what becomes of each clause of the documents, and what shows it.

Computed from the code and from the last traced run of the tests (``games.judgement.coverage``). Proved by
``tests/coverage/test_command.py``.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from games.catalogue import shipped
from games.engine.document import RuleBook
from games.judgement import coverage

SHOWN: Final = 3
"""So many golden rounds and tests of a clause are named; the rest is counted. All of them stand in ``--json``."""


class Command(BaseCommand):
    help = "Print each clause of the documents: the functions that carry it out, what exercises them, or the reason."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", help="only the documents of this game")
        parser.add_argument("--json", action="store_true", help="as JSON, with every test and golden round")

    def handle(self, *args: Any, **options: Any) -> None:
        books = [book for book in shipped().books if options["game"] in (None, book.game)]
        if not books:
            games = ", ".join(shipped().games())
            raise CommandError(f"There is no document of {options['game']!r}; the games are: {games}.")
        if options["json"]:
            tables = [coverage.as_json(book) for book in books]
            self.stdout.write(json.dumps(tables, ensure_ascii=False, indent=1))
            return
        for book in books:
            for line in lines(book):
                self.stdout.write(line)


def lines(book: RuleBook) -> Iterator[str]:
    """The table of a document as text, the counts last."""
    table = coverage.rows(book)
    yield f"{book.title.vi} / {book.title.en}  {book.number}  ({book.id})"
    yield ""
    for row in table:
        yield from _row(row)
    yield ""
    for status, count in coverage.counts(table).items():
        text = coverage.STATUS_TEXT[status]
        yield f"{count:5}  {text.vi} / {text.en}"
    yield ""


def _row(row: coverage.Row) -> Iterator[str]:
    status = coverage.STATUS_TEXT[row.status]
    mark = "!!" if row.status is coverage.Status.MISSING else "  "
    yield f"{mark}{row.number:<10} [{status.vi} / {status.en}] {row.text.vi}"
    yield f"  {'':<10} {row.text.en}"
    for function in row.functions:
        yield f"  {'':<10} code   {function}"
    for label, names in (("cited ", row.cited), ("golden", row.golden), ("tests ", row.tests)):
        if names:
            yield f"  {'':<10} {label} {len(names)}: {_some(names)}"
    if row.reason is not None and row.status is not coverage.Status.HEADING:
        yield f"  {'':<10} {row.reason.vi}"
        yield f"  {'':<10} {row.reason.en}"


def _some(names: Iterable[str]) -> str:
    known = list(names)
    return ", ".join(known[:SHOWN]) + (" …" if len(known) > SHOWN else "")
