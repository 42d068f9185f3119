"""Which cameras covered this table at this moment, or in this interval: by the table itself, or by its pit.

A pure question over rows. Proved by ``tests/surveillance/test_gaps.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

import msgspec
from django.db.models import Q

from games.rows.models import Table
from surveillance.rows.models import Camera, Coverage


class Covering(msgspec.Struct, frozen=True):
    """A camera that covered the table from ``begins_at`` to ``ends_at``, within what was asked. ``directly`` is False
    where it covered the table's pit as a whole."""

    camera: Camera
    shows: tuple[str, ...]
    begins_at: datetime
    ends_at: datetime
    directly: bool


def covering(
    property_id: int, table: str, begins_at: datetime, ends_at: datetime | None = None, *, pit: str | None = None
) -> list[Covering]:
    """The cameras that covered a table at a moment, or in the interval to ``ends_at``: those on the table first.
    ``pit`` is the table's, where the caller knows it."""
    ends_at = begins_at if ends_at is None else ends_at
    if pit is None:  # asked within the same query
        its_pit = Table.objects.filter(property_id=property_id, code=table).exclude(pit="").values("pit")
        of_table = Q(table=table) | Q(table="", pit__in=its_pit)
    else:
        of_table = Q(table=table) | (Q(table="", pit=pit) if pit else Q(pk__in=()))
    rows = Coverage.objects.filter(of_table, property_id=property_id, begins_at__lte=ends_at)
    rows = rows.filter(Q(ends_at=None) | Q(ends_at__gt=begins_at)).select_related("camera__recorder")
    made = [
        Covering(
            row.camera,
            tuple(row.shows),
            max(row.begins_at, begins_at),
            ends_at if row.ends_at is None else min(row.ends_at, ends_at),
            bool(row.table),
        )
        for row in rows
    ]
    return sorted(made, key=lambda each: (not each.directly, each.camera.code, each.begins_at))


def uncovered(
    covered: Iterable[tuple[datetime, datetime]], begins_at: datetime, ends_at: datetime
) -> list[tuple[datetime, datetime]]:
    """What of the interval none of the stretches covers, in order."""
    found, reached = [], begins_at
    for begin, end in sorted(covered):
        if begin > reached:
            found.append((reached, min(begin, ends_at)))
        reached = max(reached, end)
        if reached >= ends_at:
            break
    if reached < ends_at:
        found.append((reached, ends_at))
    return [(begin, end) for begin, end in found if begin < end]
