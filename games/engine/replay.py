"""A round replayed, and what must be known of its table for that: the values, whoever keeps the record.

``games.judgement.judging`` makes them, from the rows of the ledger on the server and from any other source elsewhere.
Pure. Proved by ``tests/replay``.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final, NamedTuple, Protocol

from casino.core import events
from casino.core.events import RecordedEvent
from casino.core.gaming_days import GamingDays
from casino.core.stored import Row, recorded_event
from games.engine.document import RuleBook
from games.engine.judgement import Finding, Judgement, Severity
from games.engine.state import RoundState
from games.engine.table import TableClosed, TableHistory, TableTerms

NO_DOCUMENT: Final = "no_document_in_force"

Key = tuple[datetime, int]
"""Place of a round in the order of its table: the moment at which it opened, position of its first fact."""


class House(Protocol):
    """What of a property decides: its gaming days."""

    @property
    def days(self) -> GamingDays: ...


class Place(NamedTuple):
    """Rounds of one game at one table share a session."""

    table: str
    game: str


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


ENTERED: Final = "entered"
NOT_SENSED: Final = ("imported", ENTERED)
"""Where rounds come from whose results no equipment of the table told."""


def source_of(state: RoundState) -> str:
    """Where a round comes from: what its opening says (``imported``, ``simulated``); :data:`ENTERED` where a person
    said that it opened, and no equipment; "" from the table."""
    if state.opened is None:
        return ""
    opening = next((row for row in state.rows if row[3].partition(".")[2].startswith("round_opened.")), None)
    by_hand = opening is not None and opening[6].startswith("person:")
    return state.opened.source or (ENTERED if by_hand else "")


def gaming_day(moment: datetime, house: House) -> date:
    """The accounting day a moment belongs to: in the property's time zone, from its starting hour on, by what the
    property had set for that moment."""
    return house.days.day(moment)


class Replay:
    """One round, replayed. ``terms`` are the table's when it opened; ``book`` is None where no document was in force,
    and then the judgement says so and nothing else. ``as_of`` is the position of the log at which it stood so."""

    __slots__ = ("as_of", "book", "ended", "judgement", "moment", "rows", "state", "stream")

    def __init__(
        self,
        stream: str,
        rows: Sequence[Row],
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
        in_order = True
        for row in rows:
            event = recorded_event(row)
            moment, fact = moment_of(event), event.data
            self.facts.append((moment, fact))
            self.version = event.version
            self.first_position = self.first_position or event.position
            self.last = event
            in_order = in_order and self.history.add(moment, fact)
            if type(fact) is TableClosed:
                insort(self.closings, moment)
        if not in_order:
            self.history = TableHistory(self.table, self.facts)

    def closed_after(self, moment: datetime) -> bool:
        """Whether the table closed after this moment: then no round that opened by then is still being dealt."""
        return bool(self.closings) and self.closings[-1] > moment


def unjudged(state: RoundState) -> Judgement:
    """What can be said of a round for which no approved document was in force: just that."""
    detail: dict[str, Any] = {}
    if state.opened is not None and state.opened.document is not None:
        detail["document"] = state.opened.document
    return Judgement(
        game=state.game,
        document="",
        results=(),
        findings=(
            Finding(
                code=NO_DOCUMENT,
                severity=Severity.PROCEDURE,
                subject="",
                clauses=(),
                versions=(state.opened_version or 1,),
                detail=detail,
            ),
        ),
        summary={},
    )
