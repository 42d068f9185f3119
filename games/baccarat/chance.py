"""Baccarat: every card that left the shoe and was seen, also of a round that is void (2.2, 7.8).

A card laid aside for the next round is counted there, where it is recorded again (7.8).
"""

from __future__ import annotations

from typing import Any, Final

from casino.core.messages import Catalogue
from games.baccarat.edge import theory
from games.baccarat.facts import BaccaratRound
from games.engine.cards_drawn import RANKS_SEEN, drawn_cards, seen
from games.engine.chance import Chance, Drawn
from games.engine.document import RuleBook
from games.fairness.shoe import DealerModel, ShoeModel

_WORDS: Final = Catalogue(__file__)


def read(state: BaccaratRound, summary: dict[str, Any], book: RuleBook) -> Drawn | None:
    terms = state.terms
    packs = (terms.decks if terms is not None else None) or book.tables["shoe"]["default_decks"]
    cards = [each.card for each in state.cards if each.to != "next"]
    loading = terms.shoe_loading if terms is not None else 0
    return drawn_cards(cards, shoe=loading + 1, packs=packs, ordered=not state.together)


CARDS: Final = ShoeModel()
CHANCE: Final = Chance(
    device="shoe",
    read=read,
    model=CARDS,
    outcome=seen,
    hand=DealerModel(CARDS),
    spreads=(RANKS_SEEN,),
    theory=theory,
    assumes=_WORDS.text("chance--assumes"),
)
