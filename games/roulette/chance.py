"""Roulette: the pocket of every spin that counts, watched on the wheel and in the dealer's hand (2.2, 7.1 to 7.8)."""

from __future__ import annotations

from typing import Any, Final

from casino.core.messages import Catalogue
from casino.core.text import Text
from games.engine.chance import SETTLED, Chance, Drawn, Group, Spread
from games.engine.document import RuleBook
from games.fairness.wheel import SpinnerModel, WheelModel
from games.roulette.edge import theory
from games.roulette.facts import RouletteRound
from games.roulette.layout import BLACK, RED, WHEEL

_WORDS: Final = Catalogue(__file__)

MODEL: Final = WheelModel(WHEEL, {"red": sorted(RED), "black": sorted(BLACK)})


def read(state: RouletteRound, summary: dict[str, Any], book: RuleBook) -> Drawn | None:
    """The pocket; none of a spin that is void or not decided."""
    pocket = summary.get("pocket")
    return [pocket] if summary.get("standing") == SETTLED and pocket is not None else None


def outcome(drawn: Drawn, number: int) -> int:
    return int(drawn[0])


def _groups(*parts: tuple[str, Text, frozenset[int]]) -> Spread:
    zero = ("zero", _WORDS.text("zero"), frozenset({0}))
    every = (*parts, zero)
    where = {pocket: place for place, (_code, _name, pockets) in enumerate(every) for pocket in pockets}
    groups = tuple(Group(code, name, len(pockets) / len(WHEEL)) for code, name, pockets in every)
    return Spread("colours", _WORDS.text("red-black"), groups, lambda drawn: [where[drawn[0]]])


POCKETS: Final = Spread(
    "pockets",
    _WORDS.text("pockets--pockets"),
    tuple(Group(str(n), Text(str(n), str(n)), 1 / len(WHEEL)) for n in range(len(WHEEL))),
    lambda drawn: [drawn[0]],
    order=WHEEL,
)
COLOURS: Final = _groups(("red", _WORDS.text("colours--red"), RED), ("black", _WORDS.text("colours--black"), BLACK))

CHANCE: Final = Chance(
    device="wheel",
    read=read,
    model=MODEL,
    outcome=outcome,
    hand=SpinnerModel(MODEL),
    spreads=(POCKETS, COLOURS),
    theory=theory,
    assumes=_WORDS.text("chance--assumes"),
)
