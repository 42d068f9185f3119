"""What can be wrong with a second factor."""

from __future__ import annotations

from casino.core.errors import ERRORS

ERRORS.register_all(
    {
        "factor_needed": 403,
        "proof_needed": 403,
        "factor_code_wrong": 422,
        "factor_wait": 429,
        "factor_password_wrong": 422,
        "factor_unknown": 404,
        "factor_last": 409,
        "factor_too_many": 409,
        "factor_expired": 409,
        "factor_key_unfit": 503,
        "factor_secret_unreadable": 503,
        "passkey_refused": 422,
        "passkey_not_here": 409,
        "signature_needed": 403,
        "signature_no_passkey": 403,
        "signature_not_here": 403,
        "signature_other_command": 409,
        "signature_other_file": 422,
        "signature_not_signable": 422,
    }
)
