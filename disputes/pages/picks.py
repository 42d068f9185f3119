"""Rounds to choose from, each with its result and its bets as the replay judges them: when a case is opened, when its
rounds are chosen anew, and where a remedy is stated bet by bet.

Proved by ``tests/disputes/admin/doing/test_opening.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

import msgspec
from django.db.models import QuerySet

from casino.core.text import Text
from casino.ledger.models import Property
from disputes.case.facts import RoundRef
from games import words
from games.models import Round
from games.pages import bets
from games.pages.games import GAMES
from games.replay import Replay, Replayer
from games.rounds.state import RoundState
from games.words import shared

LAST: Final = 6
"""How many rounds of a table are offered at once."""


class Pick(msgspec.Struct, frozen=True, kw_only=True):
    """A round that can be chosen. ``key`` is table and round, as ``RL01/0007``; ``document`` its rule book's id."""

    row: Round
    key: str
    at: datetime | None
    result: Text
    status: Text
    bets: tuple[bets.BetRow, ...]
    currency: str
    document: str

    @property
    def ref(self) -> RoundRef:
        return RoundRef(table=self.row.table, round=self.row.code)

    @property
    def difference_minor(self) -> int:
        """Recorded less due of all bets that are decided."""
        return sum(bet.difference_minor or 0 for bet in self.bets)


def picks(owner: Property, rows: Iterable[Round]) -> list[Pick]:
    """The rounds, replayed in one pass as they stand now; one that nothing is recorded of is left out."""
    known = {row.stream: row for row in rows}

    def ended(state: RoundState, _moment: datetime) -> bool:
        return known[state.stream].ended

    replays = Replayer(owner.code).many(list(known), ended=ended) if known else ()
    return [pick(owner, known[replay.stream], replay) for replay in replays]


def pick(owner: Property, row: Round, replay: Replay) -> Pick:
    """A round that was replayed."""
    currency = replay.terms.currency or row.currency or owner.currency
    game = GAMES.get(replay.state.game)
    where = game.places(replay) if game else {}
    return Pick(
        row=row,
        key=f"{row.table}/{row.code}",
        at=row.opened_at,
        result=words.result(replay.state.game, replay.judgement.summary),
        status=words.term(shared.ROUND_STATUS, row.status),
        bets=tuple(
            bets.row(result, where[result.bet], replay.state.game, replay.book, currency)
            for result in replay.judgement.results
            if result.bet in where
        ),
        currency=currency,
        document="" if replay.book is None else replay.book.id,
    )


def last_rounds(owner: Property, table: str, about: datetime | None = None) -> list[Round]:
    """The last rounds of a table, the newest first; around a moment where one is given."""
    rows: QuerySet[Round] = Round.objects.filter(property=owner, table=table).select_related("property")
    newest = rows.order_by("-moment", "-first_position")
    if about is None:
        return list(newest[:LAST])
    before = list(newest.filter(moment__lte=about)[:LAST])
    after = list(rows.filter(moment__gt=about).order_by("moment", "first_position")[: LAST // 2])
    return [*reversed(after), *before][: LAST + LAST // 2]
