"""Tree hashes and proofs against the published figures and a naive recursive tree."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.transparency import merkle
from casino.transparency.merkle import verify_consistency, verify_inclusion, verify_subtree
from casino.transparency.wire import NotProved
from tests.transparency.making import VECTORS, cases, leaf_hashes, naive_root

LEAVES = leaf_hashes(600)
REFUSED_ON_PURPOSE = {
    # "do not care" roots of 12 bytes
    ("consistency", "additional/sizes-are-equal-one-and-proof-is-empty"),
    ("subtreeconsistency", "additional/sizes-are-equal-one-and-proof-is-empty"),
}


def of(leaves: list[bytes]) -> merkle.Hashes:
    return lambda start, end: naive_root(leaves[start:end])


def test_the_tree_of_rfc_6962_has_the_published_roots() -> None:
    known = msgspec.json.decode((VECTORS / "rfc6962.json").read_bytes())
    leaves = [merkle.leaf_hash(bytes.fromhex(leaf)) for leaf in known["leaves"]]
    for size, root in enumerate(known["roots"]):
        assert merkle.root_of(leaves[:size]).hex() == root
        assert naive_root(leaves[:size]).hex() == root
    assert len(known["roots"]) == 9


def _check(case: dict[str, Any]) -> None:
    proof = [b64decode(each) for each in case["proof"] or ()]
    if case["kind"] == "inclusion":
        leaf, root = b64decode(case["leafHash"]), b64decode(case["root"])
        verify_inclusion(case["leafIdx"], case["treeSize"], leaf, proof, root)
        return
    first, second = b64decode(case["root1"] or ""), b64decode(case["root2"] or "")
    if case["kind"] == "consistency":
        verify_consistency(case["size1"], case["size2"], first, proof, second)
    else:
        verify_subtree(case["start"], case["end"], case["size"], first, proof, second)


@pytest.mark.parametrize("case", cases("merkle.ndjson"), ids=lambda case: f"{case['kind']}-{case['name']}")
def test_a_published_case_passes_or_fails_as_it_must(case: dict[str, Any]) -> None:
    empty_subtree = case["kind"] == "subtreeconsistency" and case["start"] == case["end"]
    if case["wantErr"] or empty_subtree or (case["kind"], case["name"]) in REFUSED_ON_PURPOSE:
        with pytest.raises(NotProved):
            _check(case)
    else:
        _check(case)


def test_there_are_good_and_bad_cases_of_each_kind() -> None:
    found = cases("merkle.ndjson")
    for kind, bad in (("inclusion", 92), ("consistency", 92), ("subtreeconsistency", 106)):
        assert sum(case["wantErr"] for case in found if case["kind"] == kind) == bad
    refused = [c for c in found if not c["wantErr"] and (c["kind"], c["name"]) in REFUSED_ON_PURPOSE]
    assert {len(b64decode(case["root1"])) for case in refused} == {12}


@given(st.integers(1, 600).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1))))
def test_every_leaf_is_proved_to_be_in_its_tree(case: tuple[int, int]) -> None:
    size, index = case
    root = naive_root(LEAVES[:size])
    proof = merkle.inclusion_proof(index, size, of(LEAVES))
    verify_inclusion(index, size, LEAVES[index], proof, root)
    _no_other(lambda leaf, changed, top: verify_inclusion(index, size, leaf, changed, top), LEAVES[index], proof, root)
    for wrong in {index - 1, index + 1, index ^ 2} - {index}:
        with pytest.raises(NotProved):
            verify_inclusion(wrong, size, LEAVES[index], proof, root)


@given(st.integers(1, 600).flatmap(lambda size: st.tuples(st.integers(1, size), st.just(size))))
def test_every_smaller_tree_is_proved_to_be_a_beginning(case: tuple[int, int]) -> None:
    old, size = case
    before, root = naive_root(LEAVES[:old]), naive_root(LEAVES[:size])
    proof = merkle.consistency_proof(old, size, of(LEAVES))
    verify_consistency(old, size, before, proof, root)
    _no_other(lambda small, changed, top: verify_consistency(old, size, small, changed, top), before, proof, root)


@st.composite
def subtrees(draw: st.DrawFn) -> tuple[int, int, int]:
    size = draw(st.integers(1, 600))
    height = draw(st.integers(0, (size - 1).bit_length()))
    start = draw(st.integers(0, (size - 1) >> height)) << height
    return start, draw(st.integers(start + 1, min(size, start + (1 << height)))), size


@given(subtrees())
def test_every_subtree_is_proved_to_lie_in_its_tree(case: tuple[int, int, int]) -> None:
    start, end, size = case
    assert merkle.is_subtree(start, end)
    part, root = naive_root(LEAVES[start:end]), naive_root(LEAVES[:size])
    proof = merkle.subtree_proof(start, end, size, of(LEAVES))
    verify_subtree(start, end, size, part, proof, root)
    _no_other(lambda small, changed, top: verify_subtree(start, end, size, small, changed, top), part, proof, root)


def _no_other(check: Callable[[bytes, list[bytes], bytes], None], part: bytes, proof: list[bytes], root: bytes) -> None:
    """A bit changed in any hash, a hash more or less: each is refused."""
    for at in range(len(proof)):
        with pytest.raises(NotProved):
            check(part, [*proof[:at], _flipped(proof[at]), *proof[at + 1 :]], root)
        with pytest.raises(NotProved):
            check(part, proof[:at] + proof[at + 1 :], root)
    for changed in ([*proof, root], [part, *proof]):
        with pytest.raises(NotProved):
            check(part, changed, root)
    with pytest.raises(NotProved):
        check(_flipped(part), proof, root)
    with pytest.raises(NotProved):
        check(part, proof, _flipped(root))


def _flipped(raw: bytes) -> bytes:
    return raw[:-1] + bytes([raw[-1] ^ 1])


def test_nothing_is_proved_of_the_empty_tree() -> None:
    with pytest.raises(NotProved):
        verify_consistency(0, 5, merkle.EMPTY_ROOT, [], naive_root(LEAVES[:5]))
    with pytest.raises(NotProved):
        verify_inclusion(0, 0, LEAVES[0], [], merkle.EMPTY_ROOT)


@pytest.mark.parametrize(("start", "end"), [(1, 3), (2, 5), (2, 6), (4, 4), (5, 4), (6, 12)])
def test_what_is_no_subtree_is_neither_proved_nor_made(start: int, end: int) -> None:
    assert not merkle.is_subtree(start, end)
    with pytest.raises(ValueError, match="no subtree"):
        merkle.subtree_proof(start, end, 16, of(LEAVES))


def test_a_hash_that_is_not_32_bytes_long_proves_nothing() -> None:
    with pytest.raises(NotProved):
        verify_inclusion(0, 1, b"", [], b"")
    with pytest.raises(NotProved):
        verify_consistency(1, 1, b"short", [], b"short")
