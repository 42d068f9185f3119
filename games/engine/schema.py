"""What the documents of one game may say: its tables, choices and rows of bets, each typed. Pure.

A document is held against it before it is put in force, supposed or judged by from a file, and the documents shipped
when they are loaded; never when the record is replayed, so that what was once put in force loads for ever (ADR 157).
Proved by ``tests/engine/test_document_file.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from msgspec import Meta

from casino.core.money import Direction
from casino.core.posts import Post
from games.engine.bet_rows import BetRow, bet_rows, check_clauses, named
from games.engine.document import MOST, RuleBook
from games.engine.document_file import Part
from games.engine.unfit import Unfit, fitted

KINDS: Final = ("heading", "definition", "rule", "equipment", "procedure", "right", "dispute", "force")
"""The kinds of clauses."""
HOUSE: Final = ("management", "house")
"""Posts that a document names without saying who they are: its choices of the same names do."""
Positive = Annotated[int, Meta(ge=1)]
Percent = Annotated[int, Meta(ge=0, le=100)]
Multiple = Annotated[int, Meta(ge=1, le=MOST)]


class Choices(Part, frozen=True, kw_only=True):
    """The choices of every game, by what they may be read as."""

    rounding_direction: Direction
    rounding_unit_minor: Positive
    ruling_by_lower_post: Literal["decides_nothing", "stands"]
    claim_of_time: Literal["as_claimed", "as_received"]


class Schema(msgspec.Struct, frozen=True, kw_only=True):
    """``tables`` and ``choices`` are the columns of these parts, ``bets`` those of a row, None where the bets of the
    game are procedure. ``reads`` works out what the game judges by."""

    tables: type[Part]
    choices: type[Choices]
    bets: type[BetRow] | None
    reads: Callable[[RuleBook], Any] = lambda _book: None


def check(book: RuleBook, schema: Schema) -> None:
    """Raises :class:`Unfit` for a document that says what its game does not know, or cites what is not there."""
    try:
        _check_choices(book, schema.choices)
        _check_clauses(book)
        fitted(book.tables, schema.tables, "tables")
        check_clauses(list(named(book.tables, "clause", "tables")), book)
        if schema.bets is not None:
            bet_rows(schema.bets, book)
        elif book.bets:
            raise Unfit("unknown", "", name="bets")
        try:
            schema.reads(book)
        except KeyError as missing:
            raise Unfit("no_price", "bets", name=str(missing.args[0])) from None
    except Unfit as unfit:
        raise unfit.of(f"{book.game} {book.number}".strip()) from None


def _check_clauses(book: RuleBook) -> None:
    posts = {*Post, *(name for name in HOUSE if name in book.choices)}
    for clause in (*book.clauses.values(), *book.lent.values()):
        if clause.kind not in KINDS:
            raise Unfit("not_offered", f"clauses[{clause.number}].kind", name=clause.kind)
        for post in clause.posts:
            if post not in posts:
                raise Unfit("no_post", f"clauses[{clause.number}].posts", name=post)
    try:
        ZoneInfo(book.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        raise Unfit("no_zone", "time_zone", name=book.time_zone) from None


def _check_choices(book: RuleBook, choices: type[Choices]) -> None:
    """Each choice is one of the game's, its value and readings are known, and it cites clauses that are there."""
    values = {name: choice.value for name, choice in book.choices.items()}
    fitted(values, choices, "choices")
    for name, choice in book.choices.items():
        for reading in choice.readings:
            fitted({**values, name: reading}, choices, "choices")
        if choice.readings and choice.value not in choice.readings:
            raise Unfit("not_offered", f"choices.{name}", name=str(choice.value))
        check_clauses([(f"choices.{name}.clause", number) for number in choice.clauses], book)
