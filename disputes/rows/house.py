"""What the house has set, and what is where: read for whoever asks.

Proved by ``tests/disputes/test_service.py``.
"""

from __future__ import annotations

from datetime import datetime

from casino.house.service import settings_of
from casino.house.state import HouseSettings
from disputes.case.context import TERM_SETTINGS, Terms
from games.rows import on_duty


def terms(property_code: str, at: datetime) -> Terms:
    """What a property has set for its disputes, as in force at a moment."""
    return terms_of(settings_of(property_code), at)


def terms_of(house: HouseSettings, at: datetime) -> Terms:
    """As :func:`terms`, of settings that were read already."""
    return Terms(**{field: house.at(name, at) for field, name in TERM_SETTINGS.items()})  # type: ignore[arg-type]


def pit_of(property_code: str, table: str | None) -> str | None:
    """The pit of a table as it stands now."""
    if table is None:
        return None
    return on_duty.pit_of(property_code, table)
