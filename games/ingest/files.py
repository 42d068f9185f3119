"""Reading NDJSON from files: plain, gzipped, or standard input, line by line with flat memory.

What stands before a damage is given; the damage itself is one precise :class:`Problem` at its line. A last line that a
broken gzip stream cut off is never given. Proved by ``tests/ingest/test_files.py``.
"""

from __future__ import annotations

import gzip
import io
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Final, cast

import msgspec

from casino.core.errors import Problem

GZIP_MAGIC: Final = b"\x1f\x8b"
STANDARD_INPUT: Final = "-"


class Line(msgspec.Struct, frozen=True):
    """A line that is not blank, without its end; or what is wrong from this line on."""

    number: int
    raw: bytes = b""
    problem: Problem | None = None


def size_of(name: str) -> int:
    """Bytes of the file as it lies there; 0 where that is unknown."""
    path = Path(name)
    return path.stat().st_size if name != STANDARD_INPUT and path.is_file() else 0


def read_lines(name: str, *, max_bytes: int, progress: Callable[[int], object] | None = None) -> Iterator[Line]:
    """The lines of a file; ``-`` is standard input, gzip is recognised by its first bytes. ``progress`` is told how
    many more bytes of the file as it lies there were read. OSError where it cannot be opened."""
    with ExitStack() as stack:
        source: IO[bytes] = sys.stdin.buffer if name == STANDARD_INPUT else stack.enter_context(Path(name).open("rb"))
        counted = io.BufferedReader(_Counting(source, progress))
        lines: IO[bytes] = counted
        if counted.peek(2)[:2] == GZIP_MAGIC:
            unpacked = stack.enter_context(gzip.GzipFile(fileobj=counted))
            lines = cast("IO[bytes]", unpacked)
        yield from _lines(lines, max_bytes)


def _lines(source: IO[bytes], max_bytes: int) -> Iterator[Line]:
    number = 0
    while True:
        number += 1
        try:
            raw = source.readline(max_bytes + 2)
            if len(raw) > max_bytes + 1 and not raw.endswith(b"\n"):
                _skip_line(source, max_bytes)
                yield Line(number, problem=Problem("event_too_large", limit=max_bytes))
                continue
        except EOFError:
            yield Line(number, problem=Problem("gzip_truncated"))
            return
        except (zlib.error, gzip.BadGzipFile):
            yield Line(number, problem=Problem("gzip_damaged"))
            return
        if not raw:
            return
        stripped = raw.strip(b" \t\r\n")
        if stripped:
            yield Line(number, stripped)


def _skip_line(source: IO[bytes], max_bytes: int) -> None:
    while (part := source.readline(max_bytes)) and not part.endswith(b"\n"):
        pass


class _Counting(io.RawIOBase):
    """Passes bytes on and says how many."""

    def __init__(self, source: IO[bytes], progress: Callable[[int], object] | None) -> None:
        self._source = source
        self._progress = progress

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        part = self._source.read(len(buffer))
        buffer[: len(part)] = part
        if self._progress is not None and part:
            self._progress(len(part))
        return len(part)
