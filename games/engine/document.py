"""Rule books: an approved document as dated data (number, date of effect, clauses, odds, tables, choices).

One TOML file a document, in its game's folder under ``documents``. A book says nothing about procedure; that is the
game's code. The document of a round is the newest one in force at the moment at which the round opened, by the calendar
of the book's own time zone. Proved by ``tests/engine/test_documents.py`` and ``tests/<game>/test_document.py``.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time
from fractions import Fraction
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Final, TypeVar
from zoneinfo import ZoneInfo

import msgspec

from casino.core.money import Direction, NotOdds, Odds, Rounding
from casino.core.posts import Post, at_least
from casino.core.text import Text
from games.engine import translated
from games.engine.document_file import ClauseRow, DocumentFile, Named, read
from games.engine.lending import composed
from games.engine.unfit import Unfit, fitted


class Clause(msgspec.Struct, frozen=True):
    """One numbered clause, restated. ``posts`` are those it names; ``or_above`` whether higher ones may act too."""

    number: str
    kind: str
    text: Text
    posts: tuple[str, ...] = ()
    or_above: bool = False


class Choice(msgspec.Struct, frozen=True):
    """A reading where the document is silent or unclear: a named policy, printed wherever it mattered.
    ``readings`` are its values where a guest may hold the letter of the document against another and it moves money;
    the last of them is the letter."""

    name: str
    value: Any
    clauses: tuple[str, ...]
    text: Text
    readings: tuple[Any, ...] = ()

    @property
    def letter(self) -> Any:
        """What the words of the document alone say; None where that is not in question."""
        return self.readings[-1] if self.readings else None


T = TypeVar("T")


class RuleBook(msgspec.Struct, frozen=True, dict=True):
    """One approved document. ``odds`` by bet kind, ``odds_clauses`` the row each is printed in.

    Code cites the clause numbers of a game's first document. ``moved`` says under which number this document prints
    what the first one prints elsewhere: :meth:`printed_as` turns a cited number into the printed one, :meth:`cited_as`
    back. Rows of this document cite its own numbers; they are turned when they are read (``tables``, ``odds_clauses``
    and ``bets`` hold cited numbers, ``clauses`` and ``reserved`` are by printed ones).

    ``reserved`` are the clauses by which the document leaves a matter to a post, with their sub-clauses. ``printed``
    says where this document prints a clause of section 8 that the others print under the number given; a clause that is
    not in it stands under its own number. ``lent`` are clauses of other documents that apply although this one prints
    nothing of the kind."""

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
    reserved: tuple[str, ...] = ()
    printed: Mapping[str, tuple[str, ...]] = {}
    moved: Mapping[str, str] = {}
    lent: Mapping[str, Clause] = {}
    bets: tuple[Mapping[str, Any], ...] = ()
    """The rows of the kinds of bet (``[[bets]]``): ``code``, names (``vi``, ``en``), and what else the game reads."""
    digest: str = ""
    """Of its sentences, by which translations are bound to it (``games.engine.translated``)."""

    @property
    def id(self) -> str:
        """The id used in events and addresses: game and date of effect (two games print the same number)."""
        return _book_id(self.game, self.effective_from)

    def said(self, row: Named) -> Text:
        """What a row of this document is called, in every language in which it is recorded."""
        return translated.said(row.vi, row.en, self.digest)

    @property
    def effective_at(self) -> datetime:
        """The first instant of the date of effect, in UTC."""
        return datetime.combine(self.effective_from, time.min, ZoneInfo(self.time_zone)).astimezone(UTC)

    def choice(self, name: str, before: Any = None) -> Any:
        """The value of a choice; KeyError if the book does not carry it. ``before``: how documents were read that the
        record holds from before it was a choice."""
        if before is not None and name not in self.choices:
            return before
        return self.choices[name].value

    def read_as(self, name: str, value: Any) -> RuleBook:
        """This document with one choice made otherwise."""
        choice = msgspec.structs.replace(self.choices[name], value=value)
        return msgspec.structs.replace(self, choices={**self.choices, name: choice})

    @property
    def other_readings(self) -> tuple[tuple[Choice, Any, RuleBook], ...]:
        """What may be read otherwise to somebody's loss: each such choice, another value, and the document with it."""
        return self.derived(_other_readings)

    def numbers_of(self, clause: str) -> tuple[str, ...]:
        """The numbers under which this document prints a clause of section 8."""
        return self.printed.get(clause, (self.printed_as(clause),))

    def printed_as(self, cited: str) -> str:
        """The number under which this document prints what the code cites."""
        return cited[1:] if cited.startswith(NEW) else self.moved.get(cited, cited)

    def cited_as(self, number: str) -> str:
        """How the code cites a number of this document: by the first one's number for it, where that has one."""
        known = self.derived(_cited)
        return known.get(number) or (NEW + number if number in self.moved else number)

    def derived(self, make: Callable[[RuleBook], T]) -> T:
        """What a game works out of this document (its layout, its ranking): made once for each document."""
        known = self.__dict__.setdefault("derived_by", {})
        try:
            return known[make]  # type: ignore[no-any-return]
        except KeyError:
            made = known[make] = make(self)
            return made

    @property
    def bet_names(self) -> Mapping[str, Text]:
        """What this document calls each kind of bet, by its code; empty where its rows are none of the document's."""
        return self.derived(_bet_names)

    def has(self, cited: str) -> bool:
        """Does this document have the clause that the code cites by this number?"""
        return self.printed_as(cited) in self.clauses

    def clause(self, number: str) -> Clause | None:
        """The clause of this number that applies: the document's own, or one that it is lent."""
        return self.clauses.get(number) or self.lent.get(number)

    def may_act(self, post: str, cited: str) -> bool:
        """Does this clause, by its cited number, allow this post to act? "management" and "the house" are choices of
        the book. KeyError for a clause that it does not have."""
        printed = self.printed_as(cited)
        entry = self.clause(printed)
        if entry is None:
            raise KeyError(printed)
        for named in entry.posts:
            lowest = Post(self.choices[named].value) if named in ("management", "house") else Post(named)
            if post == lowest or ((entry.or_above or named != lowest) and at_least(Post(post), lowest)):
                return True
        return False

    def keeps_out(self, post: str, cited: str) -> bool:
        """Does this clause, by its cited number, name posts that may act, and this is none of them? Every round asks,
        so the answers are kept with the document."""
        known = self.derived(_kept_out)
        try:
            return known[post, cited]
        except KeyError:
            entry = self.clause(self.printed_as(cited))
            kept_out = known[post, cited] = entry is not None and bool(entry.posts) and not self.may_act(post, cited)
            return kept_out


NEW: Final = "+"
"""Before the number of a clause that the first document does not have, where that number is another clause there."""


def _kept_out(_book: RuleBook) -> dict[tuple[str, str], bool]:
    """Of posts and cited clauses, as far as they were asked for."""
    return {}


def _other_readings(book: RuleBook) -> tuple[tuple[Choice, Any, RuleBook], ...]:
    return tuple(
        (choice, value, book.read_as(choice.name, value))
        for choice in book.choices.values()
        for value in choice.readings
        if value != choice.value
    )


def _cited(book: RuleBook) -> dict[str, str]:
    return {printed: cited for cited, printed in book.moved.items()}


def _bet_names(book: RuleBook) -> dict[str, Text]:
    return {row["code"]: translated.said(row["vi"], row["en"], book.digest) for row in book.bets}


@lru_cache(maxsize=64)
def _book_id(game: str, effective_from: date) -> str:
    return f"{game}.{effective_from.isoformat()}"


def _clause(row: ClauseRow, digest: str) -> Clause:
    return Clause(row.number, row.kind, translated.said(row.vi, row.en, digest), row.posts, row.or_above)


def parse_book(source: str) -> RuleBook:
    """Read a rule book from TOML text. Raises :class:`Unfit`; ValueError for what is no TOML."""
    return book_of(tomllib.loads(source))


def book_of(raw: Mapping[str, Any]) -> RuleBook:
    """A rule book from what its TOML text says. Raises :class:`Unfit`."""
    try:
        return _book_of(read(raw), translated.digest_of(raw))
    except Unfit as unfit:
        raise unfit.of(f"{raw.get('game', '')} {raw.get('number', '')}".strip()) from None


def _book_of(file: DocumentFile, digest: str) -> RuleBook:
    clauses: dict[str, Clause] = {}
    for row in file.clauses:
        if row.number in clauses:
            raise Unfit("number_twice", "clauses", clause=row.number)
        clauses[row.number] = _clause(row, digest)
    lent = {row.number: _clause(row, digest) for row in file.lent}
    if printed := clauses.keys() & lent:
        raise Unfit("lent_and_printed", "lent", clause=", ".join(sorted(printed)))
    choices = {
        name: Choice(name, row.value, row.clause, translated.said(row.vi, row.en, digest), row.readings)
        for name, row in file.choices.items()
    }
    _check_numbers(file, clauses)
    moved = file.moved
    book = RuleBook(
        game=file.game,
        number=file.number,
        effective_from=file.effective_from,
        time_zone=file.time_zone,
        title=translated.said(file.title.vi, file.title.en, digest),
        odds={kind: odds_of(text, f"odds.{kind}") for kind, text in file.odds.items()},
        odds_clauses=file.odds_clauses,
        choices=choices,
        tables=file.tables,
        clauses=clauses,
        rounding=_rounding(choices),
        reserved=file.reserved,
        printed=file.printed,
        moved=moved,
        lent=lent,
        bets=file.bets,
        digest=digest,
    )
    return book if not moved else _as_cited(book)


def _check_numbers(file: DocumentFile, clauses: Mapping[str, Clause]) -> None:
    named = {
        **{f"printed.{section}": numbers for section, numbers in file.printed.items()},
        **{f"odds_clauses.{kind}": (number,) for kind, number in file.odds_clauses.items()},
        "reserved": file.reserved,
    }
    for place, numbers in named.items():
        if unknown := set(numbers) - clauses.keys():
            raise Unfit("no_clause", place, clause=", ".join(sorted(unknown)))
    if unlike := file.odds.keys() ^ file.odds_clauses.keys():
        raise Unfit("odds_unlike", "odds", name=", ".join(sorted(unlike)))
    moved = list(file.moved.values())
    if wrong := {number for number in moved if number not in clauses or moved.count(number) > 1}:
        raise Unfit("moved_astray", "moved", clause=", ".join(sorted(wrong)))


MOST: Final = 900
"""What one bet wins at most, in stakes: of the largest stake (``MAX_AT_TABLE``) it is still an integer of JSON."""
LEAST_AFTER_COMMISSION: Final = Fraction(9, 10)
"""What a win of even money comes to at least after commission: 20:19. Less is written for a stake of 1, since 6:5 may
be meant as six to five."""


def odds_of(written: str, place: str) -> Odds:
    """Odds as a document writes them at a place. Raises :class:`Unfit` for what is no odds, and for what reads as odds
    but is likely to be meant the other way round or mistyped."""
    try:
        odds = Odds.parse(written)
    except NotOdds as wrong:
        code = "odds_turned" if wrong.turned else "odds_form"
        raise Unfit(code, place, written=written, turned=wrong.turned) from None
    wins = Fraction(odds.profit, odds.stake)
    stake, _colon, profit = map(str.strip, written.partition(":"))
    if wins < LEAST_AFTER_COMMISSION and stake != "1":
        raise Unfit("odds_turned", place, written=written, turned=f"{profit}:{stake}")
    if wins > MOST:
        raise Unfit("odds_beyond", place, written=written, most=str(MOST))
    return odds


def _rounding(choices: Mapping[str, Choice]) -> Rounding:
    for name in ("rounding_unit_minor", "rounding_direction"):
        if name not in choices:
            raise Unfit("missing", "choices", name=name)
    return Rounding(
        unit_minor=fitted(choices["rounding_unit_minor"].value, int, "choices.rounding_unit_minor"),
        direction=fitted(choices["rounding_direction"].value, Direction, "choices.rounding_direction"),
    )


def _as_cited(book: RuleBook) -> RuleBook:
    """The book with the numbers in its rows turned into those that the code cites."""

    def turned(value: Any, *, number: bool = False) -> Any:
        if isinstance(value, Mapping):
            return {name: turned(each, number=number or name.startswith("clause")) for name, each in value.items()}
        if isinstance(value, (list, tuple)):
            return type(value)(turned(each, number=number) for each in value)
        return book.cited_as(value) if number and isinstance(value, str) else value

    return msgspec.structs.replace(
        book,
        odds_clauses=turned(book.odds_clauses, number=True),
        tables=turned(book.tables),
        bets=turned(book.bets),
    )


@cache
def texts_in(package: str) -> Mapping[str, str]:
    """The text of each document that lies in a game's folder, by its name, with the clauses that it is lent there
    written into it. ValueError names the file that is wrong."""
    found = {}
    for file in (resources.files(package) / "documents").iterdir():
        if file.name.endswith(".toml"):
            try:
                text = composed(file.read_text("utf-8"))
                found[parse_book(text).id] = text
            except ValueError as error:
                raise ValueError(f"{package}, documents/{file.name}: {error}") from error
    return found


@cache
def documents_in(package: str) -> tuple[RuleBook, ...]:
    """The documents that lie in a game's folder."""
    return tuple(map(parse_book, texts_in(package).values()))


class NoRuleBook(LookupError):
    """No approved document of the game was in force then."""


class Library:
    """The documents that apply, each from a moment on: those shipped, from their own days, or any others handed in
    (what a property has put in force, tests, what-if, a report's own)."""

    def __init__(self, books: Sequence[RuleBook]) -> None:
        if len({book.id for book in books}) != len(books):
            raise ValueError("two rule books of one game have the same date of effect")
        self._date([(book.effective_at, book) for book in books])

    @classmethod
    def dated(cls, entries: Iterable[tuple[datetime, RuleBook]]) -> Library:
        """Documents with the moment from which each is in force; of two from one moment the later one counts. Two of
        the same name may stand in it, one after the other."""
        made = cls(())
        made._date(entries)
        return made

    def _date(self, entries: Iterable[tuple[datetime, RuleBook]]) -> None:
        ordered = sorted(entries, key=lambda entry: entry[0])
        self._by_id = {book.id: book for _moment, book in ordered}
        self._by_game: dict[str, tuple[list[datetime], list[RuleBook]]] = {}
        for moment, book in ordered:
            moments, books = self._by_game.setdefault(book.game, ([], []))
            moments.append(moment)
            books.append(book)

    @property
    def books(self) -> tuple[RuleBook, ...]:
        """The document of each name, the one put in force last, by game and moment."""
        names = dict.fromkeys(book.id for game in self.games() for book in self._by_game[game][1])
        return tuple(self._by_id[name] for name in names)

    def by_id(self, book_id: str) -> RuleBook:
        """The book of this id; :class:`NoRuleBook` if there is none."""
        try:
            return self._by_id[book_id]
        except KeyError:
            raise NoRuleBook(f"no rule book {book_id}") from None

    def at(self, game: str, moment: datetime) -> RuleBook | None:
        """The document of a game in force at a moment, None before the first."""
        moments, books = self._by_game.get(game, NO_BOOKS)
        place = bisect_right(moments, moment)
        return books[place - 1] if place else None

    def in_force(self, game: str, moment: datetime) -> RuleBook:
        """The same; :class:`NoRuleBook` before the first."""
        found = self.at(game, moment)
        if found is None:
            raise NoRuleBook(f"no document of {game} was in force at {moment.isoformat()}")
        return found

    def games(self) -> tuple[str, ...]:
        return tuple(sorted(self._by_game))


NO_BOOKS: Final[tuple[list[datetime], list[RuleBook]]] = ([], [])
