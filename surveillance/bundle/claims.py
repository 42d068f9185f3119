"""What a request obliges a bundle to hold whole, and whether the bundle holds it: ``docs/bundle.md``, "The claim".

Each kind of request has exactly one claim that satisfies it. The kind, the fields and the position of the request are
the house's signed word; everything else of the claim (tables, rounds of a case, stretches of a shoe, the ends of an
interval) is computed here from events and entries that the checkpoint proves. Server and verifier share these
functions, so that a claim is made and judged by one rule. Proved by ``tests/surveillance/bundle/test_claims.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import msgspec

from casino.core.errors import Problem
from casino.core.stored import Row, recorded_event
from casino.core.text import Text, shaped
from disputes.case.state import Case
from games.engine.replay import Replay, gaming_day
from games.engine.table import ShoeLoaded, TableRegistered
from surveillance.bundle import layout, words
from surveillance.bundle.found import Found
from surveillance.bundle.layout import Asked, Manifest, Unreadable
from surveillance.bundle.rounds import HouseRules, house_rules
from surveillance.bundle.selection import Selection, checked
from surveillance.bundle.selection import in_words as in_words_of

BY_DAYS: Final = frozenset({"gaming_day", "month", "game"})
CHOSEN: Final = frozenset({"player", "finding", "clause"})
"""Requests whose rounds nothing in the record names: that no other round belongs to them is the house's word."""


MOST_NAMED: Final = 12
"""Tables and rounds that are named in a sentence; more are counted."""


class Interval(NamedTuple):
    """Positions, both ends included. ``last`` is ``first - 1`` where nothing was recorded between the two moments."""

    first: int
    last: int


def request_of(manifest: Manifest) -> Selection:
    """What was asked for. Raises :class:`Unreadable` for a request that is none, or is of another position."""
    try:
        said = msgspec.convert(manifest.request.get("what"), Selection)
        selection = checked(said)
    except (msgspec.ValidationError, Problem, ValueError, OverflowError) as error:
        raise Unreadable("request", layout.MANIFEST, why=error) from error
    if selection != said or manifest.request.get("position") != manifest.as_of:
        raise Unreadable("request", layout.MANIFEST, why="its form or position")
    return selection


def moments(selection: Selection, house: HouseRules) -> tuple[datetime, datetime] | None:
    """From when to before when, by the time of recording; None for requests that are of no interval of time."""
    if selection.about == "table":
        assert selection.begins_at is not None
        assert selection.ends_at is not None
        return selection.begins_at, selection.ends_at
    if selection.about in BY_DAYS:
        assert selection.from_day is not None
        assert selection.to_day is not None
        return house.days.begins(selection.from_day), house.days.begins(selection.to_day + timedelta(days=1))
    return None


def tables(selection: Selection, rows: Iterable[Row]) -> tuple[str, ...]:
    """The tables of a request, by the ``table/…`` events up to its position: every table that was ever registered for
    one of its games, or every table."""
    if selection.table is not None:
        return (selection.table,)
    found: dict[str, bool] = {}
    for row in rows:
        table = row[1].partition("/")[2]
        if selection.tables and table not in selection.tables:
            continue
        fact = recorded_event(row).data
        found[table] = (
            found.get(table, False)
            or not selection.games
            or (isinstance(fact, TableRegistered) and fact.game in selection.games)
        )
    return tuple(sorted(table for table, belongs in found.items() if belongs))


def stretches(selection: Selection, rows: Iterable[Row], as_of: int) -> list[Interval]:
    """When the shoe was in use: from its loading to that of the next, by the events of its table in their order."""
    found: list[Interval] = []
    begins: int | None = None
    for row in rows:
        fact = recorded_event(row).data
        if isinstance(fact, ShoeLoaded):
            if begins is not None:
                found.append(Interval(begins, row[0]))
            begins = row[0] if fact.shoe == selection.shoe else None
    return found if begins is None else [*found, Interval(begins, as_of)]


def rounds_of_case(rows: Sequence[Row]) -> frozenset[str]:
    """The rounds that a case has after these events of it."""
    case = Case(rows[0][1]) if rows else None
    for row in rows:
        assert case is not None
        case.evolve(recorded_event(row))
    return frozenset() if case is None else frozenset(ref.stream for ref in case.rounds)


class Claim:
    """What one request obliges to. ``table_rows`` and ``case_rows`` give the bundle's events of these kinds."""

    def __init__(
        self,
        manifest: Manifest,
        house: HouseRules,
        table_rows: Iterable[Row],
        case_rows: Iterable[Row],
    ) -> None:
        self.selection = selection = request_of(manifest)
        self.moments = moments(selection, house)
        self.tables: tuple[str, ...] = ()
        self.rounds: frozenset[str] | None = None
        self._house, self._asked = house, manifest.asked
        self.stretches: list[Interval] = []
        self.missing: list[str] = []
        """Streams by which the claim is known, and which the bundle does not have."""
        if selection.about == "round":
            self.rounds = frozenset({str(selection.round)})
        elif selection.about == "case":
            stream = f"case/{selection.case}"
            of_case = [row for row in case_rows if row[1] == stream]
            self.rounds = rounds_of_case(of_case)
            self.missing = [] if of_case else [stream]
        elif selection.about not in CHOSEN:
            kept = list(table_rows)
            self.tables = tables(selection, kept)
            there = {row[1] for row in kept}
            named = (f"table/{table}" for table in self.tables)
            self.missing = [stream for stream in named if stream not in there]
            if selection.about == "shoe":
                stream = f"table/{selection.table}"
                own = [row for row in kept if row[1] == stream]
                self.stretches = stretches(selection, own, manifest.as_of)

    def check(self, found: Found) -> None:
        """``asked`` is what the request obliges to, but for the ends of an interval of time: see :func:`check_ends`."""
        asked = self._asked
        for stream in self.missing:
            found.refuse("table_left_out" if self.rounds is None else "case_left_out", layout.MANIFEST, stream=stream)
        if self.selection.about in CHOSEN:
            said = Asked(rounds=asked.rounds)
        elif self.rounds is not None:
            said = Asked(rounds=tuple(sorted(self.rounds)))
        else:
            first, last = (asked.first, asked.last) if self.moments else (0, 0)
            if self.stretches:
                first, last = self.stretches[0].first, self.stretches[-1].last
            said = Asked(first=first, last=last, tables=self.tables)
            if not first:
                found.refuse("claim_empty", layout.MANIFEST)
        for name in Asked.__struct_fields__:
            wanted, there = getattr(said, name), getattr(asked, name)
            if wanted != there:
                found.refuse("claim", layout.MANIFEST, field=name, wanted=_shown(wanted), there=_shown(there))

    def check_ends(self, recorded: Callable[[int], datetime | None], as_of: int, found: Found) -> None:
        """The interval begins and ends where the request says, by the times of recording on both sides of both ends."""
        if self.moments is None or not self._asked.first:
            return
        (begins, ends), (first, last) = self.moments, (self._asked.first, self._asked.last)
        where = f"positions {first} to {last}"
        if not 1 <= first <= last + 1 <= as_of + 1:
            found.refuse("interval_not_shown", where)
            return
        unknown = False
        for position, before in ((first - 1, begins), (last, ends)):
            at = recorded(position)
            unknown |= position >= 1 and at is None
            if at is not None and at >= before:
                found.refuse("claim_ends", f"position {position}", at=at.isoformat())
        for position, since in ((first, begins), (last + 1, ends)):
            at = recorded(position) if position <= as_of else None
            unknown |= position <= as_of and at is None
            if at is not None and at < since:
                found.refuse("claim_ends", f"position {position}", at=at.isoformat())
        if unknown:
            found.remark("ends_trusted", where)

    def reaches(self, table: str, game: str) -> bool:
        """Whether all tables were asked for, and this one with its rounds of this game is one of them."""
        selection = self.selection
        return (
            selection.about in BY_DAYS
            and (not selection.tables or table in selection.tables)
            and (not selection.games or game in selection.games)
        )

    def belongs(self, replay: Replay) -> bool | None:
        """Whether a round is one of those that the request is about; None where the record alone does not tell."""
        selection = self.selection
        if self.rounds is not None:
            return replay.stream in self.rounds
        table = replay.stream.split("/")[1]
        if selection.tables and table not in selection.tables:
            return False
        if selection.games and replay.state.game not in selection.games:
            return False
        day = gaming_day(replay.moment, self._house)
        if not (selection.from_day or day) <= day <= (selection.to_day or day):
            return False
        if selection.about in CHOSEN:
            return None
        if self.tables and table not in self.tables:
            return False
        at = replay.first_position
        if selection.about == "table":
            return self._asked.first <= at <= self._asked.last
        return selection.about != "shoe" or any(first <= at <= last for first, last in self.stretches)


def in_words(manifest: Manifest, hidden: int) -> tuple[Text, Text]:
    """What was asked for, by whom and when, and what the bundle says it holds whole; ``hidden`` positions of the
    interval are hashes alone. Of a request that is none, its JSON."""
    asked, said = manifest.asked, manifest.request
    rest = words.HEADS["whole_hashes"].format(count=hidden) if hidden else words.HEADS["whole_rest"]
    between = ""
    try:
        zone = house_rules(manifest.property)
        selection = request_of(manifest)
        wanted = in_words_of(selection, zone.zone)
        wanted = shaped("{wanted} ({by}, {at})", wanted=wanted, by=said.get("by"), at=said.get("at"))
        if ends := moments(selection, zone):
            between = " – ".join(f"{each.astimezone(zone.zone):%d/%m/%Y %H:%M}" for each in ends) + ", "
    except (Unreadable, ValueError, LookupError):
        raw = msgspec.json.encode(said).decode()
        wanted = Text(raw, raw)
    if asked.first:
        values = {"first": asked.first, "last": asked.last, "moments": between, "rest": rest}
        return wanted, words.HEADS["whole_interval"].format(tables=_shown(asked.tables), **values)
    if asked.rounds:
        listed = _shown(tuple(each.removeprefix("round/") for each in asked.rounds))
        return wanted, words.HEADS["whole_rounds"].format(count=len(asked.rounds), streams=listed)
    return wanted, words.HEADS["whole_nothing"]


def _shown(value: object) -> str:
    if not isinstance(value, tuple):
        return str(value)
    more = f" … (+{len(value) - MOST_NAMED})" if len(value) > MOST_NAMED else ""
    return (", ".join(map(str, value[:MOST_NAMED])) or "–") + more
