"""What a session has proved, how, and when.

The proof stands in the session: how (password, code, passkey, recovery code), when, and the generation of the account's
factors at that time. Removing or resetting a device makes a new generation, so that older proofs end everywhere. With
every proof the session gets a new name: whoever has a copy of the old cookie does not get the new right. Proved by
``tests/factors/test_middleware.py`` and ``test_again.py``.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final, Literal

from django.conf import settings
from django.contrib.auth import authenticate
from django.http import HttpRequest

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.core.passkey import SignedCommand
from casino.factors import codes, passkeys, store
from casino.site.requests import WithRequest

KEY: Final = "factors.proof"
STANDING: Final[WithRequest[Standing]] = WithRequest("factors_standing")
How = Literal["password", "code", "passkey", "recovery"]
CLOCK_SECONDS: Final = 60
"""A proof of the future is a clock that was set back: it counts for as long as this."""


class Step(StrEnum):
    """Where a signed-in session stands."""

    DONE = "done"
    PROVE = "prove"
    ENROL = "enrol"


@dataclass(frozen=True)
class Standing:
    """Of one request: whether its account has a device, must have one, and what its session proved."""

    has_device: bool
    must_have: bool
    how: How | None
    at: float

    @property
    def step(self) -> Step:
        if self.has_device:
            return Step.DONE if self.how in ("code", "passkey", "recovery") else Step.PROVE
        return Step.ENROL if self.must_have else Step.DONE

    def is_fresh(self, now: datetime, *, recovery: bool = False) -> bool:
        """Whether a weighty act needs no new proof. A recovery code, which may lie in a drawer, opens only acts on
        the account's own devices (``recovery``)."""
        if settings.PROOF_MINUTES == 0:
            return True
        counting: tuple[How, ...] = ("password",)
        if self.has_device:
            counting = ("code", "passkey", "recovery") if recovery else ("code", "passkey")
        return self.how in counting and -CLOCK_SECONDS <= now.timestamp() - self.at <= settings.PROOF_MINUTES * 60


def standing(request: HttpRequest) -> Standing:
    """Of a request whose user is signed in; looked up once a request."""
    return STANDING.once(request, lambda: _standing(request))


def _standing(request: HttpRequest) -> Standing:
    user = request.user
    assert user.is_authenticated
    has_device, generation = store.has_any_and_generation(user)
    proof = request.session.get(KEY) or {}
    counts = proof.get("user") == user.pk and proof.get("generation") == generation
    return Standing(
        has_device=has_device,
        must_have=not has_device and store.must_have(user),
        how=proof["how"] if counts else None,
        at=proof["at"] if counts else 0.0,
    )


def record(request: HttpRequest, how: How, *, now: datetime) -> None:
    """The session has proved something: new name, new proof."""
    request.session.cycle_key()
    _write(request, request.user, how, now)


def after_login(sender: Any, request: HttpRequest, user: Any, **_kwargs: Any) -> None:
    """The password was right. Django has given the session a new name already."""
    _write(request, user, "password", clock())


def renew(request: HttpRequest, former: Standing) -> None:
    """After a change of one's own devices, by which the proofs of all sessions end: this one keeps what it had."""
    request.session.cycle_key()
    _write(request, request.user, former.how or "password", datetime.fromtimestamp(former.at, UTC))


def _write(request: HttpRequest, user: Any, how: How, now: datetime) -> None:
    request.session[KEY] = {
        "how": how,
        "at": now.timestamp(),
        "user": user.pk,
        "generation": store.generation(user),
    }
    STANDING.forget(request)


def sign(request: HttpRequest, command: bytes, *, now: datetime) -> SignedCommand:
    """The command with the signature that was sent (``passkey``), which counts as a proof. Problem where it does not
    hold; ``signature_needed`` where none was sent."""
    user, given = request.user, request.POST.get("passkey")
    assert user.is_authenticated
    if not given:
        raise Problem("signature_needed")
    made = passkeys.signed(request, user, given, command=command, now=now)
    record(request, "passkey", now=now)
    return made


def attempt(request: HttpRequest, *, recovery: bool, now: datetime) -> How:
    """Try what was sent (``passkey``, ``code``, ``recovery``, ``password``) and record the proof. Problem where it does
    not hold. A password counts only for an account without a device; a recovery code only where it may."""
    user, given = request.user, request.POST
    assert user.is_authenticated
    how: How
    if not standing(request).has_device:
        if authenticate(request, username=user.get_username(), password=given.get("password", "")) != user:
            raise Problem("factor_password_wrong")
        how = "password"
    elif given.get("passkey"):
        passkeys.check(request, user, given["passkey"], now=now)
        how = "passkey"
    elif recovery and given.get("recovery"):
        codes.spend_recovery_code(user, given["recovery"], now=now)
        how = "recovery"
    else:
        codes.check_app(user, given.get("code", ""), now=now)
        how = "code"
    record(request, how, now=now)
    return how
