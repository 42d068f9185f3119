"""A device that falls silent is seen: holes in its numbers become facts, and close when the numbers come."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from games.ingest.gaps import find_gaps, rebuild_progress
from games.ingest.models import DeviceGap, DeviceProgress
from games.ingest.service import sender_for, take_in
from tests.ingest.conftest import NOW, House

SOON = NOW + timedelta(seconds=299)
LATE = NOW + timedelta(seconds=301)


def send(house: House, *numbers: int, at: Any = NOW, **changes: Any) -> None:
    take_in(sender_for("TST", "S1"), [house.raw(sequence=n, **changes) for n in numbers], received_at=at)


def facts(house: House) -> list[tuple[str, int, int]]:
    found = [e for e in house.ledger.stream("device/S1") if ".gap_" in e.type]
    return [(e.type.split(".")[1], e.data.first, e.data.last) for e in found]


def gaps(house: House) -> list[tuple[int, int, bool]]:
    rows = DeviceGap.objects.filter(device=house.sensor)
    return [(gap.first, gap.last, gap.found_at is not None) for gap in rows]


def test_a_hole_is_recorded_once_when_it_has_lasted(house: House) -> None:
    send(house, 1, 2, 6)
    assert find_gaps("TST", SOON) == 0
    assert find_gaps("TST", LATE) == 1
    assert find_gaps("TST", LATE + timedelta(hours=1)) == 0
    assert facts(house) == [("gap_found", 3, 5)]


def test_a_hole_filled_in_time_is_never_recorded(house: House) -> None:
    send(house, 1, 4)
    send(house, 3, 2, at=SOON)
    assert find_gaps("TST", LATE) == 0
    assert (facts(house), gaps(house)) == ([], [])


def test_numbers_that_come_after_all_are_recorded_as_come(house: House) -> None:
    send(house, 1, 6)
    find_gaps("TST", LATE)
    send(house, 3, at=LATE)
    assert gaps(house) == [(2, 2, True), (4, 5, True)]
    send(house, 2, 4, 5, at=LATE)
    assert facts(house) == [("gap_found", 2, 5), ("gap_closed", 3, 3), ("gap_closed", 2, 2), ("gap_closed", 4, 5)]
    assert gaps(house) == []


def test_the_first_number_is_one(house: House) -> None:
    send(house, 3)
    assert gaps(house) == [(1, 2, False)]


def test_a_refused_event_was_still_sent(house: House) -> None:
    send(house, 1, 3)
    send(house, 2, table="RL99")
    assert gaps(house) == []


def test_the_derived_rows_can_be_made_anew(house: House) -> None:
    send(house, 1, 2, 6)
    send(house, 20)
    find_gaps("TST", LATE)
    send(house, 9, table="RL99", at=LATE)
    send(house, 5, 30, at=LATE)
    before = gaps(house)
    highest = DeviceProgress.objects.get(device=house.sensor).highest_sequence
    DeviceGap.objects.all().delete()
    DeviceProgress.objects.filter(device=house.sensor).update(highest_sequence=0)
    house.ledger.recorder.clock = lambda: NOW  # the record's times stand around the test's own
    rebuild_progress("TST")
    assert [gap[:2] for gap in gaps(house)] == [gap[:2] for gap in before]
    assert DeviceProgress.objects.get(device=house.sensor).highest_sequence == highest
