"""The entries of Surveillance in the side bar, with the number of requests that wait.

Proved by ``tests/surveillance/admin/test_pages.py``.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from casino.console.navigation import Entry, register
from surveillance.rows.visibility import waiting_rows

register(
    "footage",
    Entry(
        order=96,
        title=_("Clocks"),
        icon="schedule",
        address="footage_clocks",
        permission="surveillance.view_clockreading",
    ),
)
for _order, _title, _icon, _model in (
    (10, _("Requests for footage"), "inbox", "request"),
    (30, _("Links"), "link", "link"),
    (40, _("Holds"), "lock_clock", "hold"),
    (50, _("Gaps in coverage"), "videocam_off", "gap"),
    (60, _("Surveillance log"), "menu_book", "incident"),
    (70, _("Reviews of findings"), "rate_review", "review"),
    (80, _("Spot checks"), "casino", "spotcheck"),
    (90, _("Cameras"), "videocam", "camera"),
    (95, _("Recorders"), "dns", "recorder"),
    (97, _("Clock readings"), "more_time", "clockreading"),
):
    register(
        "footage",
        Entry(
            order=_order,
            title=_title,
            icon=_icon,
            address=f"admin:surveillance_{_model}_changelist",
            permission=f"surveillance.view_{_model}",
            badge=waiting_rows if _model == "request" else None,
        ),
    )
