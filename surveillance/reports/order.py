"""The rounds of one table in the order in which it dealt them, as the log stood at a position: the run that a report
needs of them, and what the table handed on before the first.

A round is judged with what the rounds before it left (a shoe, a held table, a no-bet round), and is cut off by the one
behind it. So of each table a report holds one run without a hole: from the first round that was asked for to the one
behind the last; those in between that were not asked for are marked so. Proved by
``tests/surveillance/reports/test_choosing.py``.
"""

from __future__ import annotations

import heapq
from array import array
from bisect import bisect_left
from collections.abc import Iterator
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Q, QuerySet

from casino.ledger.models import Property
from games.catalogue import carries
from games.engine.replay import Key
from games.models import Round
from games.replay import Replayer
from surveillance.bundle.layout import Handed
from surveillance.bundle.rounds import handed

PAGE: Final = 1_000


class Placed(NamedTuple):
    """A round where it stands at its table."""

    key: Key
    stream: str
    game: str


class Run:
    """What a report asks of one table: the first positions of its rounds, and the first and last place."""

    def __init__(self) -> None:
        self.asked: array[int] = array("q")
        self.first: Key | None = None
        self.last: Key | None = None

    def add(self, placed: Placed) -> None:
        """Rounds come in the order of their first positions."""
        self.asked.append(placed.key[1])
        self.stretch(placed)

    def stretch(self, placed: Placed) -> None:
        """Make the run reach this round, asked for or not."""
        self.first = placed.key if self.first is None else min(self.first, placed.key)
        self.last = placed.key if self.last is None else max(self.last, placed.key)

    def copy(self) -> Run:
        """Another with the same."""
        made = Run()
        made.asked, made.first, made.last = self.asked[:], self.first, self.last
        return made

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


def run(owner: Property, table: str, wanted: Run, position: int, replayer: Replayer) -> Iterator[tuple[Placed, bool]]:
    """The run of rounds, each with whether it was asked for; the one behind the last as well."""
    assert wanted.first is not None
    assert wanted.last is not None
    for placed in of_table(owner, table, position, replayer, wanted.first[0]):
        if placed.key < wanted.first:
            continue
        yield placed, wanted.has(placed.key[1])
        if placed.key > wanted.last:
            return


def handed_on(owner: Property, table: str, wanted: Run, position: int, replayer: Replayer) -> list[Handed]:
    """What the table had handed on before the first round of the run, for each game of it that hands anything on."""
    assert wanted.first is not None
    before = Q(moment__lt=wanted.first[0]) | Q(moment=wanted.first[0], first_position__lt=wanted.first[1])
    rows = Round.objects.filter(property=owner, table=table, first_position__lte=position).filter(before)
    found = []
    for game in sorted(set(rows.order_by().values_list("game", flat=True))):
        if not carries(game):
            continue
        following = next((p for p, _asked in run(owner, table, wanted, position, replayer) if p.game == game), None)
        earlier = rows.filter(game=game).order_by("-moment", "-first_position").first()
        if following is None or earlier is None:
            continue
        session = replayer.sessions.before(following.stream, following.key[1], position)
        found.append(handed(game, session, following.key[0]))
    return found
