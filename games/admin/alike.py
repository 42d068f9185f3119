"""Rounds of a table that wait for the same decision: what one act of ruling can be about.

Where the round was dealt from a shoe (or pack), those of this loading of it; else those of the same gaming day. The
newest first, each with the bets that wait for the clause and can be decided alike (none where it decides the round): an
order of cards decides nothing of a round with other cards. Its value in the form says round, version and bets: what is
signed and recorded is what was seen. Proved by ``tests/admin/test_rulings.py``.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import msgspec

from games.commands.rulings import Ruled
from games.engine.judgement import BetResult, Outcome
from games.engine.replay import Replay
from games.rows.models import Round, RoundStatus
from games.rows.replay import Replayer

SHOWN: Final = 30
LOOKED_AT: Final = 60
AT_THE_TABLE: Final = timedelta(days=1)
"""A shoe is dealt across the end of a gaming day, but not for longer than this."""


class Alike(msgspec.Struct, frozen=True):
    """A further round that can be ruled on."""

    code: str
    ruled: Ruled

    @property
    def value(self) -> str:
        return f"{self.code}@{self.ruled.seen_version}@{'+'.join(self.ruled.bets)}"

    @property
    def named(self) -> str:
        return f"{self.code}: {', '.join(self.ruled.bets)}" if self.ruled.bets else self.code


def alike(replay: Replay, row: Round, clause: str) -> list[Alike]:
    """The other rounds of the shoe, or else of the table on that day, in which a bet waits for a decision by this
    clause, one of those that this round can have."""
    open_here = {decision for each in _waiting(replay, clause) for decision in _decisions(each)}
    if not open_here:
        return []
    replayer, found = Replayer(row.property.code), []
    for other in _near(replayer, replay, row):
        again = replayer.round(other.stream, overtaken_at=other.overtaken_at)
        bets = tuple(each.bet for each in _waiting(again, clause) if open_here & _decisions(each))
        if bets:
            seen = max(stored[2] for stored in again.rows)
            about = () if decides_the_round(again, clause) else bets
            found.append(Alike(other.code, Ruled(stream=other.stream, bets=about, seen_version=seen)))
    return found[:SHOWN]


def decides_the_round(replay: Replay, clause: str) -> bool:
    """Whether a ruling under this clause is about a round, and names no bets of it."""
    book = replay.book
    return book is not None and book.cited_as(clause) in replay.state.decide_rounds


def _waiting(replay: Replay, clause: str) -> list[BetResult]:
    results = replay.judgement.results
    return [each for each in results if each.decided_by == clause and each.settlement.outcome is Outcome.AWAITING]


def _decisions(result: BetResult) -> set[str]:
    return {each.decision for each in result.alternatives}


def _near(replayer: Replayer, replay: Replay, row: Round) -> list[Round]:
    """The other rounds that wait."""
    waiting = Round.objects.filter(property_id=row.property_id, table=row.table, status=RoundStatus.AWAITING)
    rows = waiting.exclude(pk=row.pk).order_by("-moment", "-pk")
    if replay.terms.shoe is None:
        return list(rows.filter(gaming_day=row.gaming_day)[:LOOKED_AT])
    table, loading = replayer.table(row.table), replay.terms.shoe_loading
    about = rows.filter(moment__range=(row.moment - AT_THE_TABLE, row.moment + AT_THE_TABLE))
    return [other for other in about if table.at(other.moment).shoe_loading == loading][:LOOKED_AT]
