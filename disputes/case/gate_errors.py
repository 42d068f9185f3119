"""The errors of what comes before a decision (8.2 to 8.4), in the one table. Each sentence says what to do."""

from __future__ import annotations

from casino.core.errors import ERRORS

ERRORS.register_all(
    {
        "case_items_open": 409,
        "case_footage_open": 409,
        "case_not_notified": 409,
        "case_notified_already": 409,
        "case_no_first_word": 409,
        "case_evidence_unknown": 422,
        "case_evidence_missing": 422,
        "case_reasons_twice": 422,
        "case_evidence_one": 422,
        "case_document_unknown": 422,
        "case_item_filled": 409,
        "case_rules_stand": 409,
        "case_footage_by_surveillance": 409,
        "case_footage_clock_runs": 409,
        "case_footage_since": 409,
        "case_evidence_misfit": 422,
        "case_document_misfit": 422,
        "case_evidence_giver": 403,
        "case_no_sentence": 422,
        "case_none_cause": 422,
        "case_none_asked": 422,
        "case_request_unknown": 422,
    }
)
