"""Mậu binh: the cards that the seats received in every deal that was settled, from a pack of its own (B.1)."""

from __future__ import annotations

from typing import Any, Final

from casino.core.messages import Catalogue
from games.engine.cards_drawn import EACH_ROUND, drawn_cards, seen
from games.engine.chance import SETTLED, Chance, Drawn
from games.engine.document import RuleBook
from games.fairness.shoe import OF_PACK, DealerModel, ShoeModel
from games.maubinh.edge import theory
from games.maubinh.facts import MauBinhRound

_WORDS: Final = Catalogue(__file__)


def read(state: MauBinhRound, summary: dict[str, Any], book: RuleBook) -> Drawn | None:
    if summary.get("standing") != SETTLED:
        return None
    cards = [card for _seat, hands in sorted(state.hands.items()) for card in hands[0].cards]
    return drawn_cards(cards, shoe=EACH_ROUND, packs=1, ordered=False)


CARDS: Final = ShoeModel(OF_PACK)
CHANCE: Final = Chance(
    device="pack",
    read=read,
    model=CARDS,
    outcome=seen,
    hand=DealerModel(CARDS),
    # No spread by ranks: four seats are dealt the whole pack, so each rank comes four times whatever was dealt, and a
    # test of that cannot fail. Of fewer seats the watch counts the ranks exactly.
    theory=theory,
    assumes=_WORDS.text("chance--assumes"),
)
