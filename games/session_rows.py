"""Writes the rows of the tables' sessions, and finds the rounds to judge again because one before them changed.

For the rounds that a batch touches, first their places in the order of their table are written; then each table is
walked from the first place that changed. A round is judged again if it was touched, or if what it finds now is not what
it was judged with (``before`` of its row). The walk ends behind the last place touched, at the first round that finds
what it found before: from there on nothing can differ. Proved by ``tests/readmodel/test_sessions.py``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from casino.ledger.models import Property
from casino.ledger.rows import Row
from games.records import Round, TableSession, row_key
from games.replay import Replay, Replayer
from games.rounds.fold import fold
from games.rounds.session import SessionBefore
from games.sessions import EMPTY, Key, Place, left_by, restored, round_moment, rows_after, rows_before, stored

PAGE: Final = 200


class _Span:
    """The stretch of a table's order that a batch touches."""

    __slots__ = ("since", "touched", "until")

    def __init__(self, key: Key) -> None:
        self.since = self.until = key
        self.touched: set[str] = set()

    def include(self, key: Key) -> None:
        self.since = min(self.since, key)
        self.until = max(self.until, key)


def overtaken_of(house: Property, streams: Collection[str]) -> dict[str, bool]:
    """Whether rounds were overtaken by a later one, as their rows say."""
    return dict(Round.objects.filter(property=house, stream__in=streams).values_list("stream", "overtaken"))


class SessionWriter:
    """Writes :class:`TableSession` for one projector."""

    def __init__(self, replayer: Replayer) -> None:
        self.replayer = replayer

    def known(self, streams: Collection[str]) -> list[str]:
        """Those of these rounds that have a row."""
        rows = TableSession.objects.filter(property=self.replayer.house, stream__in=streams)
        return list(rows.values_list("stream", flat=True))

    def replays(self, streams: Sequence[str], last: int, ended: Mapping[str, bool]) -> Iterator[Replay]:
        """Every round whose judgement these ones' facts may have changed, replayed as it stood at ``last``, with its
        row written. To be gone through to the end."""
        if streams:
            for place, span in self._place(streams, last).items():
                yield from self._walk(place, span, last, ended)

    def _place(self, streams: Sequence[str], last: int) -> dict[Place, _Span]:
        """Write where these rounds stand; the stretch of each table from the first to the last place concerned."""
        house = self.replayer.house
        known = {row.stream: row for row in TableSession.objects.filter(property=house, stream__in=streams)}
        spans: dict[Place, _Span] = {}
        rows = []
        for stream, facts in self.replayer.ledger.scan_streams(streams, upto_position=last):
            state = fold(stream, facts)
            first = facts[0][0]
            row = TableSession(
                id=row_key(house.id, first),
                property=house,
                stream=stream,
                table=state.table,
                game=state.game,
                moment=round_moment(state, facts),
                first_position=first,
                last_position=facts[-1][0],
            )
            rows.append(row)
            span = spans.setdefault(Place(row.table, row.game), _Span(row.key))
            span.include(row.key)
            if stream in known:
                span.include(known[stream].key)
            span.touched.add(stream)
        _upsert(rows, ["moment", "last_position"])
        return spans

    def _walk(self, place: Place, span: _Span, last: int, ended: Mapping[str, bool]) -> Iterator[Replay]:
        rows = TableSession.objects.filter(property=self.replayer.house, table=place.table, game=place.game)
        before = rows_before(rows, span.since).first()
        session, earlier = (EMPTY, None) if before is None else (restored(before.after), before.moment)
        moment, first = span.since
        key = (moment, first - 1)
        while page := list(rows_after(rows, key)[:PAGE]):
            facts, over = self._read(page, span.touched, last)
            over.update(ended)
            changed: list[TableSession] = []
            done = False
            for row in page:
                found = self._found(place, session, earlier, row)
                if row.stream in span.touched or row.before is None or restored(row.before) != found:
                    replay = self._judge(row, facts.get(row.stream), found, last, over.get(row.stream, False))
                    changed.append(row)
                    yield replay
                elif row.key > span.until:
                    done = True
                    break
                session, earlier = restored(row.after), row.moment
            _upsert(changed, ["last_position", "ended", "before", "after"])
            if done:
                return
            key = page[-1].key

    def _read(
        self, page: Sequence[TableSession], touched: Collection[str], last: int
    ) -> tuple[dict[str, list[Row]], dict[str, bool]]:
        streams = [row.stream for row in page]
        wanted = [stream for stream in streams if stream in touched]
        facts = dict(self.replayer.ledger.scan_streams(wanted, upto_position=last))
        return facts, overtaken_of(self.replayer.house, streams)

    def _found(
        self, place: Place, session: SessionBefore, earlier: datetime | None, row: TableSession
    ) -> SessionBefore:
        if earlier is None:
            return session
        return self.replayer.sessions.turned(place.game, session, earlier, row.moment)

    def _judge(
        self, row: TableSession, facts: list[Row] | None, found: SessionBefore, last: int, overtaken: bool
    ) -> Replay:
        replayer = self.replayer
        rows: Any = replayer.ledger.stream_rows(row.stream, upto_position=last) if facts is None else facts
        replay = replayer.replay(row.stream, rows, last, overtaken, found)
        row.last_position = replay.last_position
        row.ended = replay.ended
        row.before = stored(found)
        row.after = stored(left_by(replay))
        return replay


def _upsert(rows: Sequence[TableSession], fields: Sequence[str]) -> None:
    if rows:
        TableSession.objects.bulk_create(rows, update_conflicts=True, unique_fields=["id"], update_fields=fields)
