"""A proof to hand out: C2SP tlog-proof. Index, path of hashes, and the checkpoint with all its signatures.

Proved by ``tests/transparency/test_proofs.py``.
"""

from __future__ import annotations

from typing import Final

import msgspec

from casino.transparency import checkpoints, merkle
from casino.transparency.notes import MAX_NOTE_BYTES, Note
from casino.transparency.policy import Evaluation, Policy
from casino.transparency.wire import Malformed, decode_base64, decode_hash, decode_number, encode_base64

HEADER: Final = "c2sp.org/tlog-proof@v1"
MAX_PROOF_BYTES: Final = MAX_NOTE_BYTES + 65_536


class Proof(msgspec.Struct, frozen=True):
    """``index`` counts from 0; ``hashes`` from the leaf's sibling up; ``extra`` is vouched for by nobody."""

    index: int
    hashes: tuple[bytes, ...]
    note: Note
    extra: bytes | None = None

    def encode(self) -> bytes:
        lines = [HEADER]
        if self.extra is not None:
            lines.append(f"extra {encode_base64(self.extra)}")
        lines += [f"index {self.index}", *(encode_base64(each) for each in self.hashes), "", ""]
        return "\n".join(lines).encode() + self.note.encode()


def parse(raw: bytes) -> Proof:
    """Raises :class:`Malformed`."""
    if len(raw) > MAX_PROOF_BYTES:
        raise Malformed(f"a proof of {len(raw)} bytes")
    head, found, checkpoint = raw.partition(b"\n\n")
    try:
        lines = head.decode("ascii").split("\n")
    except UnicodeDecodeError as error:
        raise Malformed("a proof that is not ASCII above its checkpoint") from error
    if not found or lines.pop(0) != HEADER:
        raise Malformed(f"not a proof: {HEADER} and an empty line are missing")
    extra = None
    if lines and lines[0].startswith("extra "):
        extra = decode_base64(lines.pop(0).removeprefix("extra "))
    if not lines or not lines[0].startswith("index "):
        raise Malformed("a proof without the line of its index")
    index = decode_number(lines.pop(0).removeprefix("index "))
    if len(lines) > merkle.MAX_PROOF_HASHES:
        raise Malformed(f"a proof of {len(lines)} hashes")
    return Proof(index, tuple(decode_hash(line) for line in lines), checkpoints.parse(checkpoint).note, extra)


def verify(proof: Proof, leaf: bytes, policy: Policy) -> Evaluation:
    """That the leaf with this hash stands at ``proof.index`` of a checkpoint that satisfies the policy; says who
    signed. Raises :class:`NotProved`."""
    evaluation = policy.require(proof.note)
    head = evaluation.checkpoint
    merkle.verify_inclusion(proof.index, head.size, leaf, proof.hashes, head.root)
    return evaluation
