"""The app of Surveillance: cameras, clocks, recordings, and the second of footage that shows an event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.apps import AppConfig
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from casino.core.commands import Command


def _command_of_page(request: HttpRequest, _fields: Mapping[str, Any]) -> Command | None:
    from surveillance.admin import doing

    match = request.resolver_match
    assert match is not None
    return doing.read(request, **match.kwargs)


class SurveillanceConfig(AppConfig):
    name = "surveillance"
    label = "surveillance"
    verbose_name = _("Surveillance")

    def ready(self) -> None:
        """Register every event type of the room, so that whoever reads the ledger knows them, its roles and its
        background work."""
        from casino.celery import app
        from casino.site import health
        from casino.site.queues import PROMPT
        from surveillance import (
            demonstration,  # noqa: F401
            roles,  # noqa: F401
            row_kinds,  # noqa: F401
            tasks,
        )
        from surveillance.execution import weighty
        from surveillance.files import roles as file_roles  # noqa: F401
        from surveillance.files import starting
        from surveillance.keeping import notices
        from surveillance.pages import event_words, navigation, panels  # noqa: F401
        from surveillance.record import commanded, facts  # noqa: F401
        from surveillance.reports import starting as report_starting

        app.conf.beat_schedule = {**app.conf.beat_schedule, **tasks.BEAT}
        routes = {"surveillance.tasks.*": {"queue": PROMPT}}
        app.conf.task_routes = {**(app.conf.task_routes or {}), **routes}
        for follower in tasks.FOLLOWING:
            health.expect_follower(follower, tasks.TITLES[follower])
        event_words.register()
        notices.register()
        weighty.declare_all(page=_command_of_page)
        starting.begin()
        report_starting.begin()
        from surveillance.reports.paper import making as report_papers

        report_papers.offer()
