"""Baccarat in the simulator's own plain tables: what cards count, who draws, and every price, typed apart from the rule
book. Proved by ``tests/simulate/test_audit_finds_baccarat.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

PIPS: Final = {**{str(n): n for n in range(2, 10)}, "A": 1, "10": 0, "J": 0, "Q": 0, "K": 0}
CARDS: Final = tuple(f"{rank}{suit}" for rank in PIPS for suit in "SHCD")

BANKER_DRAWS: Final = {
    0: "A23456789T",
    1: "A23456789T",
    2: "A23456789T",
    3: "A2345679T",
    4: "234567",
    5: "4567",
    6: "67",
    7: "",
}
"""On which third cards of Player Banker draws, by Banker's total of two; T is any card that counts nothing."""

SIDES: Final = ("player", "banker")
AREAS: Final = ("player", "banker", "player_pair", "banker_pair", "tie", "lucky6")

INSURED: Final = (
    ("banker", "first_deal", (4,), range(4), "1:1.5"),
    ("banker", "first_deal", (5,), range(5), "1:2"),
    ("banker", "first_deal", (6,), range(6), "1:3"),
    ("banker", "first_deal", (7,), range(6), "1:4"),
    ("banker", "third_card", (1,), (1,), "1:6"),
    ("banker", "third_card", range(2, 7), (1,), "1:7"),
    ("banker", "third_card", range(3, 7), (2,), "1:4"),
    ("banker", "third_card", (4,), (3,), "1:1.5"),
    ("banker", "third_card", (5,), (4,), "1:2"),
    ("player", "first_deal", (5,), (4,), "1:2"),
    ("player", "first_deal", (6,), range(6), "1:3"),
    ("player", "first_deal", (7,), range(6), "1:4"),
    ("player", "third_card", (5,), range(5), "1:2"),
    ("player", "third_card", (6,), range(6), "1:3"),
    ("player", "third_card", (7,), range(7), "1:4"),
    ("player", "third_card", (8,), range(7), "1:7"),
    ("player", "third_card", (9,), range(7), "1:9"),
)
"""(side, when, own points, other points, odds) of 6.4.6."""


def total(cards: Sequence[str]) -> int:
    return sum(PIPS[card[:-1]] for card in cards) % 10


def times(odds: str) -> Fraction:
    """Winnings for one unit: "1:1.5" is 3/2."""
    return Fraction(odds.removeprefix("1:"))


class Hands(NamedTuple):
    """Both hands of a round played out; ``places`` says for each card in order whose it is."""

    player: tuple[str, ...]
    banker: tuple[str, ...]
    places: tuple[str, ...]

    @property
    def winner(self) -> str:
        ours, theirs = total(self.player), total(self.banker)
        return "tie" if ours == theirs else "player" if ours > theirs else "banker"

    def cut(self, count: int) -> Hands:
        """The hands when only this many cards were dealt."""
        ours = sum(place == "player" for place in self.places[:count])
        return Hands(self.player[:ours], self.banker[: count - ours], self.places[:count])


def play(cards: Sequence[str]) -> Hands:
    """The round that these cards make in this order; at least six cards, of which the last may stay over."""
    player, banker = [cards[0], cards[2]], [cards[1], cards[3]]
    places = ["player", "banker", "player", "banker"]
    ours, theirs = total(player), total(banker)
    if max(ours, theirs) < 8:
        if ours <= 5:
            player.append(cards[4])
            places.append("player")
            third = cards[4][:-1]
            draws = (third if PIPS[third] else "T") in BANKER_DRAWS[theirs]
        else:
            draws = theirs <= 5
        if draws:
            banker.append(cards[len(places)])
            places.append("banker")
    return Hands(tuple(player), tuple(banker), tuple(places))


def insured_at(side: str, stage: str, hands: Hands) -> str | None:
    """The odds at which a side can be insured at a stage of these hands (played out); None: it cannot."""
    if stage == "first_deal":
        if len(hands.places) == 4:
            return None
        ours, theirs = total(hands.player[:2]), total(hands.banker[:2])
    else:
        if len(hands.places) < 6:
            return None
        ours, theirs = total(hands.player), total(hands.banker[:2])
    own, other = (ours, theirs) if side == "player" else (theirs, ours)
    for row_side, row_stage, own_points, other_points, odds in INSURED:
        if (row_side, row_stage) == (side, stage) and own in own_points and other in other_points:
            return odds
    return None


def pays(area: str, hands: Hands, *, commission: bool) -> Fraction | None:
    """Winnings for one unit on an area; None: it loses; 0: it is a push."""
    winner = hands.winner
    if area in SIDES:
        if winner == "tie":
            return Fraction(0)
        if winner != area:
            return None
        if area == "player":
            return Fraction(1)
        if commission:
            return Fraction(19, 20)
        return Fraction(1, 2) if total(hands.banker) == 6 else Fraction(1)
    if area == "tie":
        return Fraction(8) if winner == "tie" else None
    if area == "lucky6":
        won = winner == "banker" and total(hands.banker) == 6
        return Fraction(12 if len(hands.banker) == 2 else 20) if won else None
    first, second = (hands.player if area == "player_pair" else hands.banker)[:2]
    return Fraction(11) if first[:-1] == second[:-1] else None
