"""Which roles see tables and their rounds, the machines that send, and what was refused. Imported by the app."""

from __future__ import annotations

from typing import Final

from casino.access.roles import ONLOOKERS, permit, roles_from

TABLES: Final = ("games.view_table", "games.view_round", "games.view_finding", "games.view_waiting")
MACHINES: Final = ("games.view_device", "games.view_devicegap", "games.view_deviceprogress", "games.view_projection")
REFUSED: Final = ("games.view_quarantine",)

STUDIES: Final = ("games.view_rulestudy",)
"""What other rules would cost is the house's own planning: those who may ask that a document be put in force weigh it.
"""

permit(TABLES, to=(*roles_from("dealer"), *ONLOOKERS))
permit(MACHINES, to=(*roles_from("pit_supervisor"), *ONLOOKERS, "administrator"))
permit(REFUSED, to=(*roles_from("pit_manager"), *ONLOOKERS, "administrator"))
permit(STUDIES, to=("director_of_table_games", "senior_management", "head_of_operations"))
