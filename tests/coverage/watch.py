"""Watches the functions that carry out clauses, or switches one of them off.

Both work where the functions are written: ``implements`` is replaced before any module of a game is imported, so that
copies made by ``from ... import``, tables of functions and constants computed at import are all reached. That needs a
process in which no game was imported yet (``tests.coverage.trace``, ``tests.coverage.worker``).

The functions of section 8 bear no note: the table of steps names them. They are replaced in every module and table of
their room once it is imported, and before the tests are.
"""

from __future__ import annotations

import functools
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from games.engine import clauses
from games.engine.document import RuleBook, documents_in
from tests.coverage.standin import stand_in

Function = Callable[..., Any]
AT_IMPORT = "at import"
DISPUTES = "disputes.case"
OF_GAMES = ("baccarat", "maubinh", "niuniu", "roulette", "sicbo")
"""Written out: whoever asked the table of games would import them."""
RULES = ("games.engine.", *(f"games.{game}." for game in OF_GAMES))


def dotted(function: Function) -> str:
    """The name under which a function is listed."""
    return f"{function.__module__}.{function.__qualname__}"


def _replacing(change: Callable[[Function], Function]) -> None:
    original = clauses.implements

    def implements(game: str, *numbers: str) -> Callable[[Function], Function]:
        note = original(game, *numbers)
        return lambda function: change(note(function))

    clauses.implements = implements  # type: ignore[assignment]


class Watch:
    """Notes which function is entered while what runs; ``now`` names it."""

    def __init__(self) -> None:
        self.now = AT_IMPORT
        self.entered: dict[str, set[str]] = defaultdict(set)
        self._seen: set[str] = set()
        _replacing(self._watched)

    def disputes(self) -> None:
        """Watch the functions of section 8 as well. No test that uses them may be imported yet."""
        for function in of_section_8().values():
            replace_in_disputes(function, self._watched(function))

    def _watched(self, function: Function) -> Function:
        name = dotted(function)

        @functools.wraps(function)
        def watched(*args: Any, **kwargs: Any) -> Any:
            if name not in self._seen:
                self._seen.add(name)
                self.entered[name].add(self.now)
            return function(*args, **kwargs)

        return watched

    def start(self, name: str, keeping: Iterator[dict[Any, Any]]) -> None:
        """From here on it is ``name`` that runs. What is kept for a rule book is forgotten, so that what runs does
        not depend on what ran before."""
        self.now = name
        self._seen.clear()
        for kept in keeping:
            kept.clear()


def kept_for_books(modules: Iterator[Any]) -> Iterator[dict[Any, Any]]:
    """What was worked out of the documents and kept: with each book (``RuleBook.derived``), and in dictionaries of
    modules, id -> (book, what was computed)."""
    for game in OF_GAMES:
        yield from (book.__dict__.get("derived_by", {}) for book in documents_in(f"games.{game}"))
    for module in modules:
        for value in list(vars(module).values()):
            if isinstance(value, dict) and value and all(_is_kept(entry) for entry in value.values()):
                yield value


def _is_kept(entry: object) -> bool:
    return isinstance(entry, tuple) and bool(entry) and isinstance(entry[0], RuleBook)


def of_section_8() -> dict[str, Function]:
    """The functions that carry out section 8, by dotted name."""
    from disputes.case.clauses import functions

    return functions()


def replace_in_disputes(function: Function, instead: Function) -> None:
    """Put ``instead`` wherever a module of the room, or a table in one, holds the function."""
    for module in [module for name, module in sys.modules.items() if name.startswith(DISPUTES)]:
        for name, value in list(vars(module).items()):
            if value is function:
                setattr(module, name, instead)
            elif isinstance(value, dict) and not name.startswith("__"):
                value.update({key: instead for key, entry in value.items() if entry is function})


def switch_off(name: str) -> None:
    """From here on the function of this dotted name is replaced by a stand-in: a rule when its module is imported, one
    of section 8 at once."""
    if name.startswith(DISPUTES):
        function = of_section_8()[name]
        replace_in_disputes(function, stand_in(function, name))
        return

    def change(function: Function) -> Function:
        return stand_in(function, name) if dotted(function) == name else function

    _replacing(change)
