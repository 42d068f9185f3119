"""What came of a round of baccarat, told to a guest. Proved by ``tests/telling``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from casino.core.cards import short_name
from casino.core.messages import Message, message
from games.baccarat.words import SIDES
from games.engine.document import RuleBook
from games.engine.game import Summary
from games.engine.judgement import LOST, BetResult

INSURED: Final = {"player_insurance": "player", "banker_insurance": "banker"}


def came(summary: Summary, result: BetResult) -> list[Message]:
    told = [_hands(summary)]
    insured = INSURED.get(result.kind)
    if insured is not None and result.settlement.outcome is LOST:
        told.append(message("baccarat-insurance-lost", hand=SIDES[insured]))
    return told


def cites(result: BetResult, _book: RuleBook) -> Iterable[str]:
    """A lost insurance goes by the clause that says when it is paid: what came tells it in words of its own."""
    lost = result.kind in INSURED and result.settlement.outcome is LOST
    return () if lost else result.settlement.clauses


def _hands(summary: Summary) -> Message:
    hands: dict[str, Any] = {}
    for side in SIDES:
        hands[side] = summary[f"{side}_points"]
        hands[f"{side}cards"] = " ".join(short_name(card) for card in summary[side])
    winner = summary["outcome"]  # none where a ruling counts the round before its hands are complete
    return message(f"baccarat-came-{winner}" if winner else "baccarat-came", **hands)
