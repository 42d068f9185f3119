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
        from casino.checkpoints import checks, roles, state  # noqa: F401
        from casino.ledger.row_kinds import elsewhere, left_out
        from casino.site import health

        health.offer_report(state.reports)
        tables = ("Log", "Checkpoint", "Stamp")
        elsewhere("with the tree made again, in every run", *(f"checkpoints.{each}" for each in tables))
        left_out(
            "when each witness and authority was asked and answered last; what they signed is in the checkpoints",
            "checkpoints.Witness",
            "checkpoints.Authority",
        )
