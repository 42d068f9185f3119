"""The property's row against what it has set for itself: its name, zone, gaming day and currency, dated, on the record.

Until the first values are recorded, with the first round (``service.bring_rows_up``), nothing is known of it. Proved by
``tests/detectors/test_detectors.py``.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from casino.clock import now as clock
from casino.core.house_settings import OF_THE_ROW
from casino.house import service
from casino.ledger.models import Property
from casino.ledger.row_kinds import Key, Kind, Record

LATE: Final = timedelta(minutes=5)
"""The row follows within a minute of the moment from which something is in force; longer where beat stood still."""


def _told(record: Record) -> dict[Key, dict[str, Any]]:
    property_code = record.property_code
    house, now = service.settings_of(property_code), clock()
    row = Property.all_houses.get(code=property_code)
    told: dict[str, Any] = {"dated_hours": service.dated_hours(house)}
    for name in OF_THE_ROW if house.begun is not None else ():
        in_force, before = house.at(name, now), house.at(name, now - LATE)
        told[name] = before if getattr(row, name) == before else in_force
    return {(property_code,): told}


KIND: Final = Kind(
    "ledger.Property",
    ("code",),
    (*OF_THE_ROW, "dated_hours"),
    _told,
    "what the property has set for itself, as in force now",
    where=lambda code: {"code": code},
)
