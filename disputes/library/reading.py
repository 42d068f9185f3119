"""What stood in the library, and what was in force when: what people entered, and the rule books of the program.

A rule book needs no event: it is of kind ``rules``, its document is its id (``roulette.2020-06-13``), its version the
day of its effect, and its clauses are known. A decision cites what was in force at the moment of the round, by the
calendar of the house (a rule book: by its own). Proved by ``tests/disputes/library/test_reading.py``.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from itertools import groupby, pairwise
from typing import Final
from zoneinfo import ZoneInfo

import msgspec
from django.utils.functional import partition

from casino.core.text import Text
from casino.ledger.models import Property
from casino.site.remembering import is_page, once
from disputes.library.facts import Kind
from disputes.library.models import LibraryVersion
from games.catalogue import shipped
from games.engine.document import RuleBook

BOOK: Final = "rules"


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """A version in the library. ``last_day`` is the last day on which it is in force, as far as is known today: its
    own, or the day before the next version began. ``row`` is None for a rule book of the program."""

    kind: Kind
    document: str
    version: str
    title: Text
    number: str
    valid_from: date
    last_day: date | None = None
    game: str = ""
    applies: bool = True
    row: LibraryVersion | None = None

    @property
    def is_book(self) -> bool:
        return self.row is None

    def holds(self, day: date) -> bool:
        return self.applies and self.valid_from <= day <= (self.last_day or date.max)


def books() -> list[Held]:
    """The rule books of the program, by game and day, each ending where the next of its game begins."""
    found = []
    for _game, of_game in groupby(shipped().books, key=lambda book: book.game):
        listed = list(of_game)
        ends: list[date | None] = [following.effective_from - timedelta(days=1) for following in listed[1:]]
        found += [_held_book(book, end) for book, end in zip(listed, [*ends, None], strict=True)]
    return found


def _held_book(book: RuleBook, last_day: date | None) -> Held:
    return Held(
        kind="rules",
        document=book.id,
        version=book.effective_from.isoformat(),
        title=book.title,
        number=book.number,
        valid_from=book.effective_from,
        last_day=last_day,
        game=book.game,
    )


def entered(property_code: str, *, kind: Kind | None = None, document: str | None = None) -> list[Held]:
    """What people entered, by kind and document, newest first; withdrawn ones too. A page asks for several documents,
    one after the other: it reads the library once."""
    if not is_page():
        return _entered(property_code, kind, document)
    every = once(("library", property_code), lambda: _entered(property_code, None, None))
    return [held for held in every if kind in (None, held.kind) and document in (None, held.document)]


def _entered(property_code: str, kind: Kind | None, document: str | None) -> list[Held]:
    rows = LibraryVersion.objects.filter(property__code=property_code)
    if kind is not None:
        rows = rows.filter(kind=kind)
    if document is not None:
        rows = rows.filter(document=document)
    found: list[Held] = []
    for _document, of_document in groupby(rows, key=lambda row: (row.kind, row.document)):
        found += _ended([_held_row(row) for row in of_document])
    return found


def _ended(versions: list[Held]) -> list[Held]:
    """Versions of one document with the last day that a later version gave them. One that lies wholly within an earlier
    one (a temporary version) ends nothing: after it the earlier one goes on."""

    def last_day(held: Held) -> date | None:
        own = held.last_day or date.max
        later = [v for v in versions if v.applies and v.valid_from > held.valid_from and v.valid_from <= own]
        ends = [v.valid_from - timedelta(days=1) for v in later if (v.last_day or date.max) >= own]
        return min([own, *ends]) if held.applies and ends else held.last_day

    return [msgspec.structs.replace(held, last_day=last_day(held)) for held in versions]


def _held_row(row: LibraryVersion) -> Held:
    return Held(
        kind=row.kind,  # type: ignore[arg-type]  # the follower writes only these
        document=row.document,
        version=row.version,
        title=Text(row.title_vi, row.title_en),
        number=row.number,
        valid_from=row.valid_from,
        last_day=row.last_day,
        game=row.game,
        applies=row.applies,
        row=row,
    )


def in_force(property_code: str, kind: Kind, at: datetime, game: str | None = None) -> list[Held]:
    """The versions of a kind in force at a moment, one a document; with ``game`` those of this game and of none."""
    zone = Property.objects.get(code=property_code).zone
    return in_force_on(entered(property_code, kind=kind), at.astimezone(zone).date(), game) + [
        book for book in (books() if kind == BOOK else ()) if _book_holds(book, at) and game in (None, book.game)
    ]


def _book_holds(held: Held, at: datetime) -> bool:
    zone = ZoneInfo(shipped().by_id(held.document).time_zone)
    return held.holds(at.astimezone(zone).date())


def in_force_on(held: list[Held], day: date, game: str | None = None) -> list[Held]:
    """Of these entered versions the one of each document that is in force on a day."""
    found: dict[str, Held] = {}
    for each in held:
        if each.holds(day) and (game is None or each.game in ("", game)):
            known = found.get(each.document)
            if known is None or known.valid_from < each.valid_from:
                found[each.document] = each
    return list(found.values())


class Span(msgspec.Struct, frozen=True):
    """Days from ``first`` to ``last`` (None: on and on), both included, and what was in force then (None: nothing)."""

    first: date
    last: date | None
    held: Held | None


def spans(versions: list[Held]) -> list[Span]:
    """What of one document was in force when, from its first day on, without a gap."""
    standing = [held for held in versions if held.applies]
    bounds = {held.valid_from for held in standing}
    bounds |= {held.last_day + timedelta(days=1) for held in standing if held.last_day not in (None, date.max)}
    days: list[date | None] = [*sorted(bounds), None]
    found: list[Span] = []
    for first, after in pairwise(days):
        assert first is not None
        held = next(iter(in_force_on(standing, first)), None)
        last = None if after is None else after - timedelta(days=1)
        if found and found[-1].held == held:
            found[-1] = Span(found[-1].first, last, held)
        else:
            found.append(Span(first, last, held))
    return found


def find(property_code: str, document: str, version: str | None = None) -> Held | None:
    """A version of a document; without its label the newest that applies, or the newest at all."""
    found = [book for book in books() if book.document == document] or entered(property_code, document=document)
    if version is not None:
        return next((held for held in found if held.version == version), None)
    void, standing = partition(lambda held: held.applies, found)
    return max(standing or void, key=lambda held: held.valid_from, default=None)


def citable(property_code: str, document: str, version: str | None = None) -> Held | None:
    """What may be cited: a rule book, or a document with such a version that was not withdrawn as a mistake."""
    held = find(property_code, document, version)
    return held if held is not None and held.applies else None
