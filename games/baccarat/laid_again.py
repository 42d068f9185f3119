"""Baccarat: the insurances that one id stood for (4.10). Proved by ``tests/baccarat/test_insurance.py``."""

from __future__ import annotations

from games.baccarat.view import View
from games.engine import accepting as betting
from games.engine.betting import PlacedBet, laid_under_one_id
from games.engine.clauses import implements


@implements("baccarat", "4.10")
def next_card(placed: PlacedBet, view: View) -> int | None:
    """The place in the order of the next card after an insurance was put down: until then it can be changed."""
    return min((card.order for card in view.dealing.cards if card.order > placed.order), default=None)


def insurances_under(placed: PlacedBet, view: View) -> list[PlacedBet]:
    """The insurances that one id stood for, the one that stands last; what was handed back of each before the next card
    does not play. Where no chips moved before the last card, nothing was: then it is one, unless it was changed and
    laid again."""
    movements, drawn = view.state.movements, view.state.drawn
    moved = bool(drawn and movements) and movements[0].order <= drawn[-1].order
    if not moved and not (placed.changes and placed.later):
        return [placed]

    def in_time(insurance: PlacedBet, order: int) -> bool:
        upto = next_card(insurance, view)
        return upto is None or order <= upto

    last = max([placed, *placed.later], key=lambda one: one.order)
    handed = betting.handed_back_in_time(view.state, next_card(last, view)).get(placed.fact.bet, ())
    return laid_under_one_id(placed, in_time, [m for m in handed if in_time(_latest(placed, m.order), m.order)])


def _latest(placed: PlacedBet, order: int) -> PlacedBet:
    """What had last been laid under the id by then."""
    laid: list[PlacedBet] = [placed, *(each for each in placed.later if each.order < order)]
    return max(laid, key=lambda one: one.order)
