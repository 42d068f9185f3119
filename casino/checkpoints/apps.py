"""The app of the transparency log."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CheckpointsConfig(AppConfig):
    name = "casino.checkpoints"
    label = "checkpoints"
    verbose_name = _("Transparency log")

    def ready(self) -> None:
        """Look at the settings at start."""
        from casino.checkpoints import checks  # noqa: F401
