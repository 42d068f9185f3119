"""Niu niu: a deal as the facts tell it, before it is asked whether it was right (``deal.py``, ``counts.py``).

Proved by ``tests/niuniu/test_deal.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from games.niuniu.facts import NiuNiuRound, Noted

NEVER: Final = 1 << 60
"""A place in the order after everything."""

Cards = tuple[str | None, ...]


class Told(msgspec.Struct, frozen=True, gc=False):
    """A wrong count that somebody said there was: seen, or announced as the ground of a void. Without a ``hand`` it was
    a player's, and nobody said whose."""

    noted: Noted
    hand: str | None
    clause: str
    seen: bool


class Short(msgspec.Struct, frozen=True, gc=False):
    """A hand that had too few cards at the moment from which its count was wrong, and was dealt more afterwards: how
    many it had, and the facts by which this is known (its last card before, what made the moment, the next card)."""

    count: int
    versions: tuple[int, ...]


class Dealing(msgspec.Struct, frozen=True, gc=False):
    """The deal that counts. ``hands`` are the cards put before each, ``versions`` the facts of their last ones,
    ``shown`` the hands as they lay open; ``void`` the clauses by which the round is void, ``void_boxes`` those of
    single boxes, ``wrong_counts`` those of the counts that were wrong; ``undecided`` that a deal went on although it
    was to be made again, or that nobody knows whose count was wrong; ``start`` and ``end`` its places in the order."""

    hands: Mapping[str, Cards]
    versions: Mapping[str, int]
    shown: Mapping[str, Noted]
    void: tuple[str, ...] = ()
    void_boxes: Mapping[str, tuple[str, ...]] = {}
    wrong_counts: tuple[str, ...] = ()
    undecided: bool = False
    start: int = 0
    end: int = NEVER

    def holds(self, order: int) -> bool:
        """Is this a place in the order between the beginning and the end of the deal?"""
        return self.start <= order < self.end


class Deal:
    """One deal of the round: from the first card, or from a taking back, to the next one or the end."""

    __slots__ = (
        "contradicted",
        "counts",
        "empty",
        "facts",
        "hands",
        "miscounted",
        "over",
        "played_on",
        "short",
        "shown",
        "skipped",
        "start",
        "taken",
        "told",
        "unknown_box",
        "versions",
        "voided",
    )

    def __init__(self, state: NiuNiuRound, facts: Sequence[Noted], start: int, taken: Noted | None) -> None:
        self.start = start
        self.taken = taken
        self.facts = facts
        self.hands: dict[str, Cards] = {}
        self.versions: dict[str, int] = {}
        for noted in facts:
            fact = noted.fact
            to, cards = fact.to, fact.cards
            self.hands[to] = (*self.hands[to], *cards) if to in self.hands else cards
            self.versions[to] = noted.version
        self.shown = open_hands(state, facts, start, self.end) if state.shown else {}
        self.counts: dict[str, int] = {}
        self.short: dict[str, Short] = {}
        self.told: list[Told] = []
        self.contradicted: list[Told] = []
        self.over = self.played_on = self.voided = self.unknown_box = False
        self.empty: list[str] = []
        self.skipped: list[str] = []
        self.miscounted: list[str] = []

    @property
    def end(self) -> int:
        return NEVER if self.taken is None else self.taken.order

    def holds(self, order: int) -> bool:
        """Is this a place in the order between the beginning and the end of the deal?"""
        return self.start <= order < self.end

    def counting(self, **found: Any) -> Dealing:
        """This deal as the one that counts."""
        return Dealing(self.hands, self.versions, self.shown, start=self.start, end=self.end, **found)


def open_hands(state: NiuNiuRound, facts: Sequence[Noted], start: int, end: int) -> dict[str, Noted]:
    """Each hand of a deal as it was shown last; one shown before its last card came did not lie open as a whole."""
    last_card = {noted.fact.to: noted.order for noted in facts}
    return {
        noted.fact.hand: noted
        for noted in state.shown
        if start <= noted.order < end and noted.order > last_card.get(noted.fact.hand, start)
    }
