"""A copy of a log: entries that are proved before they are kept, tiles, and a cosignature when all of them are there.

What is kept at an upload is proved to lie in a checkpoint that the witness beside it has cosigned, so it is the same
whoever sends it. Entries that say they were recorded long before the mirror last signed, or after now, are kept all the
same, since they lie in the tree: that is told at once, and lies with the evidence. Entries beyond the mirror's
checkpoint are no promise: after a stop they are sent again, and met with equal bytes.
C2SP tlog-mirror; proved by ``tests/transparency/test_witness_mirror.py``.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from casino.transparency import checkpoints, mirroring, witnessing
from casino.transparency.bounds import Bounds, Moments, Seen
from casino.transparency.building import TreeBuilder
from casino.transparency.checkpoints import SignedCheckpoint
from casino.transparency.cosigning import Signer
from casino.transparency.mirroring import INFO_TYPE, Cursor, Info, Truncated, Upload
from casino.transparency.proving import Missing
from casino.transparency.store import FileStore, WouldChange
from casino.transparency.wire import Malformed, NotProved
from casino.transparency.witness.config import Log, Unusable
from casino.transparency.witness.signing import cosign, last_time
from casino.transparency.witness.state import LogState, origin_hash
from casino.transparency.witness_client import Answer
from casino.transparency.witnessing import TEXT_TYPE, Refusal

logger = logging.getLogger(__name__)

MAX_EXCESS: Final = 8_192
"""Entries at the beginning of an upload that are here already."""
GZIP: Final = 16 + zlib.MAX_WBITS


class Mirror:
    """The copy of one log. Raises :class:`Unusable` where its files do not lead to its checkpoint."""

    def __init__(self, state: Path, log: Log, pending: LogState, signers: Sequence[Signer]) -> None:
        self.log = log
        self.files = FileStore(state / "mirror" / origin_hash(log.origin))
        self._pending = pending
        self._signers = signers
        found = self.files.get("checkpoint")
        self.latest = None if found is None else checkpoints.parse(found)
        size = self.latest.checkpoint.size if self.latest else 0
        try:
            self._builder = TreeBuilder(self.files, size, entries=True)
        except (Missing, Malformed) as error:
            raise Unusable(f"the copy of {log.origin} is not whole: {error}") from error
        if self.latest and self._builder.head() != self.latest.checkpoint.head:
            raise Unusable(f"the copy of {log.origin} does not lead to its checkpoint")
        self._broken = False

    def take(self, upload: Upload, cursor: Cursor, now_s: int) -> Answer:
        """One request. Raises :class:`Refusal`, :class:`Malformed`."""
        if self._broken:
            raise Refusal(500, "a file of the copy would have changed: somebody has to look")
        if self._pending.latest is None:
            raise Refusal(422, "no checkpoint of this log was seen yet")
        signed = self._known(upload)
        excess = min(upload.end, self._builder.size) - upload.start
        if signed is None or upload.start > self._builder.size or excess > MAX_EXCESS:
            return self._stand(409, signed or self._pending.latest)
        try:
            moments = Moments(self._bounds(signed, now_s))
            saved, all_there = self._save(upload, cursor, signed, moments)
            self._tell(moments)
            if not all_there and saved:
                return self._stand(202, signed)
            if not all_there:
                raise Malformed("no whole package")
            if not cursor.at_end:
                raise Malformed("more than the packages of this upload")
            return self._finish(signed, now_s)
        except WouldChange as error:
            self._broken = True
            logger.critical("%s: %s", self.log.origin, error)
            raise Refusal(500, "a file of the copy would have changed: somebody has to look") from error

    def _bounds(self, signed: SignedCheckpoint, now_s: int) -> Bounds:
        """Behind what the mirror last signed, and not after now."""
        now = Seen(signed.checkpoint.size, datetime.fromtimestamp(now_s, UTC))
        if self.latest is None:
            return Bounds([now])
        signed_at = datetime.fromtimestamp(last_time(self.latest, self._signers), UTC)
        return Bounds([now, Seen(self.latest.checkpoint.size, signed_at)])

    def _tell(self, moments: Moments) -> None:
        for run, told in moments.told():
            said = f"entries {run.first} to {run.last} say that they were recorded at {run.at.isoformat()}"
            jumped = " (the house says that its clock jumped)" if told else ""
            if self._pending.keep_evidence("dated", f"{run.first}-{run.last}.txt", f"{said}\n".encode()):
                logger.warning("%s: %s%s", self.log.origin, said, jumped)

    def _known(self, upload: Upload) -> SignedCheckpoint | None:
        """The checkpoint of the upload's end, if it is one that we know and have not gone beyond."""
        if self.latest and upload.end == self.latest.checkpoint.size:
            return self.latest
        if upload.end < self._builder.size:
            return None
        pending = self._pending.latest
        assert pending is not None
        if upload.end == pending.checkpoint.size:
            return pending
        try:
            ticket = checkpoints.parse(upload.ticket)
            witnessing.own_lines(ticket.note, self.log.vkeys)
        except (Malformed, Refusal):
            return None
        # A ticket is a checkpoint that the log signed, and counts where we have cosigned the same root.
        known = ticket.checkpoint.origin == self.log.origin and ticket.checkpoint.size == upload.end
        return ticket if known and self._pending.root_at(upload.end) == ticket.checkpoint.root else None

    def _save(self, upload: Upload, cursor: Cursor, signed: SignedCheckpoint, moments: Moments) -> tuple[int, bool]:
        """How many packages were proved and kept, and whether that was all."""
        saved = 0
        for at in mirroring.intervals(upload.start, upload.end):
            try:
                entries, proof = mirroring.read_package(cursor, at.end - at.start)
            except Truncated:
                return saved, False
            before = self._builder.leaves(at.rounded, at.start)
            try:
                mirroring.verify_package(at, before, entries, proof, signed.checkpoint.head)
            except NotProved as error:
                raise Refusal(422, f"entries {at.start} to {at.end}: {error}") from error
            for entry in entries[max(0, self._builder.size - at.start) :]:
                self._builder.add_entry(entry)
                with suppress(Malformed):  # A mirror keeps other logs too, whose entries name no moment.
                    moments.take(self._builder.size, entry)
            saved += 1
        return saved, True

    def _finish(self, signed: SignedCheckpoint, now_s: int) -> Answer:
        """All entries are here: tiles, then the checkpoint, then the answer."""
        if self.latest is None or signed.checkpoint.size > self.latest.checkpoint.size:
            head = self._builder.publish()
            if head != signed.checkpoint.head:
                raise AssertionError("every package was proved, and the root is another")
        note = witnessing.own_lines(signed.note, self.log.vkeys)
        lines = cosign(note, self._signers, self.latest, now_s)
        kept = note.with_signatures(*lines)
        self.files.replace("checkpoint", kept.encode())
        self.latest = SignedCheckpoint(signed.checkpoint, kept)
        return Answer(200, TEXT_TYPE, "".join(line.line for line in lines).encode())

    def _stand(self, status: int, signed: SignedCheckpoint) -> Answer:
        ticket = witnessing.own_lines(signed.note, self.log.vkeys).encode()
        info = Info(signed.checkpoint.size, self._builder.size, ticket)
        return Answer(status, INFO_TYPE, info.encode())


def add_entries(mirrors: Mapping[str, Mirror], coding: str, body: bytes, most: int, now_s: int) -> Answer:
    """``POST add-entries``. Raises :class:`Refusal`, :class:`Malformed`."""
    cursor = Cursor(unpacked(coding, body, most))
    upload = mirroring.read_head(cursor)
    mirror = mirrors.get(upload.origin)
    if mirror is None:
        raise Refusal(404, "this log is not mirrored here")
    return mirror.take(upload, cursor, now_s)


def unpacked(coding: str, body: bytes, most: int) -> bytes:
    """The body without its ``Content-Encoding``, at most ``most`` bytes of it: what is missing at the end comes with
    the next request. Raises :class:`Refusal`, :class:`Malformed`."""
    if coding in ("", "identity"):
        return body
    if coding != "gzip":
        raise Refusal(415, "identity and gzip are understood")
    try:
        return zlib.decompressobj(GZIP).decompress(body, most)
    except zlib.error as error:
        raise Malformed(f"not gzip: {error}") from error
