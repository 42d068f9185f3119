"""The app of the games: taking facts in, replaying and judging them, and what people see of it."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    label = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        """Register every event type, so that whoever reads the ledger knows them all; give the worker its rounds."""
        from casino.celery import app
        from games import (
            findings,  # noqa: F401
            tasks,
        )
        from games.rounds import baccarat, device, roulette, sicbo, table  # noqa: F401

        app.conf.beat_schedule = {**app.conf.beat_schedule, **tasks.BEAT}
