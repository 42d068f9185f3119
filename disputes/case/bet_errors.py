"""The errors about whose a bet is, in the one table. Each sentence says what to do."""

from __future__ import annotations

from casino.core.errors import ERRORS

ERRORS.register_all(
    {
        "case_bet_of_other": 409,
        "case_bet_whose": 422,
        "case_bet_of_party": 409,
        "case_bet_known": 409,
        "case_line_whose": 422,
        "case_reference_twice": 422,
    }
)
