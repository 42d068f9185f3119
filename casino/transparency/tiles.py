"""Where tiles and entry bundles lie and what is in them: C2SP tlog-tiles, "Merkle Tree" and "Log entries".

A tile of level L holds up to 256 hashes, each of a perfect subtree of 256^L leaves. Proved by
``tests/transparency/test_tiles.py``, which has the examples of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from casino.transparency.wire import HASH_BYTES, Malformed

WIDTH: Final = 256
"""Hashes of a full tile, entries of a full bundle."""
MAX_LEVEL: Final = 63
MAX_ENTRY_BYTES: Final = 65_535
ENTRIES: Final = -1
"""The level that stands for entry bundles."""

_PATH: Final = re.compile(r"tile/(entries|[0-9]{1,2})/((?:x[0-9]{3}/)*[0-9]{3})(?:\.p/([0-9]{1,3}))?")


class Tile(NamedTuple):
    """One tile, or entry bundle (level :data:`ENTRIES`), by its place and width (1 to 256)."""

    level: int
    number: int
    width: int = WIDTH

    @property
    def path(self) -> str:
        """``tile/0/x001/234/067.p/8`` and ``tile/entries/000``."""
        level = "entries" if self.level == ENTRIES else str(self.level)
        partial = "" if self.width == WIDTH else f".p/{self.width}"
        return f"tile/{level}/{index_path(self.number)}{partial}"

    @property
    def full(self) -> Tile:
        return self._replace(width=WIDTH)


def index_path(index: int) -> str:
    """1234067 as ``x001/x234/067``."""
    groups = [f"{index % 1000:03}"]
    while index >= 1000:
        index //= 1000
        groups.append(f"x{index % 1000:03}")
    return "/".join(reversed(groups))


def parse_path(path: str) -> Tile:
    """The tile of a path. Raises :class:`Malformed` unless it is exactly what :attr:`Tile.path` writes."""
    found = _PATH.fullmatch(path)
    if found is None:
        raise Malformed(f"no path of a tile: {path[:80]!r}")
    level = ENTRIES if found[1] == "entries" else int(found[1])
    tile = Tile(level, int(found[2].replace("/", "").replace("x", "")), WIDTH if found[3] is None else int(found[3]))
    if tile.level > MAX_LEVEL or not 1 <= tile.width <= WIDTH or tile.path != path:
        raise Malformed(f"no path of a tile: {path[:80]!r}")
    return tile


def width_at(level: int, index: int, size: int) -> int:
    """How many hashes (entries) this tile has in a tree of ``size`` leaves: 0 to 256."""
    below = size >> (8 * max(level, 0))
    return max(0, min(WIDTH, below - index * WIDTH))


def tile_at(level: int, index: int, size: int) -> Tile | None:
    """The tile as a tree of this size has it; None where it has none (empty tiles are never served)."""
    width = width_at(level, index, size)
    return Tile(level, index, width) if width else None


def tiles_of(size: int, *, entries: bool = False) -> Iterator[Tile]:
    """Every tile of a tree of this size, level by level; the entry bundles first where they are asked for."""
    level = ENTRIES if entries else 0
    while size >> (8 * max(level, 0)):
        for index in range(-(-(size >> (8 * max(level, 0))) // WIDTH)):
            yield Tile(level, index, width_at(level, index, size))
        level += 1


def hashes_of(data: bytes, width: int) -> list[bytes]:
    """The hashes of a tile. Raises :class:`Malformed` unless there are ``width``."""
    if len(data) != width * HASH_BYTES:
        raise Malformed(f"a tile of width {width} with {len(data)} bytes")
    return [data[at : at + HASH_BYTES] for at in range(0, len(data), HASH_BYTES)]


def bundle(entries: Iterable[bytes]) -> bytes:
    """An entry bundle: each entry after its length as a big-endian uint16. Raises :class:`Malformed` for a long one."""
    return b"".join(entry_bytes(entry) for entry in entries)


def entry_bytes(entry: bytes) -> bytes:
    """One entry as a bundle has it. Raises :class:`Malformed`."""
    if len(entry) > MAX_ENTRY_BYTES:
        raise Malformed(f"an entry of {len(entry)} bytes, at most {MAX_ENTRY_BYTES}")
    return len(entry).to_bytes(2, "big") + entry


def entries_of(data: bytes, width: int) -> list[bytes]:
    """The entries of a bundle. Raises :class:`Malformed` unless it holds exactly ``width``."""
    entries: list[bytes] = []
    at = 0
    while at < len(data) and len(entries) < width:
        length = int.from_bytes(data[at : at + 2], "big")
        entry = data[at + 2 : at + 2 + length]
        if at + 2 + length > len(data):
            raise Malformed("an entry bundle that ends within an entry")
        entries.append(entry)
        at += 2 + length
    if len(entries) != width or at != len(data):
        raise Malformed(f"an entry bundle that does not hold {width} entries")
    return entries
