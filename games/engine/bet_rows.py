"""The rows of bets of a document (``[[bets]]``), typed: each game says by a struct of its own which columns they have
beside those of all games. Pure. Proved by ``tests/engine/test_document_file.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from games.engine.document import RuleBook, odds_of
from games.engine.document_file import Named
from games.engine.unfit import Unfit, fitted


class BetRow(Named, frozen=True, kw_only=True):
    """A row of ``[[bets]]``: the columns of every game. ``area`` is what is written on the layout, ``spot`` how a place
    is called; columns whose names begin with ``clause`` hold clauses, and ``odds`` names of prices, prices themselves
    (``1:1``), or a pattern for names (``total_{number}``)."""

    code: str
    area: Named | None = None
    spot: Named | None = None


Row = TypeVar("Row", bound=BetRow)


def bet_rows(row_type: type[Row], book: RuleBook) -> list[Row]:
    """The rows of bets of a document, in their order. Raises :class:`Unfit` for a column, clause or price that is not
    known, a row without a clause, and two rows of one code."""
    rows: list[Row] = []
    for number, raw in enumerate(book.bets):
        place = f"bets[{raw.get('code', number)}]"
        row = fitted(raw, row_type, place)
        if any(row.code == other.code for other in rows):
            raise Unfit("code_twice", place, name=row.code)
        rows.append(row)
        clauses = list(named(raw, "clause", place))
        check_clauses(clauses, book)
        if not clauses and "recorded_as" not in raw:
            raise Unfit("no_bet_clause", place)
        for where, price in named(raw, "odds", place):
            if ":" in price:
                odds_of(price, where)
            elif "{" not in price and price not in book.odds:
                raise Unfit("no_price", where, name=price)
    return rows


def check_clauses(cited: list[tuple[str, str]], book: RuleBook) -> None:
    """Raises :class:`Unfit` for a number (place, as it is cited) that the document neither has nor is lent."""
    for where, number in cited:
        if book.clause(book.printed_as(number)) is None:
            raise Unfit("no_clause", where, clause=number)


def named(part: Any, beginning: str, place: str) -> Iterator[tuple[str, str]]:
    """Texts (place, text) under the columns of such names, in a part of a document and in what stands in it."""
    if isinstance(part, Mapping):
        for name, value in part.items():
            where = f"{place}.{name}"
            if not name.startswith(beginning):
                yield from named(value, beginning, where)
            else:
                yield from ((where, each) for each in ((value,) if isinstance(value, str) else value))
    elif isinstance(part, list | tuple):
        for number, each in enumerate(part):
            yield from named(each, beginning, f"{place}[{number}]")
