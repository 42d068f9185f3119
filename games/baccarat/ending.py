"""Baccarat: when a round was over, and what voids one that was not (2.2.12, 7.1 to 7.3).

Proved by the golden rounds of these clauses and by ``tests/baccarat/test_voids.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.baccarat.facts import BaccaratRound
from games.engine.clauses import implements
from games.engine.ending import answers, closed_at

VOIDING: Final = {
    **dict.fromkeys(("extra_cards", "missing_cards", "foreign_cards", "unshuffled"), ("7.1", "7.1.1")),
    "not_enough_cards": ("7.2",),
    "order_lost": ("7.3",),
}
"""What voids a round by itself, with the clauses."""


@implements("baccarat", "2.2.12", "7.1.2")
def over_at(state: BaccaratRound, bets: Sequence[Any]) -> int | None:
    """The place in the order at which the round was over: its close, the opening of the table's next round, or, if that
    was earlier, the result announced and every accepted bet answered by a payment, return or collection. None: not
    yet."""
    closed = closed_at(state)
    ends = [] if closed is None else [closed]
    answered: dict[str, int] = {}
    for movement in answers(state):
        answered.setdefault(movement.bet, movement.order)
    accepted = [bet.bet for bet in bets if not bet.refused]
    said = [noted.order for noted in (*state.announced, *state.voided)]
    if said and accepted and all(bet in answered for bet in accepted):
        ends.append(max(min(said), *(answered[bet] for bet in accepted)))
    return min(ends, default=None)
