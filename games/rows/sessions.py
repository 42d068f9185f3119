"""What a round finds at its table as it stood at a position, and when the next one opened there.

Up to the position that the read model has reached this is one look-up in the rows (``games.judgement.session_rows``),
whatever the follower adds meanwhile. For a position ahead of it the walk (``games.judgement.table_walk``) goes on from
there, over the events of the one table since, in memory. Proved by ``tests/replay/test_sessions.py`` and
``test_versions.py``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from casino.ledger import follow, reading
from casino.ledger.application import Ledger
from casino.ledger.models import Property
from games.engine.session import SessionBefore
from games.judgement.judging import Books
from games.judgement.session_rows import FOLLOWER, SessionRows
from games.judgement.table_walk import Placed, Walk


class Rounds(Protocol):
    """Whoever replays the rounds of a property (``games.rows.replay.Replayer``)."""

    property_code: str
    books: Books

    @property
    def ledger(self) -> Ledger: ...

    @property
    def house(self) -> Property: ...


class Sessions:
    """What rounds find at their tables. Lives and dies with the replayer; keeps what it read for one position."""

    def __init__(self, replayer: Rounds) -> None:
        self.replayer = replayer
        self._position = -1
        self._found: dict[int, SessionBefore] = {}
        self._walks: dict[str, Walk] = {}

    def expect(self, rounds: Mapping[int, str], position: int) -> None:
        """These rounds come next, by the positions of their first facts: they are read at once."""
        self._at(position)
        self._found = {}
        if rounds:
            self._look(rounds, position)

    def before(self, stream: str, first_position: int, position: int) -> SessionBefore:
        """What the rounds before left to a round that had begun at this position."""
        self._at(position)
        if first_position not in self._found:
            self._look({first_position: stream}, position)
        return self._found[first_position]

    def _look(self, rounds: Mapping[int, str], position: int) -> None:
        stood, reached = self._rows().stood(list(rounds), position)
        if reached >= position:
            self._found |= {first: row.before for first, row in stood.items()}
        missing = defaultdict(list)
        for first, stream in rounds.items():
            if first not in self._found:
                missing[stream.split("/")[1]].append(stream)
        for table, streams in missing.items():
            placed, _walk = self._walked(table, streams, position)
            self._found |= {each.key[1]: each.before for each in placed}

    def overtaken_at(self, stream: str, position: int) -> datetime | None:
        """When the next round opened at the table, as it stood at this position; None where there was none, and for a
        round that had not begun."""
        found = self._rows().overtaken_at(stream, position)
        if found is None:
            return None
        known, said, reached = found
        if reached >= position and known:
            return said
        self._at(position)
        [placed], walk = self._walked(stream.split("/")[1], [stream], position)
        return walk.overtaken_at(placed)

    def _walked(self, table: str, streams: Sequence[str], position: int) -> tuple[list[Placed], Walk]:
        """Rounds of a table where they stand, by a walk from the rows on. Where those are dropped meanwhile, from the
        beginning of the log."""
        walk = self._walks.get(table)
        if walk is None:
            walk = self._walks[table] = self._walk(table, position)
        try:
            return walk.stand(streams), walk
        except LookupError:
            walk = self._walks[table] = self._walk(table, position, base=0)
            return walk.stand(streams), walk

    def _walk(self, table: str, position: int, base: int | None = None) -> Walk:
        replayer = self.replayer
        ledger, code = replayer.ledger, replayer.property_code
        with reading.one_moment(ledger.using):
            if base is None:
                base = min(follow.position(FOLLOWER, code, using=ledger.using), position)
            walk = Walk(ledger, replayer.house, replayer.books, base)
            rows = list(ledger.scan(after=base, stop=position, prefix=f"round/{table}/"))
            of_table = ledger.stream_rows(f"table/{table}", upto_position=position)
            rows += [row for row in of_table if row[0] > base]
            walk.advance(sorted(rows), position)
        return walk

    def _rows(self) -> SessionRows:
        return SessionRows(self.replayer.ledger.using, self.replayer.house.id)

    def _at(self, position: int) -> None:
        if position != self._position:
            self._position, self._found, self._walks = position, {}, {}
