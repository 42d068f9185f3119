"""The admin of the disputes room: the inbox of cases, a case's page, and the forms of its commands.

Nothing is added to, changed or deleted here but by a command of ``disputes.execution.service``. Proved by
``tests/disputes/admin`` and ``tests/journeys``.
"""

from __future__ import annotations

from disputes.admin import cases, panels
from disputes.library import admin as library
from disputes.notices import admin as notices
from disputes.reads import admin as reads

__all__ = ["cases", "library", "notices", "panels", "reads"]
