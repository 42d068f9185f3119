"""The error codes of taking events in, added to the one table (``casino.core.errors``).

A code with a status below 422 or of 429 and above belongs to a whole request; 422 marks what can be wrong with a single
event, whose request is answered with 200 all the same. Proved by ``tests/api/test_errors.py``.
"""

from __future__ import annotations

from casino.core.errors import ERRORS

ERRORS.register_all(
    {
        "empty_body": 400,
        "body_unreadable": 400,
        "body_too_large": 413,
        "inflates_too_much": 413,
        "batch_too_large": 413,
        "gzip_damaged": 400,
        "gzip_truncated": 400,
        "unsupported_media_type": 415,
        "unsupported_encoding": 415,
        "body_not_json": 400,
        "body_wrong_charset": 400,
        "body_too_deep": 400,
        "not_events": 400,
        "credentials_missing": 401,
        "credentials_unreadable": 401,
        "credentials_wrong": 401,
        "device_revoked": 403,
        "batch_signature_unreadable": 400,
        "batch_list_differs": 400,
        "batch_key_unknown": 400,
        "batch_signature_wrong": 400,
        "clock_off": 401,
        "device_without_key": 409,
        "device_exists": 409,
        "bad_public_key": 400,
        "bad_code": 400,
        "unknown_document": 404,
        "outcomes_unreadable": 400,
        "event_too_large": 422,
        "not_json": 422,
        "byte_order_mark": 422,
        "wrong_charset": 422,
        "too_deep": 422,
        "duplicate_key": 422,
        "missing_field": 422,
        "unknown_field": 422,
        "field_not_allowed": 422,
        "wrong_type": 422,
        "number_out_of_range": 422,
        "bad_format": 422,
        "bad_length": 422,
        "not_allowed": 422,
        "bad_uuid": 422,
        "bad_time": 422,
        "leap_second": 422,
        "time_without_offset": 422,
        "time_out_of_range": 422,
        "bad_character": 422,
        "invalid_value": 422,
        "unknown_type": 422,
        "not_from_device": 422,
        "device_mismatch": 422,
        "unknown_device": 422,
        "event_not_signed": 422,
        "unknown_table": 422,
        "table_not_bound": 422,
        "wrong_game": 422,
        "id_conflict": 422,
    }
)
