"""Merkle tree arithmetic: RFC 6962 and RFC 9162, section 2.1, and subtrees of draft-ietf-plants-merkle-tree-certs.

Proofs are verified here from hashes alone. They are made by the three ``*_proof`` functions from anything that knows
the hash of a range of leaves (``proving.TileReader``). A consistency proof of RFC 6962 is the proof of the subtree that
begins at leaf 0, so both have one maker and one check. Every hash is checked to be 32 bytes long: without that,
published cases that must fail pass. Proved by ``tests/transparency/test_merkle.py`` against a naive recursive tree and
the vectors of transparency-dev.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Final

from casino.transparency.wire import HASH_BYTES, MAX_SIZE, NotProved

LEAF_PREFIX: Final = b"\x00"
NODE_PREFIX: Final = b"\x01"
EMPTY_ROOT: Final = sha256(b"").digest()
MAX_PROOF_HASHES: Final = 63
"""What requests may carry (tlog-witness, tlog-mirror): the height of the largest tree."""

Hashes = Callable[[int, int], bytes]
"""The Merkle tree hash of leaves [start, end), for ranges that are subtrees."""


def leaf_hash(entry: bytes) -> bytes:
    """RFC 6962 section 2.1: 32 bytes."""
    return sha256(LEAF_PREFIX + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """RFC 6962 section 2.1: 32 bytes."""
    return sha256(NODE_PREFIX + left + right).digest()


def split(count: int) -> int:
    """The largest power of two that is smaller than ``count``, which is 2 or more: leaves of the left half."""
    return 1 << ((count - 1).bit_length() - 1)


def root_of(hashes: Sequence[bytes]) -> bytes:
    """The Merkle tree hash over subtrees of equal size given by their hashes, of which the last may be smaller. Level
    by level, pairs from the left: an odd one goes up as it is, which is the tree of RFC 6962."""
    if not hashes:
        return EMPTY_ROOT
    row = list(hashes)
    while len(row) > 1:
        odd = row[-1:] if len(row) % 2 else []
        halves = zip(row[::2], row[1::2], strict=False)  # an odd one has no other half
        row = [sha256(NODE_PREFIX + left + right).digest() for left, right in halves] + odd
    return row[0]


def is_subtree(start: int, end: int) -> bool:
    """Is [start, end) a subtree: does it begin at a multiple of the smallest power of two that holds it
    (draft section 4.1)?"""
    return 0 <= start < end and start % (1 << (end - start - 1).bit_length()) == 0


# --- Making -----------------------------------------------------------------------------------------------------------
def inclusion_proof(index: int, size: int, hashes: Hashes) -> list[bytes]:
    """PATH of RFC 6962 section 2.1.1, from the leaf's sibling to the root's child. Raises ValueError outside the
    tree."""
    if not 0 <= index < size:
        raise ValueError(f"leaf {index} of a tree of {size}")
    proof: list[bytes] = []
    start, end = 0, size
    while end - start > 1:
        middle = start + split(end - start)
        if index < middle:
            proof.append(hashes(middle, end))
            end = middle
        else:
            proof.append(hashes(start, middle))
            start = middle
    return proof[::-1]


def subtree_proof(start: int, end: int, size: int, hashes: Hashes) -> list[bytes]:
    """SUBTREE_PROOF of the draft, section 4.4. Raises ValueError for what is no subtree of the tree."""
    if not is_subtree(start, end) or end > size:
        raise ValueError(f"[{start}, {end}) is no subtree of a tree of {size}")
    proof: list[bytes] = []
    low, high = 0, size
    known = True
    while (low, high) != (start, end):
        middle = low + split(high - low)
        if end <= middle:
            proof.append(hashes(middle, high))
            high = middle
        elif middle <= start:
            proof.append(hashes(low, middle))
            low = middle
        else:  # it reaches across the middle, and so begins where this part begins
            proof.append(hashes(low, middle))
            low = start = middle
            known = False
    if not known:
        proof.append(hashes(low, high))
    return proof[::-1]


def consistency_proof(old: int, size: int, hashes: Hashes) -> list[bytes]:
    """PROOF of RFC 6962 section 2.1.2, of trees of ``old`` and ``size`` leaves; old is 1 or more. Raises ValueError."""
    return subtree_proof(0, old, size, hashes)


# --- Verifying --------------------------------------------------------------------------------------------------------
def _check_hashes(*hashes: bytes) -> None:
    if any(len(each) != HASH_BYTES for each in hashes):
        raise NotProved("a hash that is not 32 bytes long")


def verify_inclusion(index: int, size: int, leaf: bytes, proof: Sequence[bytes], root: bytes) -> None:
    """RFC 9162 section 2.1.3.2. Raises :class:`NotProved`."""
    _check_hashes(leaf, root, *proof)
    if not 0 <= index < size <= MAX_SIZE:
        raise NotProved(f"leaf {index} of a tree of {size}")
    at, last, found = index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            raise NotProved("the proof is too long")
        if at & 1 or at == last:
            found = node_hash(sibling, found)
            while not at & 1 and at:
                at >>= 1
                last >>= 1
        else:
            found = node_hash(found, sibling)
        at >>= 1
        last >>= 1
    if last:
        raise NotProved("the proof is too short")
    if found != root:
        raise NotProved("the proof leads to another root")


def verify_subtree(start: int, end: int, size: int, subtree: bytes, proof: Sequence[bytes], root: bytes) -> None:
    """That the subtree [start, end) with this hash lies in the tree: the draft, section 4.4.3. Raises
    :class:`NotProved`; also for an empty subtree, which the draft's figures allow and nothing here asks for."""
    _check_hashes(subtree, root, *proof)
    if not is_subtree(start, end) or not end <= size <= MAX_SIZE:
        raise NotProved(f"[{start}, {end}) is no subtree of a tree of {size}")
    first, last, top = start, end - 1, size - 1
    while first != last and (last == top or last & 1):
        first, last, top = first >> 1, last >> 1, top >> 1
    rest = list(proof)
    if first == last:
        low = high = subtree
    elif rest:
        low = high = rest.pop(0)
    else:
        raise NotProved("the proof is too short")
    for each in rest:
        if top == 0:
            raise NotProved("the proof is too long")
        if last & 1 or last == top:
            if first < last:
                low = node_hash(each, low)
            high = node_hash(each, high)
            while not last & 1 and last:
                first, last, top = first >> 1, last >> 1, top >> 1
        else:
            high = node_hash(high, each)
        first, last, top = first >> 1, last >> 1, top >> 1
    if top:
        raise NotProved("the proof is too short")
    if low != subtree:
        raise NotProved("the proof leads to another root of the smaller tree")
    if high != root:
        raise NotProved("the proof leads to another root")


def verify_consistency(old: int, size: int, old_root: bytes, proof: Sequence[bytes], root: bytes) -> None:
    """RFC 9162 section 2.1.4.2. The smaller tree has 1 leaf or more: from an empty tree nothing is proved, which each
    protocol that allows it says for itself. Raises :class:`NotProved`."""
    if not 1 <= old <= size:
        raise NotProved(f"a tree of {old} leaves inside one of {size}")
    verify_subtree(0, old, size, old_root, proof, root)
