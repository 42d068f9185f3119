"""Staff codes, and postings: who acts in which post, at which tables and pits, from when until when.

A posting is no event of the record, but the right to decide rests on it, so it is kept in the same way: added, and
ended early at most. A trigger refuses every other change, and the application's role has no right to one. Proved by
``tests/test_postings.py``.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from casino.core.events import SAFE_NAME
from casino.ledger.models import Property
from casino.roles import ACTING, POSTS, role_name

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


class Posting(models.Model):
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
