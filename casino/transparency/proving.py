"""Hashes of a tree read from its tiles, and proofs made from them: C2SP tlog-tiles.

A reader is not told whether what it reads is true: a proof made of it is, once it leads to the root of a checkpoint
that is signed. Proved by ``tests/transparency/test_building.py``.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from casino.transparency import merkle
from casino.transparency.store import TileSource
from casino.transparency.tiles import ENTRIES, WIDTH, Tile, entries_of, hashes_of, width_at
from casino.transparency.wire import HASH_BYTES, Malformed

KEPT_TILES: Final = 512
"""Tiles that a reader holds in memory: 4 MiB."""


class Missing(LookupError):
    """A tile or bundle that the tree must have is not there."""


class TileReader:
    """The tree of ``size`` leaves as these tiles have it."""

    def __init__(self, source: TileSource, size: int) -> None:
        self.size = size
        self._source = source
        self._kept: OrderedDict[tuple[int, int], list[bytes]] = OrderedDict()

    def leaf(self, index: int) -> bytes:
        """The leaf's hash. Raises :class:`Missing`, :class:`Malformed`."""
        if not 0 <= index < self.size:
            raise ValueError(f"leaf {index} of a tree of {self.size}")
        return self._tile(0, index // WIDTH)[index % WIDTH]

    def hashes(self, level: int, index: int) -> list[bytes]:
        """The hashes of one tile, as this tree has it (a copy). Raises :class:`Missing`, :class:`Malformed`."""
        return list(self._tile(level, index))

    def leaves(self, start: int, end: int) -> list[bytes]:
        return [self.leaf(index) for index in range(start, end)]

    def entry(self, index: int) -> bytes:
        """The entry itself. Not yet held against its leaf's hash. Raises :class:`Missing`, :class:`Malformed`."""
        if not 0 <= index < self.size:
            raise ValueError(f"entry {index} of a tree of {self.size}")
        return self.bundle(index // WIDTH)[index % WIDTH]

    def bundle(self, index: int) -> list[bytes]:
        """All entries of one bundle."""
        width = width_at(ENTRIES, index, self.size)
        data = self._source.get(Tile(ENTRIES, index, width).path)
        if data is not None:
            return entries_of(data, width)
        data = self._source.get(Tile(ENTRIES, index).path)
        if data is None:
            raise Missing(Tile(ENTRIES, index, width).path)
        return entries_of(data, WIDTH)[:width]

    def root(self) -> bytes:
        return self.hash_of(0, self.size) if self.size else merkle.EMPTY_ROOT

    def hash_of(self, start: int, end: int) -> bytes:
        """The Merkle tree hash of leaves [start, end), which must be a subtree."""
        pieces: list[bytes] = []
        while start < end:  # perfect subtrees from the left, each smaller than the one before
            height = (end - start).bit_length() - 1
            pieces.append(self._perfect(height, start >> height))
            start += 1 << height
        found = pieces.pop()
        while pieces:
            found = merkle.node_hash(pieces.pop(), found)
        return found

    def inclusion_proof(self, index: int) -> list[bytes]:
        return merkle.inclusion_proof(index, self.size, self.hash_of)

    def consistency_proof(self, old: int) -> list[bytes]:
        """From the tree of the first ``old`` leaves to this one; empty from an empty tree."""
        return merkle.consistency_proof(old, self.size, self.hash_of) if old else []

    def subtree_proof(self, start: int, end: int) -> list[bytes]:
        return merkle.subtree_proof(start, end, self.size, self.hash_of)

    def _perfect(self, height: int, index: int) -> bytes:
        """The hash of leaves [index * 2^height, (index + 1) * 2^height)."""
        level, above = divmod(height, 8)
        first = index << above
        hashes = self._tile(level, first // WIDTH)
        return merkle.root_of(hashes[first % WIDTH : first % WIDTH + (1 << above)])

    def _tile(self, level: int, index: int) -> list[bytes]:
        kept = self._kept.get((level, index))
        if kept is not None:
            self._kept.move_to_end((level, index))
            return kept
        hashes = self._read(Tile(level, index, width_at(level, index, self.size)))
        self._kept[level, index] = hashes
        if len(self._kept) > KEPT_TILES:
            self._kept.popitem(last=False)
        return hashes

    def _read(self, tile: Tile) -> list[bytes]:
        data = self._source.get(tile.path)
        if data is not None:
            return hashes_of(data, tile.width)
        # A partial tile may be gone once the full one is there (tlog-tiles, "Partial Tiles").
        data = self._source.get(tile.full.path)
        if data is None:
            raise Missing(tile.path)
        if len(data) != WIDTH * HASH_BYTES:
            raise Malformed(f"{tile.full.path} has {len(data)} bytes")
        return hashes_of(data[: tile.width * HASH_BYTES], tile.width)
