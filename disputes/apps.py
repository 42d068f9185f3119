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
        from casino.access import reads
        from casino.celery import app
        from casino.ledger.verify import offer_check
        from casino.papers import known
        from casino.site import health
        from casino.site.queues import PROMPT
        from casino.vault import (
            checks,  # noqa: F401
            tasks,
        )
        from disputes import roles, row_kinds  # noqa: F401
        from disputes import tasks as case_tasks
        from disputes.admin import weighty
        from disputes.case import clauses, commanded, event_words, facts  # noqa: F401
        from disputes.library import commanded as library_commanded  # noqa: F401
        from disputes.library import words as library_words  # noqa: F401
        from disputes.notices import mail
        from disputes.papers import found
        from disputes.reads import log
        from disputes.rows import (
            matters,
            record_check,
            sums,  # noqa: F401
        )
        from games.rows import matters as round_matters

        reads.kept_by("disputes", log.reason)
        app.conf.beat_schedule = {**app.conf.beat_schedule, **tasks.BEAT, **case_tasks.BEAT}
        prompt = {"disputes.*": {"queue": PROMPT}, "casino.vault.*": {"queue": PROMPT}}
        app.conf.task_routes = {**(app.conf.task_routes or {}), **prompt}
        event_words.register()
        round_matters.offer(matters.open_about)
        offer_check("vault", "what is sealed against the digests in the events", record_check.faults)
        for follower in case_tasks.FOLLOWING:
            health.expect_follower(follower, case_tasks.TITLES[follower])
        health.offer_report(mail.report)
        weighty.declare_all()
        known.offer(found.find)
