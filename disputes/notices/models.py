"""A notice to one person. Not part of the record: what happened stands in the ledger; this is who was told of it."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Case, F, IntegerField, Q, Value, When
from django.utils.translation import gettext_lazy as _

from casino.ledger.models import OfHouse, Property


class NoticeKind(models.TextChoices):
    YOUR_MOVE = "your_move", _("your move")
    ASSIGNED = "assigned", _("handed over to you")
    ANSWERED = "answered", _("answered")
    SOON = "soon", _("a clock runs out soon")
    OVERDUE = "overdue", _("overdue")
    ACCOUNT = "account", _("an account or a device changed")
    SECOND = "second", _("a person's own word is asked for")
    FOOTAGE = "footage", _("footage")
    REPORT = "report", _("a report is ready")
    BEYOND = "beyond", _("money beyond the rules")
    OUT = "out", _("money still out")


NEWS: Final = (NoticeKind.ANSWERED, NoticeKind.ACCOUNT, NoticeKind.REPORT)
"""Kinds that tell of something and ask for nothing."""
FIRST_TO_DO: Final = (
    F("retired_at").desc(nulls_first=True),
    Case(
        When(kind__in=NEWS, then=Value(2)),
        When(subject__startswith="ask.", then=Value(2)),
        When(kind=NoticeKind.FOOTAGE, due_at=None, then=Value(1)),
        default=Value(0),
        output_field=IntegerField(),
    ),
    F("due_at").asc(nulls_last=True),
    "-made_at",
    "-pk",
)
"""What a person can do first, by its deadline; then what somebody else can do as well, and news."""


class Notice(OfHouse):
    """``subject`` is the stage, the clock or the event that it is about; ``key`` makes it the same notice however often
    it is made. ``case`` is the number of a case, or for accounts and devices what it leads to: ``account/17``,
    ``change/<id>``, ``device/<code>``; for what waits for a person's own word ``waiting/<id>``; for footage the
    stream (``request/…``, ``coverage/…``, ``recording/…``, ``hold/…``), for a report ``report/<code>``;
    for a finding ``finding/<stream>|<what it is about>``; for money of a case that is out too long
    ``money_out/<number>``.
    ``note``: the sealed words that came with a hand-over, as the event has them.
    ``retired_at``: since when what it asks for is done with, by whomever (``disputes.notices.retiring``)."""

    property = models.ForeignKey(
        Property, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+", verbose_name=_("property")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("person")
    )
    case = models.TextField(_("case"))
    kind = models.TextField(_("notice"), choices=NoticeKind.choices)
    subject = models.TextField(_("about"))
    key = models.TextField()
    note = models.JSONField(_("note"), null=True)
    due_at = models.DateTimeField(_("due"), null=True)
    made_at = models.DateTimeField(_("since"))
    retired_at = models.DateTimeField(_("done with"), null=True)
    read_at = models.DateTimeField(_("read at"), null=True)
    mailed_at = models.DateTimeField(_("mailed at"), null=True)
    mail_error = models.TextField(_("mail error"), blank=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ("-made_at", "-pk")
        constraints = (models.UniqueConstraint(fields=("user", "key"), name="disputes_notice_once"),)
        indexes = (
            models.Index(fields=("user", "-made_at"), name="disputes_notice_person"),
            models.Index(fields=("user",), condition=Q(read_at=None, retired_at=None), name="disputes_notice_unread"),
            models.Index(
                fields=("made_at",), condition=Q(mailed_at=None, mail_error=""), name="disputes_notice_unsent"
            ),
            models.Index(fields=("property", "case"), name="disputes_notice_case"),
            models.Index(fields=("property", "kind"), condition=Q(retired_at=None), name="disputes_notice_standing"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.case}"
