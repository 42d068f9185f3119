"""The admin of Surveillance: its lists, the page of each thing, the forms of its commands, its panels on other pages.

Nothing is added to, changed or deleted here but by a command of ``surveillance.service``. Proved by
``tests/surveillance/admin``.
"""

from __future__ import annotations

from surveillance.admin import equipment, keeping, lists, log, navigation, panels
from surveillance.files import admin as recordings
from surveillance.files import work_admin as work
from surveillance.reports import admin as reports

__all__ = ["equipment", "keeping", "lists", "log", "navigation", "panels", "recordings", "reports", "work"]
