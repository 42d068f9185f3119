"""The inbox in the side bar, with the number of cases that wait for the person.

Proved by ``tests/disputes/admin/test_panels.py``.
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from casino.console.navigation import Entry, register
from disputes.rows.visibility import waiting_rows

register(
    "disputes",
    Entry(
        order=10,
        title=_("Cases"),
        icon="balance",
        address="admin:disputes_case_changelist",
        permission="disputes.view_case",
        badge=waiting_rows,
    ),
)
