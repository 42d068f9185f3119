"""Paths and contents of tiles and bundles, by the examples of C2SP tlog-tiles."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.transparency import tiles
from casino.transparency.tiles import ENTRIES, Tile
from casino.transparency.wire import Malformed


@pytest.mark.parametrize(
    ("tile", "path"),
    [
        (Tile(0, 1234067), "tile/0/x001/x234/067"),
        (Tile(0, 0), "tile/0/000"),
        (Tile(1, 999, 17), "tile/1/999.p/17"),
        (Tile(63, 1000, 1), "tile/63/x001/000.p/1"),
        (Tile(ENTRIES, 1000000, 255), "tile/entries/x001/x000/000.p/255"),
    ],
)
def test_the_number_of_a_tile_is_written_in_groups_of_three(tile: Tile, path: str) -> None:
    assert tile.path == path
    assert tiles.parse_path(path) == tile


@pytest.mark.parametrize(
    "path",
    [
        "tile/0/067/001",
        "tile/0/x001",
        "tile/0/1",
        "tile/0/0001",
        "tile/00/001",
        "tile/64/001",
        "tile/0/001.p/0",
        "tile/0/001.p/256",
        "tile/0/001.p/01",
        "tile/0/x000/001",
        "tile/data/001",
        "tile/8/0/001/",
        "tile/0/../001",
        "/tile/0/001",
        "tile/0/001\n",
        "tile/0/００１",
        "checkpoint",
    ],
)
def test_any_other_writing_is_no_path(path: str) -> None:
    with pytest.raises(Malformed):
        tiles.parse_path(path)


def test_a_tree_of_70000_leaves_has_the_tiles_of_the_text() -> None:
    found = list(tiles.tiles_of(70_000))
    assert [t for t in found if t.level == 0] == [*(Tile(0, n) for n in range(273)), Tile(0, 273, 112)]
    assert [t for t in found if t.level == 1] == [Tile(1, 0), Tile(1, 1, 17)]
    assert [t for t in found if t.level >= 2] == [Tile(2, 0, 1)]


def test_a_tree_of_256_leaves_has_a_full_tile_and_one_of_width_1_above() -> None:
    assert list(tiles.tiles_of(256, entries=True)) == [Tile(ENTRIES, 0), Tile(0, 0), Tile(1, 0, 1)]
    assert list(tiles.tiles_of(0)) == []
    assert tiles.tile_at(0, 1, 256) is None


@given(st.integers(1, 10**6))
def test_the_partial_tile_of_a_level_has_the_width_of_the_text(size: int) -> None:
    level = 0
    while size >> (8 * level):
        width = (size // 256**level) % 256
        partial = [t for t in tiles.tiles_of(size) if t.level == level and t.width < 256] if size < 5000 else []
        last = tiles.tile_at(level, (size // 256**level) // 256, size)
        assert (last.width if last else 0) == width
        assert not partial or partial == [last]
        level += 1


@given(st.lists(st.binary(max_size=400), max_size=256))
def test_a_bundle_gives_its_entries_back(entries: list[bytes]) -> None:
    data = tiles.bundle(entries)
    assert tiles.entries_of(data, len(entries)) == entries
    for wrong in (len(entries) - 1, len(entries) + 1):
        with pytest.raises(Malformed):
            tiles.entries_of(data, max(0, wrong) if entries else 1)


def test_a_bundle_is_each_entry_after_its_length() -> None:
    assert tiles.bundle([b"", b"ab", b"x" * 258]) == b"\0\0" + b"\0\2ab" + b"\1\2" + b"x" * 258
    with pytest.raises(Malformed):
        tiles.bundle([b"x" * 65_536])
    for cut in (b"\0", b"\0\2a", b"\0\2ab\0"):
        with pytest.raises(Malformed):
            tiles.entries_of(cut, 1)


def test_a_tile_has_32_bytes_for_each_hash() -> None:
    assert tiles.hashes_of(b"a" * 32 + b"b" * 32, 2) == [b"a" * 32, b"b" * 32]
    with pytest.raises(Malformed):
        tiles.hashes_of(b"a" * 63, 2)
