"""What a watch knows of one kind of device: how outcomes are tallied, what the bets are worth, and what drives them.

Pure. Proved by the tests of each model in ``tests/fairness``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Any, Final, Protocol

import msgspec

Tally = list[Any]
"""What a model keeps of the outcomes since a start: numbers and lists of them, so that it can be stored."""
MOST_DRIVERS: Final = 5
BY_CHANCE: Final = 0.01
"""How often anything but the strongest is named where all is fair."""


class Driver(msgspec.Struct, frozen=True):
    """One thing that speaks against fairness: how often it came (``count``), how often it should have (``expected``),
    and how much that tells (``evidence``: a logarithm, to put them in order). ``kind`` and ``about`` name it:
    ``pocket`` 17, ``sector`` of neighbouring pockets, ``distance`` and ``distances`` round the wheel, ``colour``,
    ``face``, ``faces``, ``total``, ``rank``, ``drawing``."""

    kind: str
    about: str
    count: int
    expected: float
    evidence: float


class Counted(msgspec.Struct, frozen=True):
    """How often something came and how often it should have; ``about`` as a :class:`Driver` names it. ``colour`` is the
    device's own, where places of it have colours."""

    about: str
    count: int
    expected: float
    colour: str = ""


class Counts(msgspec.Struct, frozen=True):
    """All that was counted of one kind (``pocket``, ``distance``, ``face``, ``total``, ``rank``), in the order in which
    it lies on the device."""

    kind: str
    parts: tuple[Counted, ...]

    @property
    def round(self) -> bool:
        """Whether the last one lies beside the first."""
        return self.kind in _RINGS


class Model(Protocol):
    """One kind of device."""

    @property
    def every(self) -> int:
        """After how many outcomes the evidence is looked at. Looking seldom gives nothing away but time."""

    @property
    def start_every(self) -> int:
        """After how many outcomes a new start is made."""

    def context(self) -> Tally:
        """What all starts share before the first outcome (the cards that are gone from the shoe)."""

    def empty(self) -> Tally:
        """The tally of a start before its first outcome."""

    def take(self, context: Tally, tallies: list[Tally], outcome: Any) -> None:
        """Take one outcome into the context and every tally, in place."""

    def value(self, tally: Tally) -> float:
        """The logarithm of what the bets of a start are worth."""

    def drivers(self, tally: Tally) -> list[Driver]:
        """What speaks most against fairness since a start, the strongest first."""

    def counts(self, tally: Tally) -> list[Counts]:
        """What came since a start beside what was to be expected, to be drawn."""


def evenly(kind: str, names: Sequence[str], counts: Sequence[int]) -> Counts:
    """Counts of what should come equally often."""
    mean = sum(counts) / len(counts)
    return Counts(kind, tuple(Counted(name, count, mean) for name, count in zip(names, counts, strict=True)))


def strongest(drivers: list[Driver]) -> list[Driver]:
    """The few with most evidence: the strongest of all, and of the others those that chance alone would hardly show.

    A run of places round a circle is named where no place of it is named yet. A single place is named by its own
    evidence, inside a named run too: it is where a defect sits. The bar is that of choosing among so many afterwards:
    the logarithm of a likelihood ratio passes x by chance at most twice in exp(x) times (Chernoff), so log(2 n / 0.01)
    is passed by any of n at most once in a hundred times."""
    found: list[Driver] = []
    named: set[tuple[str, str]] = set()
    bar = log(2 * len(drivers) / BY_CHANCE) if drivers else 0.0
    for each in sorted(drivers, key=lambda each: (-each.evidence, each.kind, each.about)):
        places = {(_RINGS[each.kind], place) for place in each.about.split()} if each.kind in _RINGS else set()
        if each.evidence <= 0 or (found and each.evidence < bar):
            break
        if len(places) < 2 or not places & named:
            found.append(each)
            named |= places
    return found[:MOST_DRIVERS]


_RINGS: Final = {"pocket": "pockets", "sector": "pockets", "distance": "distances", "distances": "distances"}
"""Kinds whose ``about`` lists places round a circle."""
