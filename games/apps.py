"""The app of the games: taking facts in, replaying and judging them, and what people see of it."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    label = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Register every event type, so that whoever reads the ledger knows them all; fill the seams of other rooms."""
        from games import catalogue, seams  # noqa: F401
        from games.commands import signature_rules  # noqa: F401
        from games.facts import approval_requests, findings  # noqa: F401
