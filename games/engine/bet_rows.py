"""The rows of bets of a document (``[[bets]]``), typed: each game says by a struct of its own which columns they have
beside those of all games. Pure. Proved by ``tests/engine/test_document_file.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from games.engine.document import RuleBook
from games.engine.document_file import Named


class BetRow(Named, frozen=True, kw_only=True):
    """A row of ``[[bets]]``: the columns of every game. ``area`` is what is written on the layout, ``spot`` how a place
    is called; columns whose names begin with ``clause`` hold clauses, and ``odds`` names of prices."""

    code: str
    area: Named | None = None
    spot: Named | None = None


Row = TypeVar("Row", bound=BetRow)


def bet_rows(row_type: type[Row], book: RuleBook) -> list[Row]:
    """The rows of bets of a document, in their order. ValueError for a column, clause or price that is not known, a row
    without a clause, and two rows of one code."""
    rows: list[Row] = []
    for raw in book.bets:
        told = f"{book.id}, bet {raw.get('code')}"
        try:
            rows.append(msgspec.convert(raw, row_type))
        except msgspec.ValidationError as error:
            raise ValueError(f"{told}: {error}") from None
        clauses = list(_values(raw, "clause"))
        unknown = [each for each in clauses if not book.has(each)]
        if unknown:
            raise ValueError(f"{told}: the document has no clause {', '.join(unknown)}")
        if not clauses and "recorded_as" not in raw:
            raise ValueError(f"{told}: no clause says when it wins or is lost")
    if len({row.code for row in rows}) < len(rows):
        raise ValueError(f"{book.id}: two kinds of bet have one code")
    return rows


def _values(row: Any, beginning: str) -> Iterator[str]:
    """Texts under the columns of such names, in a row and in what stands in it."""
    if isinstance(row, Mapping):
        for name, value in row.items():
            yield from _texts(value) if name.startswith(beginning) else _values(value, beginning)
    elif isinstance(row, list | tuple):
        for each in row:
            yield from _values(each, beginning)


def _texts(value: Any) -> Iterable[str]:
    return (value,) if isinstance(value, str) else tuple(value)
