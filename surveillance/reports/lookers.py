"""Whom the house lets look on, and what they looked at: scopes, tokens, and each look, as events of the property.

An account of the regulator is made as every other (by two persons); here management says what it sees of this property.
A token is for its programs: shown once, kept as its SHA-256, and opens reading and asking for reports, no more. Proved
by ``tests/surveillance/reports/test_lookers.py``.
"""

from __future__ import annotations

import secrets
from datetime import date, datetime, timedelta
from hashlib import sha256
from typing import Any, Final
from uuid import uuid4

import msgspec
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Q

from casino.access import inspectors
from casino.access.roles import ONLOOKERS, staff_code
from casino.core.commands import Command
from casino.core.errors import Problem
from casino.core.events import Fact
from casino.ledger.models import Property
from disputes.case.context import Actor
from surveillance.reports import facts as f
from surveillance.reports import service
from surveillance.reports.execution import REPORTS, OnReport
from surveillance.reports.models import Looker, LookerToken
from surveillance.reports.scope import MANAGING

PREFIX = inspectors.BEARER


class Reads(msgspec.Struct, frozen=True, kw_only=True):
    """What a token reads of what its account sees: kinds, games (none: all), gaming days (both counted in)."""

    kinds: tuple[inspectors.Kind, ...] = ("reports",)
    games: tuple[str, ...] = ()
    from_day: date | None = None
    to_day: date | None = None

    @property
    def bounded(self) -> bool:
        return bool(self.games or self.from_day or self.to_day)


REPORTS_ALONE: Final = Reads()
"""What tokens were for before they could be for more."""


def accounts() -> list[tuple[str, str]]:
    """Accounts of regulators and auditors: staff code and user name."""
    users = get_user_model().objects.filter(is_active=True, groups__name__in=ONLOOKERS).distinct().order_by("username")
    return [(staff_code(user), user.get_username()) for user in users]


@REPORTS.step(on="regulator", weighty=True)
class OpenTo(Command, frozen=True):
    """Say what an account sees here: these games (none: all) and gaming days."""

    games: tuple[str, ...] = ()
    from_day: date | None = None
    to_day: date | None = None


@REPORTS.step(on="regulator")
class ShutOut(Command, frozen=True):
    """The account sees nothing here any more, nor do its tokens open anything."""


@REPORTS.step(on="regulator", weighty=True)
class MakeToken(Command, frozen=True):
    """A new token, good for so many days, which is shown this once."""

    token: str
    days: int
    reads: Reads = REPORTS_ALONE


@REPORTS.step(on="regulator")
class EndToken(Command, frozen=True):
    """The token opens nothing from now on."""

    token: str


@REPORTS.decides(OpenTo)
def _opened(staff: str, said: OpenTo, work: OnReport) -> list[Fact]:
    """Problem reports_not_yours for whoever does not manage the house, not_found."""
    _may(work.actor)
    if staff not in {code for code, _name in accounts()}:
        raise Problem("not_found", "staff")
    games = tuple(sorted(said.games))
    return [f.LookerScoped(by=work.by, games=games, from_day=said.from_day, to_day=said.to_day)]


@REPORTS.decides(ShutOut)
def _shut(staff: str, _said: ShutOut, work: OnReport) -> list[Fact]:
    _may(work.actor)
    LookerToken.objects.filter(property=work.owner, staff=staff, ended_at=None).update(ended_at=work.now)
    return [f.LookerShut(by=work.by)]


@REPORTS.decides(MakeToken)
def _token_made(staff: str, said: MakeToken, work: OnReport) -> list[Fact]:
    """Problems reports_not_yours, reports_token, reports_token_scope."""
    _may(work.actor)
    reads, owner = said.reads, work.owner
    if not reads.kinds or (reads.bounded and not set(reads.kinds).isdisjoint(inspectors.UNBOUNDED)):
        raise Problem("reports_token_scope", "kinds")
    if reads.from_day and reads.to_day and reads.from_day > reads.to_day:
        raise Problem("reports_token_scope", "to_day")
    if not Looker.objects.filter(property=owner, staff=staff, shut=False).exclude(set_by="").exists():
        raise Problem("reports_token", "staff")
    if LookerToken.objects.filter(property=owner, staff=staff, token=said.token).exists():
        raise Problem("reports_token", "token")
    work.secret = PREFIX + secrets.token_urlsafe(32)
    given: dict[str, Any] = {"from_day": reads.from_day, "to_day": reads.to_day, "digest": digest_of(work.secret)}
    given |= {"token": said.token, "ends_at": work.now + timedelta(days=said.days)}
    kinds, games = sorted(reads.kinds), sorted(reads.games)
    LookerToken.objects.create(property=owner, staff=staff, made_at=work.now, kinds=kinds, games=games, **given)
    return [f.TokenMade(by=work.by, kinds=tuple(kinds), games=tuple(games), **given)]


@REPORTS.decides(EndToken)
def _token_ended(staff: str, said: EndToken, work: OnReport) -> list[Fact]:
    """Problem reports_token."""
    _may(work.actor)
    rows = LookerToken.objects.filter(property=work.owner, staff=staff, token=said.token, ended_at=None)
    if not rows.update(ended_at=work.now):
        raise Problem("reports_token", "token")
    return [f.TokenEnded(token=said.token, by=work.by)]


def make_token(owner: Property, staff: str, command: MakeToken, **given: Any) -> str:
    """Make it; its text. Problem reports_token where it was made and shown before."""
    work = OnReport(owner, staff, command, **given)
    work.run()
    if not work.secret:
        raise Problem("reports_token", "token")
    return work.secret


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
    service.say(owner, f"regulator/{staff}", fact, identity_=uuid4(), by=f"person:{staff}", now=now)


def digest_of(text: str) -> str:
    """What is kept of a token."""
    return sha256(text.encode()).hexdigest()


def _may(actor: Actor) -> None:
    if actor.role not in MANAGING:
        raise Problem("reports_not_yours")
