"""Proofs to hand out: written, read back, verified, and refused with one thing changed."""

from __future__ import annotations

import pytest

from casino.transparency import merkle, policy, proofs
from casino.transparency.proofs import Proof
from casino.transparency.proving import TileReader
from casino.transparency.wire import Malformed, NotProved
from tests.transparency.making import LOG, LOG_PQ, WITNESS, WITNESS_PQ, entry, grow, signed

SIZE = 700
STORE, HEAD = grow(SIZE)
SIGNED = signed(HEAD, LOG, LOG_PQ, WITNESS, WITNESS_PQ)
POLICY = policy.parse(
    f"log {LOG.vkey}\nwitness house {LOG_PQ.vkey}\nwitness w {WITNESS_PQ.vkey}\n".encode()
    + b"group both all house w\nquorum both\n"
)


def made(index: int, extra: bytes | None = None) -> Proof:
    return Proof(index, tuple(TileReader(STORE, SIZE).inclusion_proof(index)), SIGNED.note, extra)


@pytest.mark.parametrize("index", [0, 255, 256, 511, 512, 698, 699])
@pytest.mark.parametrize("extra", [None, b"", b"anything"])
def test_a_proof_is_read_back_and_verified(index: int, extra: bytes | None) -> None:
    raw = made(index, extra).encode()
    found = proofs.parse(raw)
    assert found == made(index, extra)
    assert found.encode() == raw
    evaluation = proofs.verify(found, merkle.leaf_hash(entry(index)), POLICY)
    assert evaluation.witnesses == (b"house", b"w")


def test_the_form_is_that_of_the_text() -> None:
    lines = made(3, b"x").encode().decode().split("\n")
    assert lines[:3] == ["c2sp.org/tlog-proof@v1", "extra eA==", "index 3"]
    empty = lines.index("")
    assert empty == 3 + 10  # the height of a tree of 700 leaves
    assert lines[empty + 1] == "log.example/HOIDEMO"


def test_another_leaf_index_path_or_checkpoint_is_not_proved() -> None:
    leaf = merkle.leaf_hash(entry(300))
    good = made(300)
    _store, other = grow(SIZE, story="forged", forks_at=600)
    for proof, wrong in [
        (good, merkle.leaf_hash(entry(301))),
        (Proof(301, good.hashes, good.note), leaf),
        (Proof(300, good.hashes[:-1], good.note), leaf),
        (Proof(300, good.hashes, signed(other, LOG, LOG_PQ, WITNESS_PQ).note), leaf),
        (Proof(300, good.hashes, signed(HEAD, LOG, LOG_PQ).note), leaf),
        (Proof(300, good.hashes, signed(HEAD, WITNESS_PQ, LOG_PQ).note), leaf),
    ]:
        with pytest.raises(NotProved):
            proofs.verify(proof, wrong, POLICY)


GOOD = made(5).encode()
BAD = {
    "nothing": b"",
    "another version": GOOD.replace(b"@v1", b"@v2"),
    "no index": GOOD.replace(b"index 5\n", b""),
    "a leading zero": GOOD.replace(b"index 5", b"index 05"),
    "extra after index": GOOD.replace(b"index 5\n", b"index 5\nextra eA==\n"),
    "two extras": GOOD.replace(b"index 5\n", b"extra eA==\nextra eA==\nindex 5\n"),
    "no empty line": GOOD.replace(b"\n\n", b"\n"),
    "a short hash": GOOD.replace(b"index 5\n", b"index 5\neA==\n"),
    "no checkpoint": GOOD.partition(b"\n\n")[0] + b"\n\n",
    "too many hashes": GOOD.replace(b"index 5\n", b"index 5\n" + b"A" * 43 + b"=\n" * 1 + (b"A" * 43 + b"=\n") * 63),
    "not ASCII above": GOOD.replace(b"index 5", "index ５".encode()),
}


@pytest.mark.parametrize("raw", BAD.values(), ids=BAD.keys())
def test_what_is_no_proof_is_refused(raw: bytes) -> None:
    with pytest.raises(Malformed):
        proofs.parse(raw)
