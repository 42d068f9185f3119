"""The errors of what becomes of a remedy's money, in the one table."""

from __future__ import annotations

from casino.core.errors import ERRORS

ERRORS.register_all(
    {
        "case_money_line": 422,
        "case_money_amount": 422,
        "case_handover_other": 403,
        "case_money_of_player": 409,
        "case_nothing_to_keep": 422,
        "case_giving_up_second": 403,
    }
)
