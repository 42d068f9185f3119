"""How a mirror is filled: the forms of ``add-entries`` of C2SP tlog-mirror (a draft: the ADR has its commit).

    uint16 length, origin | uint64 start | uint64 end | uint16 length, ticket | packages

A package holds the entries of one bundle, or the part of it that is uploaded, and the proof that the leaves from the
bundle's beginning lie in the tree of ``end`` leaves. So each can be checked and kept by itself. Proved by
``tests/transparency/test_witness_mirror.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

import msgspec

from casino.transparency import merkle
from casino.transparency.building import Head
from casino.transparency.proving import TileReader
from casino.transparency.tiles import WIDTH, bundle
from casino.transparency.wire import HASH_BYTES, MAX_SIZE, Malformed, decode_base64, decode_number, encode_base64

INFO_TYPE: Final = "text/x.tlog.mirror-info"
REQUEST_TYPE: Final = "application/octet-stream"
MAX_PACKAGES: Final = 32
"""Packages that a client sends at once (tlog-mirror, "Implementation Considerations")."""
MAX_TICKET_BYTES: Final = 65_535


class Truncated(Exception):
    """The bytes end here: what came before is whole and counts."""


class Upload(msgspec.Struct, frozen=True):
    """The head of a request: entries [start, end) of the log ``origin``, whose tree had ``end`` leaves."""

    origin: str
    start: int
    end: int
    ticket: bytes = b""

    def encode(self) -> bytes:
        origin = self.origin.encode()
        return b"".join((
            len(origin).to_bytes(2, "big"),
            origin,
            self.start.to_bytes(8, "big"),
            self.end.to_bytes(8, "big"),
            len(self.ticket).to_bytes(2, "big"),
            self.ticket,
        ))  # fmt: skip


class Interval(NamedTuple):
    """One package: entries [start, end) of the bundle that begins at ``rounded``."""

    rounded: int
    start: int
    end: int


class Info(msgspec.Struct, frozen=True):
    """The body of 409 and 202: how far the mirror is. ``size`` is of a checkpoint to which it takes uploads."""

    size: int
    next_entry: int
    ticket: bytes

    def encode(self) -> bytes:
        return f"{self.size}\n{self.next_entry}\n{encode_base64(self.ticket)}\n".encode()


class Cursor:
    """Reads a request from the front."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def at_end(self) -> bool:
        return self._at == len(self._data)

    def take(self, count: int) -> bytes:
        """The next bytes. Raises :class:`Truncated`, and then takes none."""
        if self._at + count > len(self._data):
            raise Truncated
        self._at += count
        return self._data[self._at - count : self._at]

    def number(self, count: int) -> int:
        return int.from_bytes(self.take(count), "big")


def read_head(cursor: Cursor) -> Upload:
    """Raises :class:`Malformed`."""
    try:
        origin = cursor.take(cursor.number(2)).decode("utf-8")
        upload = Upload(origin, cursor.number(8), cursor.number(8), cursor.take(cursor.number(2)))
    except (Truncated, UnicodeDecodeError) as error:
        raise Malformed("a request without its head") from error
    if not upload.start <= upload.end <= MAX_SIZE:
        raise Malformed(f"an upload from {upload.start} to {upload.end}")
    return upload


def intervals(start: int, end: int) -> Iterator[Interval]:
    """The canonical sequence of packages of an upload."""
    while start < end:
        rounded = start - start % WIDTH
        stop = min(end, rounded + WIDTH)
        yield Interval(rounded, start, stop)
        start = stop


def encode_package(entries: Sequence[bytes], proof: Sequence[bytes]) -> bytes:
    return bundle(entries) + bytes([len(proof)]) + b"".join(proof)


def read_package(cursor: Cursor, count: int) -> tuple[list[bytes], list[bytes]]:
    """Entries and proof. Raises :class:`Truncated`, and :class:`Malformed` for a proof of too many hashes."""
    entries = [cursor.take(cursor.number(2)) for _ in range(count)]
    hashes = cursor.number(1)
    if hashes > merkle.MAX_PROOF_HASHES:
        raise Malformed(f"a proof of {hashes} hashes")
    return entries, [cursor.take(HASH_BYTES) for _ in range(hashes)]


def verify_package(
    at: Interval, before: Sequence[bytes], entries: Sequence[bytes], proof: Sequence[bytes], head: Head
) -> None:
    """``before`` are the leaf hashes [rounded, start) that the mirror has. Raises :class:`NotProved`."""
    leaves = [*before, *(merkle.leaf_hash(entry) for entry in entries)]
    merkle.verify_subtree(at.rounded, at.end, head.size, merkle.root_of(leaves), proof, head.root)


def parse_info(body: bytes) -> Info:
    """Raises :class:`Malformed`."""
    try:
        lines = body.decode("ascii").split("\n")
    except UnicodeDecodeError as error:
        raise Malformed("not what a mirror says of itself") from error
    if len(lines) != 4 or lines[3]:
        raise Malformed("not what a mirror says of itself: three lines")
    return Info(decode_number(lines[0]), decode_number(lines[1]), decode_base64(lines[2]))


def encode_upload(reader: TileReader, upload: Upload, *, packages: int = MAX_PACKAGES) -> bytes:
    """A request with the first packages of an upload, from a log that keeps its entries. Raises
    :class:`proving.Missing`."""
    parts = [upload.encode()]
    for at in islice(intervals(upload.start, upload.end), packages):
        entries = reader.bundle(at.rounded // WIDTH)[at.start - at.rounded : at.end - at.rounded]
        parts.append(encode_package(entries, reader.subtree_proof(at.rounded, at.end)))
    return b"".join(parts)
