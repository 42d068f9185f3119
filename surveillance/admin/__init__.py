"""The admin of Surveillance: its lists, the page of each thing, the forms of its commands, its panels on other pages.

Nothing is added to, changed or deleted here but by a command of ``surveillance.execution.service``. Proved by
``tests/surveillance/admin``.
"""

from __future__ import annotations

from surveillance.admin import equipment, keeping, lists, log, panels, recordings, reports, work

__all__ = ["equipment", "keeping", "lists", "log", "panels", "recordings", "reports", "work"]
