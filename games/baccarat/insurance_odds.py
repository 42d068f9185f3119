"""Baccarat insurance: which hand can be insured when, and at which odds (6.4.6).

Proved by the golden rounds 6.4.6 and by ``tests/baccarat/test_insurance.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Final

from casino.core.money import Odds
from games.baccarat.cards import BANKER, PLAYER, Hands
from games.baccarat.dealing import Dealing
from games.baccarat.facts import Noted
from games.engine.clauses import implements
from games.engine.document import RuleBook

FIRST_DEAL: Final = "first_deal"
THIRD_CARD: Final = "third_card"
CARDS_AT: Final = {FIRST_DEAL: 4, THIRD_CARD: 5}
SIDES: Final = (BANKER, PLAYER)

Rows = dict[tuple[str, int, int], dict[str, Odds]]


def insurance_rows(book: RuleBook) -> Rows:
    """The table of 6.4.6, read once: by stage, points of Player and of Banker the odds of each side insured then."""
    return book.derived(_rows)


def _rows(book: RuleBook) -> Rows:
    rows: Rows = {}
    for row in book.tables["insurance"]:
        side, odds = row["side"], Odds.parse(row["odds"])
        for own, other in product(row["own_points"], row["other_points"]):
            player, banker = (own, other) if side == PLAYER else (other, own)
            rows.setdefault((row["stage"], player, banker), {})[side] = odds
    return rows


NO_SIDE: Final[Mapping[str, Odds]] = {}


@implements("baccarat", "2.2.2", "2.2.7", "6.4.6")
def odds_by_side(stage: str, hands: Hands, book: RuleBook) -> Mapping[str, Odds]:
    """The sides that can be insured at a stage of these hands, with their odds: only in the rows of the table, and only
    while a card is still to come."""
    dealt = CARDS_AT[stage]
    places = hands.places
    if len(places) < dealt or (len(places) == dealt and not hands.needs):
        return NO_SIDE
    player = hands.first_player
    if stage == THIRD_CARD:
        if places[4] != PLAYER:
            return NO_SIDE
        player = hands.player_points
    return insurance_rows(book).get((stage, player, hands.first_banker), NO_SIDE)


def price(side: str, stage: str, hands: Hands, book: RuleBook) -> Odds | None:
    """The odds at which a side can be insured at a stage of these hands, or None where it cannot."""
    return odds_by_side(stage, hands, book).get(side)


@implements("baccarat", "6.4.6")
def times(odds: Odds) -> str:
    """How many times the stake is won, as 6.4.6 prints it: 1.5, 2, 3."""
    return _printed(odds.profit, odds.stake)


@lru_cache(maxsize=64)
def _printed(profit: int, stake: int) -> str:
    return f"{profit / stake:g}"


@implements("baccarat", "6.4.6")
def other_odds(said: str | None, odds: Odds) -> dict[str, str]:
    """What was said and what the table says, where odds were said that are not those of the table; else nothing."""
    if said is None:
        return {}
    due = f"1:{times(odds)}"
    if said == due or Fraction(said.removeprefix("1:")) == Fraction(odds.profit, odds.stake):
        return {}
    return {"offered": said, "due": due}


@implements("baccarat", "4.10", "6.4.6", "7.20")
def odds_of_offer(offer: Noted, dealing: Dealing, book: RuleBook) -> Odds | None:
    """The odds of insurance that was offered in a row of the table and at its moment. None for another offer: under it
    nothing can be bet."""
    fact = offer.fact
    if dealing.dealt_before(offer.order) != CARDS_AT[fact.stage]:
        return None
    return price(fact.side, fact.stage, dealing.hands, book)
