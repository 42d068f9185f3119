"""Second documents, invented for the tests: a game's first document with clauses renumbered, and with edits.

A clause number stands in a document as a text of its own, whether it names a clause or cites one; so renumbering
changes every text that is such a number, and says in ``[moved]`` what it did.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from casino.core.gaming_days import always
from games import catalogue
from games.engine.document import Library, RuleBook, parse_book
from games.engine.lending import composed
from games.engine.replay import Replay
from games.engine.steps import CITING
from games.judgement.judging import Record
from games.offline import House
from tests.golden.reader import Golden, all_golden

FROM: Final = date(2026, 9, 1)
"""The date of effect of second documents: after every golden round."""
_QUOTED: Final = re.compile(r'"([0-9A-G](?:\.[0-9a-z]{1,2})*)"')
_FOLDERS: Final = Path(catalogue.__file__).parent


def first(game: str) -> str:
    """The text of a game's first document."""
    return composed(min((_FOLDERS / game / "documents").glob("*.toml")).read_text("utf-8"))


def exchanged(source: str, *pairs: tuple[str, str]) -> dict[str, str]:
    """First number -> new number, where each pair of clauses changes places with everything below it."""
    numbers = [entry["number"] for entry in tomllib.loads(source)["clauses"]]
    found: dict[str, str] = {}
    for one, other in (*pairs, *((b, a) for a, b in pairs)):
        found |= {n: other + n.removeprefix(one) for n in numbers if n == one or n.startswith(f"{one}.")}
    return found


def renumbered(source: str, moved: Mapping[str, str]) -> str:
    """A document with clauses under other numbers."""
    text = _QUOTED.sub(lambda found: f'"{moved.get(found.group(1), found.group(1))}"', source)
    return text + "\n[moved]\n" + "".join(f'"{old}" = "{new}"\n' for old, new in moved.items() if old != new)


def edited(source: str, *edits: tuple[str, str]) -> str:
    """A document with passages exchanged, each of which it has exactly once."""
    for old, new in edits:
        assert source.count(old) == 1, (source.count(old), old)
        source = source.replace(old, new)
    return source


def without_bet(source: str, code: str) -> str:
    """A document without a kind of bet: its row is cut out."""
    text, cut = re.subn(rf'\[\[bets\]\]\ncode = "{code}"\n.*?\n\n', "", source, flags=re.DOTALL)
    assert cut == 1, code
    return text


def with_more(source: str, more: str) -> str:
    """A document with further rows and clauses (TOML), which stand before its first clause."""
    return source.replace("\n[[clauses]]\n", f"\n{more}\n[[clauses]]\n", 1)


def dated(source: str, number: str = "02/01.09.2026") -> str:
    """A document with the number and the date of effect of a second one."""
    head = f'\nnumber = "{number}"\neffective_from = {FROM}\n'
    text, cut = re.subn(r'\nnumber = "[^"]*"\neffective_from = [0-9-]+\n', head, source, count=1)
    assert cut == 1
    return text


def library(*books: RuleBook) -> Library:
    """The documents shipped, and these."""
    return Library((*catalogue.all_books(), *books))


def ship(patch: pytest.MonkeyPatch, *books: RuleBook) -> None:
    """As if these documents were shipped too, for every module that asks the catalogue for documents."""
    known = tuple(sorted((*catalogue.all_books(), *books), key=lambda book: (book.game, book.effective_from)))
    everything, newest = Library(known), {book.game: book for book in known}
    told = {"all_books": lambda: known, "shipped": lambda: everything, "newest_book": newest.get}
    for name, instead in told.items():
        function = getattr(catalogue, name)
        for module in list(sys.modules.values()):
            ours = getattr(module, "__name__", "").startswith(("games", "disputes"))
            if ours and getattr(module, name, None) is function:
                patch.setattr(module, name, instead)


# --- The same round in other numbers -------------------------------------------------------------------------------


def recited(value: Any, moved: Mapping[str, str], *, cites: bool = False) -> Any:
    """Data of a fact or of a judgement with the clauses that it names under their new numbers."""
    if isinstance(value, Mapping):
        return {name: recited(each, moved, cites=name in (*CITING, "decided_by")) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [recited(each, moved, cites=cites) for each in value]
    return moved.get(value, value) if cites and isinstance(value, str) else value


def told_anew(golden: Golden, moved: Mapping[str, str]) -> Golden:
    """A golden round as people would have recorded it under the new numbers."""
    facts = [replace(line, fields=recited(line.fields, moved)) for line in golden.facts]
    return replace(golden, facts=facts)


def rounds_in_new_numbers(game: str, *pairs: tuple[str, str]) -> Iterator[tuple[str, Any, Any]]:
    """Each golden round of a game: its name, what it comes to with every number exchanged, and what it comes to when it
    is told and judged under a document that prints those numbers."""
    source = first(game)
    moved = exchanged(source, *pairs)
    book = parse_book(dated(renumbered(source, moved)))
    for golden in all_golden(game):
        was = msgspec.to_builtins(golden.judge())
        expected = {**recited(was, moved), "document": book.id}
        got = msgspec.to_builtins(told_anew(golden, moved).judge(book=book))
        yield golden.path.stem, expected, recited(got, {})


def replayed(golden: Golden, *books: RuleBook) -> Replay:
    """A golden round replayed as from a file, with these documents besides those shipped."""
    record = Record(House(always("Asia/Ho_Chi_Minh", 6)), library(*books))
    record.take(golden.rows())
    [replay] = record.replays()
    return replay
