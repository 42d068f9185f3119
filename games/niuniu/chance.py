"""Niu niu: the cards of every hand that was known when the round was settled; each round has a pack of its own (2.2,
4)."""

from __future__ import annotations

from typing import Any, Final

from casino.core.messages import Catalogue
from games.engine.cards_drawn import EACH_ROUND, RANKS_SEEN, drawn_cards, seen
from games.engine.chance import SETTLED, Chance, Drawn
from games.engine.document import RuleBook
from games.fairness.shoe import OF_PACK, DealerModel, ShoeModel
from games.niuniu.edge import theory
from games.niuniu.facts import NiuNiuRound

_WORDS: Final = Catalogue(__file__)


def read(state: NiuNiuRound, summary: dict[str, Any], book: RuleBook) -> Drawn | None:
    if summary.get("standing") != SETTLED:
        return None
    cards = [card for hand in summary["hands"].values() for card in hand["cards"]]
    return drawn_cards(cards, shoe=EACH_ROUND, packs=1, ordered=False)


CARDS: Final = ShoeModel(OF_PACK)
CHANCE: Final = Chance(
    device="pack",
    read=read,
    model=CARDS,
    outcome=seen,
    hand=DealerModel(CARDS),
    spreads=(RANKS_SEEN,),
    theory=theory,
    assumes=_WORDS.text("chance--assumes"),
)
