"""A rule-change study that somebody asked for: a row that goes again, never a fact. Proved by ``tests/studies``."""

from __future__ import annotations

import builtins
from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _

from casino.ledger.models import OfHouse, Property


class StudyState(models.TextChoices):
    QUEUED = "queued", _("waiting")
    RUNNING = "running", _("at work")
    DONE = "done", _("finished")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")


UNDER_WAY: Final = (StudyState.QUEUED, StudyState.RUNNING)


class RuleStudy(OfHouse):
    """What was supposed, and what it came to. Sums of ``result`` are in minor units
    (``games.studies.study.Study.told``); the row is deleted at ``expires_at``."""

    property = models.ForeignKey(Property, on_delete=models.DO_NOTHING, db_constraint=False, related_name="+")
    command_id = models.UUIDField(unique=True)
    staff = models.TextField()
    post = models.TextField()
    asked_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    game = models.TextField()
    document = models.TextField()
    text = models.TextField()
    changes = models.JSONField(default=dict)
    limits = models.JSONField(default=dict)
    table = models.TextField(blank=True)
    since = models.DateField(null=True)
    until = models.DateField(null=True)
    position = models.BigIntegerField()
    state = models.TextField(choices=StudyState.choices, default=StudyState.QUEUED)
    done = models.IntegerField(default=0)
    total = models.IntegerField(default=0)
    deaths = models.IntegerField(default=0)
    ended_at = models.DateTimeField(null=True)
    said_vi = models.TextField(blank=True)
    said_en = models.TextField(blank=True)
    result = models.JSONField(null=True)

    class Meta:
        verbose_name = _("rule-change study")
        verbose_name_plural = _("rule-change studies")
        ordering = ("-id",)
        default_permissions = ("view",)
        indexes = (models.Index(fields=("property", "-id"), name="games_study_property"),)

    def __str__(self) -> str:
        return f"{self.document} {self.pk}"

    @builtins.property  # the field above has taken the plain name
    def under_way(self) -> bool:
        return self.state in UNDER_WAY
