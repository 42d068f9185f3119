"""The read models of the log of Surveillance, and what stands beside the read models: series of numbers, receipts.

Proved by ``tests/surveillance/test_journal.py`` and ``test_desk.py``.
"""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.utils.translation import gettext_lazy as _

from casino.ledger.models import Property
from surveillance.rows import choices
from surveillance.rows.base import OfStream


class Incident(OfStream):
    """An entry of the log of Surveillance, in codes; its words and persons are sealed."""

    number = models.TextField(_("incident"))
    kind = models.TextField(_("kind"), choices=choices.INCIDENT_KINDS)
    happened_at = models.DateTimeField(_("happened at"))
    table = models.TextField(_("table"), blank=True)
    place = models.TextField(_("place"), blank=True)
    disposition = models.TextField(_("disposition"), choices=choices.DISPOSITIONS)
    persons = ArrayField(models.TextField(), verbose_name=_("persons"), default=list)
    erased = ArrayField(models.TextField(), verbose_name=_("erased"), default=list)
    subjects = ArrayField(models.TextField(), verbose_name=_("about"), default=list)
    additions = models.IntegerField(_("additions"), default=0)
    entered_by = models.TextField(_("entered by"))
    entered_at = models.DateTimeField(_("entered at"))
    changed_at = models.DateTimeField(_("changed at"))

    class Meta:
        db_table = "surveillance_incident"
        verbose_name = _("incident")
        verbose_name_plural = _("incidents")
        ordering = ("-happened_at", "-id")
        constraints = (models.UniqueConstraint(fields=("property", "number"), name="surveillance_incident_number"),)
        indexes = (
            models.Index(fields=("property", "-happened_at"), name="surveillance_incident_at"),
            models.Index(fields=("property", "kind", "disposition"), name="surveillance_incident_kind"),
            GinIndex(fields=("persons",), name="surveillance_incident_persons"),
            GinIndex(fields=("subjects",), name="surveillance_incident_about"),
        )

    def __str__(self) -> str:
        return self.number


class Review(OfStream):
    """That an officer looked at the footage of a finding. Keyed by the position at which they said so."""

    code = models.TextField(_("review"))
    subject_stream = models.TextField(_("stream"))
    identity = models.TextField(_("finding"))
    verdict = models.TextField(_("seen"), choices=choices.VERDICTS)
    links = ArrayField(models.TextField(), verbose_name=_("links"), default=list)
    reviewed_by = models.TextField(_("reviewed by"))
    reviewed_at = models.DateTimeField(_("reviewed at"))

    class Meta:
        db_table = "surveillance_review"
        verbose_name = _("review of a finding")
        verbose_name_plural = _("reviews of findings")
        ordering = ("-id",)
        indexes = (models.Index(fields=("property", "subject_stream", "identity"), name="surveillance_review_of"),)

    def __str__(self) -> str:
        return self.code


class SpotCheck(OfStream):
    """A sample of rounds. ``looked`` is what was seen of each: round -> verdict. It is drawn by the next signed
    checkpoint: until then it has no seed and no rounds."""

    code = models.TextField(_("spot check"))
    seed = models.TextField(_("seed"), blank=True)
    checkpoint = models.BigIntegerField(_("signed checkpoint"), null=True)
    table = models.TextField(_("table"), blank=True)
    dealer = models.TextField(_("dealer"), blank=True)
    begins_at = models.DateTimeField(_("from"))
    ends_at = models.DateTimeField(_("to"))
    population = models.IntegerField(_("rounds in the interval"))
    rounds = ArrayField(models.TextField(), verbose_name=_("sample"), default=list)
    looked = models.JSONField(_("looked at"), default=dict)
    left = models.IntegerField(_("left"))
    asked_by = models.TextField(_("asked by"))
    asked_at = models.DateTimeField(_("asked at"))
    drawn_at = models.DateTimeField(_("drawn at"), null=True)

    class Meta:
        db_table = "surveillance_spotcheck"
        verbose_name = _("spot check")
        verbose_name_plural = _("spot checks")
        ordering = ("-id",)
        constraints = (models.UniqueConstraint(fields=("property", "code"), name="surveillance_spotcheck_code"),)

    def __str__(self) -> str:
        return self.code


class ShiftReport(OfStream):
    """The report of a shift that was signed; its lines stand in the record."""

    code = models.TextField(_("shift"))
    begins_at = models.DateTimeField(_("from"))
    ends_at = models.DateTimeField(_("to"))
    digest = models.TextField(_("SHA-256"))
    lines = models.IntegerField(_("lines"))
    handed_by = models.TextField(_("handed over by"))
    handed_at = models.DateTimeField(_("handed over at"))
    taken_by = models.TextField(_("taken over by"), blank=True)
    taken_at = models.DateTimeField(_("taken over at"), null=True)

    class Meta:
        db_table = "surveillance_shiftreport"
        verbose_name = _("signed shift report")
        verbose_name_plural = _("signed shift reports")
        ordering = ("-id",)
        constraints = (models.UniqueConstraint(fields=("property", "code"), name="surveillance_shiftreport_code"),)
        indexes = (models.Index(fields=("property", "begins_at", "ends_at"), name="surveillance_shiftreport_of"),)

    def __str__(self) -> str:
        return self.code


# --- Beside the read models -------------------------------------------------------------------------------------------


class Series(models.Model):
    """The last number of an incident given in a year: dense, since giving one is part of what enters it."""

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    year = models.IntegerField()
    last = models.IntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("property", "year"), name="surveillance_series_year"),)

    def __str__(self) -> str:
        return f"{self.year}-{self.last}"
