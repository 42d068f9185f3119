"""What the TOML file of a document may say: its parts, the columns of each, and nothing else. Pure.

A column with another name, a clause or a price that is not there and odds written the wrong way round are refused when
the file is read: taken in silence, they would pay ten times or a tenth. Each game says which further columns its rows
of bets have (:class:`BetRow`) by a struct of its own. Proved by ``tests/engine/test_document_file.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

if TYPE_CHECKING:
    from games.engine.document import RuleBook


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a file, all of whose columns are known."""


class Named(Part, frozen=True, kw_only=True):
    vi: str
    en: str


class ClauseRow(Named, frozen=True, kw_only=True):
    """A row of ``[[clauses]]`` or ``[[lent]]``."""

    number: str
    kind: str
    posts: tuple[str, ...] = ()
    or_above: bool = False


class ChoiceRow(Named, frozen=True, kw_only=True):
    """A row of ``[choices]``."""

    value: Any
    clause: tuple[str, ...]
    readings: tuple[Any, ...] = ()


class DocumentFile(Part, frozen=True, kw_only=True):
    """The whole file. ``tables`` and ``bets`` are read by the game."""

    game: str
    number: str
    effective_from: date
    time_zone: str
    title: Named
    clauses: tuple[ClauseRow, ...]
    choices: dict[str, ChoiceRow] = {}
    odds: dict[str, str] = {}
    odds_clauses: dict[str, str] = {}
    tables: dict[str, Any] = {}
    bets: tuple[dict[str, Any], ...] = ()
    reserved: tuple[str, ...] = ()
    printed: dict[str, tuple[str, ...]] = {}
    moved: dict[str, str] = {}
    lent: tuple[ClauseRow, ...] = ()


class BetRow(Named, frozen=True, kw_only=True):
    """A row of ``[[bets]]``: the columns of every game. ``area`` is what is written on the layout, ``spot`` how a place
    is called; columns whose names begin with ``clause`` hold clauses, and ``odds`` names of prices."""

    code: str
    area: Named | None = None
    spot: Named | None = None


Row = TypeVar("Row", bound=BetRow)


def read(raw: Mapping[str, Any]) -> DocumentFile:
    """The parts of a file. ValueError says where one is missing, unknown or of another type."""
    try:
        return msgspec.convert(raw, DocumentFile)
    except msgspec.ValidationError as error:
        raise ValueError(f"{raw.get('game')} {raw.get('number')}: {error}") from None


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
