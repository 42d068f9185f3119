"""Hashing and probing an upload, as a share of the disk's own speed of reading the same file. The bar is a fifth.

A real film is made long by a box of random bytes that players skip, to ``FOOTAGE_BENCH_MB``, so that the probe reads
what it would of any. Each reading begins with the file's pages dropped from the cache, where the system allows it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest

from surveillance.files.arrival import hash_of
from surveillance.film import simulated
from surveillance.film.probing import probe
from surveillance.film.simulated import Clip

pytestmark = pytest.mark.bench

MEGABYTES: Final = int(os.environ.get("FOOTAGE_BENCH_MB", "1024"))
BAR: Final = 0.2
PIECE: Final = 1 << 20


def _film(folder: Path) -> Path:
    path = folder / "film.mp4"
    simulated.make(path, Clip(frames=250, start=datetime(2026, 11, 20, tzinfo=UTC), width=640, height=360))
    filler = os.urandom(PIECE)
    with path.open("ab") as file:
        file.write((1).to_bytes(4, "big") + b"free" + (MEGABYTES * PIECE + 16).to_bytes(8, "big"))
        for _ in range(MEGABYTES):
            file.write(filler)
        file.flush()
        os.fsync(file.fileno())
    return path


def _cold(path: Path) -> None:
    with path.open("rb") as file:
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _read(path: Path) -> None:
    buffer = bytearray(4 * PIECE)
    with path.open("rb", buffering=0) as file:
        while file.readinto(buffer):
            pass


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def test_hashing_and_probing_beside_reading(tmp_path: Path) -> None:
    path = _film(tmp_path)
    best: dict[str, float] = {}
    for name, work in (
        ("read", lambda: _read(path)),
        ("hash", lambda: hash_of(path)),
        ("probe", lambda: probe(path)),
    ):
        for _ in range(3):
            _cold(path)
            best[name] = min(best.get(name, 1e9), _seconds(work))
    size_mb = path.stat().st_size / PIECE
    share = best["read"] / (best["hash"] + best["probe"])
    sys.stdout.write(
        f"\n{size_mb:,.0f} MB: read {size_mb / best['read']:,.0f} MB/s, hash {size_mb / best['hash']:,.0f} MB/s,"
        f" probe {1000 * best['probe']:,.0f} ms; hashed and probed at {share:.0%} of the disk's speed (bar {BAR:.0%})\n"
    )
    assert share >= BAR
