"""Files that never change, written whole or not at all."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from casino.transparency.store import FileStore, MemoryStore, TileStore, WouldChange


@pytest.fixture(params=["files", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> TileStore:
    return FileStore(tmp_path / "log") if request.param == "files" else MemoryStore()


def test_the_same_bytes_again_are_taken_and_others_refused(store: TileStore) -> None:
    store.add("tile/0/000", b"one")
    store.add("tile/0/000", b"one")
    with pytest.raises(WouldChange) as refused:
        store.add("tile/0/000", b"two")
    assert refused.value.path == "tile/0/000"
    assert store.get("tile/0/000") == b"one"


def test_a_checkpoint_is_replaced(store: TileStore) -> None:
    assert store.get("checkpoint") is None
    store.replace("checkpoint", b"1")
    store.replace("checkpoint", b"2")
    assert store.get("checkpoint") == b"2"


def test_partials_are_dropped_beside_the_full_tile(store: TileStore) -> None:
    for path in ("tile/0/000.p/1", "tile/0/000.p/200", "tile/0/001.p/7", "tile/0/000"):
        store.add(path, path.encode())
    store.drop_partials("tile/0/000")
    store.drop_partials("tile/0/000")
    assert store.get("tile/0/000.p/1") is None
    assert store.get("tile/0/000.p/200") is None
    assert store.get("tile/0/001.p/7") is not None
    assert store.get("tile/0/000") is not None


def test_nothing_is_left_aside(tmp_path: Path) -> None:
    store = FileStore(tmp_path)
    store.add("tile/0/000", b"one")
    store.replace("checkpoint", b"1")
    with pytest.raises(WouldChange):
        store.add("tile/0/000", b"two")
    assert sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()) == [
        "checkpoint",
        "tile/0/000",
    ]


def test_of_two_that_write_at_once_one_is_refused(tmp_path: Path) -> None:
    """A rename would let the later one win; a link lets it lose."""
    stores = [FileStore(tmp_path), FileStore(tmp_path)]
    for round_number in range(30):
        path = f"tile/0/{round_number:03}"
        together = threading.Barrier(2)
        refused: list[str] = []

        def write(number: int, path: str = path, together: threading.Barrier = together) -> None:
            together.wait()
            try:
                stores[number].add(path, bytes([number]))
            except WouldChange as error:
                refused.append(error.path)  # noqa: B023

        threads = [threading.Thread(target=write, args=(number,)) for number in (0, 1)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert refused == [path]
        assert stores[0].get(path) in (b"\0", b"\1")


def test_what_is_written_is_synced_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    sync, link, replace = os.fsync, os.link, os.replace

    def noting_sync(opened: int) -> None:
        done.append("folder" if os.path.isdir(f"/proc/self/fd/{opened}") else "file")
        sync(opened)

    monkeypatch.setattr(os, "fsync", noting_sync)

    def noting_link(source: Path, target: Path) -> None:
        done.append("link")
        link(source, target)

    def noting_replace(source: Path, target: Path) -> None:
        done.append("replace")
        replace(source, target)

    monkeypatch.setattr(os, "link", noting_link)
    monkeypatch.setattr(os, "replace", noting_replace)
    store = FileStore(tmp_path)
    store.add("000", b"one")
    assert done == ["file", "link", "folder"]
    done.clear()
    store.replace("checkpoint", b"1")
    assert done == ["file", "replace", "folder"]
