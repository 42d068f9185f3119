"""The app of the disputes: cases, what is kept sealed about people, and what people see of them."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DisputesConfig(AppConfig):
    name = "disputes"
    label = "disputes"
    verbose_name = _("Disputes")

    def ready(self) -> None:
        """Register every event type of the room, so that whoever reads the ledger knows them, and what it carries out
        of section 8; look at the keys of persons at every start; let the worker finish what an erasure left."""
        from casino.celery import app
        from disputes import tasks as case_tasks
        from disputes import telling  # noqa: F401
        from disputes.case import clauses, facts  # noqa: F401
        from disputes.library import words as library_words  # noqa: F401
        from disputes.vault import (
            checks,  # noqa: F401
            tasks,
        )

        app.conf.beat_schedule = {**app.conf.beat_schedule, **tasks.BEAT, **case_tasks.BEAT}
