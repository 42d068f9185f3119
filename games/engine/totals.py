"""A judged round in sums: what moved at the table, what cases put right, what was due, and what remains.

difference = recorded + remedied - beyond the rules - due, once every bet is decided. Chips and remedies for bets that
nobody recorded count too, as soon as the round has ended. Pure. Proved by ``tests/engine/test_remedies.py``.
"""

from __future__ import annotations

import msgspec

from games.engine.judgement import Judgement
from games.engine.remedies import with_remedies
from games.engine.settling import recorded_by_bet
from games.engine.state import RoundState


class Sums(msgspec.Struct, frozen=True):
    """A round's money from the players' side, in minor units."""

    recorded_minor: int
    remedied_minor: int
    beyond_rules_minor: int
    due_minor: int
    difference_minor: int


def sums_of(state: RoundState, judgement: Judgement, *, ended: bool) -> Sums:
    """The sums of a round; all zero where no document was in force. ``ended`` as it was judged."""
    results = judgement.results
    books = [(r.recorded, r.settlement.stake_minor) for r in results]
    stray = 0
    if ended and judgement.document:
        known = {result.bet for result in results}
        moved = recorded_by_bet([m for m in state.movements if m.bet not in known])
        if state.remedies:
            moved = with_remedies(moved, [r for r in state.remedies if r.fact.bet not in known], state.followed)
        books += [(recorded, 0) for recorded in moved.values()]
        stray = sum(recorded.net_minor(0) + recorded.counted_minor for recorded in moved.values())
    return Sums(
        recorded_minor=sum(recorded.net_minor(stake) for recorded, stake in books),
        remedied_minor=sum(recorded.remedied_minor for recorded, _stake in books),
        beyond_rules_minor=sum(recorded.beyond_rules_minor for recorded, _stake in books),
        due_minor=judgement.due_net_minor,
        difference_minor=judgement.difference_minor + stray,
    )
