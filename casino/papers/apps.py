"""The app of papers."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PapersConfig(AppConfig):
    name = "casino.papers"
    label = "papers"
    verbose_name = _("Papers")

    def ready(self) -> None:
        """Look at the settings at start; put errors and event types where they are looked for."""
        from casino.papers import checks, errors, facts  # noqa: F401
