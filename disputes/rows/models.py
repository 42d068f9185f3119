"""The read model of cases, and what stands beside it.

Rows of :class:`Case` follow from the ledger alone and can be dropped and rebuilt (``disputes.rows.readmodel``). No text
and no name stands in them: those stay sealed in the vault. Proved by ``tests/disputes/test_readmodel.py``.
"""

from __future__ import annotations

from typing import ClassVar, Final

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from casino.ledger.models import Property
from casino.site.choices import choices_of
from disputes.case.allowed import STAGE_NAMES
from disputes.case.facts import Ending
from disputes.case.kept import Stage
from disputes.case.words import ENDINGS
from games.rows.models import OfProperty

STAGES: Final = choices_of(Stage, STAGE_NAMES)


class Case(OfProperty):
    """A case as it stands, in figures and codes: what lists, filters, the inbox and the dashboard need.

    ``due_at`` and ``due_code`` are the earliest clock that runs; ``clocks`` all of them, as ``[code, due, subject]``.
    ``waiting`` are the posts whose move it is; ``people`` the staff codes of everybody who did something in it.
    ``owed`` is what those who see to the case do next (``disputes.case.owed``), ``barred`` those of them who may not,
    ``rests_until`` until when they wait for somebody else. ``said`` names the sealed claim and the sealed identities of
    players, by reference and salted hash: no word of them stands here. ``out_minor`` is what changes hands yet, in
    either direction (``disputes.case.moneys``).
    """

    narrowed_as: ClassVar = "case"

    stream = models.TextField(_("stream"))
    number = models.TextField(_("case"))
    stage = models.TextField(_("stage"), choices=STAGES)
    stage_since = models.DateTimeField(_("in this stage since"))
    ending = models.TextField(_("ending"), choices=choices_of(Ending, ENDINGS), blank=True)
    source = models.TextField(_("source"))
    table = models.TextField(_("table"), blank=True)
    game = models.TextField(_("game"), blank=True)
    gaming_day = models.DateField(_("gaming day"), null=True)
    rounds = ArrayField(models.TextField(), verbose_name=_("rounds"), default=list)
    findings = ArrayField(models.TextField(), verbose_name=_("findings"), default=list)
    clauses = ArrayField(models.TextField(), verbose_name=_("clauses"), default=list)
    currency = models.TextField(_("currency"), blank=True)
    amount_minor = models.BigIntegerField(_("amount in dispute"), null=True)
    paid_minor = models.BigIntegerField(_("remedied"), default=0)
    out_minor = models.BigIntegerField(_("still out"), default=0)
    opened_at = models.DateTimeField(_("opened at"))
    opened_by = models.TextField(_("opened by"))
    assigned_to = models.TextField(_("in the hands of"), blank=True)
    waiting = ArrayField(models.TextField(), verbose_name=_("waiting for"), default=list)
    owed = models.TextField(_("next"), blank=True)
    barred = ArrayField(models.TextField(), verbose_name=_("who may not do it"), default=list)
    rests_until = models.DateTimeField(_("waits for somebody else until"), null=True)
    said = models.JSONField(_("sealed words"), default=dict)
    people = ArrayField(models.TextField(), verbose_name=_("people"), default=list)
    persons = ArrayField(models.TextField(), verbose_name=_("players and witnesses"), default=list)
    references = ArrayField(models.TextField(), verbose_name=_("references of players"), default=list)
    due_at = models.DateTimeField(_("due"), null=True)
    due_code = models.TextField(_("clock"), blank=True)
    clocks = models.JSONField(_("clocks"), default=list)
    decided_at = models.DateTimeField(_("decided at"), null=True)
    decided_by = models.TextField(_("decided by"), blank=True)
    remedy = models.TextField(_("remedy"), blank=True)
    complaint_result = models.TextField(_("result of the complaint"), blank=True)
    outside = models.TextField(_("confirmed from outside the line"), blank=True, default="")
    closed_at = models.DateTimeField(_("closed at"), null=True)
    retained_until = models.DateTimeField(_("kept until"), null=True)
    merged_into = models.TextField(_("merged into"), blank=True)
    erased = models.BooleanField(_("personal data erased"), default=False)
    emptied = models.BooleanField(_("every key destroyed"), default=False)
    version = models.IntegerField(_("version"))
    changed_at = models.DateTimeField(_("changed at"))
    last_position = models.BigIntegerField(_("last position"))

    class Meta:
        db_table = "disputes_case"
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        ordering = ("-id",)
        constraints = (models.UniqueConstraint(fields=("property", "stream"), name="disputes_case_stream"),)
        indexes = (
            models.Index(fields=("property", "stage", "due_at"), name="disputes_case_stage"),
            models.Index(fields=("property", "due_at"), condition=Q(due_at__isnull=False), name="disputes_case_due"),
            models.Index(fields=("property", "assigned_to", "stage"), name="disputes_case_hands"),
            models.Index(fields=("property", "retained_until"), condition=Q(emptied=False), name="disputes_case_term"),
            models.Index(fields=("property", "table", "-opened_at"), name="disputes_case_table"),
            models.Index(fields=("property", "-opened_at"), name="disputes_case_opened"),
            GinIndex(fields=("rounds",), name="disputes_case_rounds"),
            GinIndex(fields=("waiting",), name="disputes_case_waiting"),
            GinIndex(fields=("persons",), name="disputes_case_persons"),
            GinIndex(fields=("clauses",), name="disputes_case_clauses"),
        )

    def __str__(self) -> str:
        return self.number

    @property
    def is_open(self) -> bool:
        return self.stage != Stage.CLOSED


class CaseSeries(models.Model):
    """The last number given in a year: numbers are dense, since giving one is part of the transaction that opens."""

    property = models.ForeignKey(Property, on_delete=models.PROTECT, related_name="+")
    year = models.IntegerField()
    last = models.IntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("property", "year"), name="disputes_series_year"),)

    def __str__(self) -> str:
        return f"{self.year}-{self.last}"


class Presence(models.Model):
    """That a person has a case open: no part of the record (``disputes.rows.presence``)."""

    case = models.BigIntegerField()
    user = models.BigIntegerField()
    staff = models.TextField()
    command = models.TextField(blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("case", "user"), name="disputes_presence_once"),)

    def __str__(self) -> str:
        return f"{self.case} {self.staff}"
