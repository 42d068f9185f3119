"""Staff codes, postings (who acts in which post, at which tables and pits, from when until when), and what is kept of
an account beside Django's own row.

All of these are written with an event of the account's stream (``casino.accounts.service``). A posting is added, and
ended early at most: a trigger refuses every other change, and the application's role has no right to one. Proved by
``tests/test_postings.py`` and ``tests/accounts``.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final
from uuid import uuid4

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from casino.access.roles import ACTING, POSTS, role_name
from casino.core.events import SAFE_NAME
from casino.ledger.models import OfHouse, Property

LONGEST_ACTING: Final = timedelta(days=31)
"""Whoever acts in a post for longer should be given it."""

MOST_PLACES: Final = 200
ENDING: Final = ("ends_at", "ended_at", "ended_by")
"""The columns that ending a posting early writes; all others stay for good."""


def _code() -> models.CharField:
    return models.CharField(max_length=64, validators=[RegexValidator(rf"\A{SAFE_NAME.pattern}\Z")])


class StaffCode(models.Model):
    """The code by which the tables know the person of an account, where that is not the user name: so that whoever
    dealt a round is the same person when they sign in. Given once, never changed: events name people by it."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="staff_code", verbose_name=_("person")
    )
    code = models.CharField(
        _("staff code"), max_length=64, unique=True, validators=[RegexValidator(rf"\A{SAFE_NAME.pattern}\Z")]
    )

    class Meta:
        verbose_name = _("staff code")
        verbose_name_plural = _("staff codes")

    def __str__(self) -> str:
        return self.code

    def clean(self) -> None:
        """Another person's user name stands for that person in events."""
        others = get_user_model().objects.filter(username=self.code)
        if others.exclude(pk=self.user_id).exists():
            raise ValidationError({"code": _("This is another person's user name.")})


class Posting(OfHouse):
    """One person in one post at some tables and pits, from ``begins_at`` to before ``ends_at``. ``ended_at`` and
    ``ended_by`` are there where it was ended early; one ended before it began has an empty interval."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="postings", verbose_name=_("person")
    )
    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+", verbose_name=_("property"))
    post = models.CharField(_("post"), max_length=32)
    tables = ArrayField(_code(), verbose_name=_("tables"), default=list, blank=True)
    pits = ArrayField(_code(), verbose_name=_("pits"), default=list, blank=True)
    begins_at = models.DateTimeField(_("begins at"))
    ends_at = models.DateTimeField(_("ends at"), null=True, blank=True)
    given_by = models.CharField(_("given by"), max_length=64)
    given_at = models.DateTimeField(_("given at"))
    confirmed_by = models.CharField(_("confirmed by"), max_length=64, blank=True)
    note = models.CharField(_("note"), max_length=500, blank=True)
    ended_by = models.CharField(_("ended by"), max_length=64, blank=True)
    ended_at = models.DateTimeField(_("ended early at"), null=True, blank=True)

    class Meta:
        verbose_name = _("posting")
        verbose_name_plural = _("postings")
        default_permissions = ("view", "add", "end")
        ordering = ("-begins_at", "-id")
        indexes = [models.Index(fields=["user", "begins_at", "ends_at"], name="casino_posting_interval")]
        constraints = [
            models.CheckConstraint(condition=Q(post__in=POSTS), name="casino_posting_post_is_a_post"),
            models.CheckConstraint(
                condition=Q(ends_at=None)
                | Q(ends_at__gt=F("begins_at"))
                | Q(ended_at__isnull=False, ends_at=F("begins_at")),
                name="casino_posting_ends_after_it_begins",
            ),
            models.CheckConstraint(
                condition=~Q(post__in=ACTING) | Q(ends_at__isnull=False, ends_at__lte=F("begins_at") + LONGEST_ACTING),
                name="casino_posting_acting_ends",
            ),
            models.CheckConstraint(
                condition=Q(tables__len__lte=MOST_PLACES, pits__len__lte=MOST_PLACES)
                & (Q(tables__len__gt=0) | Q(pits__len__gt=0)),
                name="casino_posting_is_somewhere",
            ),
            models.CheckConstraint(
                condition=Q(ended_at=None, ended_by="")
                | (Q(ended_at__isnull=False, ends_at__isnull=False) & ~Q(ended_by="")),
                name="casino_posting_ended_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} – {role_name(self.post, get_language() or 'vi')}"


class Refusal(models.Model):
    """Somebody was refused something, ``times`` within a minute of ``first_at``. ``place`` is the name of an address,
    without what stood in it. Written by ``casino.accounts.refusals``."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("person")
    )
    address = models.CharField(_("address"), max_length=64)
    method = models.CharField(_("method"), max_length=16)
    place = models.CharField(_("place"), max_length=200)
    code = models.CharField(_("reason"), max_length=40)
    first_at = models.DateTimeField(_("first"))
    last_at = models.DateTimeField(_("last"))
    times = models.PositiveIntegerField(_("times"), default=1)

    class Meta:
        verbose_name = _("refusal")
        verbose_name_plural = _("refusals")
        default_permissions = ("view",)
        ordering = ("-last_at", "-id")
        indexes = [
            models.Index(fields=["user", "first_at"], name="casino_refusal_person"),
            models.Index(fields=["address", "first_at"], name="casino_refusal_address"),
        ]

    def __str__(self) -> str:
        return f"{self.last_at:%d/%m/%Y %H:%M}"


class Account(models.Model):
    """What is kept of an account beside Django's own row. ``one_time``: it signs in by a password drawn here, until
    ``one_time_until``, and must choose its own. ``by_two``: two persons gave the password from which the present one
    comes, so that nobody else alone can have taken the account for themselves."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="account",
        verbose_name=_("person"),
    )
    one_time = models.BooleanField(default=False)
    two_parts = models.BooleanField(default=False)
    one_time_until = models.DateTimeField(null=True)
    by_two = models.BooleanField(default=False)

    class Meta:
        default_permissions = ()
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints = [
            models.CheckConstraint(
                condition=Q(one_time=False) | Q(one_time_until__isnull=False), name="casino_account_one_time_ends"
            ),
        ]

    def __str__(self) -> str:
        return str(self.user)


class ChangeKind(models.TextChoices):
    POST = "post", _("post")
    POST_TAKING = "post_taking", _("taking the last holder's post away")
    POSTING = "posting", _("posting")
    PASSWORD = "password", _("one-time password")
    EMAIL = "email", _("e-mail address")
    ACTIVATION = "activation", _("letting in again")
    FACTORS = "factors", _("reset of the second factor")


class ChangeState(models.TextChoices):
    WAITING = "waiting", _("waits")
    CONFIRMED = "confirmed", _("confirmed")
    REFUSED = "refused", _("refused")
    WITHDRAWN = "withdrawn", _("withdrawn")


class AccountChange(OfHouse):
    """A change of an account that waits, or waited, for a second person. Its number is the id of the event by which it
    was asked for; what names or describes people (address, notes) stands here and not there."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("person")
    )
    kind = models.CharField(_("change"), max_length=16, choices=ChangeKind)
    post = models.CharField(_("post"), max_length=32, blank=True)
    property = models.ForeignKey(
        Property, on_delete=models.PROTECT, related_name="+", null=True, verbose_name=_("property")
    )
    tables = ArrayField(_code(), verbose_name=_("tables"), default=list, blank=True)
    pits = ArrayField(_code(), verbose_name=_("pits"), default=list, blank=True)
    begins_at = models.DateTimeField(_("begins at"), null=True)
    ends_at = models.DateTimeField(_("ends at"), null=True)
    email = models.EmailField(_("e-mail address"), blank=True)
    note = models.CharField(_("note"), max_length=500, blank=True)
    first_part = models.CharField(max_length=64, blank=True, editable=False)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("asked by")
    )
    asked_at = models.DateTimeField(_("asked at"))
    state = models.CharField(_("state"), max_length=16, choices=ChangeState, default=ChangeState.WAITING)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, verbose_name=_("decided by")
    )
    decided_at = models.DateTimeField(_("decided at"), null=True)
    reason = models.CharField(_("reason"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("change of an account")
        verbose_name_plural = _("changes of accounts")
        default_permissions = ("view", "confirm")
        ordering = ("-asked_at", "-id")
        indexes = [
            models.Index(fields=["user", "-asked_at"], name="casino_change_person"),
            models.Index(fields=["asked_at"], condition=Q(state="waiting"), name="casino_change_waiting"),
        ]
        constraints = [
            models.CheckConstraint(condition=~Q(asked_by=F("user")), name="casino_change_asked_by_another"),
            models.CheckConstraint(
                condition=~Q(state__in=("confirmed", "refused"))
                | (~Q(decided_by=F("asked_by")) & ~Q(decided_by=F("user"))),
                name="casino_change_decided_by_another",
            ),
            models.CheckConstraint(
                condition=Q(state="waiting", decided_by=None, decided_at=None)
                | (~Q(state="waiting") & Q(decided_by__isnull=False, decided_at__isnull=False)),
                name="casino_change_decided_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} – {self.get_kind_display()}"
