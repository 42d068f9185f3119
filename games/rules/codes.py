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
REMARK_CODES: Final = ("foreign_chips", "payment_order")
DEVICE_CODES: Final = ("device_silent", "device_clock_off")
"""Findings about a device, not a round: numbers missing from what it sent, a clock that is off."""
RECORD_CODES: Final = ("no_document_in_force",)
"""Findings of the replay itself, where a round cannot be judged at all."""

CODES: Final = {
    **dict.fromkeys(MONEY_CODES, Severity.MONEY),
    **dict.fromkeys(PROCEDURE_CODES, Severity.PROCEDURE),
    **dict.fromkeys(REMARK_CODES, Severity.REMARK),
    **dict.fromkeys(DEVICE_CODES, Severity.PROCEDURE),
    **dict.fromkeys(RECORD_CODES, Severity.PROCEDURE),
}
