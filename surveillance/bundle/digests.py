"""Members against the manifest's digests and the container's checksums, each read once: by itself, or along with the
task that reads its lines.

Proved by ``tests/surveillance/bundle/test_tampering.py`` and ``test_verifying.py``.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from surveillance.bundle.found import Found
from surveillance.bundle.opened import Bundle

ALONG: Final = ("events/", "log/entries/")
"""Members of which a task reads every line."""


class Digests:
    """Of one bundle. ``progress`` is told how many bytes were hashed; ``held`` are the members that were compared."""

    def __init__(self, bundle: Bundle, progress: Callable[[int], None]) -> None:
        self._archive, self._progress = bundle.archive, progress
        self._said = {member.name: member for member in bundle.manifest.members}
        self.held: set[str] = set()

    def check(self, names: Iterable[str], found: Found) -> None:
        for name in names:
            total = _Sum()
            for piece in self._archive.pieces(name):
                total.take(piece)
            self._hold(name, total, found)

    def lines(self, name: str, found: Found) -> Iterator[bytes]:
        """The lines of a member, which is compared once the last was taken."""
        total = _Sum()
        yield from self._archive.lines(name, total.take)
        self._hold(name, total, found)

    def _hold(self, name: str, total: _Sum, found: Found) -> None:
        placed, said = self._archive.members[name], self._said.get(name)
        if total.crc != placed.crc:
            found.refuse("checksum", name)
        if said is not None and (said.sha256, said.size) != (total.digest.hexdigest(), placed.size):
            found.refuse("digest", name)
        self.held.add(name)
        self._progress(placed.size)


class _Sum:
    def __init__(self) -> None:
        self.digest = hashlib.sha256()
        self.crc = 0

    def take(self, piece: bytes) -> None:
        self.digest.update(piece)
        self.crc = zlib.crc32(piece, self.crc)
