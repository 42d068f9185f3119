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
    """The deal that counts. ``hands`` are the cards put before each, ``shown`` the hands as they lay open; ``void`` the
    clauses by which the round is void, ``void_boxes`` those of single boxes, ``wrong_counts`` those of the counts that
    were wrong; ``undecided`` that a deal went on although it was to be made again, or that nobody knows whose count was
    wrong; ``start`` and ``end`` its places in the order."""

    hands: Mapping[str, Cards]
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

    def during(self, facts: Sequence[Noted]) -> Sequence[Noted]:
        """Those of the facts that came while the deal lasted: all of them where it was the only one."""
        if not self.start and self.end == NEVER:
            return facts
        return [noted for noted in facts if self.holds(noted.order)]


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
        self.hands = cards_put(facts)
        self.versions = last_cards(facts)
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
        return Dealing(self.hands, self.shown, start=self.start, end=self.end, **found)


def cards_put(facts: Sequence[Noted]) -> dict[str, Cards]:
    """The cards put before each hand, in the order of the first card of each."""
    hands: dict[str, Cards] = {}
    for noted in facts:
        fact = noted.fact
        to = fact.to
        hands[to] = (*hands[to], *fact.cards) if to in hands else fact.cards
    return hands


def last_cards(facts: Sequence[Noted]) -> dict[str, int]:
    """The version of the fact that put its last cards before each hand."""
    return {noted.fact.to: noted.version for noted in facts}


def open_hands(state: NiuNiuRound, facts: Sequence[Noted], start: int, end: int) -> dict[str, Noted]:
    """Each hand of a deal as it was shown last; one shown before its last card came did not lie open as a whole."""
    last_card = {noted.fact.to: noted.order for noted in facts}
    return {
        noted.fact.hand: noted
        for noted in state.shown
        if start <= noted.order < end and noted.order > last_card.get(noted.fact.hand, start)
    }
