"""What a witness is asked, and when it cosigns: C2SP tlog-witness v1.0.0, as forms and one pure decision.

    old <size>            the size that the witness is believed to have cosigned last
    <base64 hash> …       the consistency proof, at most 63
                          an empty line
    <checkpoint>          signed by the log

:func:`judge` decides; whoever keeps the state calls it and keeps the new checkpoint in one transaction, before the
answer. Proved by ``tests/transparency/test_witness.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from casino.transparency import checkpoints, merkle
from casino.transparency.building import Head
from casino.transparency.checkpoints import SignedCheckpoint
from casino.transparency.cosigning import verify_note
from casino.transparency.notes import MAX_NOTE_BYTES, Note, Vkey
from casino.transparency.wire import Malformed, NotProved, decode_hash, decode_number, encode_base64

MAX_REQUEST_BYTES: Final = MAX_NOTE_BYTES + 4_096
SIZE_TYPE: Final = "text/x.tlog.size"
TEXT_TYPE: Final = "text/plain; charset=utf-8"

Suspicion = Literal["", "fork", "unproved"]
"""``fork``: the log signed two roots for one size, which proves that it lied. ``unproved``: it signed a checkpoint for
which no proof was given; the proof may be the sender's fault, so this alone proves nothing."""


class AddCheckpoint(msgspec.Struct, frozen=True):
    """The body of ``POST <submission prefix>/add-checkpoint``."""

    old: int
    proof: tuple[bytes, ...]
    signed: SignedCheckpoint

    def encode(self) -> bytes:
        lines = [f"old {self.old}", *(encode_base64(each) for each in self.proof), "", ""]
        return "\n".join(lines).encode() + self.signed.note.encode()


class Refusal(Exception):
    """An answer other than 200, with the status, type and body that the text lays down."""

    def __init__(self, status: int, said: str, *, content_type: str = TEXT_TYPE, suspicion: Suspicion = "") -> None:
        super().__init__(said)
        self.status = status
        self.body = f"{said}\n".encode()
        self.content_type = content_type
        self.suspicion: Suspicion = suspicion


def parse_add_checkpoint(raw: bytes) -> AddCheckpoint:
    """Raises :class:`Malformed`."""
    head, found, note = raw.partition(b"\n\n")
    try:
        lines = head.decode("ascii").split("\n")
    except UnicodeDecodeError as error:
        raise Malformed("a request that is not ASCII above its checkpoint") from error
    if not found or not lines[0].startswith("old "):
        raise Malformed("a request without its old size and an empty line")
    if len(lines) - 1 > merkle.MAX_PROOF_HASHES:
        raise Malformed(f"a proof of {len(lines) - 1} hashes")
    old = decode_number(lines[0].removeprefix("old "))
    return AddCheckpoint(old, tuple(decode_hash(line) for line in lines[1:]), checkpoints.parse(note))


def judge(request: AddCheckpoint, trusted: Sequence[Vkey], latest: Head | None) -> Note:
    """May the witness that last cosigned ``latest`` of this log cosign what is asked? ``trusted`` are the log's keys,
    empty for a log that is not known. The note with the log's own lines alone, to be cosigned and kept. Raises
    :class:`Refusal`, in the order of the text: unknown, not signed, sizes, roots, proof."""
    checkpoint = request.signed.checkpoint
    if not trusted:
        raise Refusal(404, "this witness does not know the log")
    note = own_lines(request.signed.note, trusted)
    before = latest or Head(0, merkle.EMPTY_ROOT)
    if request.old > checkpoint.size:
        raise Refusal(400, "the old size is larger than the checkpoint's")
    if request.old != before.size:
        suspicion: Suspicion = "fork" if checkpoint.size == before.size and checkpoint.root != before.root else ""
        raise Refusal(409, str(before.size), content_type=SIZE_TYPE, suspicion=suspicion)
    if checkpoint.size == 0 and checkpoint.root != merkle.EMPTY_ROOT:
        raise Refusal(422, "the root of the empty tree is another", suspicion="fork")
    if checkpoint.size == before.size and checkpoint.root != before.root:
        raise Refusal(422, "another root was cosigned at this size", suspicion="fork")
    if request.old == 0:
        if request.proof:
            raise Refusal(422, "from the empty tree there is nothing to prove")
        return note
    try:
        merkle.verify_consistency(before.size, checkpoint.size, before.root, request.proof, checkpoint.root)
    except NotProved as error:
        raise Refusal(422, f"the consistency proof does not verify: {error}", suspicion="unproved") from error
    return note


def own_lines(note: Note, trusted: Sequence[Vkey]) -> Note:
    """The note with the lines of these keys alone, each verified. Raises :class:`Refusal` 403."""
    try:
        verify_note(note, trusted)
    except NotProved as error:
        raise Refusal(403, str(error)) from error
    return Note(note.text, tuple(line for line in note.signatures if any(vkey.made(line) for vkey in trusted)))


def parse_size(body: bytes) -> int:
    """The body of a 409: the size last cosigned. Raises :class:`Malformed`."""
    try:
        text = body.decode("ascii")
    except UnicodeDecodeError as error:
        raise Malformed("not a size") from error
    if not text.endswith("\n"):
        raise Malformed("a size without a newline")
    return decode_number(text[:-1])
