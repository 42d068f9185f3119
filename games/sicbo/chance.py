"""Sic bo: the dice of every throw that counts, watched in the shaker and in the hand that sets it off (2, 7.2 to
7.6)."""

from __future__ import annotations

from typing import Any, Final

from casino.core.text import Text
from games.engine.chance import SETTLED, Chance, Drawn, Group, Spread
from games.engine.document import RuleBook
from games.fairness.dice import FAIR_TOTALS, TOTALS, DiceModel, ThrowerModel
from games.sicbo.edge import theory
from games.sicbo.facts import SicBoRound


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
    Text("Mặt xúc xắc", "Faces of the dice"),
    tuple(Group(str(n), Text(str(n), str(n)), 1 / 6) for n in range(1, 7)),
    lambda drawn: [face - 1 for face in drawn],
)
SUMS: Final = Spread(
    "totals",
    Text("Tổng điểm", "Totals"),
    tuple(
        Group(str(total), Text(str(total), str(total)), chance)
        for total, chance in zip(TOTALS, FAIR_TOTALS, strict=True)
    ),
    lambda drawn: [sum(drawn) - TOTALS[0]],
)
ALIKE: Final = Spread(
    "alike",
    Text("Mặt giống nhau", "Faces alike"),
    (
        Group("none", Text("Ba mặt khác nhau", "All three differ"), 120 / 216),
        Group("double", Text("Hai mặt giống nhau", "Two alike"), 90 / 216),
        Group("triple", Text("Ba mặt giống nhau", "Three alike"), 6 / 216),
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
    assumes=Text(
        "Mỗi lần lắc trong 216 lần có khả năng như nhau; người chơi không quyết định gì sau khi cược.",
        "Each of the 216 throws comes alike; nobody decides anything after betting.",
    ),
)
