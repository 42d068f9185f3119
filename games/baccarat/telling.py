"""What came of a round of baccarat, told to a guest. Proved by ``tests/telling``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from casino.core.cards import short_name
from casino.core.messages import Message, message
from casino.core.text import Text
from games.baccarat.words import SIDES
from games.engine.document import RuleBook
from games.engine.game import Summary
from games.engine.judgement import AWAITING, LOST, BetResult

INSURED: Final = {"player_insurance": "player", "banker_insurance": "banker"}
BOUNDS: Final = ("6.4.3.1", "7.17", "7.18", "7.19")
"""What leaves only a part of a bet in play, in the numbers of the first document."""


def placed(_spot: str, kind: str, called: Text) -> Message:
    return message("baccarat-placed", kind=kind, called=called)


def came(summary: Summary, result: BetResult, _book: RuleBook) -> list[Message]:
    if result.settlement.outcome is AWAITING:
        return []  # what the cards come to is what waits
    told = [_hands(summary)]
    insured = INSURED.get(result.kind)
    if insured is not None and result.settlement.outcome is LOST:
        told.append(message("baccarat-insurance-lost", hand=SIDES[insured]))
    return told


def cites(result: BetResult, book: RuleBook) -> Iterable[str]:
    """The clause that says who won, and those that leave only a part of a bet in play. A lost insurance goes by the
    clause that says when it is paid: what came tells it in words of its own."""
    first, *rest = result.settlement.clauses
    bounds = [number for number in rest if book.cited_as(number) in BOUNDS]
    lost_insurance = result.kind in INSURED and result.settlement.outcome is LOST
    return bounds if lost_insurance else [first, *bounds]


def _hands(summary: Summary) -> Message:
    hands: dict[str, Any] = {}
    for side in SIDES:
        hands[side] = summary[f"{side}_points"]
        hands[f"{side}cards"] = " ".join(short_name(card) for card in summary[side])
    winner = summary["outcome"]  # none where a ruling counts the round before its hands are complete
    return message(f"baccarat-came-{winner}" if winner else "baccarat-came", **hands)
