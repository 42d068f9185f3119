"""What can be put into a simulated round of baccarat: faults, and irregularities in which everything was done right.

Proved by ``tests/simulate/test_audit_finds_baccarat.py``.
"""

from __future__ import annotations

from typing import Final

from games.simulate import play_money as money
from games.simulate import staff
from games.simulate.baccarat import bets, cards, insurance
from games.simulate.play import Fault
from games.simulate.play_bets import betting_faults, called_too_late, catalogue
from games.simulate.play_money import money_faults
from games.simulate.play_time import Said, time_faults

_CARDS: Final = (
    cards.void_by_fact,
    cards.void_by_fact_unannounced,
    cards.found_after_the_round,
    cards.called_void_after_the_round,
    cards.no_result,
    cards.doubtful_unruled,
    cards.doubtful_ruled_as_dealt,
    cards.doubtful_ruled_void,
    cards.doubtful_ruled_by_lower_post,
    cards.doubtful_ruled_something_else,
    cards.face_up_in_shoe,
    cards.first_card_face_up,
    cards.first_card_face_up_unannounced,
    cards.third_card_left_with_player,
    cards.third_card_too_many,
    cards.third_card_of_banker_too_many,
    cards.next_card_exposed,
    cards.next_card_drawn_unexposed,
    cards.next_card_seen_in_shoe,
    cards.free_round_unannounced,
    cards.bet_in_free_round,
    cards.another_card_opens,
    cards.announced_without_bets,
    cards.put_in_order,
    cards.left_out_of_order,
    cards.wrong_order_restored,
    cards.drawn_together_in_order,
    cards.order_decided,
    cards.order_undecided,
    cards.order_decided_by_lower_post,
    cards.order_of_other_cards,
    cards.burn_made_up,
    cards.more_copies_than_decks,
    cards.burn_not_made_up,
    cards.burn_missed_and_found_later,
    cards.taken_back_in_a_later_round,
    cards.burn_missed_and_card_exposed,
    cards.shoe_not_shuffled,
)
_BETS: Final = (
    bets.withdrawn_before_ordering,
    bets.withdrawn_by_leave_of_lower_post,
    bets.withdrawn_without_leave,
    bets.withdrawn_after_ordering,
    bets.withdrawn_without_ground,
    bets.wrong_delivery,
    bets.wrong_delivery_and_withdrawn_by_leave_of_lower_post,
    bets.withdrawn_for_no_wrong_delivery,
    bets.all_withdraw,
    bets.all_withdraw_unannounced,
    bets.more_seats_than_the_table_has,
    bets.withdrawn_from_decided_order,
    bets.withdrawn_before_order_decided,
    bets.withdrawn_from_decided_order_too_late,
    bets.without_chips,
    bets.below_minimum,
    bets.above_maximum,
    bets.over_differential,
    bets.above_maximum_and_differential,
    bets.announced_wrongly,
    bets.totals_announced_wrongly,
    bets.shown_wrongly,
    bets.result_not_announced,
    bets.announced_after_payment,
    bets.dealer_opens_the_cards,
    bets.squeezed_by_other_player,
    bets.squeeze_asked_late,
    bets.squeezed_against_restriction,
    bets.restricted_by_lower_post,
    bets.tie,
)
INSURANCE: Final = (
    insurance.insurance_after_renouncing,
    insurance.insurance_after_silence,
    insurance.insurance_outside_table,
    insurance.insurance_too_late,
    insurance.insurance_not_offered,
    insurance.insurance_allowed_late,
    insurance.insurance_allowed_late_by_lower_post,
    insurance.insurance_allowed_after_last_card,
    insurance.insurance_offered_wrongly,
    insurance.wrong_odds_offered,
    insurance.wrong_odds_on_insurance,
    insurance.insurance_without_main_bet,
    insurance.insurance_above_main_bet,
    insurance.insured_twice,
    insurance.insurance_above_limit,
    insurance.insured_nine_meets_nine,
    insurance.insurance_withdrawn_in_time,
    insurance.insurance_withdrawn_too_late,
)
"""Faults that need a table that offers insurance."""

SIDE: Final = {"side": "player"}
AFTER_END: Final[dict[str, Said]] = {
    "card_dealt": ("shoe", lambda coup: {"card": coup.cards[-1], "to": "player"}),
    "cards_drawn_together": ("tablet", lambda _coup: {"first": 1, "count": 2, "order_known": False}),
    "cards_put_in_order": ("tablet", lambda coup: {"clause": "7.13", "cards": coup.cards[:4][::-1]}),
    "cards_taken_back": ("tablet", lambda coup: {"taken_by": staff.person("dealer", coup.dealer)}),
    "cards_burned": ("tablet", lambda _coup: {"count": 1}),
    "result_displayed": ("shoe", lambda coup: {"winner": "tie", "source": "shoe"}),
    "insurance_offered": ("tablet", lambda _coup: {**SIDE, "stage": "first_deal"}),
    "insurance_declined": ("tablet", lambda coup: {"player": coup.players[0].ref}),
    "insurance_waived": ("tablet", lambda coup: {"player": coup.players[0].ref}),
    "squeeze_requested": ("tablet", lambda coup: {**SIDE, "player": coup.players[0].ref}),
    "squeeze_restricted": ("tablet", lambda _coup: {"restricted_by": staff.person("pit_manager")}),
    "cards_passed": ("tablet", lambda coup: {**SIDE, "player": coup.players[0].ref}),
}
"""Facts of the table that change nothing when the round is over."""

FAULTS: Final[dict[str, Fault]] = {
    **money_faults(),
    **betting_faults(),
    **catalogue(called_too_late),
    **time_faults(AFTER_END),
    **catalogue(
        *_CARDS,
        *_BETS,
        *INSURANCE,
        paid_on_void=(cards.void_by_fact, money.paid_on_void),
        collected_on_void=(cards.void_by_fact_unannounced, money.collected_on_void),
        paid_on_push=(bets.tie, money.paid_on_push),
        collected_on_push=(bets.tie, money.collected_on_push),
        paid_in_free_round=(cards.bet_in_free_round, money.paid_on_refused),
        collected_in_free_round=(cards.bet_in_free_round, money.collected_on_refused),
        below_minimum_settled_again=(bets.below_minimum, money.collected_on_refused),
    ),
}
"""Every fault by name."""

UNDER_THE_SIGN: Final = catalogue(insurance.insurance_under_the_sign, insurance.insurance_offered_wrongly)
"""Faults of a table that shows the sign that it takes no insurance."""
