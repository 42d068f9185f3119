"""Goes along the log and finds, event by event, what each round finds at its table (``SessionBefore``).

Rounds of one game at one table follow one another by the moment at which they opened, then by the position of their
first fact. Each leaves to the next what its game's pure ``carry`` says; where a rule book counts a player's memory for
the gaming day, a new day forgets it. Nothing is cut off after some number of rounds: a pack that left a table is gone
for ever.

What an event can change, at its own position and nowhere else:

- the first fact of a round puts it into the order: it finds something, and the round after it, if there is one, too;
- an opening or a correction may move a round: it, the round after it, and the one after where it stood;
- where a round comes to stand or goes away, the one before it at the table, of whatever game, is cut off at another
  moment, and what it leaves may change;
- any other fact of a round that others follow may change what it leaves;
- a fact of the table, what the rounds leave that opened since it took effect (where these are many, the projector goes
  through them a page at a time: :meth:`Walk.anew`).

From each of these the walk goes on from round to round until one finds what it found before: from there on nothing can
differ. Each change is a :class:`~games.judgement.session_rows.Version`. They depend on the log alone, not on how it is
cut into batches. The follower adds them to the rows; a reader ahead of it goes the same way in memory. Proved by
``tests/replay/test_versions.py`` and ``test_sessions.py``.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from operator import attrgetter, itemgetter
from typing import Final

from casino.core.stored import Row
from casino.ledger import reading
from casino.ledger.application import Ledger
from casino.ledger.models import Property
from games.catalogue import GAMES, carries
from games.engine.fold import fold
from games.engine.replay import Key, Place, Replay, TableRecord, moment_of, round_moment
from games.engine.session import SessionBefore
from games.judgement.elsewhere import Elsewhere
from games.judgement.judging import EMPTY, Books, judged, left_by, ready, turned
from games.judgement.session_rows import AHEAD, SessionRows, Stood, Version

MOVING: Final = frozenset({"round_opened", "fact_corrected"})
"""Names of the facts that can change when a round opened."""
END: Final[Key] = (datetime.max.replace(tzinfo=UTC), 0)
_position = itemgetter(0)


class Placed:
    """A round where it stands at the walk's position. ``facts`` reach to the end of the stretch, None: not read."""

    __slots__ = ("before", "facts", "key", "overtaken_at", "place", "replay", "stream")

    def __init__(self, place: Place, stream: str, key: Key, before: SessionBefore, facts: list[Row] | None) -> None:
        self.place = place
        self.stream = stream
        self.key = key
        self.before = before
        self.facts = facts
        self.replay: Replay | None = None
        self.overtaken_at: datetime | None = None
        """By what ``replay`` was judged."""

    def facts_at(self, position: int) -> list[Row]:
        """The facts recorded up to a position."""
        facts = self.facts or []
        if facts and facts[-1][0] <= position:
            return facts
        return facts[: bisect_right(facts, position, key=_position)]


class _Order:
    """The rounds of a place in their order: those that the walk has met, over the rows as they stood at its base."""

    __slots__ = ("ahead", "carrying", "keys", "last", "place", "rows_end")

    def __init__(self, place: Place, last: Placed | None) -> None:
        self.place = place
        self.carrying = carries(place.game)
        self.last = last
        self.rows_end = None if last is None else last.key
        """No row stands behind this."""
        self.keys: list[tuple[Key, str]] = [] if last is None else [(last.key, last.stream)]
        self.ahead: list[Stood] = []
        """Rows that follow one another without a gap."""

    def put(self, placed: Placed) -> None:
        insort(self.keys, (placed.key, placed.stream))
        if self.last is None or placed.key > self.last.key:
            self.last = placed

    def take_out(self, placed: Placed) -> None:
        del self.keys[bisect_left(self.keys, (placed.key, placed.stream))]

    def only_last(self) -> None:
        """Forget all rounds but the last: they stand in the rows."""
        self.keys = [] if self.last is None else [(self.last.key, self.last.stream)]
        self.rows_end = None if self.last is None else self.last.key
        self.ahead = []


class Walk:
    """One walk along the log of a property, from a position (``base``) up to which the rows are written."""

    def __init__(self, ledger: Ledger, house: Property, books: Books, base: int) -> None:
        self.ledger = ledger
        self.house = house
        self.books = books
        self.base = base
        self.stop = base
        self.rows = SessionRows(ledger.using, house.id)
        self.elsewhere = Elsewhere(ledger)
        self.rounds: dict[str, Placed] = {}
        self.tables: dict[str, dict[str, _Order]] = {}
        self.records: dict[str, TableRecord] = {}
        self.changed: dict[tuple[int, int], Version] = {}
        """The rows to be added, by the round's first position and their own."""
        self.overtaken: set[str] = set()
        """Rounds after which another one opened, or the one that did moved away."""

    def advance(self, rows: Sequence[Row], stop: int) -> None:
        """Go on to ``stop``: ``rows`` are all events since of whole tables, in the order of positions."""
        self.stop = stop
        self._prepare(rows)
        for row in rows:
            kind, _, rest = row[1].partition("/")
            if kind == "round":
                self._round(row)
            elif kind == "table":
                self._table(rest, row)

    def added(self) -> None:
        """Add what changed to the rows, and go on from there."""
        self.rows.add(list(self.changed.values()))
        self.changed = {}
        self.overtaken = set()
        self.base = self.stop
        self.rounds = {}
        for orders in self.tables.values():
            for order in orders.values():
                order.only_last()
                if order.last is not None:
                    self.rounds[order.last.stream] = order.last

    def overtaken_at(self, placed: Placed) -> datetime | None:
        """When the next round opened at the table, of whatever game; None where there is none."""
        rounds = [self._following(order, placed.key) for order in self.tables[placed.place.table].values()]
        return min((each.key[0] for each in rounds if each is not None), default=None)

    def stand(self, streams: Iterable[str]) -> list[Placed]:
        """These rounds where they stand now, with all their facts; streams that no fact began are left out."""
        wanted = list(streams)
        self._meet({stream.split("/")[1] for stream in wanted})
        self._load([stream for stream in wanted if stream not in self.rounds])
        placed = [self.rounds[stream] for stream in wanted if stream in self.rounds]
        self._read_facts(placed)
        return placed

    def judge(self, placed: Placed, position: int) -> Replay:
        """The round as it stood at a position that the walk has come to, with what it found."""
        overtaken_at = self.overtaken_at(placed)
        facts, moment = placed.facts_at(position), placed.key[0]
        record = self.records[placed.place.table]
        known = placed.replay
        if (
            known is not None
            and len(known.rows) == len(facts)
            and known.moment == moment
            and known.state.terms is record.history.at(moment)
            and placed.overtaken_at == overtaken_at
            and known.ended
            == (known.state.closed is not None or overtaken_at is not None or record.closed_after(moment))
            and (known.state.before is None or known.state.before == placed.before)
        ):
            return known
        placed.overtaken_at = overtaken_at
        made_ready = ready(
            placed.stream,
            facts,
            state=fold(placed.stream, facts),
            moment=moment,
            table=record,
            books=self.books,
            overtaken_at=overtaken_at,
            before=lambda: placed.before,
            elsewhere=self.elsewhere,
            as_of=position,
        )
        [placed.replay] = judged([made_ready])
        return placed.replay

    def anew(self, table: str, streams: Iterable[str], since: datetime) -> None:
        """A page of what a fact of the table changes at the base: these rounds, which opened at this moment or later,
        find what is left to them under the terms that the table has now. The pages come in the order of the rounds."""
        self._meet([table])
        for placed in sorted(self.stand(streams), key=attrgetter("key")):
            order = self.tables[table][placed.place.game]
            previous = self._previous(order, placed.key) if order.carrying else None
            if previous is None or previous.key[0] < since:
                continue
            found = self._found(placed, previous, self.base)
            if found != placed.before:
                self._write(placed, found, self.base)

    # What an event changes

    def _round(self, row: Row) -> None:
        position, stream, _version, type_name = row[:4]
        placed = self.rounds.get(stream)
        if placed is None:
            self._begin(stream, position)
        elif type_name.split(".")[1] not in MOVING or not self._moved(placed, position):
            order = self.tables[placed.place.table][placed.place.game]
            if order.carrying and placed is not order.last:
                self._settle(order, self._following(order, placed.key), position, previous=placed)

    def _begin(self, stream: str, position: int) -> None:
        facts = self._facts[stream]
        state = fold(stream, facts[:1])
        place = Place(stream.split("/")[1], state.game)
        placed = Placed(place, stream, (round_moment(state, facts[:1]), position), EMPTY, facts)
        self.rounds[stream] = placed
        order = self.tables[place.table][place.game]
        order.put(placed)
        self._settle(order, placed, position, moved=True)
        self._cut_off(place, placed.key, position)

    def _moved(self, placed: Placed, position: int) -> bool:
        facts = placed.facts_at(position)
        moment = round_moment(fold(placed.stream, facts), facts)
        if moment == placed.key[0]:
            return False
        order = self.tables[placed.place.table][placed.place.game]
        stood = placed.key
        order.take_out(placed)
        if order.last is placed:
            order.last = None
            order.last = self._previous(order, END)
        placed.key = (moment, stood[1])
        order.put(placed)
        follower = self._following(order, stood)
        starts = [placed] if follower is None or follower is placed else [placed, follower]
        for each in sorted(starts, key=lambda each: each.key):
            self._settle(order, each, position, moved=each is placed)
        for key in (stood, placed.key):
            self._cut_off(placed.place, key, position)
        return True

    def _cut_off(self, place: Place, key: Key, position: int) -> None:
        """A round of this place has come to stand here, or has gone: the one before it at the table, of whatever game,
        ends otherwise, and may leave something else."""
        orders = self.tables[place.table].values()
        rounds = [each for each in (self._previous(order, key) for order in orders) if each is not None]
        if not rounds:
            return
        previous = max(rounds, key=lambda each: each.key)
        self.overtaken.add(previous.stream)
        if previous.place != place:  # of this place, what follows has found anew what it finds
            order = self.tables[place.table][previous.place.game]
            self._settle(order, self._following(order, previous.key), position, previous=previous)

    def _table(self, table: str, row: Row) -> None:
        record = self.records[table]
        record.extend([row])
        assert record.last is not None
        moment = moment_of(record.last)
        for order in self.tables[table].values():
            if not order.carrying or order.last is None or order.last.key[0] < moment:
                continue
            placed = self._following(order, (moment, 0))
            while placed is not None and (follower := self._following(order, placed.key)) is not None:
                found = self._found(follower, placed, row[0])
                if found != follower.before:
                    self._write(follower, found, row[0])
                placed = follower

    def _settle(
        self,
        order: _Order,
        placed: Placed | None,
        position: int,
        *,
        moved: bool = False,
        previous: Placed | None = None,
    ) -> None:
        """Let a round and those after it find what is left to them, until one finds what it found before. ``moved``:
        the first one gets a row whatever it finds. ``previous`` is the round before it, where that is known."""
        while placed is not None:
            if not order.carrying:
                if moved:
                    self._write(placed, EMPTY, position)
                return
            previous = previous or self._previous(order, placed.key)
            found = self._found(placed, previous, position)
            if found == placed.before and not moved:
                return
            self._write(placed, found, position)
            moved, previous = False, placed
            placed = self._following(order, placed.key)

    def _found(self, placed: Placed, previous: Placed | None, position: int) -> SessionBefore:
        if previous is None:
            return EMPTY
        self._read_facts([previous])
        session = left_by(self.judge(previous, position))
        return turned(session, placed.place.game, previous.key[0], placed.key[0], house=self.house, books=self.books)

    def _write(self, placed: Placed, found: SessionBefore, position: int) -> None:
        placed.before = found
        table, game = placed.place
        moment, first = placed.key
        self.changed[first, position] = Version(first, position, table, game, placed.stream, moment, found)

    # Neighbours

    def _previous(self, order: _Order, key: Key) -> Placed | None:
        if order.last is not None and key > order.last.key:
            return order.last
        place = bisect_left(order.keys, (key, ""))
        near = self.rounds[order.keys[place - 1][1]] if place else None
        while order.rows_end is not None and (near is None or near.key < order.rows_end):
            page = self.rows.before(*order.place, key, self.base)
            for row in page:
                if near is not None and row.key <= near.key:
                    return near
                if row.stream not in self.rounds:
                    return self._adopt(order, row)
            if len(page) < AHEAD:
                break
            key = page[-1].key
        return near

    def _following(self, order: _Order, key: Key) -> Placed | None:
        if order.last is None or key >= order.last.key:
            return None
        place = bisect_right(order.keys, key, key=_position)
        near = self.rounds[order.keys[place][1]] if place < len(order.keys) else None
        while order.rows_end is not None and key < order.rows_end:
            ahead = order.ahead
            if not ahead or not ahead[0].key <= key < ahead[-1].key:
                ahead = self.rows.after(*order.place, key, self.base)
                order.ahead = ahead
            for row in ahead[bisect_right(ahead, key, key=lambda row: row.key) :]:
                if near is not None and row.key >= near.key:
                    return near
                if row.stream not in self.rounds:
                    return self._adopt(order, row)
            if not ahead:
                break
            key = ahead[-1].key
        return near

    def _adopt(self, order: _Order, row: Stood) -> Placed:
        """A round of the rows, which nothing has changed since."""
        placed = Placed(order.place, row.stream, row.key, row.before, None)
        self.rounds[row.stream] = placed
        insort(order.keys, (placed.key, placed.stream))
        return placed

    # Reading

    def _prepare(self, rows: Sequence[Row]) -> None:
        self._facts: dict[str, list[Row]] = defaultdict(list)
        tables = set()
        for row in rows:
            stream = row[1]
            if stream.startswith("round/"):
                self._facts[stream].append(row)
            elif stream.startswith("table/"):
                tables.add(stream[6:])
        tables.update(stream.split("/")[1] for stream in self._facts)
        self._meet(tables)
        begun, unread = [], []
        for stream, facts in self._facts.items():
            placed = self.rounds.get(stream)
            if placed is None:
                if facts[0][2] > 1:
                    begun.append(stream)
            elif placed.facts is None:
                unread.append(placed)
            else:
                placed.facts = placed.facts + facts
        self._load(begun)
        self._read_facts(unread)

    def _meet(self, tables: Iterable[str]) -> None:
        """Read the last rounds of tables, and what is recorded of them, where that was not done before."""
        new = sorted(set(tables) - set(self.tables))
        if not new:
            return
        last = self.rows.last(new, GAMES, self.base) if self.base else {}
        for table in new:
            orders = self.tables[table] = {}
            for game in GAMES:
                place, row = Place(table, game), last.get((table, game))
                if row is None:
                    orders[game] = _Order(place, None)
                else:
                    placed = Placed(place, row.stream, row.key, row.before, None)
                    orders[game] = _Order(place, placed)
                    self.rounds[row.stream] = placed
            record = self.records[table] = TableRecord(table)
            record.extend(
                reading.stream_rows(self.ledger.using, self.ledger.property_code, f"table/{table}", stop=self.base)
            )

    def _load(self, streams: Sequence[str]) -> None:
        """Read rounds that had begun at the base."""
        facts = dict(self.ledger.scan_streams(streams, upto_position=self.stop))
        firsts = [rows[0][0] for rows in facts.values()]
        stood = self.rows.stood(firsts, self.base)[0] if firsts else {}
        for stream, rows in facts.items():
            row = stood.get(rows[0][0])
            if row is None:
                raise LookupError(f"{stream} has no row at position {self.base}")
            place = Place(stream.split("/")[1], rows[0][3].partition(".")[0])
            placed = self._adopt(self.tables[place.table][place.game], row)
            placed.facts = list(rows)

    def _read_facts(self, rounds: Sequence[Placed]) -> None:
        """Read the facts of rounds where they were not read; of one, those of the rounds after it, too."""
        streams = [placed.stream for placed in rounds if placed.facts is None]
        if not streams:
            return
        if len(streams) == 1:
            place = rounds[0].place
            order = self.tables[place.table][place.game]
            near = [row.stream for row in order.ahead if row.key > rounds[0].key]
            streams += [s for s in near if s in self.rounds and self.rounds[s].facts is None]
        for stream, facts in self.ledger.scan_streams(streams, upto_position=self.stop):
            self.rounds[stream].facts = list(facts)
