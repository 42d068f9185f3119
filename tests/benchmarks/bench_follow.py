"""How fast the read models follow the log, whether that stays so as the log grows, and what a second worker brings.

Rounds of five games at five tables are appended; then the follower passes the log in stretches of equal length, each
measured by itself: events per second of this process's own processor time (one core), elapsed time beside it, in which
the server's share is contained. The first stretch, in which everything is loaded, is left out of the comparison of the
first third with the last.

A rebuild by one process and by two gives the same rows. Compared are elapsed times, which need two processors that have
nothing else to do, and what does not: the processor time of the one process and the server's beside it, against that of
the worker who had more to do. Starting the workers is shown apart, and contained in the elapsed time. Run by
``make bench``.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest import mock

import pytest
from django.db import connection, connections

from casino.ledger import follow
from casino.ledger.application import Ledger
from casino.ledger.models import Property
from games.rows import rebuilding
from games.rows.models import Round
from games.rows.readmodel import NAME, catch_up, rebuild
from tests.benchmarks.bench_append import batches_of
from tests.benchmarks.mix import mixed_rounds

ROUNDS_OF_EACH: Final = 800
REBUILT_ROUNDS_OF_EACH: Final = 1_600
REBUILDS: Final = 3
STRETCHES: Final = 12
FLAT: Final = 0.7
"""The last third is at least this much of the first, by the better half of each: a busy machine is no slope."""
FOLLOWING_BAR: Final = 3 * 14_000
"""Events a second of one core's time."""
SHARED_BAR: Final = 1.3
"""What two workers have to gain where each has a processor: tables are not of one size, and some work is each one's."""


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
    assert per_core(taken) >= FOLLOWING_BAR


class Busy(NamedTuple):
    """One process's part: seconds of its own processor time, of the server's for it, and since it was started."""

    own: float
    server: float
    started: float


def server_busy() -> float:
    """The processor time, so far, of the server's process for this connection; on this machine."""
    connection.ensure_connection()
    stat = Path(f"/proc/{connection.connection.info.backend_pid}/stat").read_text().rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / os.sysconf("SC_CLK_TCK")


def measured(work: Callable[[], object], begun: float) -> Busy:
    started, own, server = time.perf_counter() - begun, time.process_time(), server_busy()
    work()
    return Busy(time.process_time() - own, server_busy() - server, started)


_write: Final = rebuilding.write
_told: list[Any] = [None, 0.0]
"""The file to which workers say what they took, and when the rebuild was begun; what is forked knows both."""


def write_measured(*asked: Any) -> None:
    busy = measured(lambda: _write_open(*asked), _told[1])
    with Path(_told[0]).open("a") as file:
        file.write(" ".join(map(str, busy)) + "\n")


def _write_open(*asked: Any) -> None:
    """With its connection left open, so that the server's process can still be asked for."""
    with mock.patch.object(connections, "close_all"):
        _write(*asked)


def rebuilt(workers: int, told: Path) -> tuple[float, list[Busy]]:
    """Seconds, and what each process took of them."""
    told.write_text("")
    _told[:] = told, time.perf_counter()
    alone = measured(lambda: rebuild("BENCH", workers=workers), _told[1])
    spent = time.perf_counter() - _told[1]
    parts = [Busy(*map(float, line.split())) for line in told.read_text().splitlines()]
    return spent, parts or [alone]


@pytest.mark.bench
def test_a_rebuild_by_two_workers_gives_the_same_rows_sooner(
    fresh_database: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    head = fill(REBUILT_ROUNDS_OF_EACH)
    monkeypatch.setattr(rebuilding, "write", write_measured)
    taken: dict[int, list[tuple[float, list[Busy]]]] = {1: [], 2: []}
    written: list[Any] = []
    for workers in (1, 2) * REBUILDS:
        taken[workers].append(rebuilt(workers, tmp_path / "busy"))
        rows = list(Round.objects.order_by("pk").values())
        assert len(rows) == 5 * REBUILT_ROUNDS_OF_EACH
        written = written or rows
        assert rows == written
    one, two = (min(spent for spent, _ in taken[workers]) for workers in (1, 2))
    (alone,) = min((parts for _, parts in taken[1]), key=_longest)
    shared = min((parts for _, parts in taken[2]), key=_longest)
    gain = _longest([alone]) / _longest(shared)
    with capsys.disabled():
        sys.stdout.write(
            f"\nrebuilding {head:,} events of five tables: {one:.1f} s by one process, {two:.1f} s by two"
            f" (they were at work after {max(each.started for each in shared):.2f} s): {one / two:.2f} times as fast on"
            f" {os.cpu_count()} processors, {os.getloadavg()[0]:.1f} busy on the average\n"
            f"processor seconds, own and the server's: {_said([alone])} by one, {_said(shared)} by two:"
            f" {gain:.2f} times as fast where each has a processor\n"
        )
    assert gain >= SHARED_BAR


def _longest(parts: list[Busy]) -> float:
    return max(each.own + each.server for each in parts)


def _said(parts: list[Busy]) -> str:
    return " and ".join(f"{each.own:.1f} + {each.server:.1f}" for each in parts)
