"""Many leaves of a tree proved at once: all leaves of some ranges, and the hashes of what lies between and around them.

Of the tree of ``size`` leaves (RFC 9162 section 2.1) go down from the root, left half first. A node none of whose
leaves lies in a range is one hash of the *edges*, in the order in which nodes are met; a leaf in a range is the next of
the leaves; every other node is hashed from its halves. So leaves and edges are read once, in order, and nothing of the
tree is held but one path. What comes out is the root, or something is not as it was said; a hash too few or too many is
refused. A single leaf is the range of one, and its edges are its inclusion proof in another order. Proved by
``tests/transparency/test_ranges.py``, against the tree itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from casino.transparency.merkle import EMPTY_ROOT, Hashes, node_hash, root_of, split
from casino.transparency.wire import HASH_BYTES, MAX_SIZE, NotProved

BLOCK: Final = 1_024
"""Leaves that are hashed together."""


class Range(NamedTuple):
    """Leaves from ``start`` to before ``end``, counted from 0."""

    start: int
    end: int


def merged(ranges: Iterable[Range]) -> list[Range]:
    """The same leaves as ranges in order that neither overlap nor touch; empty ones are left out."""
    found: list[Range] = []
    for start, end in sorted(ranges):
        if end <= start:
            continue
        if found and start <= found[-1].end:
            found[-1] = Range(found[-1].start, max(end, found[-1].end))
        else:
            found.append(Range(start, end))
    return found


def check_ranges(ranges: Sequence[Range], size: int) -> None:
    """Raises :class:`NotProved` unless they are in order, neither overlap nor touch, and lie in the tree."""
    before = -1
    for start, end in ranges:
        if not before < start < end <= size <= MAX_SIZE:
            raise NotProved(f"leaves {start} to {end} behind {before} in a tree of {size}")
        before = end


def edges(ranges: Sequence[Range], size: int, hashes: Hashes) -> Iterator[bytes]:
    """The hashes around these ranges, in order. Raises :class:`NotProved` as :func:`check_ranges`."""
    check_ranges(ranges, size)
    at = 0
    waiting = [(0, size)] if size else []
    while waiting:
        low, high = waiting.pop()
        while at < len(ranges) and ranges[at].end <= low:
            at += 1
        if at == len(ranges) or ranges[at].start >= high:
            yield hashes(low, high)
        elif not (ranges[at].start <= low and high <= ranges[at].end):
            middle = low + split(high - low)
            waiting += [(middle, high), (low, middle)]


def root(ranges: Sequence[Range], size: int, leaves: Iterator[bytes], around: Iterator[bytes]) -> bytes:
    """The root that these leaves and edges lead to. Raises :class:`NotProved` where a hash is missing, left over, or
    not 32 bytes long."""
    check_ranges(ranges, size)
    found = _Walk(ranges, leaves, around).node(0, size) if size else EMPTY_ROOT
    if next(leaves, None) is not None or next(around, None) is not None:
        raise NotProved("hashes are left over")
    return found


class _Walk:
    """Down the tree, left half first."""

    def __init__(self, ranges: Sequence[Range], leaves: Iterator[bytes], around: Iterator[bytes]) -> None:
        self._ranges, self._leaves, self._around = ranges, leaves, around
        self._at = 0

    def node(self, low: int, high: int) -> bytes:
        ranges = self._ranges
        while self._at < len(ranges) and ranges[self._at].end <= low:
            self._at += 1
        if self._at == len(ranges) or ranges[self._at].start >= high:
            return _taken(self._around, 1)[0]
        if high - low <= BLOCK and ranges[self._at].start <= low and high <= ranges[self._at].end:
            return root_of(_taken(self._leaves, high - low))
        middle = low + split(high - low)
        return node_hash(self.node(low, middle), self.node(middle, high))


def _taken(source: Iterator[bytes], count: int) -> list[bytes]:
    taken = list(islice(source, count))
    if len(taken) != count:
        raise NotProved("a hash is missing")
    if any(len(each) != HASH_BYTES for each in taken):
        raise NotProved("a hash that is not 32 bytes long")
    return taken
