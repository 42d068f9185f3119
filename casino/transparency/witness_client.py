"""The log's side of the two protocols: ask a witness for its cosignatures, fill a mirror.

How bytes get there is handed in (``post``), so this knows no network. What comes back is believed only as far as the
keys that were configured vouch for it. Proved by ``tests/transparency/test_witness.py`` and ``test_witness_mirror.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from casino.transparency import mirroring, witnessing
from casino.transparency.checkpoints import SignedCheckpoint
from casino.transparency.cosigning import verify_note
from casino.transparency.notes import Note, Signature, Vkey, parse_signatures
from casino.transparency.proving import TileReader
from casino.transparency.store import TileSource
from casino.transparency.wire import Malformed, NotProved

TRIES: Final = 4
"""Answers of a witness that it stands elsewhere; each try uses the size that it names."""
PAUSES: Final = 3
"""Answers of a mirror in a row that bring nothing forward."""


class Answer(NamedTuple):
    status: int
    content_type: str
    body: bytes


Post = Callable[[str, str, bytes], Answer]
"""(path under the submission prefix, content type, body)."""


class Declined(Exception):
    """The witness or mirror does not sign. ``ahead`` is the size that it has seen, where that is larger than ours: our
    log was set back, or somebody else signs in its name. To be told to a person at once."""

    def __init__(self, said: str, *, status: int = 0, ahead: int | None = None) -> None:
        super().__init__(said)
        self.status = status
        self.ahead = ahead


def ask_witness(
    post: Post, signed: SignedCheckpoint, tiles: TileSource, known: Sequence[Vkey], *, old: int = 0
) -> tuple[Signature, ...]:
    """The witness's cosignatures on this checkpoint, verified against its ``known`` keys; others are left out. ``old``
    is the size that it cosigned last, as far as we know. Raises :class:`Declined`."""
    size = signed.checkpoint.size
    reader = TileReader(tiles, size)
    for _try in range(TRIES):
        proof = reader.consistency_proof(old) if old < size else []
        request = witnessing.AddCheckpoint(old, tuple(proof), signed)
        answer = post("add-checkpoint", witnessing.TEXT_TYPE, request.encode())
        if answer.status == 200:
            return cosignatures(answer.body, signed.note, known)
        if answer.status != 409:
            raise Declined(f"the witness answered {answer.status}: {_said(answer)}", status=answer.status)
        old = _size(answer)
        if old > size:
            raise Declined(f"the witness has seen {old} entries, we have {size}", status=409, ahead=old)
    raise Declined("the witness stands elsewhere each time", status=409)


def cosignatures(body: bytes, note: Note, known: Sequence[Vkey]) -> tuple[Signature, ...]:
    """Those lines of an answer that known keys made for this note. Raises :class:`Declined`."""
    try:
        lines = tuple(line for line in parse_signatures(body.decode("utf-8")) if any(key.made(line) for key in known))
        verified = verify_note(Note(note.text, lines), known)
    except (Malformed, NotProved, UnicodeDecodeError) as error:
        raise Declined(f"what was answered is no cosignature of ours to trust: {error}") from error
    if any(each.time_s == 0 for each in verified):
        raise Declined("a cosignature of a witness without a time")
    return lines


def fill_mirror(
    post: Post, signed: SignedCheckpoint, tiles: TileSource, known: Sequence[Vkey], *, next_entry: int = 0
) -> tuple[Signature, ...]:
    """Upload what the mirror lacks, until it has all of this checkpoint; its cosignatures. The witness beside it has
    been shown the checkpoint already (:func:`ask_witness`). Raises :class:`Declined`, :class:`proving.Missing`."""
    checkpoint = signed.checkpoint
    info = mirroring.Info(checkpoint.size, next_entry, b"")
    pauses = 0
    while pauses < PAUSES:
        start = min(info.next_entry, info.size)
        upload = mirroring.Upload(checkpoint.origin, start, info.size, info.ticket)
        body = mirroring.encode_upload(TileReader(tiles, info.size), upload)
        answer = post("add-entries", mirroring.REQUEST_TYPE, body)
        if answer.status == 200:
            if info.size == checkpoint.size:
                return cosignatures(answer.body, signed.note, known)
            info, pauses = mirroring.Info(checkpoint.size, info.size, b""), pauses + 1
            continue
        if answer.status not in (202, 409):
            raise Declined(f"the mirror answered {answer.status}: {_said(answer)}", status=answer.status)
        found = _info(answer)
        if found.size > checkpoint.size:
            raise Declined(f"the mirror awaits {found.size} entries, we have {checkpoint.size}", ahead=found.size)
        pauses = 0 if answer.status == 202 and found.next_entry > info.next_entry else pauses + 1
        info = found
    raise Declined("the mirror does not come forward", status=409)


def _size(answer: Answer) -> int:
    try:
        return witnessing.parse_size(answer.body)
    except Malformed as error:
        raise Declined(f"the witness answered 409 without its size: {error}", status=409) from error


def _info(answer: Answer) -> mirroring.Info:
    try:
        return mirroring.parse_info(answer.body)
    except Malformed as error:
        raise Declined(f"the mirror answered {answer.status} without where it stands", status=answer.status) from error


def _said(answer: Answer) -> str:
    return answer.body[:200].decode("utf-8", "replace").strip()
