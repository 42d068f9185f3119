"""Judging a round from its stored rows, and all rounds of a property in their order: one way for whoever keeps them.

The server's replayer (``games.rows.replay``) comes through :func:`ready` and :func:`judged` with what its ledger and
its rows of sessions hold; :class:`Record` goes through everything that a file or a bundle holds. Both give the same
judgement of the same bytes (``tests/replay/test_judging.py``). Pure: no Django, no database, no clock.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Final, NamedTuple

from casino.core.stored import Row, first_position, recorded_event
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
from games.engine.steps import Asked
from games.engine.table import TableHistory

EMPTY: Final = SessionBefore()
TOGETHER: Final = 25
"""Rounds judged together (``games.engine.steps.judge_all``); more of them would not stay in the processor's cache."""

Folded = tuple[Key, RoundState, Sequence[Row]]
"""A round that was folded, before it is judged: its place in the order of its table, its state, its rows."""
Session = tuple[SessionBefore, datetime]
"""What a round left to the next of its game at its table, and when it opened."""


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


class Ready(NamedTuple):
    """A round with all that it is judged by. ``ended`` says that no more chips will move; ``book`` is None where no
    document was in force."""

    stream: str
    rows: Sequence[Row]
    state: RoundState
    moment: datetime
    ended: bool
    book: RuleBook | None
    as_of: int


def ready(
    stream: str,
    rows: Sequence[Row],
    *,
    state: RoundState,
    moment: datetime,
    table: TableRecord,
    books: Books,
    overtaken_at: datetime | None,
    before: Callable[[], SessionBefore],
    elsewhere: Callable[[str, int], TableHistory],
    as_of: int,
) -> Ready:
    """A folded round made ready. ``table`` is what is recorded of its table up to ``as_of``; ``overtaken_at`` is when
    the next round opened there, of whatever game (None: there is none); ``before`` finds what the rounds before it
    left, and is asked only where its game needs it; ``elsewhere`` what was recorded of another table by a position."""
    state.terms = table.history.at(moment)
    others = state.other_tables
    if others:
        last = rows[-1][0]
        state.elsewhere = {other: elsewhere(other, last).at(moment) for other in sorted(others)}
    # Of rounds that opened at one moment the record shows no order in which one could have cut the other off.
    state.overtaken_at = overtaken_at if overtaken_at is not None and overtaken_at > moment else None
    # Never by the clock: the same record would be judged otherwise tomorrow.
    ended = state.closed is not None or overtaken_at is not None or table.closed_after(moment)
    book = books.of(state, moment)
    if catalogue.carries(state.game):
        state.before = before()
    return Ready(stream, rows, state, moment, ended, book, as_of)


def judged(rounds: Sequence[Ready]) -> list[Replay]:
    """Rounds judged, together where they are of one game."""
    by_a_book = [Asked(each.state, each.book, each.ended) for each in rounds if each.book is not None]
    judgements = iter(catalogue.judge_all(by_a_book))
    return [
        Replay(
            each.stream,
            each.rows,
            each.state,
            each.moment,
            each.ended,
            each.book,
            unjudged(each.state) if each.book is None else next(judgements),
            each.as_of,
        )
        for each in rounds
    ]


def left_by(replay: Replay) -> SessionBefore:
    """The session after a replayed round; where no document was in force it left nothing new."""
    before = replay.state.before or EMPTY
    return before if replay.book is None else catalogue.carry(before, replay.state, replay.judgement, replay.book)


def turned(
    session: SessionBefore, game: str, earlier: datetime, moment: datetime, *, house: House, books: Books
) -> SessionBefore:
    """The session as the next round finds it: on a new gaming day without what the rule book counts by the day."""
    return turned_under(session, books.at(game, moment), earlier, moment, house) if session.under_minimum else session


def turned_under(
    session: SessionBefore, book: RuleBook | None, earlier: datetime, moment: datetime, house: House
) -> SessionBefore:
    """The same under a document."""
    choice = None if book is None else book.choices.get("below_minimum_counted_for")
    if choice is None or gaming_day(earlier, house) == gaming_day(moment, house):
        return session
    return next_gaming_day(session, choice.value)


def folded(stream: str, rows: Sequence[Row], *, by_receipt: bool = True) -> Folded:
    """A round folded. Raises as :func:`games.engine.fold.fold`."""
    state = fold(stream, rows, by_receipt=by_receipt)
    return (round_moment(state, rows), first_position(rows)), state, rows


def in_order(
    rounds: Iterable[Folded],
    *,
    table: TableRecord,
    books: Books,
    house: House,
    elsewhere: Callable[[str, int], TableHistory],
    as_of: int,
    sessions: dict[Place, Session] | None = None,
) -> Iterator[Replay]:
    """The rounds of one table judged, which come in their order; of them no more than :data:`TOGETHER` and one are held
    (of a game whose rounds leave something to the next: two). ``sessions`` is what was handed on before the first of
    them, by game, and is kept up to date."""
    sessions = {} if sessions is None else sessions
    waiting: list[Ready] = []
    coming = iter(rounds)
    now = next(coming, None)
    while now is not None:
        after = next(coming, None)
        (moment, _position), state, rows = now
        place = Place(table.table, state.game)
        left, earlier = sessions.get(place, (EMPTY, moment))
        made_ready = ready(
            state.stream,
            rows,
            state=state,
            moment=moment,
            table=table,
            books=books,
            overtaken_at=None if after is None else after[0][0],
            elsewhere=elsewhere,
            before=partial(turned, left, state.game, earlier, moment, house=house, books=books),
            as_of=as_of,
        )
        waiting.append(made_ready)
        if after is None or catalogue.carries(state.game) or len(waiting) == TOGETHER:
            for replay in judged(waiting):
                sessions[Place(table.table, replay.state.game)] = (left_by(replay), replay.moment)
                yield replay
            waiting = []
        now = after


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

    def _elsewhere(self, table: str, upto_position: int) -> TableHistory:
        """The history of a table, as it was recorded by a position; all of it, where positions say nothing of that."""
        record = TableRecord(table)
        record.extend(row for row in self._tables.get(table, ()) if row[0] <= upto_position or not self.weighed)
        return record.history

    def _of_table(self, table: str, books: Books) -> Iterator[Replay]:
        record = TableRecord(table)
        record.extend(self._tables[table])
        rounds: list[Folded] = []
        for code, rows in self._rounds[table].items():
            rounds.append(folded(f"round/{table}/{code}", rows, by_receipt=self.weighed))
        rounds.sort(key=lambda item: item[0])
        yield from in_order(
            rounds,
            table=record,
            books=books,
            house=self.house,
            elsewhere=self._elsewhere,
            as_of=self.as_of,
        )
