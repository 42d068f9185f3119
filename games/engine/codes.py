"""The finding codes that several games raise, the replay or the audit, with their severity.

A code that only one game raises stands in that game's folder; ``games.catalogue.CODES`` is all of them together.
``tests/engine/test_codes.py`` shows that the judgements raise these codes and no others.
"""

from __future__ import annotations

from typing import Final

from games.engine.judgement import Severity

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
    "remedy_without_bet",
)
MOVING_CODES: Final = (
    "claim_unsupported",
    "claim_numbered_late",
    "claim_entered_later",
    "claim_denied",
    "remedied_beyond_rules",
    "remedied_by_two_cases",
)
"""What in doubt moves money, or was given beyond the rules, with that amount. It is no difference in the books: nothing
paid puts it right."""
GROUND_CODES: Final = ("void_on_a_word", "cause_not_recorded", "void_without_ground", "withdrawal_without_ground")
"""Of a missing ground. Where that moves money, the finding is about money, with that amount; else about procedure."""
DECISION_CODES: Final = ("report_denied", "report_unconfirmed", "unflagged_chip_decided", "chip_value_uncertain")
"""Of what one person alone decided or said, and nobody confirmed. About money likewise where it moves any."""
NOT_IN_THE_BOOKS: Final = frozenset(MOVING_CODES + GROUND_CODES + DECISION_CODES)
"""Findings about money that are no difference in the books."""
PROCEDURE_CODES: Final = (
    "correction_not_applicable",
    "facts_of_another_game",
    "opening_not_recorded",
    "round_not_closed",
    "no_result",
    "void_without_ground",
    "void_too_late",
    "no_call_recorded",
    "called_too_late",
    "called_by_other_post",
    "late_bet",
    "verbal_bet_without_chips",
    "bet_without_chips",
    "withdrawn_after_call",
    "changed_after_call",
    "impossible_spot",
    "post_not_competent",
    "ruling_not_offered",
    "ruling_without_effect",
    "rulings_disagree",
    "matter_without_clause",
    "correction_by_one_person",
    "correction_by_low_post",
    "below_minimum",
    "above_maximum",
    "display_mismatch",
    "results_disagree",
    "bet_recorded_twice",
    "change_without_bet",
    "void_not_announced",
    "remedy_made_again",
    "remedy_money_unmatched",
    "announced_wrongly",
    "pack_not_replaced",
    "fact_after_end",
    "report_denied",
    "report_unconfirmed",
    "report_answer_idle",
    "void_on_a_word",
    "cause_not_recorded",
)
REMARK_CODES: Final = (
    "payment_order",
    "claim_buffered",
    "claim_confirmed",
    "irregularity_without_effect",
    "called_again",
)
DEVICE_CODES: Final = (
    "device_silent",
    "device_clock_off",
    "server_clock_jumped",
    "device_number_reused",
    "device_number_out_of_reach",
    "device_not_signed",
    "person_not_signed",
)
"""Findings about a device, not a round: numbers missing from what it sent, a clock that is off, a signature that is not
there; the server's own."""
WATCH_CODES: Final = ("fairness_in_doubt", "hand_in_doubt")
"""Findings of the watch over fairness: of a table's equipment, of a dealer's hand (``docs/fairness.md``)."""
SUM_CODES: Final = ("alone_sum_above", "given_without_bet")
"""Findings of what people do alone: at a table, in a shift, on a day; money of a case without a round or bet."""
OF_OTHERS: Final = ("remedied_by_two_cases", "alone_sum_above")
"""Findings whose money is that of other findings or of nothing wrong: no sum of findings counts it."""
RECORD_CODES: Final = ("no_document_in_force",)
"""Findings of the replay itself, where a round cannot be judged at all."""

SHARED: Final[dict[str, Severity]] = {
    **dict.fromkeys(MONEY_CODES + MOVING_CODES, Severity.MONEY),
    **dict.fromkeys(PROCEDURE_CODES, Severity.PROCEDURE),
    **dict.fromkeys(REMARK_CODES, Severity.REMARK),
    **dict.fromkeys(DEVICE_CODES, Severity.PROCEDURE),
    **dict.fromkeys(WATCH_CODES, Severity.PROCEDURE),
    **dict.fromkeys(SUM_CODES, Severity.MONEY),
    **dict.fromkeys(RECORD_CODES, Severity.PROCEDURE),
}
