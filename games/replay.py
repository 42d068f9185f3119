"""Replay: stored events of a round in, its state, its rule book and its judgement out; one round or a million.

The bytes go straight into the one fold (``games.rounds.fold``), the round gets the terms its table had when it opened,
what the rounds before it left (``games.sessions``; for games whose rounds leave something) and the document in force,
and is judged. Nothing is kept between rounds but the tables' histories and each table's last round, so memory stays
flat. Proved by ``tests/replay``; its speed by ``tests/benchmarks/bench_replay.py``.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import Any, Final, TypeVar

from casino.core import events
from casino.core.events import RecordedEvent
from casino.ledger import reading
from casino.ledger.application import get_ledger
from casino.ledger.mapper import recorded_event
from casino.ledger.models import Property
from casino.ledger.rows import Row
from games.rounds.fold import fold
from games.rounds.session import SessionBefore
from games.rounds.state import RoundState
from games.rounds.table import TableClosed, TableHistory, TableTerms
from games.rules.book import Library, NoRuleBook, RuleBook, shipped
from games.rules.carry import CARRIES
from games.rules.judge import judge
from games.rules.judgement import Finding, Judgement, Severity
from games.sessions import Sessions, moment_of, round_moment

T = TypeVar("T")

Ended = Callable[[RoundState, datetime], bool] | bool | None
"""Whether an unclosed round has ended all the same: said, or asked for each with its state and moment."""

NO_DOCUMENT: Final = "no_document_in_force"
PAGE: Final = 500


class NoSuchRound(LookupError):
    """No event of this round is recorded (at the position asked for)."""


def stream_of(name: str) -> str:
    """The stream of a round given as ``RL01/20261120-0007`` or as the stream itself."""
    return name if name.startswith("round/") else f"round/{name}"


class Replay:
    """One round, replayed. ``terms`` are the table's when it opened; ``book`` is None where no document was in force,
    and then the judgement says so and nothing else. ``as_of`` is the position of the log at which it stood so."""

    __slots__ = ("as_of", "book", "ended", "judgement", "moment", "rows", "state", "stream")

    def __init__(
        self,
        stream: str,
        rows: list[Row],
        state: RoundState,
        moment: datetime,
        ended: bool,
        book: RuleBook | None,
        judgement: Judgement,
        as_of: int = 0,
    ) -> None:
        self.stream = stream
        self.rows = rows
        self.state = state
        self.moment = moment
        self.ended = ended
        self.book = book
        self.judgement = judgement
        self.as_of = as_of

    @property
    def table(self) -> str:
        return self.stream.split("/")[1]

    @property
    def code(self) -> str:
        return self.stream.split("/")[2]

    @property
    def terms(self) -> TableTerms:
        terms = self.state.terms
        return TableTerms(table=self.table) if terms is None else terms

    @property
    def first_position(self) -> int:
        return self.rows[0][0]

    @property
    def last_position(self) -> int:
        return self.rows[-1][0]

    def events(self) -> list[RecordedEvent]:
        """The facts as they were recorded, in the order of their versions."""
        return [recorded_event(row) for row in self.rows]


class TableRecord:
    """A table's facts as far as they were read, and its history made of them."""

    __slots__ = ("as_of", "closings", "facts", "first_position", "history", "last", "table", "version")

    def __init__(self, table: str) -> None:
        self.table = table
        self.first_position = 0
        self.last: RecordedEvent | None = None
        self.facts: list[tuple[datetime, events.Fact]] = []
        self.version = 0
        self.as_of = -1
        self.closings: list[datetime] = []
        self.history = TableHistory(table, ())

    def extend(self, rows: Iterable[Row]) -> None:
        """Take in further rows of the table's stream, in the order of versions."""
        before = self.version
        for row in rows:
            event = recorded_event(row)
            self.facts.append((moment_of(event), event.data))
            self.version = event.version
            self.first_position = self.first_position or event.position
            self.last = event
        if self.version != before:
            self.history = TableHistory(self.table, self.facts)
            self.closings = sorted(moment for moment, fact in self.facts if type(fact) is TableClosed)

    def closed_after(self, moment: datetime) -> bool:
        """Whether the table closed after this moment: then no round that opened by then is still being dealt."""
        return bool(self.closings) and self.closings[-1] > moment


class Replayer:
    """Replays rounds of one property. Keeps the tables it has met; use one for a piece of work, not for ever."""

    def __init__(self, property_code: str, library: Library | None = None) -> None:
        self.property_code = property_code
        self.library = library or shipped()
        self.ledger = get_ledger(property_code)
        self.sessions = Sessions(self)
        self._house: Property | None = None
        self._tables: dict[str, TableRecord] = {}
        self._books: dict[str, tuple[list[datetime], list[RuleBook]]] = {}

    @property
    def house(self) -> Property:
        """The property's own row (time zone, start of the gaming day)."""
        if self._house is None:
            self._house = Property.objects.get(code=self.property_code)
        return self._house

    # Tables and documents

    def record_of(self, table: str, upto_position: int) -> TableRecord:
        """What is recorded of a table up to a position. Read once, then only what was added since."""
        record = self._tables.get(table)
        if record is not None and record.as_of == upto_position:
            return record
        if record is None or record.as_of > upto_position:
            record = self._tables[table] = TableRecord(table)
        ledger = self.ledger
        record.extend(
            reading.stream_rows(
                ledger.using, ledger.property_code, f"table/{table}", gt=record.version, stop=upto_position
            )
        )
        record.as_of = upto_position
        return record

    def table(self, code: str, upto_position: int | None = None) -> TableHistory:
        """The history of a table, as it stood at a position."""
        return self.record_of(code, self._position(upto_position)).history

    def book(self, state: RoundState, moment: datetime) -> RuleBook | None:
        """The document a round is judged by: the one in force when it opened; where that moment is unknown, the one
        that its opening names. None if there is none."""
        opened = state.opened
        if state.opened_at is None and opened is not None and opened.document is not None:
            try:
                return self.library.by_id(opened.document)
            except NoRuleBook:
                return None
        return self.book_at(state.game, moment)

    def book_at(self, game: str, moment: datetime) -> RuleBook | None:
        """The document of a game in force at a moment, None before the first."""
        known = self._books.get(game)
        if known is None:
            books = sorted((b for b in self.library.books if b.game == game), key=lambda b: b.effective_at)
            known = self._books[game] = ([b.effective_at for b in books], books)
        place = bisect_right(known[0], moment)
        return known[1][place - 1] if place else None

    # Rounds

    def round(self, stream: str, upto_position: int | None = None, ended: Ended = None) -> Replay:
        """One round, as it stood at a position. Raises :class:`NoSuchRound`."""
        position = self._position(upto_position)
        rows = self.ledger.stream_rows(stream, upto_position=position)
        if not rows or not stream.startswith("round/"):
            raise NoSuchRound(stream)
        return self.replay(stream, rows, position, ended)

    def many(
        self, streams: Iterable[str], *, upto_position: int | None = None, ended: Ended = None, page: int = PAGE
    ) -> Iterator[Replay]:
        """Many rounds in the order asked, as they stood at one position; streams without events are left out."""
        position = self._position(upto_position)
        replay = self.replay
        for names in pages(streams, page):
            self.sessions.expect(names)
            for stream, rows in self.ledger.scan_streams(names, upto_position=position, page=page):
                yield replay(stream, rows, position, ended)

    def replay(
        self, stream: str, rows: list[Row], position: int, ended: Ended, before: SessionBefore | None = None
    ) -> Replay:
        """Fold and judge one round's rows. ``before`` is what the rounds before it left; None: find out. Raises what
        the fold raises: an unreadable record stops the work."""
        state = fold(stream, rows)
        moment = round_moment(state, rows)
        table = stream.split("/", 2)[1]
        record = self._tables.get(table)
        if record is None or record.as_of != position:
            record = self.record_of(table, position)
        state.terms = record.history.at(moment)
        over = state.closed is not None or record.closed_after(moment) or self._ended(ended, state, moment)
        book = self.book(state, moment)
        if state.game not in CARRIES:
            judgement = unjudged(state) if book is None else judge(state, book, ended=over)
            return Replay(stream, rows, state, moment, over, book, judgement, position)
        state.before = self.sessions.before(state, (moment, rows[0][0]), position) if before is None else before
        judgement = unjudged(state) if book is None else judge(state, book, ended=over)
        replay = Replay(stream, rows, state, moment, over, book, judgement, position)
        if before is None:
            self.sessions.passed(replay)
        return replay

    def _ended(self, ended: Ended, state: RoundState, moment: datetime) -> bool:
        if ended is None:
            return False
        return ended if isinstance(ended, bool) else ended(state, moment)

    def _position(self, position: int | None) -> int:
        return self.ledger.head()[0] if position is None else position


def unjudged(state: RoundState) -> Judgement:
    """What can be said of a round for which no approved document was in force: just that."""
    detail: dict[str, Any] = {}
    if state.opened is not None and state.opened.document is not None:
        detail["document"] = state.opened.document
    return Judgement(
        game=state.game,
        document="",
        results=(),
        findings=(Finding(NO_DOCUMENT, Severity.PROCEDURE, "", (), (state.opened_version or 1,), 0, detail),),
        summary={},
    )


def pages(items: Iterable[T], size: int = PAGE) -> Iterator[list[T]]:
    """Streams, or what was made of them, in lists of at most ``size``."""
    pending = iter(items)
    while page := list(islice(pending, size)):
        yield page
