"""A table's session carried from round to round: what the rounds before a round left it (``SessionBefore``).

Rounds of one game at one table follow one another by the moment at which they opened, then by the position of their
first fact. Each leaves to the next what its game's pure ``carry`` says; where a rule book counts a player's memory for
the gaming day, a new day forgets it. How far back is enough differs (baccarat: cards one round, memory one day; a held
table until it is released; a pack that left a niu niu table, for ever), so nothing is cut off: the chain begins at the
table's first round, or at a row of :class:`~games.records.TableSession` that still holds.

A row holds at a position if nothing recorded between that position and the one up to which the read model has come
belongs to its round, to one before it, or to the table before it opened. :class:`_Order` finds out, in both directions
(a read model that lags, a question about the past), and says in which order the rounds stood then; every round touched
in between is read from the ledger. A bulk run in order needs no row: it keeps the last round of each table. Proved by
``tests/replay/test_sessions.py``.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from django.db.models import Q, QuerySet

from casino.core.events import RecordedEvent
from casino.core.moments import countable
from casino.ledger import follow, reading
from casino.ledger.mapper import recorded_event
from casino.ledger.models import Property
from casino.ledger.rows import Row
from games.records import TableSession
from games.rounds.fold import fold
from games.rounds.session import SessionBefore, next_gaming_day
from games.rounds.state import RoundState
from games.rules.carry import carry

if TYPE_CHECKING:
    from games.replay import Replay, Replayer

FOLLOWER: Final = "games"
"""The follower that writes the read models."""
EMPTY: Final = SessionBefore()
MOVED_AT_MOST: Final = 5_000
"""Further than this the log is not searched for what a running session rests on: it is begun anew."""

Key = tuple[datetime, int]
"""Place of a round in the order of its table: the moment at which it opened, position of its first fact."""

# The neighbour of each round of a page. Written out: the row-wise comparison is what lets the index answer it.
NEIGHBOURS: Final = """
SELECT s.stream, s.moment, s.first_position, p.stream, p.moment, p.first_position
FROM games_tablesession s LEFT JOIN LATERAL (
    SELECT * FROM games_tablesession q
    WHERE q.property_id = s.property_id AND q."table" = s."table" AND q.game = s.game
        AND (q.moment, q.first_position) < (s.moment, s.first_position)
    ORDER BY q.moment DESC, q.first_position DESC LIMIT 1
) p ON true
WHERE s.property_id = %s AND s.stream = ANY(%s)
"""


class Place(NamedTuple):
    """Rounds of one game at one table share a session."""

    table: str
    game: str


class Stop(NamedTuple):
    """A round in the order of its table."""

    key: Key
    stream: str


def moment_of(event: RecordedEvent) -> datetime:
    """When an event happened: by the device's clock moved by its measured skew, else when it was recorded. Nothing is
    recorded before it happened, so a moment in the future is that of the recording: one mistyped year must not stand
    behind all that follows."""
    if event.occurred_at is None:
        return event.recorded_at
    said = event.occurred_at + timedelta(milliseconds=event.clock_skew_ms or 0)
    return min(said, event.recorded_at)


def round_moment(state: RoundState, rows: Sequence[Row]) -> datetime:
    """When a round opened: by the device, else when its opening, or its first fact, was recorded; never later than
    that, as in :func:`moment_of`. Within the round its facts keep the moments they were given."""
    return state.began_at or rows[0][5]


def gaming_day(moment: datetime, house: Property) -> date:
    """The accounting day a moment belongs to: in the property's time zone, from its starting hour on."""
    local = countable(moment).astimezone(house.zone).replace(tzinfo=None)
    return (local - timedelta(hours=house.gaming_day_starts)).date()


def left_by(replay: Replay) -> SessionBefore:
    """The session after a replayed round; where no document was in force it left nothing new."""
    before = replay.state.before or EMPTY
    return before if replay.book is None else carry(before, replay.state, replay.judgement, replay.book)


def stored(session: SessionBefore) -> dict[str, Any]:
    """A session as a row keeps it: only what differs from an empty one."""
    plain: dict[str, Any] = msgspec.to_builtins(session, order="deterministic")
    return {name: value for name, value in plain.items() if getattr(session, name) != getattr(EMPTY, name)}


def restored(kept: dict[str, Any] | None) -> SessionBefore:
    """The session that :func:`stored` wrote."""
    return msgspec.convert(kept, SessionBefore) if kept else EMPTY


def rows_before(rows: QuerySet[TableSession], key: Key) -> QuerySet[TableSession]:
    """Of the rows of one place those before a key, the nearest first."""
    moment, first_position = key
    earlier = Q(moment__lt=moment) | Q(moment=moment, first_position__lt=first_position)
    return rows.filter(earlier, moment__lte=moment).order_by("-moment", "-first_position")


def rows_after(rows: QuerySet[TableSession], key: Key) -> QuerySet[TableSession]:
    """Of the rows of one place those after a key, the nearest first."""
    moment, first_position = key
    later = Q(moment__gt=moment) | Q(moment=moment, first_position__gt=first_position)
    return rows.filter(later, moment__gte=moment).order_by("moment", "first_position")


class _WentOn(Exception):
    """The follower went on while its rows were read: they are no longer those of the position it had reached."""


class _Order:
    """The rounds of a place in their order at one position: the rows of the read model, put right by the ledger.

    What is put right depends on how far the rows have come (``reached``), and they are read when they are needed. So
    after each reading it is asked whether that is still so (:class:`_WentOn`); the follower moves both together.
    """

    def __init__(self, replayer: Replayer, place: Place, position: int, reached: int) -> None:
        self.replayer = replayer
        self.place = place
        self.position = position
        self.reached = reached
        self.rows = TableSession.objects.filter(
            property=replayer.house, table=place.table, game=place.game, first_position__lte=position
        )
        self.bound: Key | None = None
        """No row from here on may be used."""
        self.moved: list[Stop] = []
        """Rounds whose row does not say where they stood, by what the ledger says."""
        self.stale: list[str] = []
        if reached != position:
            self._read(reached)

    def still_there(self) -> None:
        """Rows that have been read are those of the position reached; :class:`_WentOn` if that is not sure."""
        if follow.position(FOLLOWER, self.replayer.property_code) != self.reached:
            raise _WentOn

    def _read(self, reached: int) -> None:
        low, high = min(reached, self.position), max(reached, self.position)
        ledger, table = self.replayer.ledger, self.place.table
        if reached < self.position:
            prefix = f"round/{table}/"
            streams = sorted({row[1] for row in ledger.scan(after=low, stop=high, prefix=prefix)})
            changed = self.rows.filter(stream__in=streams)
        else:
            later = TableSession.objects.filter(property=self.replayer.house, table=table, game=self.place.game)
            first = later.filter(last_position__gt=low).order_by("moment", "first_position")
            self._bound_by(first.values_list("moment", "first_position")[:1])
            changed = self.rows.filter(last_position__gt=low)
            streams = list(changed.values_list("stream", flat=True))
        for row in changed:
            self.stale.append(row.stream)
            self._bound_by([row.key])
        self.still_there()
        for stream, rows in ledger.scan_streams(streams, upto_position=self.position):
            state = fold(stream, rows)
            if state.game == self.place.game:
                self.moved.append(Stop((round_moment(state, rows), rows[0][0]), stream))
        self.moved.sort()
        self._bound_by(stop.key for stop in self.moved[:1])
        of_table = reading.stream_rows(ledger.using, ledger.property_code, f"table/{table}", stop=high)
        self._bound_by((moment_of(recorded_event(row)), 0) for row in of_table if row[0] > low)

    def _bound_by(self, keys: Iterable[Key]) -> None:
        for key in keys:
            self.bound = key if self.bound is None else min(self.bound, key)

    def previous(self, key: Key, known: Any = ...) -> Stop | None:
        """The round before a key. ``known``: the neighbour by the rows (or None), where it was read already."""
        if known is ... or (isinstance(known, Stop) and (known.stream in self.stale or known.key[1] > self.position)):
            row = rows_before(self.rows, key).exclude(stream__in=self.stale).first()
            self.still_there()
            known = None if row is None else Stop(row.key, row.stream)
        if not self.moved:
            return known if isinstance(known, Stop) else None
        place = bisect_left(self.moved, key, key=lambda stop: stop.key)
        moved = self.moved[place - 1] if place else None
        found = [stop for stop in (known, moved) if isinstance(stop, Stop)]
        return max(found, default=None)

    def usable(self, stop: Stop) -> TableSession | None:
        """The last row, no later than a round, that holds at the position."""
        moment, first_position = stop.key
        limit: Key = (moment, first_position + 1)
        limit = limit if self.bound is None else min(limit, self.bound)
        return rows_before(self.rows, limit).filter(ended=True).exclude(after=None).first()

    def between(self, start: Key | None, last: Stop) -> list[Stop]:
        """The rounds after ``start`` up to ``last``, in order."""
        moment, first_position = last.key
        rows = rows_before(self.rows, (moment, first_position + 1)).exclude(stream__in=self.stale)
        if start is not None:
            rows = rows_after(rows, start)
        known = [
            Stop((opened, first), stream)
            for opened, first, stream in rows.values_list("moment", "first_position", "stream")
        ]
        low = 0 if start is None else bisect_right(self.moved, start, key=lambda stop: stop.key)
        high = bisect_right(self.moved, last.key, key=lambda stop: stop.key)
        return sorted(known + self.moved[low:high])


class Sessions:
    """What each round of a replayer's work finds at its table. Lives and dies with the replayer."""

    def __init__(self, replayer: Replayer) -> None:
        self.replayer = replayer
        self._position = -1
        self._reached = -1
        self._orders: dict[Place, _Order] = {}
        self._last: dict[Place, tuple[Stop, Replay | SessionBefore]] = {}
        self._page: Sequence[str] = ()
        self._neighbours: dict[str, tuple[Key, Stop | None]] = {}

    def expect(self, streams: Sequence[str]) -> None:
        """These rounds come next; where one of them needs a session, the neighbours of all are read at once."""
        self._page = streams
        self._neighbours = {}

    def before(self, state: RoundState, key: Key, position: int) -> SessionBefore:
        """What the rounds before left to this one, as it stood at a position."""
        if position != self._position:
            self._move_to(position)
        while True:
            try:
                return self._before(state, key, position)
            except _WentOn:
                self._look_again()

    def _before(self, state: RoundState, key: Key, position: int) -> SessionBefore:
        place = Place(state.table, state.game)
        order = self._orders.get(place)
        if order is None:
            order = self._orders[place] = _Order(self.replayer, place, position, self._reached)
        previous = order.previous(key, self._neighbour(order, state.stream, key))
        if previous is None:
            return EMPTY
        last = self._last.get(place)
        if last is None or last[0] != previous:
            last = self._last[place] = (previous, self._chain(order, previous))
        left = last[1]
        session = left if isinstance(left, SessionBefore) else left_by(left)
        return self.turned(place.game, session, previous.key[0], key[0])

    def passed(self, replay: Replay) -> None:
        """A round was replayed with the session it found here; the next one at its table is likely to ask for it."""
        if replay.ended:
            place = Place(replay.table, replay.state.game)
            self._last[place] = (Stop((replay.moment, replay.rows[0][0]), replay.stream), replay)

    def turned(self, game: str, session: SessionBefore, earlier: datetime, moment: datetime) -> SessionBefore:
        """The session as the next round finds it: on a new gaming day without what the rule book counts by the day."""
        if not session.under_minimum:
            return session
        house = self.replayer.house
        book = self.replayer.book_at(game, moment)
        choice = None if book is None else book.choices.get("below_minimum_counted_for")
        if choice is None or gaming_day(earlier, house) == gaming_day(moment, house):
            return session
        return next_gaming_day(session, choice.value)

    def _chain(self, order: _Order, target: Stop) -> SessionBefore:
        """The session after a round, from the last row that holds, through all rounds since."""
        row = order.usable(target)
        session = EMPTY if row is None else restored(row.after)
        earlier = None if row is None else row.moment
        if row is not None and row.stream == target.stream:
            order.still_there()
            return session
        moments = {stop.stream: stop.key[0] for stop in order.between(None if row is None else row.key, target)}
        order.still_there()
        replayer = self.replayer
        for stream, rows in replayer.ledger.scan_streams(moments, upto_position=order.position):
            moment = moments[stream]
            if earlier is not None:
                session = self.turned(order.place.game, session, earlier, moment)
            # A round that others follow has ended, whether it was closed or not.
            session = left_by(replayer.replay(stream, rows, order.position, True, session))
            earlier = moment
        return session

    def _neighbour(self, order: _Order, stream: str, key: Key) -> Any:
        if self._page and not self._neighbours:
            self._read_neighbours()
            order.still_there()
        known = self._neighbours.get(stream)
        return ... if known is None or known[0] != key else known[1]

    def _read_neighbours(self) -> None:
        # As the ledger reads: Django's own cursor would take each moment apart in Python.
        with reading.cursor(self.replayer.ledger.using) as cursor:
            found = cursor.execute(NEIGHBOURS, [self.replayer.house.id, list(self._page)]).fetchall()
        for stream, moment, first, other, opened, position in found:
            neighbour = None if other is None else Stop((opened, position), other)
            self._neighbours[stream] = ((moment, first), neighbour)
        self._page = ()

    def _look_again(self) -> None:
        """Begin with the rows anew, from how far they have come by now. What was made of them holds."""
        self._orders.clear()
        self._neighbours = {}
        self._reached = follow.position(FOLLOWER, self.replayer.property_code)

    def _move_to(self, position: int) -> None:
        """Keep the running sessions that nothing recorded since could have changed."""
        old, self._position = self._position, position
        self._look_again()
        if old < 0 or not old < position <= old + MOVED_AT_MOST:
            self._last.clear()
            return
        touched = {
            _table_of(row[1]) for row in self.replayer.ledger.rows(after=old, stop=position, limit=position - old)
        }
        self._last = {place: last for place, last in self._last.items() if place.table not in touched}


def _table_of(stream: str) -> str:
    """The table of a stream of facts; empty for findings and devices, which leave no session changed."""
    kind, _, rest = stream.partition("/")
    return rest.partition("/")[0] if kind in ("round", "table") else ""


__all__ = [
    "EMPTY",
    "FOLLOWER",
    "Key",
    "Place",
    "Sessions",
    "Stop",
    "gaming_day",
    "left_by",
    "moment_of",
    "restored",
    "round_moment",
    "rows_after",
    "rows_before",
    "stored",
]
