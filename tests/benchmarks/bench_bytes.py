"""How many bytes on disk the ledger takes for each event: all its tables and indexes, after simulated rounds of the
five games. The bar is 700. ``LEDGER_BENCH_EVENTS`` asks for more events than are appended without it."""

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


@pytest.mark.bench
def test_an_event_takes_at_most_seven_hundred_bytes(fresh_database: Any, capsys: pytest.CaptureFixture[str]) -> None:
    Property.objects.create(code="BENCH", name_vi="Đo dung lượng", name_en="Benchmark")
    ledger = Ledger("BENCH")
    count = 0
    for batch in batches(mixed_rounds(EVENTS, 20200613)):
        count += len(ledger.append(batch))
        if count >= EVENTS:
            break
    with connection.cursor() as cursor:
        cursor.execute(_SIZES)
        sizes = {kind: size / count for kind, size in cursor.fetchall()}
        cursor.execute("SELECT avg(octet_length(body)) FROM ledger_event")
        body = cursor.fetchone()[0]
    total = sum(sizes.values())
    with capsys.disabled():
        sys.stdout.write(
            f"\nbytes an event at {count:,} events: {total:.0f} (tables {sizes['r']:.0f}, indexes {sizes['i']:.0f}; "
            f"the body alone {body:.0f})\n"
        )
    assert total <= BAR
