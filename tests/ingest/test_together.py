"""Many requests of one device at once, sent more than once, while holes are looked for: nothing twice, nothing lost,
nobody waits for ever."""

from __future__ import annotations

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Event

import pytest
from django.db import connection, transaction

from games.ingest.gaps import count_numbers, find_gaps, rebuild_progress
from games.ingest.models import DeviceGap, DeviceProgress, Quarantine
from games.ingest.service import sender_for, take_in
from tests.ingest.conftest import NOW, House

EVENTS = 240
SIZE = 12


def test_rows_made_anew_while_the_device_sends(committed_house: House) -> None:
    house = committed_house
    take_in(sender_for("TST", "S1"), [house.raw()], received_at=NOW)
    begun = Event()

    def make_anew() -> None:
        try:
            begun.set()
            rebuild_progress("TST")
        finally:
            connection.close()

    with ThreadPoolExecutor(max_workers=1) as pool:
        with transaction.atomic():
            DeviceProgress.objects.select_for_update().get(device=house.sensor)  # as counting begins
            anew = pool.submit(make_anew)
            begun.wait(timeout=60)
            with pytest.raises(TimeoutError):
                anew.result(timeout=1)
            count_numbers(house.sensor, {7}, NOW)  # writes a hole, which refers to the device
        anew.result(timeout=60)
    assert DeviceProgress.objects.get(device=house.sensor).highest_sequence == 1  # of 7 nothing is recorded


def test_a_device_that_sends_everything_twice_from_many_threads(committed_house: House) -> None:
    house = committed_house
    raw = [house.raw(table="RL99" if n % 10 == 0 else "RL01") for n in range(EVENTS)]
    batches = [raw[start : start + SIZE] for start in range(0, EVENTS, SIZE)] * 2
    random.Random(7).shuffle(batches)
    before = house.count()

    def send(batch: list[bytes]) -> list[str]:
        try:
            return [r.status for r in take_in(sender_for("TST", "S1"), batch, received_at=NOW)]
        finally:
            connection.close()

    def look() -> int:
        try:
            return find_gaps("TST", NOW + timedelta(hours=1))
        finally:
            connection.close()

    with ThreadPoolExecutor(max_workers=4) as pool:
        looked = [pool.submit(look) for _n in range(10)]
        statuses = Counter(status for batch in pool.map(send, batches, timeout=60) for status in batch)
        holes_found = sum(each.result(timeout=60) for each in looked)
    refused = EVENTS // 10
    assert statuses == {"recorded": EVENTS - refused, "duplicate": EVENTS - refused, "refused": 2 * refused}
    assert sum(Quarantine.objects.values_list("times", flat=True)) == 2 * refused
    assert DeviceProgress.objects.get(device=house.sensor).highest_sequence == EVENTS
    assert not DeviceGap.objects.exists()
    facts = Counter(event.type for event in house.ledger.stream("device/S1"))
    assert facts["device.gap_found.v1"] == holes_found
    assert house.count() - before == EVENTS - refused + sum(n for name, n in facts.items() if ".gap_" in name)
