"""How many bytes on disk the ledger takes for each event: all its tables and indexes, after simulated rounds of the
five games. The bar is 700. ``LEDGER_BENCH_EVENTS`` asks for more events than are appended without it.

Printed beside it is what each event of the second half took. Tables and indexes grow evenly from there on, so from that
follows what a million events take; to measure it, ask for a million.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any, Final

import pytest
from django.db import connection

from casino.core.events import NewEvent
from casino.ledger.application import Ledger
from casino.ledger.models import Property
from tests.benchmarks.mix import mixed_rounds

EVENTS: Final = int(os.environ.get("LEDGER_BENCH_EVENTS", "100000"))
MILLION: Final = 1_000_000
AT_ONCE: Final = 2_000
BAR: Final = 700

_SIZES: Final = """
SELECT c.relkind::text, sum(pg_relation_size(c.oid)) FROM pg_class c
WHERE c.relname LIKE 'ledger\\_%%' AND c.relkind IN ('r', 'i') GROUP BY 1 ORDER BY 1
"""


def batches(rounds: Iterator[list[NewEvent]]) -> Iterator[list[NewEvent]]:
    """The events of the rounds, some thousands at a time."""
    batch: list[NewEvent] = []
    for events in rounds:
        batch += events
        if len(batch) >= AT_ONCE:
            yield batch
            batch = []


def bytes_on_disk() -> dict[str, int]:
    """Of all tables of the ledger (``r``) and of all their indexes (``i``)."""
    with connection.cursor() as cursor:
        cursor.execute(_SIZES)
        return {kind: int(size) for kind, size in cursor.fetchall()}


@pytest.mark.bench
def test_an_event_takes_at_most_seven_hundred_bytes(fresh_database: Any, capsys: pytest.CaptureFixture[str]) -> None:
    Property.objects.create(code="BENCH", name_vi="Đo dung lượng", name_en="Benchmark")
    ledger = Ledger("BENCH")
    count = 0
    half: tuple[int, int] | None = None
    for batch in batches(mixed_rounds(EVENTS, 20200613)):
        count += len(ledger.append(batch))
        if half is None and count >= EVENTS // 2:
            half = count, sum(bytes_on_disk().values())
        if count >= EVENTS:
            break
    assert half is not None
    on_disk = bytes_on_disk()
    sizes = {kind: size / count for kind, size in on_disk.items()}
    further = (sum(on_disk.values()) - half[1]) / (count - half[0])
    with connection.cursor() as cursor:
        cursor.execute("SELECT avg(octet_length(body)) FROM ledger_event")
        body = cursor.fetchone()[0]
    total = sum(sizes.values())
    with capsys.disabled():
        sys.stdout.write(
            f"\nbytes an event at {count:,} events: {total:.0f} (tables {sizes['r']:.0f}, indexes {sizes['i']:.0f}; "
            f"the body alone {body:.0f}); each of the second half {further:.0f}, so about"
            f" {(total * count + further * (MILLION - count)) / MILLION:.0f} at a million\n"
        )
    assert total <= BAR
