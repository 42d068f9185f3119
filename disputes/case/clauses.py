"""Which functions carry out which clause of section 8: for the table of clauses.

Computed, like the rest of that table: a step of the procedure says its clause and ``step.FUNCTIONS`` its function; a
basis of 8.4 is held open by the check-list; a clock says the clause that it keeps. What a document prints under another
number is listed under that number.
The document of mậu binh has no section 8 and borrows that of baccarat, so nothing is listed for it.

Imported by the app, which so puts it into ``games.judgement.coverage``. Proved by ``tests/coverage``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from disputes.case import decide  # noqa: F401 - every command has its function
from disputes.case.bases import open_items
from disputes.case.clocks import CLOCKS, clocks
from disputes.case.papers import issue_paper
from disputes.case.procedure import ITEMS, PAPERS, PROCEDURE
from disputes.case.step import FUNCTIONS
from games.engine.document import RuleBook

Function = Callable[..., object]


def carried() -> Iterator[tuple[str, Function]]:
    """Every clause with a function that carries it out, in the numbers that most documents print."""
    for step in PROCEDURE.values():
        if not step.of_the_house:
            yield step.clause, FUNCTIONS[step.command]
    for clause in PAPERS.values():
        yield clause, issue_paper
    for clause, _name in ITEMS.values():
        yield clause, open_items
    for clause, _name in CLOCKS.values():
        yield clause, clocks


def functions() -> dict[str, Function]:
    """The same functions by their dotted names."""
    return {f"{function.__module__}.{function.__qualname__}": function for _clause, function in carried()}


def functions_of(book: RuleBook) -> dict[str, tuple[str, ...]]:
    """Clause of a document -> dotted names of the functions that carry it out."""
    found: dict[str, dict[str, None]] = {}
    for clause, function in carried():
        for number in book.numbers_of(clause):
            if number in book.clauses:
                found.setdefault(number, {})[f"{function.__module__}.{function.__qualname__}"] = None
    return {number: tuple(names) for number, names in found.items()}
