"""The keys of a witness or mirror, and its cosignatures in both kinds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from casino.transparency.checkpoints import SignedCheckpoint, parse_text
from casino.transparency.cosigning import TIME_BYTES, Signer
from casino.transparency.keyfiles import KeyFolder
from casino.transparency.notes import Note, Signature

ROLES: Final = ("ed25519", "mldsa44")


def signers_of(name: str, folder: Path) -> tuple[Signer, ...]:
    """The present key of each kind. Raises :class:`UnusableKey`."""
    keys = KeyFolder(folder, name)
    return tuple(keys.signer(role) for role in ROLES)


def cosign(note: Note, signers: Sequence[Signer], before: SignedCheckpoint | None, now_s: int) -> tuple[Signature, ...]:
    """A line of each signer on this checkpoint. The time never goes back from one checkpoint to the next, whatever the
    clock does: each line says that at its time no larger tree had been seen."""
    last = last_time(before, signers)
    checkpoint = parse_text(note.text)
    return tuple(signer.sign(checkpoint, max(now_s, last or 1)) for signer in signers)


def last_time(before: SignedCheckpoint | None, signers: Sequence[Signer]) -> int:
    """When these last signed, in seconds since 1970, by a checkpoint of our own state; 0 where they have not. By name,
    since the keys may be new."""
    names = {signer.name for signer in signers}
    own = [line for line in before.note.signatures if line.name in names] if before else []
    return max((int.from_bytes(line.signature[:TIME_BYTES], "big") for line in own), default=0)
