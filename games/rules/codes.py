"""Every code a finding can carry, with its severity: the one list that screens, filters and tests go by.

``tests/rules/test_codes.py`` shows that the judgements raise these codes and no others.
"""

from __future__ import annotations

from typing import Final

from games.rules.judgement import Severity

MONEY_CODES: Final = (
    "paid_too_much",
    "paid_too_little",
    "not_paid",
    "paid_on_lost",
    "paid_on_void",
    "paid_on_refused",
    "paid_on_push",
    "collected_too_much",
    "collected_too_little",
    "not_collected",
    "collected_wrongly",
    "collected_on_void",
    "collected_on_refused",
    "collected_on_push",
    "movement_without_bet",
)
PROCEDURE_CODES: Final = (
    "correction_not_applicable",
    "opening_not_recorded",
    "round_not_closed",
    "no_result",
    "call_after_drop",
    "void_without_ground",
    "caller_not_named",
    "cause_without_call",
    "no_call_recorded",
    "late_bet",
    "verbal_bet_without_chips",
    "withdrawn_after_call",
    "changed_after_call",
    "unclear_spot",
    "impossible_spot",
    "post_not_competent",
    "ruling_not_offered",
    "below_minimum",
    "above_maximum",
    "chip_count_mismatch",
    "colour_of_other_player",
    "chip_value_mismatch",
    "second_colour_without_authority",
    "display_mismatch",
    "results_disagree",
    "bet_recorded_twice",
    "change_without_bet",
    "void_not_announced",
    "played_while_held",
    "failure_not_reported",
)
CARD_CODES: Final = (
    "cards_taken_back_wrongly",
    "burn_not_made_up",
    "order_does_not_fit",
    "wrong_order_restored",
    "dealt_out_of_order",
    "order_not_restored",
    "wrong_third_card",
    "third_card_missing",
    "announced_wrongly",
    "result_not_announced",
    "bet_in_no_bet_round",
    "no_bet_not_announced",
    "opening_card_differs",
    "pack_not_replaced",
    "shoe_not_shuffled",
    "more_seats_than_table",
    "more_copies_than_decks",
    "withdrawal_not_allowed",
    "withdrawal_by_other_post",
    "withdrawal_too_late",
    "withdrawal_without_ground",
    "below_minimum_again",
    "over_differential",
    "insurance_not_available",
    "insurance_forgone",
    "insurance_outside_table",
    "insurance_wrong_moment",
    "insurance_without_main_bet",
    "insurance_above_main_bet",
    "wrong_insurance_odds",
    "insurance_offered_wrongly",
    "insurance_not_offered",
    "squeezed_against_restriction",
)
"""Procedure at a table of cards: dealing, insurance, squeezing, limits of section 7."""
BOX_CODES: Final = (
    "bet_without_chips",
    "third_box",
    "second_bet_on_box",
    "ante_missing",
    "wrong_double",
    "wrong_additional",
    "dealt_to_empty_box",
    "box_without_cards",
    "wrong_card_count",
    "dealt_again_wrongly",
    "dealt_again_out_of_order",
    "not_dealt_again",
    "cards_shown_differ",
    "card_seen_twice",
    "arranged_wrongly",
    "second_hand_arranged",
    "arranged_while_barred",
    "cards_off_the_table",
    "cards_damaged",
    "players_bet_together",
    "void_too_late",
    "cause_not_recorded",
)
"""Procedure at a table of boxes: niu niu's bets, deal and arrangement."""
SEAT_CODES: Final = (
    "no_such_seat",
    "second_bet_on_seat",
    "ante_differs",
    "hand_without_ante",
    "hand_not_dealt",
    "misdealt",
    "card_twice",
    "arrangement_impossible",
    "arranged_late",
    "hand_not_arranged",
    "time_cut_short",
    "system_overrode_player",
    "system_arranged_foul",
    "comparison_shown_wrongly",
    "special_announced_wrongly",
    "multiples_announced_wrongly",
)
"""Procedure at a table of seats that play against one another: mậu binh's antes, deal, arrangement, comparison."""
REMARK_CODES: Final = (
    "comparison_too_brief",
    "two_fours_of_a_kind",
    "card_exposed",
    "not_dealt_clockwise",
    "right_to_void_not_used",
    "foreign_chips",
    "payment_order",
    "next_card_exposed",
    "squeeze_asked_late",
    "squeezed_by_other_player",
)
DEVICE_CODES: Final = ("device_silent", "device_clock_off")
"""Findings about a device, not a round: numbers missing from what it sent, a clock that is off."""
RECORD_CODES: Final = ("no_document_in_force",)
"""Findings of the replay itself, where a round cannot be judged at all."""

CODES: Final = {
    **dict.fromkeys(MONEY_CODES, Severity.MONEY),
    **dict.fromkeys(PROCEDURE_CODES, Severity.PROCEDURE),
    **dict.fromkeys(CARD_CODES, Severity.PROCEDURE),
    **dict.fromkeys(BOX_CODES, Severity.PROCEDURE),
    **dict.fromkeys(SEAT_CODES, Severity.PROCEDURE),
    **dict.fromkeys(REMARK_CODES, Severity.REMARK),
    **dict.fromkeys(DEVICE_CODES, Severity.PROCEDURE),
    **dict.fromkeys(RECORD_CODES, Severity.PROCEDURE),
}
