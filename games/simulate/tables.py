"""What the house sets about a table before anything is dealt: registration, limits, document, devices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from games.simulate.wire import Pen, Sent

PIT: Final = "PIT-1"
"""The pit of every simulated table."""

Limits = Mapping[str, tuple[int, int]]
"""(least, most) in minor units by kind of bet."""


def founding(
    pen: Pen,
    *,
    table: str,
    at: datetime,
    game: str,
    document: str,
    name: str,
    limits: Limits,
    devices: Sequence[str],
    set_by: dict[str, str],
    currency: str = "VND",
    pit: str = PIT,
    variant: str | None = None,
) -> list[Sent]:
    """The facts that make a table, all at one moment, entered by one person of the house."""

    def enter(kind: str, data: dict[str, Any]) -> Sent:
        return pen.write(kind, table=table, occurred_at=at, device=None, person=set_by["staff"], data=data)

    registration = {"game": game, "currency": currency, "name": name, "pit": pit, "variant": variant}
    return [
        enter("table.registered", registration),
        limits_set(pen, table=table, at=at, limits=limits, set_by=set_by),
        enter("table.document_assigned", {"document": document}),
        *(enter("table.device_bound", {"device": device}) for device in devices),
    ]


def limits_set(pen: Pen, *, table: str, at: datetime, limits: Limits, set_by: dict[str, str]) -> Sent:
    """Limits posted at the table from now on."""
    posted = [{"bet": bet, "minimum_minor": least, "maximum_minor": most} for bet, (least, most) in limits.items()]
    return pen.write(
        "table.limits_set",
        table=table,
        occurred_at=at,
        device=None,
        person=set_by["staff"],
        data={"limits": posted, "set_by": set_by},
    )
