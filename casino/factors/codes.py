"""Codes that people type: of an authenticator app (TOTP, RFC 6238: SHA-1, 6 digits, 30 seconds) and recovery codes.

The arithmetic, and the wait after wrong codes, are django-otp's. A code counts in its own time step and one before and
after, for clocks that differ; never twice, and none from before the last one that counted. Proved by
``tests/factors/test_codes.py`` with the vectors of RFC 6238, appendix B.
"""

from __future__ import annotations

import base64
import hashlib
import logging
import re
import secrets
from collections.abc import Iterable
from datetime import datetime
from typing import Final
from urllib.parse import quote, urlencode

from django.contrib.auth.models import AbstractBaseUser
from django_otp.oath import TOTP

from casino.core.errors import Problem
from casino.factors import sealing, store
from casino.factors.changes import tell
from casino.factors.models import CodeApp, Guard, RecoveryCode

LOG = logging.getLogger("casino.factors")

STEP_SECONDS: Final = 30
DIGITS: Final = 6
TOLERANCE_STEPS: Final = 1
SECRET_BYTES: Final = 20
"""As RFC 4226 (R6) recommends."""

PURPOSE: Final = "totp secret"
RECOVERY_CODES: Final = 10
RECOVERY_BYTES: Final = 10
ISSUER: Final = "Tableproof"


# --- Authenticator apps --------------------------------------------------------------------------------------------


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def typed(secret: bytes) -> str:
    """A secret as people type it into an app: Base32 in groups of four."""
    text = base64.b32encode(secret).decode()
    return " ".join(text[at : at + 4] for at in range(0, len(text), 4))


def address(secret: bytes, username: str) -> str:
    """The ``otpauth`` address that a QR code carries."""
    label = quote(f"{ISSUER}:{username}")
    asked = {"secret": base64.b32encode(secret).decode(), "issuer": ISSUER, "algorithm": "SHA1"}
    return f"otpauth://totp/{label}?{urlencode({**asked, 'digits': DIGITS, 'period': STEP_SECONDS})}"


def matching_step(secret: bytes, code: str, *, after_step: int, now: datetime) -> int | None:
    """The time step whose code this is, later than ``after_step``; None where it is none of now."""
    digits = re.sub(r"\s", "", code)
    if not (len(digits) == DIGITS and digits.isascii() and digits.isdigit()):
        return None
    clock = TOTP(secret, step=STEP_SECONDS, digits=DIGITS)
    clock.time = now.timestamp()
    return clock.t() if clock.verify(int(digits), tolerance=TOLERANCE_STEPS, min_t=after_step + 1) else None


def enrol_app(user: AbstractBaseUser, secret: bytes, code: str, *, label: str, now: datetime) -> CodeApp:
    """Take an app into use, once it has shown a right code. Problem factor_code_wrong, factor_wait, factor_too_many,
    factor_key_unfit."""
    wrong = None
    with store.guarded(user) as guard:
        _may_try(guard, now)
        store.room_for_another(user)
        step = matching_step(secret, code, after_step=-1, now=now)
        if step is None:
            wrong = _count_wrong(user, guard, "code_app")
        else:
            app = CodeApp(user_id=user.pk, label=label, created_at=now, last_used_at=now, last_step=step)
            app.secret = sealing.seal(secret, purpose=PURPOSE, user=user.pk)
            app.save()
            guard.throttle_reset()
            digest = hashlib.sha256(secret).hexdigest()
            tell("enrolled", user, at=now, factor=store.name_of(app), label=label, digest=digest)
    if wrong:
        raise wrong
    return app


def check_app(user: AbstractBaseUser, code: str, *, now: datetime) -> CodeApp:
    """The app whose code this is. Problem factor_code_wrong, factor_wait; factor_key_unfit, factor_secret_unreadable
    for the operator."""
    with store.guarded(user) as guard:
        _may_try(guard, now)
        for app in CodeApp.objects.filter(user_id=user.pk, removed_at=None):
            secret = sealing.opened(app.secret, purpose=PURPOSE, user=user.pk)
            step = matching_step(secret, code, after_step=app.last_step, now=now)
            if step is not None:
                app.secret = sealing.resealed(app.secret, purpose=PURPOSE, user=user.pk)
                app.last_step, app.last_used_at = step, now
                app.save()
                guard.throttle_reset()
                return app
        wrong = _count_wrong(user, guard, "code_app")
    raise wrong


# --- Recovery codes ------------------------------------------------------------------------------------------------


def make_recovery_codes(user: AbstractBaseUser, *, now: datetime) -> list[str]:
    """New codes, in the place of all that are left. They are returned once and kept nowhere."""
    with store.guarded(user):
        RecoveryCode.objects.filter(user_id=user.pk, spent_at=None).update(spent_at=now)
        made = [base64.b32encode(secrets.token_bytes(RECOVERY_BYTES)).decode() for _ in range(RECOVERY_CODES)]
        digests = [_digest(code) for code in made]
        RecoveryCode.objects.bulk_create(
            RecoveryCode(user_id=user.pk, digest=digest, created_at=now) for digest in digests
        )
        tell("recovery_codes_made", user, at=now, digest=digest_of_all(digests))
    return ["-".join(code[at : at + 4] for at in range(0, len(code), 4)) for code in made]


def recovery_codes_left(user: AbstractBaseUser) -> int:
    return RecoveryCode.objects.filter(user_id=user.pk, spent_at=None).count()


def spend_recovery_code(user: AbstractBaseUser, code: str, *, now: datetime) -> None:
    """Problem factor_code_wrong, factor_wait."""
    with store.guarded(user) as guard:
        _may_try(guard, now)
        plain = re.sub(r"[\s-]", "", code).upper()
        if RecoveryCode.objects.filter(user_id=user.pk, digest=_digest(plain), spent_at=None).update(spent_at=now):
            guard.throttle_reset()
            tell("recovery_code_used", user, at=now)
            return
        wrong = _count_wrong(user, guard, "recovery_code")
    raise wrong


def digest_of_all(digests: Iterable[bytes]) -> str:
    """Of all codes made at once: one alone, of 80 bits, might be searched for in the record."""
    return hashlib.sha256(b"".join(sorted(digests))).hexdigest()


def _digest(code: str) -> bytes:
    return hashlib.sha256(code.encode()).digest()


# --- Wrong codes ---------------------------------------------------------------------------------------------------


def _may_try(guard: Guard, now: datetime) -> None:
    allowed, why = guard.verify_is_allowed()
    if not allowed:
        seconds = int((why["locked_until"] - now).total_seconds()) + 1 if why else 1
        raise Problem("factor_wait", seconds=max(seconds, 1))


def _count_wrong(user: AbstractBaseUser, guard: Guard, kind: str) -> Problem:
    """Counted in the transaction that tried, and raised after it: else the count would be undone with it."""
    guard.throttle_increment()
    known = {"account": user.get_username(), "kind": kind, "failures": guard.throttling_failure_count}
    LOG.warning("second factor: wrong code", extra=known)
    return Problem("factor_code_wrong")
