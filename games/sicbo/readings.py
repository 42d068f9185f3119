"""A throw of sic bo read out: total, Small or Big, triple. Proved by ``tests/admin/test_reading.py``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from casino.core.messages import Catalogue
from games.engine.document import RuleBook
from games.engine.game import Line, Summary
from games.sicbo.layout import AreaRow, rows, small_or_big

_WORDS: Final = Catalogue(__file__)


def read_out(summary: Summary, book: RuleBook) -> list[Line]:
    """A judged throw in sentences: total, Small or Big, a triple, a pair, each by what the document has of it."""
    dice = summary.get("dice")
    return list(_lines((dice[0], dice[1], dice[2]), book)) if dice else []


def _lines(thrown: tuple[int, int, int], book: RuleBook) -> Iterator[Line]:
    total = sum(thrown)
    faces = " + ".join(str(face) for face in thrown)
    yield Line(_WORDS.text("faces-n-points", faces=faces, n=total), _cited(book, "sum"))
    halves = [row for row in rows(book).values() if row.sums is not None]
    if len(set(thrown)) == 1:
        yield from _triple(thrown[0], halves, book)
        return
    for row in halves:
        if row.sums is not None and small_or_big(thrown, *row.sums):
            yield Line(_WORDS.text("kind-wins", kind=book.said(row)), _won(row))
    pair = next((face for face in thrown if thrown.count(face) == 2), None)
    if pair is not None:
        yield Line(_WORDS.text("two-dice-show-n", n=pair), _cited(book, "double"))


def _triple(face: int, halves: list[AreaRow], book: RuleBook) -> Iterator[Line]:
    if len(halves) == 2:
        first, last = map(book.said, halves)
        told = _WORDS.text(
            "a-triple-of-n-first",
            n=face,
            first=first,
            last=last,
        )
        yield Line(told, (halves[0].clause_lost,))
    else:
        yield Line(_WORDS.text("a-triple-of-n", n=face), _cited(book, "any_triple"))


def _won(row: AreaRow) -> tuple[str, ...]:
    return (row.clause_won,) if isinstance(row.clause_won, str) else row.clause_won[:1]


def _cited(book: RuleBook, rule: str) -> tuple[str, ...]:
    """The clause by which bets of this rule win, where the document has one."""
    return next((_won(row) for row in rows(book).values() if row.rule == rule), ())
