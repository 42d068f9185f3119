"""Rounds of a table that wait for the same decision: what one act of ruling can be about.

Of the same gaming day, the newest first, each with the bets that wait for the clause. Its value in the form says
round, version and bets: what is signed and recorded is what was seen. Proved by ``tests/admin/test_rulings.py``.
"""

from __future__ import annotations

from typing import Final

import msgspec

from games.commands.rulings import Ruled
from games.engine.judgement import Outcome
from games.rows.models import Round, RoundStatus
from games.rows.replay import Replayer

SHOWN: Final = 30
LOOKED_AT: Final = 60


class Alike(msgspec.Struct, frozen=True):
    """A further round that can be ruled on."""

    code: str
    ruled: Ruled

    @property
    def value(self) -> str:
        return f"{self.code}@{self.ruled.seen_version}@{'+'.join(self.ruled.bets)}"

    @property
    def named(self) -> str:
        return f"{self.code}: {', '.join(self.ruled.bets)}"


def alike(row: Round, clause: str) -> list[Alike]:
    """The other rounds of the table, of that day, in which a bet waits for a decision by this clause."""
    if not clause:
        return []
    rows = Round.objects.filter(
        property_id=row.property_id, table=row.table, gaming_day=row.gaming_day, status=RoundStatus.AWAITING
    ).exclude(pk=row.pk)
    replayer, found = Replayer(row.property.code), []
    for other in rows.order_by("-moment", "-pk")[:LOOKED_AT]:
        replay = replayer.round(other.stream, overtaken_at=other.overtaken_at)
        bets = tuple(
            each.bet
            for each in replay.judgement.results
            if each.decided_by == clause and each.settlement.outcome is Outcome.AWAITING
        )
        if bets:
            seen = max(stored[2] for stored in replay.rows)
            found.append(Alike(other.code, Ruled(stream=other.stream, bets=bets, seen_version=seen)))
    return found[:SHOWN]
