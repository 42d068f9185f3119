"""Judging a round from its stored rows, and all rounds of a property in their order: one way for whoever keeps them.

The server's replayer (``games.replay``) comes through :func:`judged` with what its ledger and its rows of sessions
hold; :class:`Record` goes through everything that a file or a bundle holds. Both give the same judgement of the same
bytes (``tests/replay/test_judging.py``). Pure: no Django, no database, no clock.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import zip_longest
from typing import Final

from casino.core.stored import Row, recorded_event
from games import catalogue
from games.engine import rules
from games.engine.document import Library, NoRuleBook, RuleBook
from games.engine.fold import fold
from games.engine.replay import (
    House,
    Key,
    Place,
    Replay,
    TableRecord,
    gaming_day,
    round_moment,
    unjudged,
)
from games.engine.session import SessionBefore, next_gaming_day
from games.engine.state import RoundState

EMPTY: Final = SessionBefore()


class Books:
    """The documents of a library, as rounds ask for them."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.at = library.at

    def of(self, state: RoundState, moment: datetime) -> RuleBook | None:
        """The document a round is judged by: the one in force when it opened; where that moment is unknown, the one
        that its opening names. None if there is none."""
        opened = state.opened
        if state.opened_at is None and opened is not None and opened.document is not None:
            try:
                return self.library.by_id(opened.document)
            except NoRuleBook:
                return None
        return self.at(state.game, moment)


def judged(
    stream: str,
    rows: Sequence[Row],
    *,
    state: RoundState,
    moment: datetime,
    table: TableRecord,
    books: Books,
    overtaken_at: datetime | None,
    before: Callable[[], SessionBefore],
    as_of: int,
) -> Replay:
    """Judge a folded round. ``table`` is what is recorded of its table up to ``as_of``; ``overtaken_at`` is when the
    next round opened there, of whatever game (None: there is none); ``before`` finds what the rounds before it left,
    and is asked only where its game needs it."""
    state.terms = table.history.at(moment)
    # Of rounds that opened at one moment the record shows no order in which one could have cut the other off.
    state.overtaken_at = overtaken_at if overtaken_at is not None and overtaken_at > moment else None
    ended = state.closed is not None or overtaken_at is not None or table.closed_after(moment)
    book = books.of(state, moment)
    if catalogue.carries(state.game):
        state.before = before()
    judgement = unjudged(state) if book is None else catalogue.judge(state, book, ended=ended)
    return Replay(stream, rows, state, moment, ended, book, judgement, as_of)


def left_by(replay: Replay) -> SessionBefore:
    """The session after a replayed round; where no document was in force it left nothing new."""
    before = replay.state.before or EMPTY
    return before if replay.book is None else catalogue.carry(before, replay.state, replay.judgement, replay.book)


def turned(
    session: SessionBefore, game: str, earlier: datetime, moment: datetime, *, house: House, books: Books
) -> SessionBefore:
    """The session as the next round finds it: on a new gaming day without what the rule book counts by the day."""
    if not session.under_minimum:
        return session
    book = books.at(game, moment)
    choice = None if book is None else book.choices.get("below_minimum_counted_for")
    if choice is None or gaming_day(earlier, house) == gaming_day(moment, house):
        return session
    return next_gaming_day(session, choice.value)


class Record:
    """The stored events of a property, from any source, and its rounds judged as they stood at one position.

    Everything is kept in memory: a property's years are read in parts by table, whose streams alone a table's rounds
    need. Streams of other kinds (findings, cases, devices) are passed over."""

    def __init__(self, house: House, library: Library | None = None) -> None:
        self.house = house
        self._library = library
        self._rules: list[Row] = []
        self.as_of = 0
        self.weighed = True
        """Whether positions and moments are those at which a server received the events. Where they are not, no claim
        of time can be weighed by them."""
        self._tables: dict[str, list[Row]] = defaultdict(list)
        self._rounds: dict[str, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))

    def take(self, rows: Iterable[Row], *, at: int | None = None) -> None:
        """Take rows in, in the order of positions; those beyond ``at`` are passed over."""
        for row in rows:
            if at is not None and row[0] > at:
                continue
            self.as_of = max(self.as_of, row[0])
            kind, table, *rest = row[1].split("/")
            if kind == "table":
                self._tables[table].append(row)
            elif kind == "round":
                self._rounds[table]["/".join(rest)].append(row)
            elif kind == rules.KIND:
                self._rules.append(row)

    def library(self) -> Library:
        """The documents to judge by: those handed in, else those that the property has put in force, else those of the
        program."""
        return self._library or rules.library(map(recorded_event, self._rules), catalogue.shipped())

    def replays(self) -> Iterator[Replay]:
        """Every round, table by table, each table's in the order in which they were dealt."""
        books = Books(self.library())
        for table in sorted(self._rounds):
            yield from self._of_table(table, books)

    def _of_table(self, table: str, books: Books) -> Iterator[Replay]:
        record = TableRecord(table)
        record.extend(self._tables[table])
        folded: list[tuple[Key, RoundState, list[Row]]] = []
        for code, rows in self._rounds[table].items():
            state = fold(f"round/{table}/{code}", rows)
            if not self.weighed:
                state.claims = []
            folded.append(((round_moment(state, rows), rows[0][0]), state, rows))
        folded.sort(key=lambda item: item[0])
        sessions: dict[Place, tuple[SessionBefore, datetime]] = {}
        nexts = [key[0] for key, _state, _rows in folded[1:]]
        for (key, state, rows), overtaken_at in zip_longest(folded, nexts):
            place = Place(table, state.game)
            left, earlier = sessions.get(place, (EMPTY, key[0]))
            replay = judged(
                state.stream,
                rows,
                state=state,
                moment=key[0],
                table=record,
                books=books,
                overtaken_at=overtaken_at,
                before=partial(turned, left, state.game, earlier, key[0], house=self.house, books=books),
                as_of=self.as_of,
            )
            sessions[place] = (left_by(replay), key[0])
            yield replay
