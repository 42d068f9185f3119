"""Clocks: how far a sender's clock is from the server's, and when that is recorded.

Measured with each request: the server's moment of receiving minus the clock reading that came with it. The way through
the network is part of it, so less than a second is taken for none. Beyond the allowed difference it becomes a fact of
the device, at most once an hour while it stays the same to the second. Of each hour the reading that was least on its
way is kept (:func:`keep_reading`): from these the clock's offset and drift are worked out, with its history. A time of
occurrence that lies in the future shows a fast clock even where no reading came along. Proved by
``tests/ingest/test_clocks.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid5

from django.db import connection, transaction

from casino.core.events import NewEvent
from games.engine.device import ClockOff
from games.ingest.models import Device, DeviceProgress
from games.rows import limits

NAMESPACE: Final = UUID("5f1a6a52-6c0b-5d0e-9c52-1c9b1b8c7d10")
"""Of the ids that taking events in gives to its own facts."""
SYSTEM_ACTOR: Final = "system:ingest"
CHANGE_MS: Final = 1_000
NEARER_MS: Final = 20
"""A reading that was less on its way by less than this says nothing more of the hour."""
_KEEP: Final = """
    INSERT INTO games_device_clock AS kept (device_id, hour, received_at, skew_ms) VALUES (%s, %s, %s, %s)
    ON CONFLICT (device_id, hour) DO UPDATE SET received_at = excluded.received_at, skew_ms = excluded.skew_ms
    WHERE excluded.skew_ms < kept.skew_ms
"""
_KEPT: Final[dict[int, tuple[datetime, int]]] = {}
"""Of each device the hour and the difference that this process knows to be kept: most requests write nothing."""


def skew_ms_of(received_at: datetime, reading: datetime) -> int:
    """Server's clock minus the sender's, in whole milliseconds."""
    return round((received_at - reading) / timedelta(milliseconds=1))


def clock_facts(
    device: Device, events: Sequence[NewEvent], *, received_at: datetime, skew_ms: int | None
) -> list[NewEvent]:
    """What is to be recorded of the device's clock with this request: nothing, or one fact."""
    shown = _skew_shown(events, received_at, skew_ms)
    if shown is None or abs(shown) <= limits.CLOCK_LIMIT_MS:
        return []
    progress = DeviceProgress.objects.filter(device=device).first()
    if progress is not None and _is_known(progress, shown, received_at):
        return []
    return [
        NewEvent(
            id=uuid5(NAMESPACE, f"clock/{device.property.code}/{device.code}/{received_at.isoformat()}"),
            stream=f"device/{device.code}",
            type="device.clock_off.v1",
            data=ClockOff(device=device.code, skew_ms=shown),
            actor=SYSTEM_ACTOR,
            occurred_at=received_at,
        )
    ]


def _skew_shown(events: Sequence[NewEvent], received_at: datetime, skew_ms: int | None) -> int | None:
    """The measured difference, or a larger one that a time of occurrence in the future proves."""
    latest = max((event.occurred_at for event in events if event.occurred_at is not None), default=None)
    if latest is None:
        return skew_ms
    ahead = skew_ms_of(received_at, latest)
    return ahead if ahead < min(skew_ms or 0, -limits.CLOCK_LIMIT_MS) - CHANGE_MS else skew_ms


def _is_known(progress: DeviceProgress, skew_ms: int, now: datetime) -> bool:
    if progress.clock_flagged_at is None or progress.clock_flagged_skew_ms is None:
        return False
    return (
        abs(progress.clock_flagged_skew_ms - skew_ms) <= CHANGE_MS
        and abs(now - progress.clock_flagged_at) < limits.CLOCK_REMINDER
    )


def remember_clock(device: Device, skew_ms: int | None, recorded: Sequence[NewEvent], received_at: datetime) -> None:
    """Note on the device's row how its clock stood, and what was recorded of it."""
    values: dict[str, object] = {"last_seen_at": received_at}
    if skew_ms is not None:
        values["clock_skew_ms"] = skew_ms
    for event in recorded:
        assert isinstance(event.data, ClockOff)
        values |= {"clock_flagged_at": received_at, "clock_flagged_skew_ms": event.data.skew_ms}
    DeviceProgress.objects.filter(device=device).update(**values)


def keep_reading(device: Device, skew_ms: int | None, received_at: datetime) -> None:
    """Keep how the clock stood, where this is the first reading of the hour or was less on its way than those before:
    what a reading is late by only ever makes the difference larger."""
    if skew_ms is None or says_nothing_new(device, skew_ms, received_at):
        return
    hour = _hour(received_at)
    with connection.cursor() as cursor:
        cursor.execute(_KEEP, [device.pk, hour, received_at, skew_ms])
    transaction.on_commit(lambda: _KEPT.__setitem__(device.pk, (hour, skew_ms)))


def says_nothing_new(device: Device, skew_ms: int | None, received_at: datetime) -> bool:
    """Whether :func:`keep_reading` has nothing to write, as this process knows."""
    known = _KEPT.get(device.pk)
    return skew_ms is None or (known is not None and known[0] == _hour(received_at) and skew_ms > known[1] - NEARER_MS)


def _hour(moment: datetime) -> datetime:
    return moment.replace(minute=0, second=0, microsecond=0)
