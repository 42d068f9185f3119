"""A device that falls silent is seen: holes in its numbers become facts, and close when the numbers come."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from games.ingest import gaps as gaps_module
from games.ingest.gaps import find_gaps, rebuild_progress
from games.ingest.models import DeviceGap, DeviceProgress
from games.ingest.service import Batch, sender_for, take_in
from games.rows.audit import audit_devices
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


def told(house: House, name: str) -> list[Any]:
    return [e.data for e in house.ledger.stream("device/S1") if e.type == f"device.{name}.v1"]


def test_a_number_sent_with_two_ids_is_found_with_both(house: House) -> None:
    first, second, third = (house.event(sequence=2) for _ in range(3))
    send(house, 1)
    take_in(sender_for("TST", "S1"), [json.dumps(first).encode()], received_at=NOW)
    send(house, 3)
    take_in(sender_for("TST", "S1"), [json.dumps(each).encode() for each in (second, third)], received_at=NOW)
    reused = told(house, "number_reused")
    assert [(each.number, str(each.first), str(each.second)) for each in reused] == [
        (2, first["id"], second["id"]),
        (2, first["id"], third["id"]),
    ]
    audit_devices("TST")
    found = [e.data for e in house.ledger.stream("audit/S1") if e.type == "audit.finding_opened.v1"]
    assert [(each.code, each.subject, each.detail) for each in found] == [
        ("device_number_reused", "2", {"number": 2, "ids": [first["id"], second["id"], third["id"]]})
    ]


def test_a_number_twice_in_one_batch_is_found(house: House) -> None:
    first, second = house.event(sequence=1), house.event(sequence=1)
    sent = [json.dumps(each).encode() for each in (first, second)]
    take_in(sender_for("TST", "S1"), [*sent, house.raw(sequence=2)], received_at=NOW)
    assert [(str(each.first), str(each.second)) for each in told(house, "number_reused")] == [
        (first["id"], second["id"])
    ]


def test_sending_again_is_no_second_use_of_a_number(house: House) -> None:
    """The same batch again, the same event twice in a batch, one that was refused before and is mended."""
    sent = [house.raw(sequence=n) for n in (1, 2)]
    for _ in range(2):
        take_in(sender_for("TST", "S1"), [*sent, sent[0]], received_at=NOW)
    send(house, 3, table="RL99")
    send(house, 3)
    send(house, 4)
    assert house.ledger.find(UUID(json.loads(sent[0])["id"])) is not None
    assert told(house, "number_reused") == []


def test_two_copies_of_a_batch_at_once_are_no_second_use_of_its_numbers(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second copy is taken in whole after the first was recorded and before what it refused was kept."""
    good, refused = house.event(sequence=1), house.event(sequence=2, table="RL99")
    batch = [json.dumps(each).encode() for each in (good, refused)]
    first_counts = Batch.count_refused
    copies = []

    def while_the_other_comes(first: Batch, kept: Any) -> None:
        monkeypatch.setattr(Batch, "count_refused", first_counts)
        copies.append(take_in(sender_for("TST", "S1"), batch, received_at=NOW))
        first_counts(first, kept)

    monkeypatch.setattr(Batch, "count_refused", while_the_other_comes)
    copies.append(take_in(sender_for("TST", "S1"), batch, received_at=NOW))
    assert [[each.status for each in copy] for copy in copies] == [["duplicate", "refused"], ["recorded", "refused"]]
    assert told(house, "number_reused") == []
    assert (facts(house), gaps(house)) == ([], [])


def test_an_earlier_use_that_lies_too_far_back_is_told_without_its_id(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gaps_module, "LOOK_BACK", 3)
    send(house, 1, 2, 3, 4, 5)
    send(house, 1)
    assert [(each.number, each.first) for each in told(house, "number_reused")] == [(1, None)]


@pytest.mark.parametrize("leap", [10**6 + 5, 2**53 - 1])
def test_an_absurd_leap_opens_no_hole_and_is_found(house: House, leap: int) -> None:
    send(house, 1, 2)
    before = house.count()
    send(house, leap)
    assert gaps(house) == []
    assert house.count() == before + 2, "the event is recorded all the same, and that its number is not counted"
    assert [(each.number, each.highest) for each in told(house, "number_out_of_reach")] == [(leap, 2)]
    send(house, leap - 1)
    send(house, 3)
    assert len(told(house, "number_out_of_reach")) == 1, "once from where the numbers were left"
    assert DeviceProgress.objects.get(device=house.sensor).highest_sequence == 3
    assert find_gaps("TST", LATE) == 0
    audit_devices("TST")
    found = [e.data for e in house.ledger.stream("audit/S1") if e.type == "audit.finding_opened.v1"]
    assert [(each.code, each.detail) for each in found] == [
        ("device_number_out_of_reach", {"number": leap, "highest": 2})
    ]
    rebuild_progress("TST")
    assert DeviceProgress.objects.get(device=house.sensor).highest_sequence == 3


def test_the_derived_rows_can_be_made_anew(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    send(house, 1, 2, 6)
    send(house, 20)
    find_gaps("TST", LATE)
    send(house, 9, table="RL99", at=LATE)
    send(house, 5, 30, at=LATE)
    before = gaps(house)
    highest = DeviceProgress.objects.get(device=house.sensor).highest_sequence
    DeviceGap.objects.all().delete()
    DeviceProgress.objects.filter(device=house.sensor).update(highest_sequence=0)
    # The record's times stand around the test's own; the ledger outlives the test.
    monkeypatch.setattr(house.ledger.recorder, "clock", lambda: NOW)
    rebuild_progress("TST")
    assert [gap[:2] for gap in gaps(house)] == [gap[:2] for gap in before]
    assert DeviceProgress.objects.get(device=house.sensor).highest_sequence == highest
