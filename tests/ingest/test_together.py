"""Many requests of one device at once, sent more than once, while holes are looked for: nothing twice, nothing lost,
nobody waits for ever."""

from __future__ import annotations

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Event
from typing import Any

import pytest
from django.db import connection, transaction

from games.ingest.gaps import count_numbers, find_gaps, rebuild_progress
from games.ingest.models import DeviceGap, DeviceProgress, Quarantine
from games.ingest.numbers import NOT_DATED
from games.ingest.service import Batch, sender_for, take_in
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
            begun.wait(timeout=240)
            with pytest.raises(TimeoutError):
                anew.result(timeout=1)
            count_numbers(house.sensor, {7: NOT_DATED}, NOW)  # writes a hole, which refers to the device
        anew.result(timeout=240)
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
        statuses = Counter(status for batch in pool.map(send, batches, timeout=240) for status in batch)
        holes_found = sum(each.result(timeout=240) for each in looked)
    refused = EVENTS // 10
    assert statuses == {"recorded": EVENTS - refused, "duplicate": EVENTS - refused, "refused": 2 * refused}
    assert sum(Quarantine.objects.values_list("times", flat=True)) == 2 * refused
    assert DeviceProgress.objects.get(device=house.sensor).highest_sequence == EVENTS
    assert not DeviceGap.objects.exists()
    facts = Counter(event.type for event in house.ledger.stream("device/S1"))
    assert facts["device.gap_found.v1"] == holes_found
    assert house.count() - before == EVENTS - refused + sum(n for name, n in facts.items() if ".gap_" in name)


@pytest.mark.parametrize("refused", [False, True])
def test_one_batch_sent_twice_at_once_is_recorded_once(
    committed_house: House, monkeypatch: pytest.MonkeyPatch, refused: bool
) -> None:
    """The second copy comes while the first has counted its numbers and recorded nothing yet, and waits."""
    house = committed_house
    batch = [house.raw(sequence=1), house.raw(sequence=2), *([house.raw(sequence=3, table="RL99")] if refused else [])]
    before = house.count()
    counted, waits = Event(), Event()
    append = Batch._append

    def append_when_the_other_waits(mine: Batch, closed: Any) -> Any:
        if not counted.is_set():
            counted.set()
            assert waits.wait(timeout=240)
        return append(mine, closed)

    monkeypatch.setattr(Batch, "_append", append_when_the_other_waits)

    def send() -> list[str]:
        try:
            return [r.status for r in take_in(sender_for("TST", "S1"), batch, received_at=NOW)]
        finally:
            connection.close()

    with ThreadPoolExecutor(max_workers=2) as pool:
        first = pool.submit(send)
        assert counted.wait(timeout=240)
        second = pool.submit(send)
        while not _somebody_waits_for_a_lock():
            assert not second.done()
        waits.set()
        answers = first.result(timeout=240), second.result(timeout=240)
    assert [Counter(answer[:2]) for answer in answers] == [{"recorded": 2}, {"duplicate": 2}]
    assert house.count() - before == 2
    assert [e.type for e in house.ledger.stream("device/S1")] == ["device.registered.v1"]


def _somebody_waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])
