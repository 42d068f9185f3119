"""Replay: stored events of a round in, its state, its rule book and its judgement out; one round or a million.

The bytes go straight from the ledger into the one fold (``games.engine.fold``); what a round is judged by is decided
where everybody's is (``games.judgement.judging``): the terms its table had when it opened, what the rounds before it
left (``games.rows.sessions``; for games whose rounds leave something) and the document in force. Nothing is kept
between rounds but the tables' histories, so memory stays flat. Proved by ``tests/replay``; its speed by
``tests/benchmarks/bench_replay.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from typing import Final, TypeVar

from casino.core.errors import ERRORS, Problem
from casino.core.stored import first_position
from casino.ledger import reading
from casino.ledger.application import get_ledger
from casino.ledger.models import Property, property_of
from casino.ledger.rows import Row
from games.catalogue import carries
from games.engine.document import Library
from games.engine.fold import fold
from games.engine.replay import Replay, TableRecord, round_moment
from games.engine.session import SessionBefore
from games.engine.state import RoundState
from games.engine.table import TableHistory
from games.judgement.elsewhere import Elsewhere
from games.judgement.judging import TOGETHER, Books, Ready, judged, ready
from games.rows.rulebooks import library_of
from games.rows.sessions import Sessions

T = TypeVar("T")

Overtaken = Callable[[str], datetime | None] | datetime | None
"""When the next round opened at the table (None: there is none): said, or asked for each round by its stream."""

PAGE: Final = 500


ERRORS.register_all({"position_beyond": 422})


class NoSuchRound(LookupError):
    """No event of this round is recorded (at the position asked for)."""


def stream_of(name: str) -> str:
    """The stream of a round given as ``RL01/20261120-0007`` or as the stream itself."""
    return name if name.startswith("round/") else f"round/{name}"


def check_position(property_code: str, position: int | None) -> None:
    """Problem ``position_beyond`` for a position that the log of a property has not reached; None asks for its end."""
    if position is None:
        return
    head = get_ledger(property_code).head()[0]
    if position > head:
        raise Problem("position_beyond", "at", head=head)


class Replayer:
    """Replays rounds of one property. Keeps the tables it has met; use one for a piece of work, not for ever."""

    def __init__(self, property_code: str, library: Library | None = None) -> None:
        self.property_code = property_code
        self.books = Books(library or library_of(property_code))
        self.ledger = get_ledger(property_code)
        self.sessions = Sessions(self)
        self.elsewhere = Elsewhere(self.ledger)
        self._house: Property | None = None
        self._tables: dict[str, TableRecord] = {}

    @property
    def house(self) -> Property:
        """The property's own row (time zone, start of the gaming day)."""
        if self._house is None:
            self._house = property_of(self.property_code)
        return self._house

    # Tables

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

    # Rounds

    def round(self, stream: str, upto_position: int | None = None, overtaken_at: Overtaken = None) -> Replay:
        """One round, as it stood at a position. Raises :class:`NoSuchRound`."""
        position = self._position(upto_position)
        rows = self.ledger.stream_rows(stream, upto_position=position)
        if not rows or not stream.startswith("round/"):
            raise NoSuchRound(stream)
        return self.replay(stream, rows, position, overtaken_at)

    def many(
        self,
        streams: Iterable[str],
        *,
        upto_position: int | None = None,
        overtaken_at: Overtaken = None,
        page: int = PAGE,
    ) -> Iterator[Replay]:
        """Many rounds in the order asked, as they stood at one position; streams without events are left out."""
        position = self._position(upto_position)
        for names in pages(streams, page):
            found = list(self.ledger.scan_streams(names, upto_position=position, page=page))
            carrying = {first_position(rows): stream for stream, rows in found if carries(game_of(rows.types[0]))}
            self.sessions.expect(carrying, position)
            for some in pages(found, TOGETHER):
                states = [fold(stream, rows) for stream, rows in some]
                yield from judged(
                    [
                        self._ready(stream, rows, state, position, overtaken_at)
                        for (stream, rows), state in zip(some, states, strict=True)
                    ]
                )

    def replay(
        self,
        stream: str,
        rows: Sequence[Row],
        position: int,
        overtaken_at: Overtaken,
        before: SessionBefore | None = None,
    ) -> Replay:
        """Fold and judge one round's rows. ``before`` is what the rounds before it left; None: find out. Raises what
        the fold raises: an unreadable record stops the work."""
        [replay] = judged([self._ready(stream, rows, fold(stream, rows), position, overtaken_at, before)])
        return replay

    def _ready(
        self,
        stream: str,
        rows: Sequence[Row],
        state: RoundState,
        position: int,
        overtaken_at: Overtaken,
        before: SessionBefore | None = None,
    ) -> Ready:
        moment = round_moment(state, rows)
        table = stream.split("/", 2)[1]
        record = self._tables.get(table)
        if record is None or record.as_of != position:
            record = self.record_of(table, position)
        return ready(
            stream,
            rows,
            state=state,
            moment=moment,
            table=record,
            books=self.books,
            overtaken_at=overtaken_at(stream) if callable(overtaken_at) else overtaken_at,
            before=lambda: self.sessions.before(stream, first_position(rows), position) if before is None else before,
            elsewhere=self.elsewhere,
            as_of=position,
        )

    def overtaken_at(self, stream: str, upto_position: int | None = None) -> datetime | None:
        """When the next round opened at the table of this one, as it stood at a position: then it has ended, closed or
        not. None where there was none."""
        return self.sessions.overtaken_at(stream, self._position(upto_position))

    def _position(self, position: int | None) -> int:
        return self.ledger.head()[0] if position is None else position


def game_of(type_name: str) -> str:
    """The game of a type of event."""
    return type_name.partition(".")[0]


def pages(items: Iterable[T], size: int = PAGE) -> Iterator[list[T]]:
    """Streams, or what was made of them, in lists of at most ``size``."""
    pending = iter(items)
    while page := list(islice(pending, size)):
        yield page
