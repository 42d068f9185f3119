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
from disputes.case.bet_owner import STRANGER, Owners, Whose
from disputes.case.facts import RoundRef
from games import words
from games.engine import bet_owner
from games.engine.replay import Replay
from games.pages import bets
from games.pages.game_parts import part_of
from games.rows.models import Round
from games.rows.replay import Replayer
from games.words import shared

LAST: Final = 6
"""How many rounds of a table are offered at once."""


class Pick(msgspec.Struct, frozen=True, kw_only=True):
    """A round that can be chosen. ``key`` is table and round, as ``RL01/0007``; ``document`` its rule book's id;
    ``players`` what the table calls the players of its bets, as far as its record tells."""

    row: Round
    key: str
    at: datetime | None
    result: Text
    status: Text
    bets: tuple[bets.BetRow, ...]
    currency: str
    document: str
    players: dict[str, str | None] = {}

    def whose(self, bet: str, known: Owners) -> Whose:
        """Whose a bet of this round is in a case."""
        return known.of(self.ref.stream, bet, self.players.get(bet))

    def without_strangers(self, known: Owners) -> Pick:
        """The same round without the bets that are known to be of nobody in the case."""
        if not known.codes:
            return self
        own = tuple(bet for bet in self.bets if self.whose(bet.bet, known) != STRANGER)
        return msgspec.structs.replace(self, bets=own)

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
    at = {stream: row.overtaken_at for stream, row in known.items()}
    replays = Replayer(owner.code).many(at, overtaken_at=at.__getitem__) if known else ()
    return [pick(owner, known[replay.stream], replay) for replay in replays]


def pick(owner: Property, row: Round, replay: Replay) -> Pick:
    """A round that was replayed."""
    currency = replay.terms.currency or row.currency or owner.currency
    where = part_of(replay.state.game).places(replay)
    return Pick(
        row=row,
        key=f"{row.table}/{row.code}",
        at=row.opened_at,
        result=words.result(replay.state.game, replay.judgement.summary),
        status=words.term(shared.ROUND_STATUS, row.status),
        bets=tuple(
            bets.row(result, where[result.bet], replay.judgement, replay.book, currency)
            for result in replay.judgement.results
            if result.bet in where
        ),
        currency=currency,
        document="" if replay.book is None else replay.book.id,
        players=bet_owner.players(replay.state),
    )


def last_rounds(rows: QuerySet[Round], about: datetime | None = None) -> list[Round]:
    """The last of these rounds, the newest first; around a moment where one is given."""
    rows = rows.select_related("property")
    newest = rows.order_by("-moment", "-first_position")
    if about is None:
        return list(newest[:LAST])
    before = list(newest.filter(moment__lte=about)[:LAST])
    after = list(rows.filter(moment__gt=about).order_by("moment", "first_position")[: LAST // 2])
    return [*reversed(after), *before][: LAST + LAST // 2]
