"""Sic bo: the dice of every throw that counts, watched in the shaker and in the hand that sets it off (2, 7.2 to
7.6)."""

from __future__ import annotations

from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from games.engine.chance import SETTLED, Chance, Drawn, Group, Spread
from games.engine.document import RuleBook
from games.fairness.dice import FAIR_TOTALS, TOTALS, DiceModel, ThrowerModel
from games.sicbo.edge import theory
from games.sicbo.facts import SicBoRound

_WORDS: Final = Catalogue(__file__)


def read(state: SicBoRound, summary: dict[str, Any], book: RuleBook) -> Drawn | None:
    """The three faces; none of a throw that is void or not decided."""
    dice = summary.get("dice")
    return list(dice) if summary.get("standing") == SETTLED and dice is not None else None


def outcome(drawn: Drawn, number: int) -> tuple[int, ...]:
    return tuple(drawn)


def _alike(drawn: Drawn) -> list[int]:
    return [3 - len(set(drawn))]


FACES: Final = Spread(
    "faces",
    _WORDS.text("faces--faces"),
    tuple(Group(str(n), Text(str(n), str(n)), 1 / 6) for n in range(1, 7)),
    lambda drawn: [face - 1 for face in drawn],
)
SUMS: Final = Spread(
    "totals",
    _WORDS.text("sums--totals"),
    tuple(
        Group(str(total), Text(str(total), str(total)), chance)
        for total, chance in zip(TOTALS, FAIR_TOTALS, strict=True)
    ),
    lambda drawn: [sum(drawn) - TOTALS[0]],
)
ALIKE: Final = Spread(
    "alike",
    _WORDS.text("alike--alike"),
    (
        Group("none", _WORDS.text("alike--alike--none"), 120 / 216),
        Group("double", _WORDS.text("alike--alike--double"), 90 / 216),
        Group("triple", _WORDS.text("alike--alike--triple"), 6 / 216),
    ),
    _alike,
)

CHANCE: Final = Chance(
    device="shaker",
    read=read,
    model=DiceModel(),
    outcome=outcome,
    hand=ThrowerModel(),
    spreads=(FACES, SUMS, ALIKE),
    theory=theory,
    assumes=_WORDS.text("chance--assumes"),
)
