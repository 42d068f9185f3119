"""All leaves of some ranges lead to the tree's root with the hashes around them, and no other leaves or hashes do."""

from __future__ import annotations

import random
from hashlib import sha256

import pytest

from casino.transparency import merkle, ranges
from casino.transparency.ranges import Range
from casino.transparency.wire import NotProved


def leaves_of(size: int) -> list[bytes]:
    return [sha256(b"%d" % number).digest() for number in range(size)]


def tree_hash(leaves: list[bytes], start: int, end: int) -> bytes:
    """RFC 9162 section 2.1.1, as it stands there."""
    if end - start == 1:
        return leaves[start]
    middle = start + merkle.split(end - start)
    return sha256(b"\1" + tree_hash(leaves, start, middle) + tree_hash(leaves, middle, end)).digest()


def some_ranges(rng: random.Random, size: int) -> list[Range]:
    cuts = sorted(rng.sample(range(size + 1), min(size + 1, 2 * rng.randint(1, 4))))
    return ranges.merged(Range(*pair) for pair in zip(cuts[::2], cuts[1::2], strict=False))


@pytest.mark.parametrize("size", [*range(1, 20), 255, 256, 257, 3_000])
def test_ranges_lead_to_the_root_and_to_nothing_else_when_a_hash_differs(size: int) -> None:
    rng = random.Random(size)
    leaves = leaves_of(size)
    root = tree_hash(leaves, 0, size)
    for _ in range(20):
        shown = some_ranges(rng, size)
        own = [leaves[index] for start, end in shown for index in range(start, end)]
        around = list(ranges.edges(shown, size, lambda low, high: tree_hash(leaves, low, high)))
        assert ranges.root(shown, size, iter(own), iter(around)) == root
        for hashes, other in ((own, around), (around, own)):
            if not hashes:
                continue
            at = rng.randrange(len(hashes))
            changed = [*hashes[:at], bytes([hashes[at][0] ^ 1]) + hashes[at][1:], *hashes[at + 1 :]]
            both = (changed, other) if hashes is own else (other, changed)
            assert ranges.root(shown, size, iter(both[0]), iter(both[1])) != root
            for wrong in (hashes[:-1], [*hashes, root], [*hashes[:-1], hashes[-1][:12]]):
                both = (wrong, other) if hashes is own else (other, wrong)
                with pytest.raises(NotProved):
                    ranges.root(shown, size, iter(both[0]), iter(both[1]))


def test_a_single_leaf_has_the_hashes_of_its_inclusion_proof() -> None:
    leaves = leaves_of(700)

    def hashes(low: int, high: int) -> bytes:
        return tree_hash(leaves, low, high)

    for index in (0, 1, 255, 256, 511, 699):
        proof = merkle.inclusion_proof(index, 700, hashes)
        assert sorted(ranges.edges([Range(index, index + 1)], 700, hashes)) == sorted(proof)


@pytest.mark.parametrize(
    "wrong",
    [[Range(2, 2)], [Range(0, 11)], [Range(3, 5), Range(1, 2)], [Range(1, 3), Range(3, 4)], [Range(-1, 2)]],
    ids=["empty", "outside", "out of order", "touching", "before the first"],
)
def test_ranges_have_one_form(wrong: list[Range]) -> None:
    with pytest.raises(NotProved):
        ranges.root(wrong, 10, iter(leaves_of(10)), iter(()))


def test_ranges_are_merged() -> None:
    assert ranges.merged([Range(5, 7), Range(0, 2), Range(2, 3), Range(6, 9), Range(4, 4)]) == [
        Range(0, 3),
        Range(5, 9),
    ]
