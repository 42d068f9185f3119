"""Rule books: an approved document as dated data (number, date of effect, clauses, odds, tables, choices).

One TOML file a document under ``games/rules/books``. A book says nothing about procedure; that is the game's module.
The document of a round is the newest one in force at the moment at which the round opened, by the calendar of the
book's own time zone. Proved by ``tests/rules/test_books.py`` and one ``test_book_<game>.py`` a document.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Final
from zoneinfo import ZoneInfo

import msgspec

from casino.core.money import Direction, Odds, Rounding
from casino.core.text import Text
from games.rules.posts import Post, at_least


class Clause(msgspec.Struct, frozen=True):
    """One numbered clause, restated. ``posts`` are those it names; ``or_above`` whether higher ones may act too."""

    number: str
    kind: str
    text: Text
    posts: tuple[str, ...] = ()
    or_above: bool = False


class Choice(msgspec.Struct, frozen=True):
    """A reading where the document is silent or unclear: a named policy, printed wherever it mattered."""

    name: str
    value: Any
    clauses: tuple[str, ...]
    text: Text


class RuleBook(msgspec.Struct, frozen=True):
    """One approved document. ``odds`` by bet kind, ``odds_clauses`` the row each is printed in."""

    game: str
    number: str
    effective_from: date
    time_zone: str
    title: Text
    odds: Mapping[str, Odds]
    odds_clauses: Mapping[str, str]
    choices: Mapping[str, Choice]
    tables: Mapping[str, Any]
    clauses: Mapping[str, Clause]
    rounding: Rounding

    @property
    def id(self) -> str:
        """The id used in events and addresses: game and date of effect (two games print the same number)."""
        return _book_id(self.game, self.effective_from)

    @property
    def effective_at(self) -> datetime:
        """The first instant of the date of effect, in UTC."""
        return datetime.combine(self.effective_from, time.min, ZoneInfo(self.time_zone)).astimezone(UTC)

    def choice(self, name: str) -> Any:
        """The value of a choice; KeyError if the book does not carry it."""
        return self.choices[name].value

    def may_act(self, post: str, clause: str) -> bool:
        """Does this clause allow this post to act? "management" and "the house" are choices of the book."""
        entry = self.clauses[clause]
        for named in entry.posts:
            lowest = Post(self.choices[named].value) if named in ("management", "house") else Post(named)
            if post == lowest or ((entry.or_above or named != lowest) and at_least(Post(post), lowest)):
                return True
        return False


@lru_cache(maxsize=64)
def _book_id(game: str, effective_from: date) -> str:
    return f"{game}.{effective_from.isoformat()}"


def _text(entry: Mapping[str, Any]) -> Text:
    return Text(vi=entry["vi"], en=entry["en"])


def parse_book(source: str) -> RuleBook:
    """Read a rule book from TOML text. KeyError or ValueError name what is missing or unreadable."""
    raw = tomllib.loads(source)
    clauses = {}
    for entry in raw["clauses"]:
        number = entry["number"]
        if number in clauses:
            raise ValueError(f"clause {number} stands twice in {raw['game']} {raw['number']}")
        clauses[number] = Clause(
            number=number,
            kind=entry["kind"],
            text=_text(entry),
            posts=tuple(entry.get("posts", ())),
            or_above=entry.get("or_above", False),
        )
    choices = {
        name: Choice(name=name, value=entry["value"], clauses=tuple(entry["clause"]), text=_text(entry))
        for name, entry in raw.get("choices", {}).items()
    }
    return RuleBook(
        game=raw["game"],
        number=raw["number"],
        effective_from=raw["effective_from"],
        time_zone=raw["time_zone"],
        title=_text(raw["title"]),
        odds={kind: Odds.parse(text) for kind, text in raw.get("odds", {}).items()},
        odds_clauses=raw.get("odds_clauses", {}),
        choices=choices,
        tables=raw.get("tables", {}),
        clauses=clauses,
        rounding=Rounding(
            unit_minor=choices["rounding_unit_minor"].value,
            direction=Direction(choices["rounding_direction"].value),
        ),
    )


@cache
def all_books() -> tuple[RuleBook, ...]:
    """Every book shipped, by game and date of effect."""
    folder = resources.files("games.rules") / "books"
    books = [parse_book(f.read_text("utf-8")) for f in folder.iterdir() if f.name.endswith(".toml")]
    return tuple(sorted(books, key=lambda book: (book.game, book.effective_from)))


class NoRuleBook(LookupError):
    """No approved document of the game was in force then."""


class Library:
    """The documents that apply: those shipped, or any others handed in (tests, what-if, a report's own)."""

    def __init__(self, books: Sequence[RuleBook]) -> None:
        self.books: Final = tuple(books)
        self._by_id = {book.id: book for book in self.books}
        if len(self._by_id) != len(self.books):
            raise ValueError("two rule books of one game have the same date of effect")
        self._by_game: dict[str, list[RuleBook]] = {}
        for book in sorted(self.books, key=lambda b: b.effective_at):
            self._by_game.setdefault(book.game, []).append(book)

    def by_id(self, book_id: str) -> RuleBook:
        """The book of this id; :class:`NoRuleBook` if there is none."""
        try:
            return self._by_id[book_id]
        except KeyError:
            raise NoRuleBook(f"no rule book {book_id}") from None

    def in_force(self, game: str, moment: datetime) -> RuleBook:
        """The newest document of a game in force at a moment; :class:`NoRuleBook` before the first."""
        found = None
        for book in self._by_game.get(game, ()):
            if book.effective_at <= moment:
                found = book
        if found is None:
            raise NoRuleBook(f"no document of {game} was in force at {moment.isoformat()}")
        return found

    def games(self) -> tuple[str, ...]:
        return tuple(sorted(self._by_game))


@cache
def shipped() -> Library:
    """The library of the documents in this repository."""
    return Library(all_books())
