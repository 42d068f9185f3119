"""A tree that grows: the same tiles and heads whatever way it grew, where it was stopped, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.transparency import merkle, tiles
from casino.transparency.building import TreeBuilder
from casino.transparency.proving import Missing, TileReader
from casino.transparency.store import FileStore, MemoryStore, WouldChange
from tests.transparency.making import entry, grow, leaf_hashes, naive_root

LEAVES = leaf_hashes(1_400)


@given(st.lists(st.integers(0, 600), min_size=1, max_size=6))
@settings(max_examples=40)
def test_however_it_is_published_the_head_is_that_of_the_naive_tree(steps: list[int]) -> None:
    store = MemoryStore()
    size = 0
    for step in steps:
        builder = TreeBuilder(store, size)  # as after a stop: from the size alone
        for leaf in LEAVES[size : size + step]:
            builder.add_leaf(leaf)
        size = min(size + step, len(LEAVES))
        assert builder.publish() == (size, naive_root(LEAVES[:size]))
    assert TileReader(store, size).root() == naive_root(LEAVES[:size])


def test_the_files_are_those_of_the_text_and_no_others() -> None:
    store, _head = grow(1_300)
    assert isinstance(store, MemoryStore)
    assert sorted(store.files) == sorted(tile.path for tile in tiles.tiles_of(1_300, entries=True))
    assert TileReader(store, 1_300).entry(777) == entry(777)


def test_a_partial_tile_goes_when_the_full_one_is_there_and_is_still_read() -> None:
    store = MemoryStore()
    builder = TreeBuilder(store, entries=True)
    for number in range(200):
        builder.add_entry(entry(number))
    before = builder.publish()
    for number in range(200, 300):
        builder.add_entry(entry(number))
    builder.publish()
    assert "tile/0/000.p/200" not in store.files
    assert "tile/entries/000.p/200" not in store.files
    assert TileReader(store, 200).root() == before.root
    assert TileReader(store, 200).entry(199) == entry(199)
    assert TreeBuilder(store, 200, entries=True).head() == before


def test_what_was_written_beyond_the_last_checkpoint_is_met_again() -> None:
    store, _head = grow(500)
    killed = TreeBuilder(store, 500, entries=True)
    for number in range(500, 1_000):
        killed.add_entry(entry(number))  # full tiles are written, nothing is published
    again = TreeBuilder(store, 500, entries=True)
    for number in range(500, 1_000):
        again.add_entry(entry(number))
    assert again.publish().root == naive_root(LEAVES[:1_000])


def test_a_tile_that_would_change_is_refused() -> None:
    store, _head = grow(500)
    builder = TreeBuilder(store, 500, entries=True)
    for number in range(500, 1_000):
        builder.add_entry(entry(number))
    builder.publish()
    other = TreeBuilder(store, 500, entries=True)
    for number in range(500, 511):
        other.add_entry(entry(number, "another story"))
    with pytest.raises(WouldChange, match=r"tile/entries/001"):
        other.add_entry(entry(511, "another story"))


def test_a_tile_that_is_not_there_is_said() -> None:
    store, _head = grow(600)
    assert isinstance(store, MemoryStore)
    del store.files["tile/0/002.p/88"]
    with pytest.raises(Missing, match=r"tile/0/002\.p/88"):
        TreeBuilder(store, 600, entries=True)


def test_leaves_of_a_tile_are_given_from_the_edge_and_from_the_file() -> None:
    store, _head = grow(600)
    builder = TreeBuilder(store, 600, entries=True)
    assert builder.leaves(512, 600) == LEAVES[512:600]
    assert builder.leaves(300, 400) == LEAVES[300:400]
    assert builder.leaves(256, 256) == []
    with pytest.raises(ValueError, match="leaves 200 to 300"):
        builder.leaves(200, 300)


def test_leaves_and_entries_are_not_mixed() -> None:
    with pytest.raises(TypeError):
        TreeBuilder(MemoryStore(), entries=True).add_leaf(LEAVES[0])
    with pytest.raises(TypeError):
        TreeBuilder(MemoryStore()).add_entry(b"")
    with pytest.raises(ValueError, match="31 bytes"):
        TreeBuilder(MemoryStore()).add_leaf(LEAVES[0][:31])


def test_a_large_tree_reads_back_and_proves_itself(tmp_path: Path) -> None:
    """Three levels of tiles, in files."""
    store = FileStore(tmp_path / "log", durable=False)
    builder = TreeBuilder(store)
    leaves = [merkle.leaf_hash(number.to_bytes(4, "big")) for number in range(66_000)]
    for leaf in leaves:
        builder.add_leaf(leaf)
    head = builder.publish()
    reader = TileReader(store, head.size)
    assert reader.root() == head.root == merkle.root_of(leaves)
    for index in (0, 255, 256, 65_535, 65_536, 65_999):
        merkle.verify_inclusion(index, head.size, reader.leaf(index), reader.inclusion_proof(index), head.root)
    for old in (1, 255, 256, 257, 65_536, 65_537, 66_000):
        proof = reader.consistency_proof(old)
        merkle.verify_consistency(old, head.size, merkle.root_of(leaves[:old]), proof, head.root)
    for start, end in ((0, 256), (65_536, 65_792), (65_792, 66_000), (256, 300)):
        part = merkle.root_of(leaves[start:end])
        merkle.verify_subtree(start, end, head.size, part, reader.subtree_proof(start, end), head.root)
