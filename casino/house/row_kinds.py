"""The property's row against what it has set for itself: its name, zone, gaming day and currency, dated, on the record.

Until the first values are recorded (``record_rows``, with every upgrade) nothing is known of it. Proved by
``tests/detectors/test_detectors.py``.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final
from uuid import uuid4

from casino.clock import now as clock
from casino.core.house_settings import OF_THE_ROW
from casino.house import service
from casino.ledger.models import Property
from casino.ledger.row_kinds import Key, Kind, brought_up_by, declare

LATE: Final = timedelta(minutes=5)
"""The row follows within a minute of the moment from which something is in force; longer where beat stood still."""


def _told(property_code: str) -> dict[Key, dict[str, Any]]:
    house, now = service.settings_of(property_code), clock()
    if house.begun is None:
        return {(property_code,): {}}
    row = Property.all_houses.get(code=property_code)
    told = {}
    for name in OF_THE_ROW:
        in_force, before = house.at(name, now), house.at(name, now - LATE)
        told[name] = before if getattr(row, name) == before else in_force
    return {(property_code,): told}


def record_first_values(now: datetime) -> int:
    """Of every property that has set nothing yet."""
    codes = Property.all_houses.order_by("pk").values_list("code", flat=True)
    return sum(service.begin(code, command_id=uuid4(), now=now) for code in codes)


declare(
    Kind(
        "ledger.Property",
        ("code",),
        OF_THE_ROW,
        _told,
        "what the property has set for itself, as in force now",
        where=lambda code: {"code": code},
    )
)
brought_up_by(record_first_values)
