"""The rounds of one table in the order in which it dealt them, as the log stood at a position: the run that a report
needs of them, and what the table handed on before the first.

A round is judged with what the rounds before it left (a shoe, a held table, a no-bet round), and is cut off by the one
behind it. So of each table a report holds a run without a hole: from the first round that was asked for to the one
behind the last; those in between that were not asked for are marked so. A round far from these of which something was
recorded in the interval (an old round that was put right) stands in a piece of its own. Proved by
``tests/surveillance/reports/test_choosing.py``.
"""

from __future__ import annotations

import heapq
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Q, QuerySet

from casino.ledger.models import Property
from games.catalogue import carries
from games.engine.replay import Key
from games.rows.models import Round
from games.rows.replay import Replayer
from surveillance.bundle.layout import Handed
from surveillance.bundle.rounds import handed

PAGE: Final = 1_000
NEAR: Final = 500
"""So many rounds between two that are needed are held as well; above it a piece of its own begins."""

Piece = tuple[Key, Key]
"""The places of the first and last round of a piece of a run."""


class Placed(NamedTuple):
    """A round where it stands at its table."""

    key: Key
    stream: str
    game: str


class Run:
    """What a report asks of one table: the first positions of its rounds, and the first and last place."""

    def __init__(self) -> None:
        self.asked: array[int] = array("q")
        self._whole: Piece | None = None
        self._besides: set[Key] = set()

    def add(self, placed: Placed) -> None:
        """Rounds come in the order of their first positions."""
        self.asked.append(placed.key[1])
        low, high = self._whole or (placed.key, placed.key)
        self._whole = min(low, placed.key), max(high, placed.key)

    def reach(self, placed: Placed) -> None:
        """A round that has to be there, asked for or not. After those that were asked for."""
        if self._whole is None or not self._whole[0] <= placed.key <= self._whole[1]:
            self._besides.add(placed.key)

    def pieces(self, between: Callable[[Key, Key], int]) -> list[Piece]:
        """The pieces in their order; ``between`` counts the rounds from one place to another."""
        wanted = sorted([*([self._whole] if self._whole else []), *((key, key) for key in self._besides)])
        found: list[Piece] = []
        for low, high in wanted:
            if found and (low <= found[-1][1] or between(found[-1][1], low) <= NEAR):
                found[-1] = found[-1][0], max(found[-1][1], high)
            else:
                found.append((low, high))
        return found

    def has(self, first_position: int) -> bool:
        at = bisect_left(self.asked, first_position)
        return at < len(self.asked) and self.asked[at] == first_position


def of_table(owner: Property, table: str, position: int, replayer: Replayer, first: datetime) -> Iterator[Placed]:
    """The rounds of a table in their order, from the moment ``first`` on."""
    rows = Round.objects.filter(property=owner, table=table, first_position__lte=position)
    moved = [
        place(row.stream, row.game, replayer, position) for row in rows.filter(last_position__gt=position).iterator()
    ]
    stable = _stable(rows.filter(last_position__lte=position, moment__gte=first))
    yield from heapq.merge(stable, sorted(each for each in moved if each.key[0] >= first))


def placed(row: Round, replayer: Replayer, position: int) -> Placed:
    """Where the round of a row stood at a position."""
    if row.last_position > position:
        return place(row.stream, row.game, replayer, position)
    return Placed((row.moment, row.first_position), row.stream, row.game)


def place(stream: str, game: str, replayer: Replayer, position: int) -> Placed:
    """Where a round stands, replayed as of a position."""
    replay = replayer.round(stream, position)
    return Placed((replay.moment, replay.first_position), stream, game)


def _stable(rows: QuerySet[Round]) -> Iterator[Placed]:
    after: Key | None = None
    while True:
        page = rows
        if after is not None:
            page = rows.filter(Q(moment__gt=after[0]) | Q(moment=after[0], first_position__gt=after[1]))
        ordered = page.order_by("moment", "first_position")
        found = list(ordered.values_list("moment", "first_position", "stream", "game")[:PAGE])
        yield from (Placed((moment, first), stream, game) for moment, first, stream, game in found)
        if len(found) < PAGE:
            return
        after = found[-1][:2]


def between(owner: Property, table: str, position: int) -> Callable[[Key, Key], int]:
    """Counts the rounds of a table from one place to another, both included."""
    rows = Round.objects.filter(property=owner, table=table, first_position__lte=position)
    return lambda low, high: rows.filter(moment__range=(low[0], high[0])).count()


def run(owner: Property, table: str, piece: Piece, position: int, replayer: Replayer) -> Iterator[Placed]:
    """The rounds of a piece, and the one behind the last."""
    first, last = piece
    for placed in of_table(owner, table, position, replayer, first[0]):
        if placed.key >= first:
            yield placed
            if placed.key > last:
                return


def handed_on(owner: Property, table: str, piece: Piece, position: int, replayer: Replayer) -> list[Handed]:
    """What the table had handed on before the first round of a piece, for each game of it that hands anything on."""
    first = piece[0]
    before = Q(moment__lt=first[0]) | Q(moment=first[0], first_position__lt=first[1])
    rows = Round.objects.filter(property=owner, table=table, first_position__lte=position).filter(before)
    found = []
    for game in sorted(set(rows.order_by().values_list("game", flat=True))):
        if not carries(game):
            continue
        following = next((each for each in run(owner, table, piece, position, replayer) if each.game == game), None)
        earlier = rows.filter(game=game).order_by("-moment", "-first_position").first()
        if following is None or earlier is None:
            continue
        session = replayer.sessions.before(following.stream, following.key[1], position)
        found.append(handed(game, session, following.key[0]))
    return found
