"""What came of a round of niu niu for one box, told to the guest who bet there. Proved by ``tests/telling``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from casino.core.messages import Message, message
from casino.core.text import Text
from games.engine.document import RuleBook
from games.engine.game import Summary
from games.engine.judgement import AWAITING, BetResult
from games.niuniu.words import CLASSES, cards_text, hand_name

HIGHER: Final = "6.3.1"
"""The player's hand is higher, in the numbers of the first document."""


def placed(spot: str, kind: str, _called: Text) -> Message:
    return message("niuniu-placed", kind=kind, box=hand_name(spot.partition(":")[0]))


def came(summary: Summary, result: BetResult, book: RuleBook) -> list[Message]:
    """The box's hand beside the dealer's, and which of them is higher: that is decided by the clause, not by the bet,
    since an Additional may be even either way."""
    if result.settlement.outcome is AWAITING:
        return []  # which hand is higher is what waits
    box = result.spot.partition(":")[0]
    mine, theirs = summary["hands"][box], summary["hands"]["dealer"]
    shown = {
        "box": hand_name(box),
        "cards": cards_text(mine["cards"]),
        "class": CLASSES[mine["class"]],
        "dealercards": cards_text(theirs["cards"]),
        "dealerclass": CLASSES[theirs["class"]],
    }
    higher = HIGHER in map(book.cited_as, result.settlement.clauses)
    told = [message("niuniu-higher" if higher else "niuniu-lower", **shown)]
    if higher and result.kind == "additional":
        told.append(message("niuniu-additional-kept"))
    return told


def cites(result: BetResult, book: RuleBook) -> Iterable[str]:
    """6.3.1 or 6.3.2, by who had the higher hand: what the hand is called says the same to winner and loser. Of an
    Additional that is lost, the clause that says how much of it."""
    of = {book.cited_as(number): number for number in result.settlement.clauses}
    if result.kind == "additional" and HIGHER not in of:
        return [number for cited, number in of.items() if cited.startswith("6.4.")]
    return [number for cited, number in of.items() if cited.startswith("6.3.")]
