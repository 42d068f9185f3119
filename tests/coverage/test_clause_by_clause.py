"""A function may carry many clauses. Here each clause is switched off by its own entry in a table, and exactly the
golden rounds that are listed for it may notice.

Three kinds of entry: the price of a row of section 5, the numbers that a kind of bet covers, and every single figure
of a document's odds and tables. The last is held against the reading of the document typed in
``tests/<game>/test_document.py``.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from importlib import import_module
from types import ModuleType
from typing import Any

import msgspec
import pytest

from casino.core.money import Odds
from games.catalogue import GAMES, all_books, shipped
from games.engine.document import RuleBook
from games.judgement import coverage
from games.roulette import layout as roulette_layout
from games.sicbo import layout as sicbo_layout
from tests.golden.reader import Golden, all_golden, misses

ROULETTE = shipped().by_id("roulette.2020-06-13")
SICBO = shipped().by_id("sicbo.2020-06-13")
BOOKS = [book for book in all_books() if book.game in GAMES]
GOLDEN = {book.game: all_golden(book.game) for book in BOOKS}


def noticing(book: RuleBook, rounds: list[Golden]) -> set[str]:
    """The golden rounds that come out otherwise under this document."""
    return {golden.path.stem for golden in rounds if misses(golden, golden.judge(book=book))}


def cited_in(book: RuleBook, *clauses: str) -> set[str]:
    """The golden rounds listed as resting on one of these clauses or one below them."""
    cited = coverage.evidence(book.id).cited
    return {g for number in clauses for other, rounds in cited.items() if coverage.below(number, other) for g in rounds}


# --- Prices ------------------------------------------------------------------------------------------------------

PRICED = [(book, kind) for book in BOOKS for kind in book.odds]


@pytest.mark.parametrize(("book", "kind"), PRICED, ids=[f"{book.game}-{kind}" for book, kind in PRICED])
def test_another_price_is_noticed_by_rounds_of_its_row_only(book: RuleBook, kind: str) -> None:
    odds = book.odds[kind]
    dearer = msgspec.structs.replace(book, odds={**book.odds, kind: Odds(odds.profit + odds.stake, odds.stake)})
    noticed = noticing(dearer, GOLDEN[book.game])
    assert noticed, f"no golden round knows the price of {kind}"
    assert noticed <= cited_in(book, book.odds_clauses[kind])


# --- What a bet covers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", ROULETTE.bets, ids=lambda row: row["code"])
def test_roulette_a_bet_that_covers_the_other_pockets(row: Mapping[str, Any]) -> None:
    kind, clause = row["code"], row["clause_won"].rpartition(".")[0]
    book = msgspec.structs.replace(ROULETTE)
    for spot, place in (places := roulette_layout.layout(book)).items():
        if place.kind == kind:
            places[spot] = msgspec.structs.replace(place, mask=place.mask ^ (1 << 37) - 1)
    noticed = noticing(book, GOLDEN["roulette"])
    assert noticed & cited_in(ROULETTE, f"{clause}.1"), "no round in which it wins"
    assert noticed & cited_in(ROULETTE, f"{clause}.2"), "no round in which it loses"
    assert noticed <= cited_in(ROULETTE, clause, "6.6", "7.8", "7.11", "7.12")


@pytest.mark.parametrize("row", SICBO.bets, ids=lambda row: row["code"])
def test_sicbo_an_area_that_wins_on_the_other_throws(row: Mapping[str, Any]) -> None:
    clause = row["clause_lost"]
    group = clause if clause == "6.8" else clause.rpartition(".")[0]
    book = msgspec.structs.replace(SICBO)
    for spot, area in (areas := sicbo_layout.layout(book)).items():
        if area.kind == row["code"]:
            others = set(sicbo_layout.THROWS) - area.prices.keys()
            price = sicbo_layout.Price(1, 1, (group, "5.1"))
            areas[spot] = msgspec.structs.replace(area, prices=dict.fromkeys(others, price))
    noticed = noticing(book, GOLDEN["sicbo"])
    assert noticed & cited_in(SICBO, clause), "no round in which it loses"
    assert noticed & cited_in(SICBO, "5.1"), "no round in which it wins"
    lit = {golden.path.stem for golden in GOLDEN["sicbo"] if any(line.name == "areas_lit" for line in golden.facts)}
    assert noticed <= cited_in(SICBO, group, "7.8") | lit


# --- Every figure ------------------------------------------------------------------------------------------------

Path = tuple[Any, ...]


def figures(part: Any, path: Path = ()) -> Iterator[Path]:
    """Where the figures of a table stand. Words (names of classes, texts) are no figures."""
    if isinstance(part, dict):
        for key, below in part.items():
            if key not in ("vi", "en"):
                yield from figures(below, (*path, key))
    elif isinstance(part, list):
        for index, below in enumerate(part):
            yield from figures(below, (*path, index))
    elif isinstance(part, (int, float)) or (
        isinstance(part, str) and part.replace(":", "").replace(".", "").isdecimal()
    ):
        yield path


def altered(figure: Any) -> Any:
    """Another figure of the same kind."""
    if isinstance(figure, bool):
        return not figure
    if isinstance(figure, (int, float)):
        return figure + 1
    if ":" in figure:
        stake, _, profit = figure.partition(":")
        return f"{stake}:{Fraction(profit) + 1}" if "." not in profit else f"{stake}:{float(profit) + 1}"
    return f"{figure}.9"


def plain_tests(module: ModuleType) -> list[Callable[[], None]]:
    """The tests of a module that need nothing handed in."""
    tests = [function for name, function in vars(module).items() if name.startswith("test_")]
    return [test for test in tests if callable(test) and test.__code__.co_argcount == 0]


def fails(tests: list[Callable[[], None]]) -> bool:
    """Does one of them fail? (The one that failed last is tried first.)"""
    for index, test in enumerate(tests):
        try:
            test()
        except (AssertionError, LookupError, ValueError, TypeError):
            tests.insert(0, tests.pop(index))
            return True
    return False


@pytest.mark.parametrize("game", sorted({book.game for book in all_books()}))
def test_another_figure_in_a_table_is_noticed(game: str) -> None:
    module = import_module(f"tests.{game}.test_document")
    tests = plain_tests(module)
    assert not fails(tests)
    unnoticed = []
    for part in ("odds", "odds_clauses", "tables"):
        for path in figures(module.BOOK.get(part, {})):
            entry = module.BOOK[part]
            for key in path[:-1]:
                entry = entry[key]
            kept = copy.copy(entry[path[-1]])
            entry[path[-1]] = altered(kept)
            try:
                if not fails(tests):
                    unnoticed.append(".".join(map(str, (part, *path))))
            finally:
                entry[path[-1]] = kept
    assert unnoticed == []
