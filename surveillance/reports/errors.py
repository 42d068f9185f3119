"""The errors of reports, in the one table. Each sentence says what to do. Held by
``tests/surveillance/reports/test_asking.py``."""

from __future__ import annotations

from casino.core.errors import ERRORS

ERRORS.register_all(
    {
        "reports_unknown": 404,
        "reports_not_yours": 403,
        "reports_not_your_table": 403,
        "reports_out_of_scope": 403,
        "reports_clips_not_yours": 403,
        "reports_clip": 500,
        "reports_needs": 422,
        "reports_not_with": 422,
        "reports_interval": 422,
        "reports_nothing_named": 404,
        "reports_not_ready": 409,
        "reports_not_printed": 503,
        "reports_worker_died": 500,
        "reports_failed": 500,
        "reports_ended": 409,
        "reports_cancelled": 409,
        "reports_file_gone": 410,
        "reports_reason": 422,
        "reports_no_log": 503,
        "reports_no_key": 503,
        "reports_record": 500,
        "reports_token": 422,
        "reports_token_scope": 422,
        "reports_read_only": 403,
    }
)
