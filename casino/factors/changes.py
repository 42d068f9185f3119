"""Told to whoever listens: a factor was enrolled, used up, removed, reset. No secret is in it.

A listener is called inside the transaction of the change: what it raises undoes the change, so that an event of the
record and the row stand or fall together. Every change is also a line of the log. Proved by
``tests/factors/test_changes.py``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Final, Literal

import msgspec
from django.contrib.auth.models import AbstractBaseUser

from casino.access.roles import staff_code
from casino.core.seams import Seam

LOG = logging.getLogger("casino.factors")

Kind = Literal["enrolled", "removed", "recovery_codes_made", "recovery_code_used", "reset"]


class PublicKey(msgspec.Struct, frozen=True, kw_only=True):
    """Of a passkey: what a verifier needs to trust a signature. ``public_key`` is the COSE_Key."""

    credential_id: bytes
    public_key: bytes
    algorithm: int
    rp_id: str
    origins: tuple[str, ...]


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """``person`` and ``by`` are staff codes; ``factor`` names the device (``code_app:7``, ``passkey:3``), None for a
    change of the recovery codes or a reset; ``key`` is there where a passkey was enrolled.
    ``digest`` is the SHA-256 of an app's secret, or of all new recovery codes together.
    ``recorded``: whoever changed it wrote its event already."""

    kind: Kind
    account: int
    person: str
    by: str
    at: datetime
    factor: str | None = None
    label: str | None = None
    key: PublicKey | None = None
    digest: str | None = None
    recorded: bool = False


LISTENERS: Final[Seam[str, Callable[[Change], None]]] = Seam(
    "Who is told of every change of a factor, in its transaction."
)


def tell(
    kind: Kind,
    user: AbstractBaseUser,
    *,
    at: datetime,
    by: str | None = None,
    factor: str | None = None,
    label: str | None = None,
    key: PublicKey | None = None,
    digest: str | None = None,
    recorded: bool = False,
) -> None:
    """Say what changed; ``by`` is the person themselves where nobody else is named."""
    person = staff_code(user)
    change = Change(
        kind=kind,
        account=user.pk,
        person=person,
        by=by or person,
        at=at,
        factor=factor,
        label=label,
        key=key,
        digest=digest,
        recorded=recorded,
    )
    for listener in LISTENERS.values():
        listener(change)
    LOG.info("second factor: %s", kind, extra={"person": person, "by": change.by, "factor": factor, "label": label})
