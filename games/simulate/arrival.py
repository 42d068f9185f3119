"""What is remarked because it arrives late: chips moved in time that were received when the outcome was already known.

Proved by ``tests/simulate`` (the fault ``reader_buffered`` of each game, and the day whose batches come late).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from games.simulate.wire import Sent

SHOWING: Final = frozenset(
    (
        "roulette.ball_dropped.v1",
        "roulette.result_displayed.v1",
        "sicbo.dice_shown.v1",
        "sicbo.result_entered.v1",
        "sicbo.areas_lit.v1",
        "baccarat.card_dealt.v1",
        "baccarat.cards_drawn_together.v1",
        "baccarat.cards_put_in_order.v1",
        "niuniu.cards_dealt.v1",
        "niuniu.hand_shown.v1",
        "maubinh.hand_dealt.v1",
    )
)
"""Facts that show something of the outcome."""

CHIPS: Final = ("bet_placed", "bet_changed", "bet_withdrawn", "stake_returned", "insurance_placed")
"""Facts by which chips are put down, changed, taken back or handed back."""


def received_late(received: Iterable[tuple[Sent, int]]) -> list[tuple[str, str, str]]:
    """(table, round, bet) of all chips of which word came behind a fact that shows something of the outcome and
    happened later. Events in the order of receipt, each with its sender's clock error in ms."""
    shown: dict[str, datetime] = {}
    late = []
    for event, skew_ms in received:
        if event.round is None or event.occurred_at is None:
            continue
        moment = event.occurred_at + timedelta(milliseconds=skew_ms)
        if event.type.split(".")[1] in CHIPS:
            if event.stream in shown and moment < shown[event.stream]:
                late.append((event.table, event.round, event.data["bet"]))
        elif event.type in SHOWING:
            shown[event.stream] = max(moment, shown.get(event.stream, moment))
    return late
