"""Where a log's files lie: a small protocol, and files in a folder.

A file of the log's tree never changes: the same bytes again are taken as written, other bytes are refused. What is
written is durable when the call returns, and is there whole or not at all, whenever the process or the machine stops.
Proved by ``tests/transparency/test_store.py``.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol


class WouldChange(Exception):
    """A file of the log was to be written again with other bytes: a fork, a defect, or somebody's hand. Never passed
    over: the log stops until a person has looked."""

    def __init__(self, path: str) -> None:
        super().__init__(f"{path} would change")
        self.path = path


class TileSource(Protocol):
    """What a reader needs: a folder, a web server, a database."""

    def get(self, path: str) -> bytes | None:
        """The file's bytes; None where there is none."""


class TileStore(TileSource, Protocol):
    """What a log needs. Paths are those of C2SP tlog-tiles, relative to the log's prefix."""

    def add(self, path: str, data: bytes) -> None:
        """Write what never changes. Raises :class:`WouldChange`."""

    def replace(self, path: str, data: bytes) -> None:
        """Write what does change: the checkpoint."""

    def drop_partials(self, path: str) -> None:
        """Forget the partial tiles of a full one that is there."""


class MemoryStore:
    """In memory, for verifiers that build a tree again, and for tests."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def get(self, path: str) -> bytes | None:
        return self.files.get(path)

    def add(self, path: str, data: bytes) -> None:
        if self.files.setdefault(path, data) != data:
            raise WouldChange(path)

    def replace(self, path: str, data: bytes) -> None:
        self.files[path] = data

    def drop_partials(self, path: str) -> None:
        for each in [each for each in self.files if each.startswith(f"{path}.p/")]:
            del self.files[each]


class FileStore:
    """Files under a folder, which is made where it is not there. Several processes may read; one writes (a second one
    that writes the same bytes does no harm, and other bytes are refused to whoever comes later)."""

    def __init__(self, folder: Path, *, durable: bool = True) -> None:
        """``durable=False`` leaves out the waits for the disk: for what can be built again."""
        self.folder = folder
        self._durable = durable

    def get(self, path: str) -> bytes | None:
        try:
            return (self.folder / path).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def add(self, path: str, data: bytes) -> None:
        target = self.folder / path
        found = self.get(path)
        if found is None:
            with self._written_aside(target, data) as aside:
                try:
                    os.link(aside, target)  # never over a file that is there, as a rename would
                except FileExistsError:
                    found = self.get(path)
        if found is not None and found != data:
            raise WouldChange(path)
        self._sync(target.parent)

    def replace(self, path: str, data: bytes) -> None:
        target = self.folder / path
        with self._written_aside(target, data) as aside:
            os.replace(aside, target)
        self._sync(target.parent)

    def drop_partials(self, path: str) -> None:
        partials = self.folder / f"{path}.p"
        with contextlib.suppress(FileNotFoundError):
            for each in list(partials.iterdir()):
                each.unlink()
            partials.rmdir()

    @contextlib.contextmanager
    def _written_aside(self, target: Path, data: bytes) -> Iterator[Path]:
        self._make(target.parent)
        aside = target.parent / f".{target.name}.{secrets.token_hex(8)}"
        try:
            with aside.open("xb") as file:
                file.write(data)
                file.flush()
                if self._durable:
                    os.fsync(file.fileno())
            yield aside
        finally:
            aside.unlink(missing_ok=True)

    def _make(self, folder: Path) -> None:
        if self._durable:
            make_folder(folder)
        else:
            folder.mkdir(parents=True, exist_ok=True)

    def _sync(self, folder: Path) -> None:
        if self._durable:
            sync_folder(folder)


def make_folder(folder: Path) -> None:
    """The folder, and each new one above it, durable."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    folder.mkdir(exist_ok=True)
    sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """What was made, linked or renamed in this folder is durable when this returns."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
