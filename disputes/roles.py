"""Which roles see cases and the library: everybody but the dealer, and the administrator, who keeps accounts instead.
Imported by the app."""

from __future__ import annotations

from typing import Final

from casino.access.roles import ONLOOKERS, permit, roles_from

CASES: Final = ("disputes.view_case", "disputes.view_libraryversion")

READS: Final = ("disputes.view_personalread",)
"""Who read personal data: for those who answer for it, and those who look on."""

permit(CASES, to=(*roles_from("acting_pit_supervisor"), *ONLOOKERS), sensitive=True)
permit(READS, to=("senior_management", *ONLOOKERS), sensitive=True)
