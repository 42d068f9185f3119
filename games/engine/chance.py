"""What of a round is left to chance: the physical result that a watch over its device counts, whatever was bet.

A game says in its ``chance.py`` how its result is read off a round and which bets watch over it
(:class:`Chance`, a field of its descriptor). Pure. Proved by ``tests/fairness/test_games.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal

import msgspec

from casino.core.text import Text
from games.engine.document import RuleBook
from games.engine.theory import Theory
from games.fairness.model import Model

SETTLED: Final = "settled"
"""How the summary of a judgement says that a round stands."""
Device = Literal["wheel", "shaker", "shoe", "pack"]
Drawn = list[Any]
"""A physical result as it is stored: numbers, and lists of them."""
Read = Callable[[Any, dict[str, Any], RuleBook], Drawn | None]
"""(state, summary of the judgement, document) -> the result; None where there is none that counts."""


class Group(msgspec.Struct, frozen=True):
    """One result among those of a :class:`Spread`, with its exact chance."""

    code: str
    name: Text
    chance: float


class Spread(msgspec.Struct, frozen=True):
    """Results that shut one another out, of which each draw gives ``draws`` (three faces of a throw, else one).
    ``place`` answers where in ``groups`` each draw of a result lies. ``independent`` false: draws without replacement,
    of which a fixed-sample test of frequencies is approximate."""

    code: str
    name: Text
    groups: tuple[Group, ...]
    place: Callable[[Drawn], list[int]]
    independent: bool = True
    order: tuple[int, ...] = ()
    """Places in the order in which they lie beside one another on the device, where they do: for sectors."""


class Chance(msgspec.Struct, frozen=True, kw_only=True):
    """What of a game is chance. ``hand`` watches over those who spin, throw or deal, over all tables; its outcomes are
    (table, result). ``theory`` says what the house expects of a bet."""

    device: Device
    read: Read
    model: Model
    outcome: Callable[[Drawn, int], Any]
    """(stored result, place of the round in the watch) -> the outcome that the model takes."""
    hand: Model
    spreads: tuple[Spread, ...] = ()
    theory: Theory
    assumes: Text
    """What the theoretical win takes for granted of those who play and deal."""
