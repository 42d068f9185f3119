"""What a witness must never forget: the last checkpoint of each log, and the roots that it cosigned before.

    <state>/lock                            held while a witness runs: there is one process
    <state>/logs/<hash>/checkpoint          the last one, with the log's lines and ours; replaced as a whole
    <state>/logs/<hash>/history             40 bytes for each size: uint64 size, root
    <state>/logs/<hash>/evidence/<name>     what shows, or may show, that the log told two stories
    <state>/mirror/<hash>/…                 the copy of the log, as tlog-tiles has it

``<hash>`` is SHA-256 of the origin in hexadecimal, as in the addresses. A cosignature leaves the process only after the
checkpoint that it is on is durable, so whenever the process or the machine stops, no two of its cosignatures are on
two stories. The history may be ahead of the checkpoint by one record, which then was not cosigned. Proved by
``tests/transparency/test_witness_state.py``, and by kills in ``test_witness_kills.py``.
"""

from __future__ import annotations

import fcntl
import os
from hashlib import sha256
from pathlib import Path
from typing import Final

from casino.transparency import checkpoints
from casino.transparency.building import Head
from casino.transparency.checkpoints import SignedCheckpoint
from casino.transparency.notes import Note
from casino.transparency.store import FileStore, make_folder, sync_folder
from casino.transparency.wire import HASH_BYTES
from casino.transparency.witness.config import Unusable

RECORD_BYTES: Final = 8 + HASH_BYTES
MAX_EVIDENCE: Final = 1_000
"""Files of one kind for one log."""


def origin_hash(origin: str) -> str:
    return sha256(origin.encode()).hexdigest()


class LogState:
    """One log's part of the state. Not safe for two threads at once: the service sees to that."""

    def __init__(self, state: Path, origin: str) -> None:
        self.origin = origin
        self.folder = state / "logs" / origin_hash(origin)
        make_folder(self.folder)
        self._files = FileStore(self.folder)
        found = self._files.get("checkpoint")
        self.latest: SignedCheckpoint | None = None if found is None else checkpoints.parse(found)
        if self.latest is not None and self.latest.checkpoint.origin != origin:
            raise Unusable(f"{self.folder} holds a checkpoint of another log")

    @property
    def head(self) -> Head | None:
        return None if self.latest is None else self.latest.checkpoint.head

    def keep(self, note: Note) -> None:
        """The new last checkpoint, with every line that is to be served: durable when this returns."""
        signed = SignedCheckpoint(checkpoints.parse_text(note.text), note)
        if self.head != signed.checkpoint.head:
            self._remember(signed.checkpoint.head)
        self._files.replace("checkpoint", note.encode())
        self.latest = signed

    def _remember(self, head: Head) -> None:
        """Add a record after the last one that is before this size: one of a checkpoint that was not kept in the end is
        written over, and so is half a record."""
        opened = os.open(self.folder / "history", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        with os.fdopen(opened, "r+b") as file:
            count = os.fstat(opened).st_size // RECORD_BYTES
            while count and _record(opened, count - 1).size >= head.size:
                count -= 1
            file.truncate(count * RECORD_BYTES)
            file.seek(count * RECORD_BYTES)
            file.write(head.size.to_bytes(8, "big") + head.root)
            file.flush()
            os.fsync(opened)
        sync_folder(self.folder)

    def root_at(self, size: int) -> bytes | None:
        """The root that was cosigned at this size; None where none was."""
        if self.head is None or size > self.head.size:
            return None
        if size == self.head.size:
            return self.head.root
        try:
            opened = os.open(self.folder / "history", os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            return None
        try:
            low, high = 0, os.fstat(opened).st_size // RECORD_BYTES
            while low < high:
                middle = (low + high) // 2
                if _record(opened, middle).size < size:
                    low = middle + 1
                else:
                    high = middle
            found = _record(opened, low)
        finally:
            os.close(opened)
        return found.root if found.size == size else None

    def keep_evidence(self, kind: str, name: str, *parts: bytes) -> bool:
        """Keep these notes, one after the other with an empty line between. False where they are kept already, or where
        there are too many of this kind: a fork needs one, and whoever sends more only fills the disk."""
        folder = self.folder / "evidence"
        alike = [each for each in os.listdir(folder) if each.startswith(kind)] if folder.is_dir() else []
        if f"{kind}-{name}" in alike or len(alike) >= MAX_EVIDENCE:
            return False
        self._files.add(f"evidence/{kind}-{name}", b"\n".join(parts))
        return True


def _record(opened: int, number: int) -> Head:
    raw = os.pread(opened, RECORD_BYTES, number * RECORD_BYTES)
    return Head(int.from_bytes(raw[:8], "big"), raw[8:]) if len(raw) == RECORD_BYTES else Head(-1, b"")


class Lock:
    """Held for as long as this object lives: two witnesses on one state would cosign two stories."""

    def __init__(self, state: Path) -> None:
        """Raises :class:`Unusable` where another process holds it."""
        state.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._file = (state / "lock").open("ab")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._file.close()
            raise Unusable(f"another witness runs on {state}") from error

    def release(self) -> None:
        self._file.close()
