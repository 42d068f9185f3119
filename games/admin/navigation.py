"""The games room's lines of the side bar. Proved by ``tests/admin/test_pages.py``."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from casino.access import looking
from casino.console.navigation import Entry, register
from games.rows.models import STANDING, Finding


def _open_money(request: HttpRequest) -> QuerySet[Finding]:
    """The findings about money that stand open."""
    return Finding.objects.filter(looking.rows(request.user, "finding"), status__in=STANDING, severity="money")


register(
    "play",
    Entry(
        order=10,
        title=_("Rounds"),
        icon="casino",
        address="admin:games_round_changelist",
        permission="games.view_round",
    ),
)
register(
    "play",
    Entry(
        order=20,
        title=_("Findings"),
        icon="fact_check",
        address="admin:games_finding_changelist",
        permission="games.view_finding",
        badge=_open_money,
    ),
)
register(
    "play",
    Entry(
        order=30,
        title=_("Tables"),
        icon="table_bar",
        address="admin:games_table_changelist",
        permission="games.view_table",
    ),
)
register(
    "play",
    Entry(
        order=40,
        title=_("Statistics"),
        icon="bar_chart",
        address="admin:games_statistics",
        permission="games.view_round",
    ),
)
register(
    "play",
    Entry(
        order=45,
        title=_("Fairness"),
        icon="balance",
        address="admin:games_fairness",
        permission="games.view_round",
    ),
)
register(
    "equipment",
    Entry(
        order=10,
        title=_("Devices"),
        icon="sensors",
        address="admin:games_device_changelist",
        permission="games.view_device",
    ),
)
register(
    "equipment",
    Entry(
        order=20,
        title=_("Quarantine"),
        icon="report",
        address="admin:games_quarantine_changelist",
        permission="games.view_quarantine",
    ),
)
register(
    "equipment",
    Entry(
        order=30,
        title=_("State of the log"),
        icon="monitor_heart",
        address="admin:games_projection_changelist",
        permission="games.view_projection",
    ),
)
