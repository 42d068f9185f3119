"""Which clause of a document is carried out where, and what shows it: computed, never typed in.

Which function carries out a clause is noted where the function is written (``games.engine.clauses``). What exercises it
is traced by running the golden rounds and the tests (``tests/coverage/trace.py``) and kept beside the tests, one file a
document. A room above, which carries out clauses of its own (section 8), puts its part in (:data:`CARRIED_OUT`). Only
the reason of a clause that has no code is written by hand, beside its document under ``documents/reasons``. Proved by
``tests/coverage``: nothing is without code and reason, nothing has both, the evidence is current, and with each
function switched off a test listed for each of its clauses fails.
"""

from __future__ import annotations

import json
import pkgutil
import tomllib
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from importlib import import_module, resources
from pathlib import Path
from typing import Any, Final

import msgspec

from casino.core.messages import Catalogue
from casino.core.seams import Seam
from casino.core.text import Text
from games.catalogue import GAMES
from games.engine.clauses import implemented
from games.engine.document import RuleBook

_WORDS: Final = Catalogue(__file__)

EVIDENCE: Final = Path(__file__).parents[2] / "tests" / "coverage" / "evidence"
SECTION_8: Final = "section-8"
SECTIONS: Final = ("4", "5", "6", "7", "8")
"""The sections of a numbered document that say how the game is played, paid and disputed. A document whose sections
have letters (mậu binh) is covered whole."""


class Status(StrEnum):
    """What becomes of a clause in this program."""

    IMPLEMENTED = "implemented"
    RECORDED = "recorded"
    """What it speaks of can be recorded and read; nothing is computed from it."""
    OUTSIDE = "outside"
    """What it speaks of never reaches the record."""
    HEADING = "heading"
    """It only introduces the clauses below it."""
    MISSING = "missing"
    """Neither code nor reason: not yet implemented."""


STATUS_TEXT: Final = _WORDS.table("status-text", Status)
HEADING_REASON: Final = _WORDS.text("heading_reason")
MISSING_REASON: Final = _WORDS.text("missing_reason")


class Reason(msgspec.Struct, frozen=True):
    """Why a clause has no code: ``recorded`` or ``outside``, and the words."""

    status: Status
    text: Text


class Entered(msgspec.Struct, frozen=True):
    """Which golden rounds and tests enter a function."""

    golden: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()


class Evidence(msgspec.Struct, frozen=True):
    """What a run of the golden rounds and tests showed for one document. ``cited``: clause -> golden rounds whose
    settlements or findings rest on it. ``entered``: function -> what enters it."""

    cited: Mapping[str, tuple[str, ...]] = {}
    entered: Mapping[str, Entered] = {}


Functions = Callable[[RuleBook], Mapping[str, tuple[str, ...]]]
"""A document -> clause -> dotted names of what carries it out."""

CARRIED_OUT: Final[Seam[str, Functions]] = Seam("What rooms above carry out themselves (section 8).")


class Row(msgspec.Struct, frozen=True):
    """One clause of the table. ``cited`` are golden rounds whose result rests on the clause (or one below it),
    ``golden`` the other golden rounds that enter its functions, ``tests`` the tests that do."""

    number: str
    kind: str
    text: Text
    status: Status
    functions: tuple[str, ...] = ()
    cited: tuple[str, ...] = ()
    golden: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    reason: Text | None = None

    @property
    def exercised(self) -> bool:
        return bool(self.cited or self.golden or self.tests)


def covered(number: str) -> bool:
    """Does this clause belong to the sections that are covered?"""
    section = number.partition(".")[0]
    return section in SECTIONS or not section.isdecimal()


def below(number: str, other: str) -> bool:
    """Is ``other`` this clause or one below it?"""
    return other == number or other.startswith(f"{number}.")


@cache
def _import_rules(game: str) -> None:
    """Functions note their clauses when their module is imported."""
    package = import_module(GAMES[game].package)
    for module in pkgutil.iter_modules(package.__path__):
        import_module(f"{package.__name__}.{module.name}")


def functions_of(game: str) -> dict[str, tuple[str, ...]]:
    """Clause -> dotted names of the functions that carry it out, over every module of the game."""
    _import_rules(game)
    return {number: tuple(dict.fromkeys(where)) for number, where in implemented(game).items()}


def reasons(book: RuleBook) -> dict[str, Reason]:
    """The reasons written by hand for clauses without code. ValueError for another status than the two allowed."""
    file = resources.files(GAMES[book.game].package) / "documents" / "reasons" / f"{book.effective_from}.toml"
    if not file.is_file():
        return {}
    found = {}
    for number, entry in tomllib.loads(file.read_text("utf-8")).items():
        status = Status(entry["status"])
        if status not in (Status.RECORDED, Status.OUTSIDE):
            raise ValueError(f"{book.id} {number}: {status} is no reason")
        found[number] = Reason(status, Text(vi=entry["vi"], en=entry["en"]))
    return found


def parse_evidence(source: str) -> Evidence:
    """Evidence as it is kept."""
    return msgspec.json.decode(source, type=Evidence)


def evidence(name: str) -> Evidence:
    """What the last traced run showed for a document, or for ``section-8``; nothing where it was never traced, or where
    the tests are not there, as on a server."""
    file = EVIDENCE / f"{name}.json"
    return parse_evidence(file.read_text("utf-8")) if file.is_file() else Evidence()


def carried_out(book: RuleBook) -> dict[str, tuple[str, ...]]:
    """Clause -> functions that carry it out, in the rules and in the rooms above."""
    found = {book.printed_as(cited): names for cited, names in functions_of(book.game).items()}
    for room in CARRIED_OUT.values():
        for number, names in room(book).items():
            found[number] = tuple(dict.fromkeys((*found.get(number, ()), *names)))
    return found


def all_evidence(book: RuleBook) -> Evidence:
    """What the traced runs showed, of the rules and of the rooms above."""
    shown = evidence(book.id)
    entered = dict(shown.entered)
    entered.update(evidence(SECTION_8).entered)
    return Evidence(shown.cited, entered)


def rows(book: RuleBook) -> tuple[Row, ...]:
    """The table of a document, in its order."""
    carried, why, shown = carried_out(book), reasons(book), all_evidence(book)
    return tuple(
        _row(number, book, carried.get(number, ()), why.get(number), shown)
        for number in book.clauses
        if covered(number)
    )


def _row(number: str, book: RuleBook, functions: tuple[str, ...], why: Reason | None, shown: Evidence) -> Row:
    clause = book.clauses[number]
    cited = sorted({g for other, rounds in shown.cited.items() if below(number, other) for g in rounds})
    if functions:
        entered = [shown.entered.get(name, Entered()) for name in functions]
        golden = {g for each in entered for g in each.golden}.difference(cited)
        tests = {t for each in entered for t in each.tests}
        return Row(
            number=number,
            kind=clause.kind,
            text=clause.text,
            status=Status.IMPLEMENTED,
            functions=functions,
            cited=tuple(cited),
            golden=tuple(sorted(golden)),
            tests=tuple(sorted(tests)),
        )
    if why is not None:
        return Row(number, clause.kind, clause.text, why.status, cited=tuple(cited), reason=why.text)
    if clause.kind == "heading":
        return Row(number, clause.kind, clause.text, Status.HEADING, cited=tuple(cited), reason=HEADING_REASON)
    return Row(number, clause.kind, clause.text, Status.MISSING, cited=tuple(cited), reason=MISSING_REASON)


def counts(table: tuple[Row, ...]) -> dict[Status, int]:
    """How many clauses have each status."""
    return {status: sum(row.status is status for row in table) for status in Status}


def as_json(book: RuleBook) -> dict[str, Any]:
    """The table of a document for machines."""
    table = rows(book)
    return {
        "document": book.id,
        "game": book.game,
        "number": book.number,
        "counts": {str(status): n for status, n in counts(table).items()},
        "clauses": json.loads(msgspec.json.encode(table)),
    }
