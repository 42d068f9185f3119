"""A tree that grows by leaves and writes its tiles: the incremental builder of a log or a mirror.

What it holds is the right edge of the tree, at most 255 hashes a level; so a leaf costs the same at any size. A full
tile is written when it is full, partial ones when a head is asked for. The state after a stop is the size of the last
checkpoint alone: the edge is read back from the tiles, and what had been written beyond is met again with equal bytes.
Proved by ``tests/transparency/test_building.py``; its cost by ``tests/benchmarks/bench_transparency.py``.
"""

from __future__ import annotations

from typing import NamedTuple

from casino.transparency import merkle
from casino.transparency.proving import TileReader
from casino.transparency.store import TileStore
from casino.transparency.tiles import ENTRIES, WIDTH, Tile, entry_bytes, width_at


class Head(NamedTuple):
    """A tree's size and root hash (32 bytes)."""

    size: int
    root: bytes


class TreeBuilder:
    """Adds leaves to the tree of ``size`` leaves in this store. With ``entries`` the entry bundles are written as well,
    and leaves are added by their entry. Raises :class:`WouldChange` where a tile would get other bytes, after which the
    builder is not to be used again; :class:`Missing` where the tiles of ``size`` are not there."""

    def __init__(self, store: TileStore, size: int = 0, *, entries: bool = False) -> None:
        self._store = store
        self._size = size
        self._bundle: list[bytes] | None = [] if entries else None
        self._edge: list[list[bytes]] = []
        """For each level the hashes of its last, partial tile."""
        reader = TileReader(store, size)
        level = 0
        while size >> (8 * level):
            index = (size >> (8 * level)) // WIDTH
            self._edge.append(reader.hashes(level, index) if width_at(level, index, size) else [])
            level += 1
        if self._bundle is not None and size % WIDTH:
            self._bundle = [entry_bytes(entry) for entry in reader.bundle(size // WIDTH)]

    @property
    def size(self) -> int:
        return self._size

    def add_leaf(self, leaf: bytes) -> None:
        """One more leaf by its hash. Only for a builder without entries."""
        if self._bundle is not None:
            raise TypeError("this tree keeps its entries: add_entry")
        self._add(leaf)

    def add_entry(self, entry: bytes) -> None:
        """One more leaf by its entry, at most 65,535 bytes. Raises :class:`Malformed`."""
        if self._bundle is None:
            raise TypeError("this tree keeps no entries: add_leaf")
        self._bundle.append(entry_bytes(entry))
        if len(self._bundle) == WIDTH:
            self._write(Tile(ENTRIES, self._size // WIDTH), b"".join(self._bundle))
            self._bundle.clear()
        self._add(merkle.leaf_hash(entry))

    def _add(self, leaf: bytes) -> None:
        if len(leaf) != len(merkle.EMPTY_ROOT):
            raise ValueError(f"a leaf hash of {len(leaf)} bytes")
        self._size += 1
        level, carried = 0, leaf
        while True:
            if level == len(self._edge):
                self._edge.append([])
            row = self._edge[level]
            row.append(carried)
            if len(row) < WIDTH:
                return
            self._write(Tile(level, (self._size >> (8 * (level + 1))) - 1), b"".join(row))
            carried = merkle.root_of(row)
            row.clear()
            level += 1

    def head(self) -> Head:
        """Size and root now; nothing is written."""
        smaller: list[bytes] = []
        for row in self._edge:
            if row or smaller:
                smaller = [merkle.root_of(row + smaller)]
        return Head(self._size, merkle.root_of(smaller))

    def publish(self) -> Head:
        """Write the partial tiles of this size, so that a checkpoint of it can be served; the head to be signed."""
        if self._bundle:
            self._write(Tile(ENTRIES, self._size // WIDTH, len(self._bundle)), b"".join(self._bundle))
        for level, row in enumerate(self._edge):
            if row:
                self._write(Tile(level, (self._size >> (8 * level)) // WIDTH, len(row)), b"".join(row))
        return self.head()

    def leaves(self, start: int, end: int) -> list[bytes]:
        """Leaf hashes [start, end), which are of one tile and are there. Raises :class:`Missing`."""
        number = start // WIDTH
        if not start <= end <= min(self._size, (number + 1) * WIDTH):
            raise ValueError(f"leaves {start} to {end} of {self._size}")
        if number == self._size // WIDTH:
            row = self._edge[0] if self._edge else []
        else:
            row = TileReader(self._store, (number + 1) * WIDTH).hashes(0, number)
        return row[start % WIDTH : start % WIDTH + end - start]

    def _write(self, tile: Tile, data: bytes) -> None:
        self._store.add(tile.path, data)
        if tile.width == WIDTH:
            self._store.drop_partials(tile.path)
