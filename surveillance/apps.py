"""The app of Surveillance: cameras, clocks, recordings, and the second of footage that shows an event."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SurveillanceConfig(AppConfig):
    name = "surveillance"
    label = "surveillance"
    verbose_name = _("Surveillance")

    def ready(self) -> None:
        """Register every event type of the room, so that whoever reads the ledger knows them; fill the seams of other
        rooms."""
        from surveillance import seams  # noqa: F401
        from surveillance.record import facts, signature_rules  # noqa: F401
