"""Codes that people type: the published vectors, clocks that differ, codes that were used, and guessing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django_otp.oath import TOTP

from casino.clock import now as clock_now
from casino.core.errors import Problem
from casino.factors import codes, store
from casino.factors.models import LONGEST_DOUBLING, CodeApp, Guard, RecoveryCode
from tests.factors.conftest import Phone, account

SECRET = b"12345678901234567890"
VECTORS = {
    59: 94287082,
    1111111109: 7081804,
    1111111111: 14050471,
    1234567890: 89005924,
    2000000000: 69279037,
    20000000000: 65353130,
}
"""RFC 6238, appendix B, the rows of SHA-1: seconds -> eight digits."""


@pytest.fixture
def user(required: None) -> User:
    return account("administrator")


@pytest.mark.parametrize(("seconds", "code"), VECTORS.items())
def test_the_vectors_of_rfc_6238(seconds: int, code: int) -> None:
    clock = TOTP(SECRET, step=codes.STEP_SECONDS, digits=8)
    clock.time = seconds
    assert clock.token() == code
    at = datetime.fromtimestamp(seconds, UTC)
    six = f"{code % 10**6:06d}"
    assert codes.matching_step(SECRET, six, after_step=-1, now=at) == seconds // 30
    assert codes.matching_step(SECRET, f" {six[:3]} {six[3:]}", after_step=-1, now=at) == seconds // 30


@pytest.mark.parametrize(("off_by", "counts"), [(-61, False), (-30, True), (0, True), (30, True), (61, False)])
def test_a_clock_may_differ_by_one_step(off_by: int, counts: bool) -> None:
    now = datetime.fromtimestamp(1234567890, UTC)
    found = codes.matching_step(SECRET, "005924", after_step=-1, now=now + timedelta(seconds=off_by))
    assert (found is not None) is counts


@pytest.mark.parametrize("typed", ["", "00592", "0059245", "00592a", "００５９２４", "-05924", "005924\x00"])
def test_what_is_no_code_is_none(typed: str) -> None:
    assert codes.matching_step(SECRET, typed, after_step=-1, now=datetime.fromtimestamp(1234567890, UTC)) is None


def test_a_code_counts_once_and_none_from_before_it(user: User) -> None:
    phone = Phone(user)
    before, now = phone.code(step=phone.step - 1), clock_now()
    later = phone.code()
    codes.check_app(user, later, now=now)
    for again in (later, before):
        Guard.objects.update(throttling_failure_count=0)
        with pytest.raises(Problem) as refused:
            codes.check_app(user, again, now=now)
        assert refused.value.code == "factor_code_wrong"


def test_the_code_that_enrolled_an_app_does_not_sign_in(user: User) -> None:
    phone = Phone(user)
    with pytest.raises(Problem, match="wrong"):
        codes.check_app(user, phone.code(step=phone.step - 1), now=clock_now())


def test_a_code_of_somebody_else_is_none(user: User) -> None:
    other = Phone(account("pit_manager"))
    Phone(user)
    with pytest.raises(Problem, match="wrong"):
        codes.check_app(user, other.code(), now=clock_now())


def test_the_secret_is_not_in_the_table_and_gone_when_removed(user: User) -> None:
    phone = Phone(user)
    spare = Phone(user, "Spare")
    row = CodeApp.objects.get(pk=phone.app.pk)
    plain = phone.secret.hex(), codes.typed(phone.secret).replace(" ", "")
    assert not any(text in row.secret for text in plain)
    store.remove(user, "code_app", row.pk, now=clock_now())
    row.refresh_from_db()
    assert row.secret == ""
    assert row.removed_at is not None
    with pytest.raises(Problem, match="wrong"):
        codes.check_app(user, phone.code(), now=clock_now())
    Guard.objects.update(throttling_failure_count=0)
    assert codes.check_app(user, spare.code(), now=clock_now()).label == "Spare"


# --- Guessing ------------------------------------------------------------------------------------------------------


def guess(user: User, way: str, at: datetime) -> str:
    check, code = (codes.check_app, "000000") if way == "app" else (codes.spend_recovery_code, "AAAA-AAAA-AAAA-AAAA")
    with pytest.raises(Problem) as refused:
        check(user, code, now=at)
    return refused.value.code


def test_after_a_wrong_code_even_a_right_one_waits_over_all_devices(user: User) -> None:
    phone, spare = Phone(user), Phone(user, "Spare")
    made = codes.make_recovery_codes(user, now=clock_now())
    now = clock_now()
    assert guess(user, "app", now) == "factor_code_wrong"
    for attempt in (phone.code(), spare.code()):
        with pytest.raises(Problem) as refused:
            codes.check_app(user, attempt, now=now)
        assert refused.value.code == "factor_wait"
    assert guess(user, "recovery", now) == "factor_wait"
    with pytest.raises(Problem) as refused:
        codes.spend_recovery_code(user, made[0], now=now)
    assert refused.value.code == "factor_wait"
    assert RecoveryCode.objects.filter(spent_at=None).count() == codes.RECOVERY_CODES


def test_the_wait_doubles_up_to_an_end(user: User) -> None:
    Phone(user)
    for _ in range(LONGEST_DOUBLING + 3):
        long_ago = clock_now() - timedelta(days=1)
        Guard.objects.update(throttling_failure_timestamp=long_ago)
        assert guess(user, "app", clock_now()) == "factor_code_wrong"
    guard = Guard.objects.get(user=user)
    assert guard.throttling_failure_count == LONGEST_DOUBLING
    with pytest.raises(Problem) as refused:
        codes.check_app(user, "000000", now=clock_now())
    assert "2,04" in refused.value.text.en


def test_a_right_code_ends_the_wait(user: User) -> None:
    phone = Phone(user)
    guess(user, "app", clock_now())
    Guard.objects.update(throttling_failure_timestamp=clock_now() - timedelta(seconds=2))
    codes.check_app(user, phone.code(), now=clock_now())
    assert Guard.objects.get(user=user).throttling_failure_count == 0


# --- Recovery codes ------------------------------------------------------------------------------------------------


def test_a_recovery_code_counts_once_however_it_is_typed(user: User) -> None:
    made = codes.make_recovery_codes(user, now=clock_now())
    assert len(set(made)) == codes.RECOVERY_CODES
    codes.spend_recovery_code(user, f" {made[0].lower().replace('-', ' ')} ", now=clock_now())
    assert codes.recovery_codes_left(user) == codes.RECOVERY_CODES - 1
    assert guess(user, "recovery", clock_now()) == "factor_code_wrong"
    Guard.objects.update(throttling_failure_count=0)
    with pytest.raises(Problem, match="used before"):
        codes.spend_recovery_code(user, made[0], now=clock_now())


def test_recovery_codes_are_kept_as_digests_and_new_ones_replace_them(user: User) -> None:
    former = codes.make_recovery_codes(user, now=clock_now())
    kept = b"".join(bytes(row.digest) for row in RecoveryCode.objects.all())
    assert not any(code.replace("-", "").encode() in kept for code in former)
    codes.make_recovery_codes(user, now=clock_now())
    assert codes.recovery_codes_left(user) == codes.RECOVERY_CODES
    with pytest.raises(Problem):
        codes.spend_recovery_code(user, former[0], now=clock_now())


def test_recovery_codes_of_somebody_else_are_none(user: User) -> None:
    made = codes.make_recovery_codes(account("pit_manager"), now=clock_now())
    with pytest.raises(Problem):
        codes.spend_recovery_code(user, made[0], now=clock_now())
