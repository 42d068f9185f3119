"""Devices that never tell their clock: what their line is shifted by, made at ingest and stored with the event."""

from __future__ import annotations

from datetime import datetime, timedelta

from casino.core.events import RecordedEvent
from games.admin.health import states
from games.ingest.models import Device, DeviceEstimate
from games.ingest.service import sender_for, take_in
from tests.ingest.conftest import NOW, House

FIRST = NOW.replace(minute=5, second=0)


def send(
    house: House, at: datetime, *late_s: float, skew_ms: int | None = None, live: bool = True
) -> list[RecordedEvent]:
    """A request received at a moment, its events that many seconds late by the device's own clock, the newest last."""
    raw = [house.raw(occurred_at=(at - timedelta(seconds=late)).isoformat()) for late in late_s]
    results = take_in(sender_for("TST", "S1"), raw, received_at=at, clock_skew_ms=skew_ms, live=live)
    found = [house.ledger.get(result.position or 0) for result in results]
    return [event for event in found if event is not None]


def shifts(events: list[RecordedEvent]) -> list[tuple[int | None, bool | None]]:
    return [(event.clock_skew_ms, event.clock_estimated) for event in events]


def test_a_clock_a_minute_slow_shifts_the_whole_request(house: House) -> None:
    assert shifts(send(house, FIRST, 62.5, 61, 60.25)) == [(60_250, True)] * 3


def test_a_buffer_changes_nothing_and_an_event_that_was_faster_does(house: House) -> None:
    send(house, FIRST, 60.5)
    buffer = send(house, FIRST + timedelta(minutes=20), 900, 500, 300)
    assert shifts(buffer) == [(60_500, True)] * 3
    assert shifts(send(house, FIRST + timedelta(minutes=21), 60.1)) == [(60_100, True)]


def test_what_was_stored_stays_as_it_was(house: House) -> None:
    [first] = send(house, FIRST, 61)
    send(house, FIRST + timedelta(minutes=1), 60)
    again = house.ledger.get(first.position)
    assert again is not None
    assert again.clock_skew_ms == 61_000


def test_the_hour_before_in_which_it_was_heard_still_counts_and_no_older_one(house: House) -> None:
    for hours, late_s, expected in ((0, 60, 60_000), (5, 75, 60_000), (6, 80, 75_000)):
        assert shifts(send(house, FIRST + timedelta(hours=hours), late_s)) == [(expected, True)]


def test_less_than_a_second_is_a_right_clock(house: House) -> None:
    assert shifts(send(house, FIRST, 0.8)) == [(0, True)]


def test_a_clock_that_was_told_is_no_estimate_and_a_file_says_nothing_of_one(house: House) -> None:
    assert shifts(send(house, FIRST, 60, skew_ms=59_000)) == [(59_000, None)]
    assert shifts(send(house, FIRST, 60, live=False)) == [(None, None)]
    assert not DeviceEstimate.objects.exists()


def test_a_mistyped_date_shifts_nothing_that_follows(house: House) -> None:
    send(house, FIRST, 60)
    assert shifts(send(house, FIRST + timedelta(minutes=1), -400 * 86_400)) == [(60_000, True)]
    assert shifts(send(house, FIRST + timedelta(minutes=2), 60)) == [(60_000, True)]


def test_the_state_of_the_log_names_devices_that_never_tell_their_clock(house: House) -> None:
    def named() -> list[str]:
        return [device.code for state in states() if state.code == "TST" for device in state.clockless]

    Device.objects.filter(code="S1").update(public_key="", token_sha256="0" * 64)
    assert named() == []  # nothing was heard of it
    send(house, FIRST, 60)
    assert named() == ["S1"]
    send(house, FIRST + timedelta(minutes=1), 60, skew_ms=60_000)
    assert named() == []
