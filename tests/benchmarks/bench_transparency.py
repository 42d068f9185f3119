"""What a leaf costs as the tree grows: it must be flat from ten thousand to a million."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from casino.transparency import merkle
from casino.transparency.building import TreeBuilder
from casino.transparency.store import FileStore

pytestmark = pytest.mark.bench

STEP = 10_000


@pytest.mark.parametrize("durable", [False, True])
def test_a_leaf_costs_the_same_at_any_size(tmp_path: Path, durable: bool) -> None:
    builder = TreeBuilder(FileStore(tmp_path, durable=durable))
    leaves = [merkle.leaf_hash(number.to_bytes(8, "big")) for number in range(STEP)]
    costs_us: list[float] = []
    size = 0
    while size < 1_000_000:
        started = time.process_time()
        for leaf in leaves:
            builder.add_leaf(leaf)
        builder.publish()
        size += STEP
        costs_us.append((time.process_time() - started) / STEP * 1e6)
    first, last = sorted(costs_us[:10])[5], sorted(costs_us[-10:])[5]
    told = f"{first:.2f} µs a leaf at first, {last:.2f} at a million (of the processor)"
    sys.stdout.write(f"\n{'fsync' if durable else 'no fsync'}: {told}\n")
    assert last < 2 * first
