"""The app of the disputes: cases, what is kept sealed about people, and what people see of them."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DisputesConfig(AppConfig):
    name = "disputes"
    label = "disputes"
    verbose_name = _("Disputes")

    def ready(self) -> None:
        """Register every event type of the room, so that whoever reads the ledger knows them; fill the seams of other
        rooms; look at the keys of persons at every start."""
        from casino.vault import checks  # noqa: F401
        from disputes import seams  # noqa: F401
        from disputes.case import facts, signature_rules  # noqa: F401
        from disputes.library import signature_rules as library_commanded  # noqa: F401
