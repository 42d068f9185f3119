"""How fast the read models follow the log, whether that stays so as the log grows, and what a second worker brings.

Rounds of five games at five tables are appended; then the follower passes the log in stretches of equal length, each
measured by itself: events per second of this process's own processor time (one core), elapsed time beside it, in which
the server's share is contained. The first stretch, in which everything is loaded, is left out of the comparison of the
first third with the last. A rebuild by one process and by two gives the same rows. Run by ``make bench``.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from typing import Any, Final

import pytest
from django.db import connection

from casino.ledger import follow
from casino.ledger.application import Ledger
from casino.ledger.models import Property
from games.models import Round
from games.readmodel import NAME, catch_up, rebuild
from tests.benchmarks.bench_append import batches_of
from tests.benchmarks.mix import mixed_rounds

ROUNDS_OF_EACH: Final = 800
REBUILDS: Final = 2
STRETCHES: Final = 12
FLAT: Final = 0.7
"""The last third is at least this much of the first, by the better half of each: a busy machine is no slope."""


def fill(rounds_of_each: int) -> int:
    Property.objects.create(code="BENCH", name_vi="Đo tốc độ", name_en="Benchmark")
    ledger = Ledger("BENCH")
    for batch in batches_of(mixed_rounds(rounds_of_each, 20200613)):
        ledger.append([event for one in batch for event in one])
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return ledger.head()[0]


def follow_in_stretches(head: int) -> list[tuple[int, float, float]]:
    """Events, elapsed and own processor seconds of each stretch."""
    taken = []
    gc.collect()
    while follow.lag(NAME, "BENCH"):
        busy, started = time.process_time(), time.perf_counter()
        done = catch_up("BENCH", limit=-(-head // STRETCHES))
        taken.append((done.handled, time.perf_counter() - started, time.process_time() - busy))
    return taken


def per_core(stretches: list[tuple[int, float, float]]) -> float:
    best = sorted(stretches, key=lambda taken: taken[2] / taken[0])[: max(1, len(stretches) // 2)]
    return sum(events for events, _elapsed, _busy in best) / sum(busy for _events, _elapsed, busy in best)


@pytest.mark.bench
def test_following_is_as_fast_at_the_end_of_the_log_as_at_its_beginning(
    fresh_database: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    head = fill(ROUNDS_OF_EACH)
    taken = follow_in_stretches(head)
    assert Round.objects.count() == 5 * ROUNDS_OF_EACH
    events = sum(handled for handled, _elapsed, _busy in taken)
    third = len(taken) // 3
    first, last = per_core(taken[1 : third + 1]), per_core(taken[-third:])
    with capsys.disabled():
        sys.stdout.write(
            f"\nfollowing, five games, {events:,} events: {events / sum(busy for _, _, busy in taken):,.0f} events/s"
            f" per core ({per_core(taken):,.0f} in the better half),"
            f" {events / sum(spent for _, spent, _ in taken):,.0f} elapsed;"
            f" first third {first:,.0f}, last third {last:,.0f}\n"
        )
    assert last >= FLAT * first


@pytest.mark.bench
def test_a_rebuild_by_two_workers_gives_the_same_rows_sooner(
    fresh_database: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    head = fill(ROUNDS_OF_EACH)
    seconds: dict[int, list[float]] = {1: [], 2: []}
    written: list[list[Any]] = []
    for workers in (1, 2) * REBUILDS:
        started = time.perf_counter()
        assert rebuild("BENCH", workers=workers).position == head
        seconds[workers].append(time.perf_counter() - started)
        written.append(list(Round.objects.order_by("pk").values()))
    assert all(rows == written[0] for rows in written)
    one, two = min(seconds[1]), min(seconds[2])
    with capsys.disabled():
        sys.stdout.write(
            f"\nrebuilding {head:,} events of five tables: {one:.1f} s by one process, {two:.1f} s by two"
            f" (starting them included): {one / two:.2f} times as fast on {os.cpu_count()} processors\n"
        )
