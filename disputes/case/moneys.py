"""What became of the money of each line of a remedy that took effect, as the case's own events tell it. Pure.

*Owed* is what the rules say, *decided* what a remedy put into effect: then it counts in the books of its round, and is
*still out* until it was handed over to the player or received from them, or given up (waived, uncollectable). Events of
remedies recorded before this was followed name no line: there the decision counted as the movement, and nothing of them
is still out. Proved by ``tests/disputes/case/test_money.py``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from casino.core.events import Fact, RecordedEvent
from disputes.case import facts as f
from disputes.case.money_facts import GivingUpAsked, MoneyHandedOver, MoneyReceived, MoneyUncollectable, MoneyWaived

Became = MoneyHandedOver | MoneyReceived | MoneyWaived | MoneyUncollectable
BECAME: Final[dict[type[Fact], str]] = {
    MoneyHandedOver: "handed_over",
    MoneyReceived: "received",
    MoneyWaived: "waived",
    MoneyUncollectable: "uncollectable",
}
"""Fact -> what became of the money, as the event of its round says it."""
OF_MONEY: Final[tuple[type[Fact], ...]] = (GivingUpAsked, *BECAME)


class Owing:
    """The money of one line. ``became``: the facts about it with when they were recorded; ``asked``: a giving up that
    waits for a second person."""

    __slots__ = ("asked", "at", "became", "carried", "code", "line")

    def __init__(self, code: str, line: f.RemedyLine, carried: f.RemedyCarriedOut, at: datetime) -> None:
        self.code = code
        self.line = line
        self.carried = carried
        self.at = at
        self.became: list[tuple[Became, datetime]] = []
        self.asked: GivingUpAsked | None = None

    @property
    def out_minor(self) -> int:
        """Decided and not moved yet: to the player, or (minus) from them."""
        moves = self.line.to_player_minor
        left = max(abs(moves) - sum(fact.amount_minor for fact, _at in self.became), 0)
        return left if moves > 0 else -left

    @property
    def given_up_minor(self) -> int:
        """What of it never moves."""
        return sum(fact.amount_minor for fact, _at in self.became if isinstance(fact, MoneyWaived | MoneyUncollectable))


class Moneys(dict[str, Owing]):
    """Code of a line -> its money."""

    @property
    def still_out(self) -> list[Owing]:
        return [owing for owing in self.values() if owing.out_minor]

    @property
    def out_minor(self) -> int:
        """What changes hands yet, in either direction."""
        return sum(abs(owing.out_minor) for owing in self.values())

    def next_codes(self, count: int) -> tuple[str, ...]:
        """The codes of the lines of the next remedy."""
        return tuple(f"M{len(self) + place}" for place in range(1, count + 1))

    def carried_out(self, fact: f.RemedyCarriedOut, event: RecordedEvent) -> None:
        """A remedy took effect; without codes it is one of those recorded before money was followed."""
        for code, line in zip(fact.codes, fact.lines, strict=False):
            self[code] = Owing(code, line, fact, event.recorded_at)

    def take(self, fact: Any, event: RecordedEvent) -> None:
        """One more fact about a line."""
        owing = self.get(fact.line)
        if owing is None:
            return
        if isinstance(fact, GivingUpAsked):
            owing.asked = fact
            return
        owing.became.append((fact, event.recorded_at))
        owing.asked = None
