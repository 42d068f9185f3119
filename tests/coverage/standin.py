"""Neutral stand-ins: what a function answers when the clause that it carries out is switched off.

By what it promises to return: several things become nothing, something-or-None becomes None, yes becomes no, a
settlement becomes "the stake goes back", a round that is void or waiting becomes settled. Findings that it would have
added are dropped. Where the general answer could only make the caller stumble, ``SPECIAL`` has one that it can use.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

import msgspec

from games.engine.judgement import Outcome, Settlement

Function = Callable[..., Any]


def _sides_exchanged(hands: Any) -> Any:
    return msgspec.structs.replace(
        hands,
        player=hands.banker,
        banker=hands.player,
        player_points=hands.banker_points,
        banker_points=hands.player_points,
    )


def _other_is_stronger(comparison: Any) -> Any:
    other = {"box": "dealer", "dealer": "box"}.get(comparison.stronger, "box")
    return msgspec.structs.replace(comparison, stronger=other)


def _lanes_exchanged(best: Any) -> Any:
    """A foul: the middle where the back should be."""
    front, middle, back = best.lanes
    return best._replace(lanes=type(best.lanes)(front, back, middle))


SPECIAL: Final[dict[str, Callable[[Any], Any]]] = {
    "games.baccarat.cards.deal": _sides_exchanged,
    "games.baccarat.dealing.decided_order": lambda right: (right[0][:1], "", ()),
    "games.roulette.judge.unclear_options": lambda right: (right[0][:1], ()),
    "games.roulette.remarks._rank": lambda _: 0,
    "games.maubinh.lanes.lane_value": lambda _: 0,
    "games.maubinh.compare.special_duel": lambda duel: msgspec.structs.replace(duel, multiple=0, clauses=()),
    "games.maubinh.compare.with_home_run": lambda duel: msgspec.structs.replace(duel, multiple=0, clauses=()),
    "games.maubinh.compare.totals_of": lambda totals: dict.fromkeys(totals, 0),
    "games.maubinh.best.best_arrangement": _lanes_exchanged,
    "games.niuniu.judge.round_over": lambda _: 1 << 60,  # never; nothing of the game may be imported here
    "games.niuniu.hands.points_class": lambda _: "khong_ngau",
    "games.niuniu.hands.class_of_ranks": lambda _: "khong_ngau",
    "games.niuniu.hands.valued": lambda valued: msgspec.structs.replace(valued, top=0),
    "games.niuniu.hands.compare_hands": _other_is_stronger,
    "games.niuniu.hands.by_highest_card": _other_is_stronger,
}
"""Dotted name -> the false answer made from the right one."""


def stand_in(function: Function, name: str) -> Function:
    """A function to be used in place of this one."""
    promise = str(function.__annotations__["return"])

    @functools.wraps(function)
    def instead(*args: Any, **kwargs: Any) -> Any:
        if promise == "None" or promise.endswith("| None"):
            return None
        if promise.startswith(("Iterable", "Iterator", "Generator")):
            return iter(())
        right = _without_findings(function, args, kwargs)
        if name in SPECIAL:
            return SPECIAL[name](right)
        if promise.startswith("tuple[") and not promise.endswith("...]"):
            return tuple(neutral(part) for part in right)
        return neutral(right)

    return instead


def _without_findings(function: Function, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The right answer, with whatever was added to lists that were handed in taken off again."""
    lists = [(a, len(a)) for a in (*args, *kwargs.values()) if isinstance(a, list)]
    right = function(*args, **kwargs)
    for each, length in lists:
        del each[length:]
    return right


def neutral(right: Any) -> Any:
    """The neutral counterpart of an answer. TypeError for a kind of answer that has none: then it needs one here."""
    if right is None:
        return None
    if isinstance(right, bool):
        return not right
    if isinstance(right, Settlement):
        stake = right.stake_minor
        return Settlement(Outcome.PUSH, stake, 0, stake, 0, 0, 0, 0, 1, ())
    if isinstance(right, (int, Fraction)):
        return right + 1
    if isinstance(right, str):
        return "" if right else "?"
    if isinstance(right, msgspec.Struct) and hasattr(right, "outcome"):
        return msgspec.structs.replace(right, outcome=Outcome.PUSH, clauses=())
    if isinstance(right, (tuple, list, set, frozenset, dict)):
        return type(right)()
    if hasattr(right, "kind") and hasattr(right, "clauses"):
        return right if right.kind == "pending" else msgspec.structs.replace(right, kind="settled", clauses=())
    if isinstance(right, msgspec.Struct):
        return type(right)()
    raise TypeError(f"no neutral answer for {type(right).__name__}")
