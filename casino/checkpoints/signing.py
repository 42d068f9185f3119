"""The note of a checkpoint: the house's two lines, then those of its witnesses.

A heartbeat is the same text with a fresh line of ML-DSA-44, which holds the time. Proved by
``tests/checkpoints/test_building.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from casino.transparency import checkpoints
from casino.transparency.checkpoints import Checkpoint
from casino.transparency.cosigning import Signer
from casino.transparency.notes import Note, Signature


def sign(checkpoint: Checkpoint, at: datetime, signers: Sequence[Signer], former: bytes | None) -> Note:
    """Signed by each; ``former``, the note of the same size so far, gives its witnesses' lines."""
    own = [each.sign(checkpoint, int(at.timestamp())) for each in signers]
    others: list[Signature] = []
    if former is not None:
        others = [line for line in checkpoints.parse(former).note.signatures if line.name != checkpoint.origin]
    return Note(checkpoint.text, (*own, *others))


def merged(note: Note, lines: Iterable[Signature]) -> Note:
    """The note with these lines, each in the place of the one that the same key made before."""
    new = {(line.name, line.key_id): line for line in lines}
    kept = [line for line in note.signatures if (line.name, line.key_id) not in new]
    return Note(note.text, (*kept, *new.values()))


def cosigners(note: bytes, origin: str) -> str:
    """The names of those outside who have signed it, sorted, each once, with a space between."""
    lines = checkpoints.parse(note).note.signatures
    return " ".join(sorted({line.name for line in lines if line.name != origin}))


def of_house(note: Note, origin: str) -> Note:
    """The house's lines alone: what a witness needs."""
    return Note(note.text, tuple(line for line in note.signatures if line.name == origin))
