"""What the house sets about a table before anything is dealt: registration, limits, document, devices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from games.simulate.wire import Pen, Sent


def founding(
    pen: Pen,
    *,
    table: str,
    at: datetime,
    game: str,
    document: str,
    name: str,
    limits: Mapping[str, tuple[int, int]],
    devices: Sequence[str],
    set_by: dict[str, str],
    currency: str = "VND",
    pit: str = "PIT-1",
) -> list[Sent]:
    """The facts that make a table, all at one moment, entered by one person of the house."""
    steps: list[tuple[str, dict[str, Any]]] = [
        ("table.registered", {"game": game, "currency": currency, "name": name, "pit": pit}),
        (
            "table.limits_set",
            {
                "limits": [
                    {"bet": b, "minimum_minor": low, "maximum_minor": high} for b, (low, high) in limits.items()
                ],
                "set_by": set_by,
            },
        ),
        ("table.document_assigned", {"document": document}),
    ]
    steps += [("table.device_bound", {"device": device}) for device in devices]
    return [
        pen.write(kind, table=table, occurred_at=at, device=None, person=set_by["staff"], data=data)
        for kind, data in steps
    ]
