"""Every command of Surveillance, in the order in which pages offer them. Pure."""

from __future__ import annotations

from surveillance.record import changing, equipment, erasing, holding, journal, shifts, showing
from surveillance.record.step import COMMANDS, FUNCTIONS, Step

__all__ = (
    "COMMANDS",
    "FUNCTIONS",
    "Step",
    "changing",
    "equipment",
    "erasing",
    "holding",
    "journal",
    "shifts",
    "showing",
)
