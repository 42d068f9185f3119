"""Whom the house lets look on, and what they looked at: scopes, tokens, and each look, as events of the property.

An account of the regulator is made as every other (by two persons); here management says what it sees of this property.
A token is for its programs: shown once, kept as its SHA-256, and opens reading and asking for reports, no more. Proved
by ``tests/surveillance/reports/test_lookers.py``.
"""

from __future__ import annotations

import secrets
from datetime import date, datetime, timedelta
from hashlib import sha256
from uuid import UUID, uuid4

import msgspec
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Q

from casino.access import looking
from casino.access.roles import ONLOOKERS, staff_code
from casino.core.errors import Problem
from casino.core.events import Fact
from casino.ledger.models import Property
from disputes.case.context import Actor
from surveillance.reports import asking, readmodel
from surveillance.reports import facts as f
from surveillance.reports.models import Looker, LookerToken
from surveillance.reports.scope import MANAGING

PREFIX = looking.BEARER


class Reads(msgspec.Struct, frozen=True, kw_only=True):
    """What a token reads of what its account sees: kinds, games (none: all), gaming days (both counted in)."""

    kinds: tuple[looking.Kind, ...] = ("reports",)
    games: tuple[str, ...] = ()
    from_day: date | None = None
    to_day: date | None = None

    @property
    def bounded(self) -> bool:
        return bool(self.games or self.from_day or self.to_day)


REPORTS = Reads()
"""What tokens were for before they could be for more."""


def accounts() -> list[tuple[str, str]]:
    """Accounts of regulators and auditors: staff code and user name."""
    users = get_user_model().objects.filter(is_active=True, groups__name__in=ONLOOKERS).distinct().order_by("username")
    return [(staff_code(user), user.get_username()) for user in users]


def open_to(
    owner: Property,
    actor: Actor,
    staff: str,
    *,
    games: tuple[str, ...] = (),
    from_day: date | None = None,
    to_day: date | None = None,
    command_id: UUID,
    now: datetime,
) -> None:
    """Say what an account sees here. Problem reports_not_yours for whoever does not manage the house, not_found."""
    _may(actor)
    if staff not in {code for code, _name in accounts()}:
        raise Problem("not_found", "staff")
    fact = f.LookerScoped(by=_by(actor), games=tuple(sorted(games)), from_day=from_day, to_day=to_day)
    _say(owner, actor, staff, fact, command_id, now)


def shut(owner: Property, actor: Actor, staff: str, *, command_id: UUID, now: datetime) -> None:
    """The account sees nothing here any more, nor do its tokens open anything."""
    _may(actor)
    with transaction.atomic():
        _say(owner, actor, staff, f.LookerShut(by=_by(actor)), command_id, now)
        LookerToken.objects.filter(property=owner, staff=staff, ended_at=None).update(ended_at=now)


def make_token(
    owner: Property,
    actor: Actor,
    staff: str,
    name: str,
    days: int,
    *,
    reads: Reads = REPORTS,
    command_id: UUID,
    now: datetime,
) -> str:
    """A new token, which is shown this once. Problems reports_not_yours, reports_token, reports_token_scope."""
    _may(actor)
    if not reads.kinds or (reads.bounded and not set(reads.kinds).isdisjoint(looking.UNBOUNDED)):
        raise Problem("reports_token_scope", "kinds")
    if reads.from_day and reads.to_day and reads.from_day > reads.to_day:
        raise Problem("reports_token_scope", "to_day")
    if not Looker.objects.filter(property=owner, staff=staff, shut=False).exclude(set_by="").exists():
        raise Problem("reports_token", "staff")
    text = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        if LookerToken.objects.filter(property=owner, staff=staff, token=name).exists():
            raise Problem("reports_token", "token")
        ends_at = now + timedelta(days=days)
        LookerToken.objects.create(
            property=owner, staff=staff, token=name, digest=digest_of(text), made_at=now, ends_at=ends_at,
            kinds=list(reads.kinds), games=sorted(reads.games), from_day=reads.from_day, to_day=reads.to_day,
        )  # fmt: skip
        made = f.TokenMade(
            token=name, by=_by(actor), ends_at=ends_at, kinds=tuple(sorted(reads.kinds)),
            games=tuple(sorted(reads.games)), from_day=reads.from_day, to_day=reads.to_day, digest=digest_of(text),
        )  # fmt: skip
        _say(owner, actor, staff, made, command_id, now)
    return text


def end_token(owner: Property, actor: Actor, staff: str, name: str, *, command_id: UUID, now: datetime) -> None:
    """The token opens nothing from now on. Problem reports_token."""
    _may(actor)
    with transaction.atomic():
        if not LookerToken.objects.filter(property=owner, staff=staff, token=name, ended_at=None).update(ended_at=now):
            raise Problem("reports_token", "token")
        _say(owner, actor, staff, f.TokenEnded(token=name, by=_by(actor)), command_id, now)


def opened_by(text: str, now: datetime) -> tuple[LookerToken, AbstractBaseUser] | None:
    """The token of this text with its account; None where it opens nothing."""
    row = LookerToken.objects.select_related("property").filter(digest=digest_of(text), ended_at=None).first()
    if row is None or row.ends_at <= now:
        return None
    if Looker.objects.filter(property=row.property, staff=row.staff, shut=True).exists():
        return None
    users = get_user_model().objects.filter(is_active=True, groups__name__in=ONLOOKERS).distinct()
    for user in users.filter(Q(username=row.staff) | Q(staff_code__code=row.staff)):
        if staff_code(user) == row.staff:
            return row, user
    return None


def looked(owner: Property, staff: str, page: str, about: str, *, now: datetime, token: str | None = None) -> None:
    """Record that the account looked at this."""
    fact = f.Looked(page=page, about=about[:200] or None, token=token)
    asking.say(owner, f"regulator/{staff}", fact, identity_=uuid4(), by=f"person:{staff}", now=now)


def digest_of(text: str) -> str:
    """What is kept of a token."""
    return sha256(text.encode()).hexdigest()


def _may(actor: Actor) -> None:
    if actor.role not in MANAGING:
        raise Problem("reports_not_yours")


def _by(actor: Actor) -> f.By:
    return f.By(role=actor.role, staff=actor.staff)


def _say(owner: Property, actor: Actor, staff: str, fact: Fact, command_id: UUID, now: datetime) -> None:
    asking.say(owner, f"regulator/{staff}", fact, identity_=command_id, by=f"person:{actor.staff}", now=now)
    readmodel.follow_to_head(owner.code)
