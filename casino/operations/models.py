"""What is known of the work that goes on by itself. Proved by ``tests/test_failed_tasks.py`` and ``test_vitals.py``."""

from __future__ import annotations

import json

from django.db import models
from django.utils.translation import gettext_lazy as _


class FailedTask(models.Model):
    """A background task that failed and has not succeeded since, by name and arguments
    (:mod:`casino.operations.failed_tasks`). No part of the record."""

    task = models.TextField(_("task"))
    arguments = models.TextField()
    first_at = models.DateTimeField(_("failed first"))
    last_at = models.DateTimeField(_("failed last"))
    times = models.IntegerField(_("times"), default=1)
    error = models.TextField(_("error"))
    begun_again_at = models.DateTimeField(_("begun again"), null=True)

    class Meta:
        db_table = "casino_failed_task"
        verbose_name = _("failed task")
        verbose_name_plural = _("failed tasks")
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=("task", "arguments"), name="casino_failed_task_once")]

    def __str__(self) -> str:
        return self.task

    @property
    def said_arguments(self) -> str:
        """What it was called with: codes and keys."""
        return ", ".join(map(str, json.loads(self.arguments)))


class Vital(models.Model):
    """When something that works without being asked was last heard of, and what was wrong with it
    (:mod:`casino.operations.vitals`). No part of the record."""

    name = models.TextField(primary_key=True)
    at = models.DateTimeField()
    waited_ms = models.BigIntegerField(default=0)
    said = models.TextField(blank=True)

    class Meta:
        db_table = "casino_vital"
        verbose_name = _("sign of life")
        verbose_name_plural = _("signs of life")
        default_permissions = ()

    def __str__(self) -> str:
        return self.name
