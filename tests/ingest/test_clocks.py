"""When a clock is reported, and when it is not reported again."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from games.ingest import clocks
from games.ingest.clocks import skew_ms_of
from games.ingest.models import DeviceClock
from games.ingest.service import sender_for, take_in
from tests.ingest.conftest import NOW, House


def send(house: House, skew_ms: int | None, *, at: datetime = NOW, **changes: Any) -> None:
    changes.setdefault("occurred_at", None)
    take_in(sender_for("TST", "S1"), [house.raw(**changes)], received_at=at, clock_skew_ms=skew_ms)


def reported(house: House) -> list[int]:
    return [e.data.skew_ms for e in house.ledger.stream("device/S1") if e.type == "device.clock_off.v1"]


@pytest.mark.parametrize(("skew_ms", "expected"), [(0, []), (30_000, []), (30_001, [30_001]), (-30_001, [-30_001])])
def test_more_than_the_limit_is_reported(house: House, skew_ms: int, expected: list[int]) -> None:
    send(house, skew_ms)
    assert reported(house) == expected


def test_the_same_again_is_reported_after_an_hour(house: House) -> None:
    send(house, 60_000)
    send(house, 60_900, at=NOW + timedelta(minutes=59))
    assert reported(house) == [60_000]
    send(house, 60_900, at=NOW + timedelta(minutes=60))
    assert reported(house) == [60_000, 60_900]


def test_a_change_of_more_than_a_second_is_reported_at_once(house: House) -> None:
    send(house, 60_000)
    send(house, 61_001, at=NOW + timedelta(seconds=1))
    assert reported(house) == [60_000, 61_001]


def test_a_moment_in_the_future_shows_a_fast_clock_without_a_reading(house: House) -> None:
    send(house, None, occurred_at=(NOW + timedelta(days=400)).isoformat())
    assert reported(house) == [-400 * 86_400_000]


def test_an_old_moment_shows_nothing_since_devices_keep_and_send_later(house: House) -> None:
    send(house, None, occurred_at=(NOW - timedelta(days=2)).isoformat())
    assert reported(house) == []


def test_the_skew_is_server_minus_device() -> None:
    assert skew_ms_of(NOW, NOW - timedelta(seconds=2)) == 2_000


def test_of_each_hour_the_reading_that_was_least_on_its_way_is_kept(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a reading is late by only ever makes the difference larger. Differences below what is reported count too."""
    monkeypatch.setattr(clocks, "_KEPT", {})
    for minute, skew_ms in ((0, 420), (5, 180), (10, 900), (60, 310), (61, None)):
        send(house, skew_ms, at=NOW.replace(minute=0) + timedelta(minutes=minute))
    kept = [(row.received_at.minute, row.skew_ms) for row in DeviceClock.objects.order_by("hour")]
    assert kept == [(5, 180), (0, 310)]
    assert reported(house) == []
