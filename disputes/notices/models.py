"""A notice to one person. Not part of the record: what happened stands in the ledger; this is who was told of it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
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


class Notice(OfHouse):
    """``subject`` is the stage, the clock or the event that it is about; ``key`` makes it the same notice however often
    it is made. ``case`` is the number of a case, or for accounts and devices what it leads to: ``account/17``,
    ``change/<id>``, ``device/<code>``; for what waits for a person's own word ``waiting/<id>``; for footage the
    stream (``request/…``, ``coverage/…``, ``recording/…``, ``hold/…``), for a report ``report/<code>``;
    for a finding ``finding/<stream>|<what it is about>``; for money of a case that is out too long
    ``money_out/<number>``.
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
