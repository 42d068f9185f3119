"""A witness's requests and answers: C2SP tlog-witness, and tlog-mirror for those logs that are mirrored.

    POST /add-checkpoint                     cosigns, or says why not
    POST /add-entries                        mirrors only
    GET  /witness/<origin hash>/checkpoint   what was cosigned last
    GET  /mirror/<origin hash>/checkpoint    what the mirror holds, and its tiles and entries beside it
    GET  /healthz

The moment is handed in with each request. Not safe for two threads at once: the server has one that works. Proved by
``tests/transparency/test_witness.py``.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from casino.transparency import tiles, witnessing
from casino.transparency.store import FileStore
from casino.transparency.wire import Malformed
from casino.transparency.witness.config import Config, Log
from casino.transparency.witness.mirror import Mirror, add_entries
from casino.transparency.witness.signing import cosign, signers_of
from casino.transparency.witness.state import Lock, LogState, origin_hash
from casino.transparency.witness_client import Answer
from casino.transparency.witnessing import TEXT_TYPE, AddCheckpoint, Refusal

logger = logging.getLogger(__name__)

BINARY: Final = "application/octet-stream"


class Witness:
    """The state of a configuration, open. Raises :class:`Unusable`, :class:`UnusableKey`."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self._lock = Lock(config.state)
        self.signers = signers_of(*config.witness)
        self._states = {origin: LogState(config.state, origin) for origin in config.logs}
        self._mirrors: dict[str, Mirror] = {}
        if config.mirror is not None:
            signers = signers_of(*config.mirror)
            self._mirrors = {
                log.origin: Mirror(config.state, log, self._states[log.origin], signers)
                for log in config.logs.values()
                if log.mirrored
            }
        self._by_hash = {origin_hash(origin): log for origin, log in config.logs.items()}

    def close(self) -> None:
        self._lock.release()

    def answer(self, method: str, path: str, headers: Mapping[str, str], body: bytes, now_s: int) -> Answer:
        """Never raises what a client can cause. Headers by their name in lower case."""
        try:
            if method == "POST" and path == "/add-checkpoint":
                return self._add_checkpoint(body, now_s)
            if method == "POST" and path == "/add-entries":
                return self._add_entries(headers, body, now_s)
            if method == "GET":
                return self._get(path)
        except Malformed as error:
            return _text(400, str(error))
        except Refusal as refusal:
            return Answer(refusal.status, refusal.content_type, refusal.body)
        if method == "POST":
            return _text(404, "there is nothing here")
        return Answer(405, TEXT_TYPE, b"")

    # --- Cosigning ----------------------------------------------------------------------------------------------------
    def _add_checkpoint(self, body: bytes, now_s: int) -> Answer:
        request = witnessing.parse_add_checkpoint(body)
        origin = request.signed.checkpoint.origin
        log = self.config.logs.get(origin)
        state = self._states.get(origin)
        try:
            note = witnessing.judge(request, log.vkeys if log else (), state.head if state else None)
        except Refusal as refusal:
            if log is not None and state is not None and refusal.status not in (403, 404):
                self._look_again(request, refusal, log, state)
            raise
        assert state is not None  # judge refuses a log that is not known
        lines = cosign(note, self.signers, state.latest, now_s)
        # Durable first, and only then said.
        state.keep(note.with_signatures(*lines))
        return Answer(200, TEXT_TYPE, "".join(line.line for line in lines).encode())

    def _look_again(self, request: AddCheckpoint, refusal: Refusal, log: Log, state: LogState) -> None:
        """A checkpoint that the log signed and that is not cosigned may be evidence: kept, with ours beside it."""
        checkpoint = request.signed.checkpoint
        suspicion = refusal.suspicion
        known = state.root_at(checkpoint.size)
        if known is not None and known != checkpoint.root:
            suspicion = "fork"
        if not suspicion:
            return
        theirs = witnessing.own_lines(request.signed.note, log.vkeys).encode()
        ours = state.latest.note.encode() if state.latest else b""
        name = f"{checkpoint.size}-{sha256(checkpoint.root).hexdigest()[:16]}.txt"
        remark = f"root cosigned at {checkpoint.size}: {known.hex() if known else 'none'}\n".encode()
        if state.keep_evidence(suspicion, name, theirs, ours, remark):
            level = logging.CRITICAL if suspicion == "fork" else logging.WARNING
            logger.log(
                level, "%s: %s at size %d, kept as %s-%s", log.origin, suspicion, checkpoint.size, suspicion, name
            )

    # --- Mirroring ----------------------------------------------------------------------------------------------------
    def _add_entries(self, headers: Mapping[str, str], body: bytes, now_s: int) -> Answer:
        coding = headers.get("content-encoding", "identity").lower()
        return add_entries(self._mirrors, coding, body, self.config.limits.body_bytes, now_s)

    # --- Reading ------------------------------------------------------------------------------------------------------
    def _get(self, path: str) -> Answer:
        if path == "/healthz":
            return _text(200, "ok")
        room, _slash, rest = path.removeprefix("/").partition("/")
        hashed, _slash, name = rest.partition("/")
        log = self._by_hash.get(hashed)
        if log is None or room not in ("witness", "mirror"):
            return _text(404, "there is nothing here")
        if room == "witness":
            latest = self._states[log.origin].latest
            if name != "checkpoint" or latest is None:
                return _text(404, "nothing was cosigned yet")
            return Answer(200, TEXT_TYPE, latest.note.encode())
        mirror = self._mirrors.get(log.origin)
        if mirror is None:
            return _text(404, "this log is not mirrored")
        return read_file(mirror.files, name)


def read_file(files: FileStore, name: str) -> Answer:
    """A checkpoint, tile or entry bundle of a folder; a name that is none of them is not looked for."""
    if name != "checkpoint":
        try:
            tiles.parse_path(name)
        except Malformed:
            return _text(404, "there is nothing here")
    found = files.get(name)
    if found is None:
        return _text(404, "it is not here")
    return Answer(200, TEXT_TYPE if name == "checkpoint" else BINARY, found)


def _text(status: int, said: str) -> Answer:
    return Answer(status, TEXT_TYPE, f"{said}\n".encode())
