"""A log asked over HTTP by somebody who keeps its checkpoints: does it go on from there, and was it in time?

    check    the log now against checkpoints that were kept: its signatures, that it continues each of them, and, where
             a token opens the entries, that each new entry lies in the tree and between the cosignatures around it
    monitor  the same again and again; each checkpoint that holds is kept

Nothing that the log answers is believed: tiles count once they lead to the root that is signed. Proved by
``tests/transparency/test_following.py``.
"""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec

from casino.transparency import checkpoints, merkle, mirroring
from casino.transparency.bounds import Bounds, Moments, Outside, Seen, length, seen
from casino.transparency.checkpoints import SignedCheckpoint
from casino.transparency.notes import MAX_NOTE_BYTES
from casino.transparency.policy import Policy
from casino.transparency.proving import Missing, TileReader
from casino.transparency.store import FileStore, TileSource
from casino.transparency.tiles import MAX_ENTRY_BYTES, WIDTH
from casino.transparency.wire import Malformed, NotProved

SECONDS: Final = 30.0
"""For one answer."""
STALE: Final = timedelta(minutes=15)
"""A log asks its witnesses once a minute: older than this, the newest cosignature is worth a word."""


class Unanswered(Exception):
    """The log cannot be asked: no answer, an answer that is no file of a log, or entries that it does not open."""


class _Straight(urllib.request.HTTPRedirectHandler):
    """A token is for this address: where the answer names another one, it is an answer like any other."""

    def redirect_request(self, *_args: Any, **_named: Any) -> None:
        return None


class OverHttp:
    """The files of a log under its address, each read once and whole."""

    def __init__(self, url: str, token: str = "") -> None:
        if not url.startswith(("https://", "http://")):
            raise Unanswered(f"not an address of a log: {url}")
        self._url = url.rstrip("/")
        self._token = token
        self._opener = urllib.request.build_opener(_Straight)

    def get(self, path: str) -> bytes | None:
        """Raises :class:`Unanswered`; None where the log has no such file."""
        most = MAX_NOTE_BYTES if path == "checkpoint" else WIDTH * (2 + MAX_ENTRY_BYTES)
        request = urllib.request.Request(f"{self._url}/{path}")  # noqa: S310 - the address is the reader's own
        if self._token:
            request.add_header("Authorization", f"Bearer {self._token}")
        try:
            with self._opener.open(request, timeout=SECONDS) as answer:
                data: bytes = answer.read(most + 1)
        except urllib.error.HTTPError as error:
            with error:
                if error.code == 404:
                    return None
                raise Unanswered(f"{path}: the log answers {error.code}") from error
        except (OSError, ValueError) as error:
            raise Unanswered(f"{path}: {error}") from error
        if len(data) > most:
            raise Unanswered(f"{path}: more than {most} bytes")
        return data


class Checked(msgspec.Struct, frozen=True):
    """What a log came to. ``faults`` refuse it, ``remarks`` are to be looked at; ``told`` is what holds."""

    signed: SignedCheckpoint
    proved: bool
    """Whether a policy says whose signatures these are."""
    told: tuple[str, ...]
    remarks: tuple[str, ...]
    faults: tuple[str, ...]


def check(
    source: TileSource, policy: Policy | None, kept: Iterable[SignedCheckpoint], now: datetime, *, entries: bool = False
) -> Checked:
    """The log against the checkpoints that were kept of it. Raises :class:`Unanswered`, :class:`Malformed`."""
    raw = source.get("checkpoint")
    if raw is None:
        raise Unanswered("there is no checkpoint at this address")
    signed = checkpoints.parse(raw)
    head = signed.checkpoint
    told = [f"{head.origin}: {head.size} entries, root {head.root.hex()}"]
    remarks: list[str] = []
    faults: list[str] = []
    heads = _signatures(signed, policy, now, told, remarks, faults)
    reader = TileReader(source, head.size)
    older = sorted(kept, key=lambda each: each.checkpoint.size)
    try:
        if reader.root() != head.root:
            faults.append("the tiles do not lead to the root that is signed")
    except (Missing, Malformed) as error:
        faults.append(f"tiles: {error}")
    for each in older:
        fault = _continued(each, signed, policy, reader)
        if fault:
            faults.append(fault)
        else:
            told.append(f"goes on from the checkpoint of {each.checkpoint.size} entries")
            if policy is not None:
                heads += seen(head.origin, each.checkpoint.size, policy.evaluate(each.note).verified)
    if entries and not faults:
        start = older[-1].checkpoint.size if older else 0
        try:
            dated = _entries(reader, signed, start, Bounds(heads))
        except (NotProved, Missing, Malformed) as error:
            faults.append(f"entries: {error}")
        else:
            told.append(f"{head.size - start} entries lie in the tree")
            for run, jumped in dated:
                (remarks if jumped else faults).append(_dated(run, jumped))
    return Checked(signed, policy is not None, tuple(told), tuple(remarks), tuple(faults))


def _signatures(
    signed: SignedCheckpoint,
    policy: Policy | None,
    now: datetime,
    told: list[str],
    remarks: list[str],
    faults: list[str],
) -> list[Seen]:
    """Whose signatures hold, and what they say of the time."""
    if policy is None:
        remarks.append("no policy was given: whose signatures these are is not proved")
        return []
    try:
        evaluation = policy.require(signed.note)
    except NotProved as error:
        faults.append(str(error))
        return []
    head = signed.checkpoint
    heads = seen(head.origin, head.size, evaluation.verified)
    if heads:
        newest = max(each.at for each in heads)
        told.append(f"cosigned by {len(evaluation.witnesses)} of the policy, last at {newest:%Y-%m-%d %H:%M:%S} UTC")
        if now - newest > STALE:
            remarks.append(f"the newest cosignature is {(now - newest) // timedelta(minutes=1)} minutes old")
    else:
        remarks.append("nobody but the house signed it: that it shows one story to all is not proved")
    return heads


def _continued(old: SignedCheckpoint, new: SignedCheckpoint, policy: Policy | None, reader: TileReader) -> str:
    """Why the log does not go on from a checkpoint; empty where it does."""
    before, head = old.checkpoint, new.checkpoint
    if before.origin != head.origin:
        return f"the checkpoint kept is of {before.origin}, the log is {head.origin}"
    if policy is not None:
        try:
            policy.require(old.note)
        except NotProved as error:
            return f"the checkpoint kept of {before.size} entries: {error}"
    if before.size > head.size:
        return f"the log was set back: it had {before.size} entries, and has {head.size}"
    if not before.size:
        return ""
    try:
        proof = reader.consistency_proof(before.size)
        merkle.verify_consistency(before.size, head.size, before.root, proof, head.root)
    except (NotProved, Missing, Malformed) as error:
        return f"does not go on from the checkpoint of {before.size} entries: {error}"
    return ""


def _entries(
    reader: TileReader, signed: SignedCheckpoint, start: int, bounds: Bounds
) -> Sequence[tuple[Outside, bool]]:
    """Every entry behind ``start``: in the tree, and when it was recorded. What is dated wrongly, and whether a jump of
    the clock explains it. Raises :class:`NotProved`,
    :class:`Missing`, :class:`Malformed`, :class:`Unanswered`."""
    head = signed.checkpoint
    moments = Moments(bounds)
    for at in mirroring.intervals(start, head.size):
        entries = reader.bundle(at.rounded // WIDTH)
        proof = reader.subtree_proof(at.rounded, at.end)
        mirroring.verify_package(at, [], entries[: at.end - at.rounded], proof, head.head)
        for number, entry in enumerate(entries[at.start - at.rounded : at.end - at.rounded], start=at.start + 1):
            moments.take(number, entry)
    return moments.told()


def _dated(run: Outside, jumped: bool) -> str:
    which = f"entry {run.first}" if run.first == run.last else f"entries {run.first} to {run.last}"
    how = "recorded before the entry before" if run.back else "not recorded between the cosignatures around"
    said = f"{which}: {how}, at {run.at.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC, by up to {length(run.by)} (h:m:s)"
    return f"{said}; the house says that its clock jumped: ask for the event in a bundle" if jumped else said


# --- What is kept --------------------------------------------------------------------------------------------------


def kept_in(folder: Path) -> list[SignedCheckpoint]:
    """The checkpoints of a folder, oldest first. Raises :class:`Malformed`, OSError."""
    files = sorted(folder.glob("*.checkpoint")) if folder.is_dir() else []
    return sorted((checkpoints.parse(each.read_bytes()) for each in files), key=lambda each: each.checkpoint.size)


def keep(folder: Path, signed: SignedCheckpoint, *, refused: bool = False) -> str:
    """Keep a checkpoint, durable; the file's name. One that was refused is kept as evidence, and never built upon."""
    head = signed.checkpoint
    digest = sha256(signed.note.encode() if refused else head.root).hexdigest()[:16]
    name = f"{head.size:019}-{digest}.{'refused' if refused else 'checkpoint'}"
    files = FileStore(folder)
    if files.get(name) is None:
        files.replace(name, signed.note.encode())
    return name
