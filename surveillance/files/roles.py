"""Which roles bring footage in and see the work on it. Imported by the app. Which recordings somebody sees, and whether
they may watch them, says ``surveillance.rows.visibility``. Proved by ``tests/test_roles.py``."""

from __future__ import annotations

from typing import Final

from casino.access.roles import permit

TAKING_IN: Final = (
    "surveillance.add_footageupload",
    "surveillance.view_footageupload",
    "surveillance.view_footagejob",
)

permit(TAKING_IN, to=("surveillance", "senior_management"), sensitive=True)
