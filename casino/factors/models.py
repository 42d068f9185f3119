"""What is kept of a second factor. Removed devices keep their row, without their secret: a passkey's public key is
needed for as long as something signed with it may be looked at.

Proved by ``tests/factors``; rights of the application's role: ``casino.factors.grants``.
"""

from __future__ import annotations

import secrets
from typing import Any, Final

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django_otp.models import ThrottlingMixin

HANDLE_BYTES: Final = 32
LONGEST_DOUBLING: Final = 12
"""Wrong codes after which the wait doubles no more: 2,048 s, some forty guesses a day at a million codes. Without an
end, whoever knows the password could shut a person out for years."""


def new_handle() -> bytes:
    return secrets.token_bytes(HANDLE_BYTES)


class _MayTry:
    """What the library's mixin asks next; a device of its own would answer the same."""

    def verify_is_allowed(self) -> tuple[bool, dict[str, Any] | None]:
        return True, None


class Guard(ThrottlingMixin, _MayTry, models.Model):
    """One row an account: the lock under which its factors are tried and changed, the count of wrong codes over all its
    devices, and ``generation``, by which removing a device ends what other sessions had proved. ``handle`` names the
    account to authenticators and tells nothing of it."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, primary_key=True, related_name="factor_guard"
    )
    generation = models.PositiveIntegerField(default=0)
    handle = models.BinaryField(default=new_handle, unique=True)

    def __str__(self) -> str:
        return f"{self.user_id}.{self.generation}"

    def get_throttle_factor(self) -> int:
        """Seconds after the first wrong code."""
        return 1

    def throttle_increment(self, commit: bool = True) -> None:
        super().throttle_increment(commit=False)
        count: int = getattr(self, "throttling_failure_count")  # noqa: B009 - the library says no types
        self.throttling_failure_count = min(count, LONGEST_DOUBLING)
        if commit:
            self.save()


class Factor(models.Model):
    """What every device has."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    label = models.CharField(_("name"), max_length=60)
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)
    removed_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.label


class CodeApp(Factor):
    """An authenticator app. ``secret`` is sealed (``casino.factors.sealing``) and empty once the app was removed;
    ``last_step`` is the time step of the last code that counted: none counts again, nor an earlier one."""

    secret = models.TextField()
    last_step = models.BigIntegerField()

    class Meta:
        indexes = [models.Index(fields=["user"], condition=Q(removed_at=None), name="factors_codeapp_active")]


class Passkey(Factor):
    """A WebAuthn credential, with all that is needed to check later, without this server, what was signed with it."""

    credential_id = models.BinaryField(unique=True)
    public_key = models.BinaryField()
    """COSE_Key (RFC 9052) as the authenticator gave it."""
    algorithm = models.IntegerField()
    rp_id = models.CharField(max_length=253)
    origins = ArrayField(models.CharField(max_length=300))
    """Origins that were allowed at registration."""
    aaguid = models.UUIDField()
    transports = ArrayField(models.CharField(max_length=20))
    backed_up = models.BooleanField()
    sign_count = models.BigIntegerField()

    class Meta:
        indexes = [models.Index(fields=["user"], condition=Q(removed_at=None), name="factors_passkey_active")]


class RecoveryCode(models.Model):
    """The SHA-256 of a code that counts once. 80 random bits need no slow hash: nobody can try them out."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    digest = models.BinaryField()
    created_at = models.DateTimeField()
    spent_at = models.DateTimeField(null=True)
    """When it was used, or put out of force by new ones."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "digest"], name="factors_code_once")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.created_at}"
