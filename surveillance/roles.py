"""Which roles may see what of Surveillance. Imported by the app.

Permissions open lists and pages; which footage of them somebody sees follows from the cases they may see
(``surveillance.rows.visibility``). What is *done* is asked of the person's post where it is recorded
(``surveillance.record.commands``). Proved by ``tests/test_roles.py`` and ``tests/surveillance/test_visibility.py``.
"""

from __future__ import annotations

from typing import Final

from casino.access.roles import ONLOOKERS, permit, roles_from

FOOTAGE: Final = ("surveillance.view_recording", "surveillance.view_link")
"""Footage of cases that are theirs."""
KEPT: Final = (
    "surveillance.view_request",
    "surveillance.view_hold",
    "surveillance.view_heldchange",
    "surveillance.view_gap",
    "surveillance.view_camera",
    "surveillance.view_coverage",
    "surveillance.view_recorder",
    "surveillance.view_clockreading",
    "surveillance.view_frame",
)
"""What is filmed, kept and missing: for whoever answers for cases."""
LOG: Final = tuple(f"surveillance.view_{name}" for name in ("incident", "review", "spotcheck", "shiftreport"))
"""The log of Surveillance and what it checks by itself."""

permit(FOOTAGE, to=(*roles_from("acting_pit_supervisor"), *ONLOOKERS), sensitive=True)
permit(KEPT, to=(*roles_from("pit_manager"), *ONLOOKERS))
permit(LOG, to=("surveillance", "senior_management", *ONLOOKERS), sensitive=True)
