"""Where one room leaves a place for others: a table that lower rooms read and others fill, by one verb. Pure.

Each room fills the seams of other rooms from one file, ``<room>/seams.py``, which its app imports as it starts. What a
module declares of itself (codes of errors, types of events) stands beside it, by the same verb; such a seam says so. A
seam is gone through in the order of its keys, so that nobody's order of imports decides anything, and takes each key
once.

``docs/seams.md`` lists them all. Proved by ``tests/core/test_seams.py`` and ``tests/architecture/test_seams.py``, where
a table that is filled in any other way fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar, overload

K = TypeVar("K")
V = TypeVar("V")
D = TypeVar("D")


class Seam(Mapping[K, V]):
    """What others have put in, by keys. ``about`` says for the documentation what it is for, ``beside`` what that which
    is put in stands beside, where any module may do it; else rooms do, each from its one file."""

    def __init__(self, about: str, *, beside: str = "") -> None:
        self.about = about
        self.beside = beside
        self._entries: dict[K, V] = {}
        self._in_order = True

    @overload
    def register(self, key: K, /) -> Callable[[D], D]: ...
    @overload
    def register(self, key: K, value: V, /) -> None: ...
    def register(self, key: K, /, *value: V) -> Callable[[D], D] | None:
        """Put something in; without a value, what it decorates. ValueError for a key that is there."""
        if not value:
            return lambda decorated: self._put(key, decorated)
        self._put(key, *value)
        return None

    def register_all(self, table: Mapping[K, V]) -> None:
        """Put a table in."""
        for key, value in table.items():
            self._put(key, value)

    def _put(self, key: K, value: D) -> D:
        if key in self._entries:
            raise ValueError(f"{key} is registered twice: {self.about}")
        self._entries[key] = value  # type: ignore[assignment]
        self._in_order = False
        return value

    def __getitem__(self, key: K) -> V:
        return self._entries[key]

    def __iter__(self) -> Iterator[K]:
        if not self._in_order:  # once after the start: pages and judgements walk seams all the time
            self._entries = dict(sorted(self._entries.items(), key=lambda entry: str(entry[0])))
            self._in_order = True
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, key: object) -> bool:
        return key in self._entries
