"""The rows of reports: read models of the record, and beside them what is no record (files kept, digests of tokens).

Proved by ``tests/surveillance/reports/test_asking.py``.
"""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from casino.ledger.models import OfHouse, Property
from casino.site.choices import choices_of, small
from surveillance.bundle.selection import ABOUT, About
from surveillance.reports.facts import EVERY, Every
from surveillance.rows.base import OfStream


class ReportState(models.TextChoices):
    REQUESTED = "requested", _("being made")
    FINISHED = "finished", _("ready")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")
    DELETED = "deleted", _("deleted")


class Report(OfStream):
    """One report."""

    code = models.TextField(_("code"))
    about = models.TextField(_("of"), choices=choices_of(About, small(ABOUT)))
    selection = models.JSONField(_("selection"))
    games = ArrayField(models.TextField(), verbose_name=_("games"), default=list)
    tables = ArrayField(models.TextField(), verbose_name=_("tables"), default=list)
    from_day = models.DateField(_("from gaming day"), null=True)
    to_day = models.DateField(_("to gaming day"), null=True)
    position = models.BigIntegerField(_("position of the log"))
    identity = models.TextField()
    plan = models.TextField(_("recurring report"), blank=True)
    requested_by = models.TextField(_("asked for by"))
    requested_role = models.TextField(_("role"))
    requested_at = models.DateTimeField(_("asked for at"))
    state = models.TextField(_("state"), choices=ReportState.choices)
    ended_at = models.DateTimeField(_("ended at"), null=True)
    error = models.TextField(_("error"), blank=True)
    sha256 = models.TextField(_("SHA-256"), blank=True)
    size_bytes = models.BigIntegerField(_("size"), null=True)
    rounds_count = models.BigIntegerField(_("rounds"), null=True)
    events_count = models.BigIntegerField(_("events"), null=True)
    checkpoint = models.BigIntegerField(_("checkpoint"), null=True)
    downloads = models.IntegerField(_("downloads"), default=0)
    asked_by = ArrayField(models.TextField(), default=list)
    """Everybody who asked for it, by staff code."""

    class Meta:
        db_table = "surveillance_report"
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering: ClassVar = ("-id",)
        default_permissions = ("view", "add", "delete")
        constraints: ClassVar = (models.UniqueConstraint(fields=("property", "code"), name="surveillance_report_code"),)
        indexes: ClassVar = (models.Index(fields=("property", "identity"), name="surveillance_report_same"),)

    def __str__(self) -> str:
        return self.code


class ReportPlan(OfStream):
    """A report that comes anew each gaming day or month."""

    code = models.TextField(_("code"))
    every = models.TextField(_("every"), choices=choices_of(Every, EVERY))
    begins = models.DateField(_("from gaming day"))
    games = ArrayField(models.TextField(), verbose_name=_("games"), default=list)
    tables = ArrayField(models.TextField(), verbose_name=_("tables"), default=list)
    made_by = models.TextField(_("by"))
    made_role = models.TextField(_("role"))
    made_at = models.DateTimeField(_("since"))
    ended_at = models.DateTimeField(_("ended at"), null=True)

    class Meta:
        db_table = "surveillance_reportplan"
        verbose_name = _("recurring report")
        verbose_name_plural = _("recurring reports")
        ordering: ClassVar = ("-id",)
        default_permissions = ("view",)
        constraints: ClassVar = (
            models.UniqueConstraint(fields=("property", "code"), name="surveillance_reportplan_code"),
        )

    def __str__(self) -> str:
        return self.code


class Looker(OfStream):
    """What an account of the regulator sees of a property, and how often it looked."""

    staff = models.TextField(_("account"))
    shut = models.BooleanField(_("ended"), default=False)
    games = ArrayField(models.TextField(), verbose_name=_("games"), default=list)
    from_day = models.DateField(_("from gaming day"), null=True)
    to_day = models.DateField(_("to gaming day"), null=True)
    set_by = models.TextField(_("set by"), blank=True)
    looks = models.BigIntegerField(_("looks"), default=0)
    last_at = models.DateTimeField(_("last looked at"), null=True)

    class Meta:
        db_table = "surveillance_looker"
        verbose_name = _("access of a regulator")
        verbose_name_plural = _("accesses of regulators")
        ordering: ClassVar = ("-id",)
        default_permissions = ("view", "change")
        constraints: ClassVar = (models.UniqueConstraint(fields=("property", "staff"), name="surveillance_looker_who"),)

    def __str__(self) -> str:
        return self.staff


# --- What is no record ------------------------------------------------------------------------------------------------


class ReportFile(OfHouse):
    """A file of a report that is kept (``surveillance.reports.facts.What``). ``persons`` are those under whose keys a
    text was sealed that it discloses: once one of them is erased, the file goes. ``recordings`` are those named."""

    property = models.ForeignKey(Property, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+")
    report = models.TextField()
    what = models.TextField()
    path = models.TextField()
    size_bytes = models.BigIntegerField()
    sha256 = models.TextField()
    media_type = models.TextField()
    persons = ArrayField(models.TextField(), default=list)
    recordings = ArrayField(models.TextField(), default=list)
    made_at = models.DateTimeField()

    class Meta:
        db_table = "surveillance_reportfile"
        default_permissions = ()
        constraints: ClassVar = (
            models.UniqueConstraint(fields=("property", "report", "what"), name="surveillance_reportfile_what"),
        )

    def __str__(self) -> str:
        return f"{self.report} {self.what}"


def reports_alone() -> list[str]:
    """What tokens were for before they could be for more."""
    return ["reports"]


class LookerToken(OfHouse):
    """A token for programs of whoever looks on: read-only. What opens is its SHA-256; the token itself is shown once.
    It reads ``kinds`` (``casino.access.inspectors.KINDS``) of what its account sees, within its own games and days."""

    property = models.ForeignKey(Property, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+")
    staff = models.TextField()
    token = models.TextField()
    digest = models.TextField(unique=True)
    kinds = ArrayField(models.TextField(), default=reports_alone)
    games = ArrayField(models.TextField(), default=list)
    from_day = models.DateField(null=True)
    to_day = models.DateField(null=True)
    made_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "surveillance_lookertoken"
        default_permissions = ()

    def __str__(self) -> str:
        return self.token


class LastVisit(models.Model):
    """Since when something is new to somebody on the first page: the visit before the one that goes on."""

    staff = models.TextField(unique=True)
    last_at = models.DateTimeField()
    before_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "surveillance_lastvisit"
        default_permissions = ()

    def __str__(self) -> str:
        return self.staff
