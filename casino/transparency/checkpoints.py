"""The text of a checkpoint: C2SP tlog-checkpoint v1.0.0.

Three lines: origin, size, root. No line more: extension lines, which the text allows and advises against, are not
signed by ML-DSA-44 cosignatures, so a checkpoint that has some is refused here. Proved by
``tests/transparency/test_notes.py``.
"""

from __future__ import annotations

import msgspec

from casino.transparency.building import Head
from casino.transparency.notes import Note, parse_note
from casino.transparency.wire import Malformed, decode_hash, decode_number, encode_base64


class Checkpoint(msgspec.Struct, frozen=True):
    """A head of the log ``origin``; ``size`` in entries, ``root`` 32 bytes."""

    origin: str
    size: int
    root: bytes

    @property
    def head(self) -> Head:
        return Head(self.size, self.root)

    @property
    def text(self) -> str:
        """What is signed."""
        return f"{self.origin}\n{self.size}\n{encode_base64(self.root)}\n"


def parse_text(text: str) -> Checkpoint:
    """The checkpoint that a note's text is. Raises :class:`Malformed`."""
    lines = text.split("\n")
    if len(lines) < 4 or lines[-1] or not all(lines[:-1]):
        raise Malformed("not a checkpoint: three lines that are not empty")
    if len(lines) > 4:
        raise Malformed("a checkpoint with extension lines")
    return Checkpoint(lines[0], decode_number(lines[1]), decode_hash(lines[2]))


class SignedCheckpoint(msgspec.Struct, frozen=True):
    """A checkpoint with the note that it was read from. Nothing is said of its signatures yet."""

    checkpoint: Checkpoint
    note: Note


def parse(raw: bytes) -> SignedCheckpoint:
    """Raises :class:`Malformed`."""
    note = parse_note(raw)
    return SignedCheckpoint(parse_text(note.text), note)
