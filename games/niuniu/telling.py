"""What came of a round of niu niu for one box, told to the guest who bet there. Proved by ``tests/telling``."""

from __future__ import annotations

from collections.abc import Iterable

from casino.core.messages import Message, message
from games.engine.document import RuleBook
from games.engine.game import Summary
from games.engine.judgement import LOST, BetResult
from games.niuniu.words import CLASSES, cards_text, hand_name


def came(summary: Summary, result: BetResult) -> list[Message]:
    """The box's hand beside the dealer's, and which of them is higher: an Additional stays as it lies where the hand
    won."""
    box = result.spot.partition(":")[0]
    mine, theirs = summary["hands"][box], summary["hands"]["dealer"]
    shown = {
        "box": hand_name(box),
        "cards": cards_text(mine["cards"]),
        "class": CLASSES[mine["class"]],
        "dealercards": cards_text(theirs["cards"]),
        "dealerclass": CLASSES[theirs["class"]],
    }
    higher = result.settlement.outcome is not LOST
    return [message("niuniu-higher" if higher else "niuniu-lower", **shown)]


def cites(result: BetResult, book: RuleBook) -> Iterable[str]:
    """6.3.1 or 6.3.2, by who had the higher hand: what the hand is called says the same to winner and loser."""
    return sorted(result.settlement.clauses, key=lambda number: not book.cited_as(number).startswith("6.3."))
