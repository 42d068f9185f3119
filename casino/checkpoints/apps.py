"""The app of the transparency log."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CheckpointsConfig(AppConfig):
    name = "casino.checkpoints"
    label = "checkpoints"
    verbose_name = _("Transparency log")

    def ready(self) -> None:
        """Say who may read entries, look at the settings at start, and tell how far the log is."""
        from casino import health
        from casino.checkpoints import checks, roles, state  # noqa: F401

        health.offer_report(state.reports)
