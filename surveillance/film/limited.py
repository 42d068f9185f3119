"""One piece of work on one film, in a child process with limits: a hostile file can end the child, and nothing else.

The child (:mod:`surveillance.film.inside`) gets none of this process's environment or files: limits and the name of the
work as arguments, the request as a file without a name, and a pipe for progress and the answer. It sets its limits
before it imports what decodes: address space, processor time, size of what it writes, open files, no core dump; and it
dies with this process. Beside them a limit on the time that passes, held from here by SIGKILL, since a child that waits
uses no processor time (the monotonic clock is asked for that alone).

Tests: ``tests/surveillance/film/test_limited.py``, ``test_hostile.py``.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final, TypeVar

import msgspec

from casino.core.text import Text
from surveillance.film.errors import FilmError

ROOT: Final = Path(__file__).resolve().parents[2]
MOST_ANSWER: Final = 128 << 20
"""Bytes of an answer."""

PROGRESS, ANSWER, ERROR, FAULT = b"p", b"a", b"e", b"f"
"""What a message of the child is: four bytes of length follow, then the content."""

Answer = TypeVar("Answer")


class Limits(msgspec.Struct, frozen=True):
    """What a child may use: address space and the size of a file it writes in millions of bytes, processor time and
    time that passes in seconds, and open files."""

    memory_mb: int = 1500
    cpu_s: int = 60
    wall_s: int = 120
    output_mb: int = 0
    open_files: int = 32


class Refusal(msgspec.Struct, frozen=True):
    """A :class:`FilmError` on its way out of the child."""

    code: str
    values: dict[str, str | int | Text] = {}


class FilmWorkFailed(Exception):
    """The child's own program is at fault, not the film: its traceback."""


def run(
    work: str,
    request: msgspec.Struct,
    answer: type[Answer],
    *,
    limits: Limits,
    progress: Callable[[float], object] | None = None,
) -> Answer:
    """What the child's ``work`` makes of the request. ``progress`` hears parts of one. A :class:`FilmError` for a film
    that cannot be used, or whose child was stopped or crashed."""
    environment = {"PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "MALLOC_ARENA_MAX": "2", "OPENBLAS_NUM_THREADS": "1"}
    arguments = json.dumps(msgspec.to_builtins(limits) | {"parent": os.getpid()})
    with tempfile.TemporaryFile() as sent:
        sent.write(msgspec.msgpack.encode(request))
        sent.seek(0)
        child = subprocess.Popen(
            [sys.executable, "-P", "-m", "surveillance.film.inside", arguments, work],
            stdin=sent,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            cwd="/",
            start_new_session=True,
        )
    assert child.stdout is not None
    try:
        with child.stdout as pipe:
            kind, content = _listen(pipe, time.monotonic() + limits.wall_s, progress)
        if not kind:
            _wait(child)
    finally:
        child.kill()
        status = child.wait()
    try:
        if kind == ANSWER:
            return msgspec.msgpack.decode(content, type=answer)
        told = _told(content) if kind == ERROR else None
    except (msgspec.MsgspecError, KeyError, ValueError):
        # A child that was taken over may say anything; what is no answer is none.
        raise FilmError("film_crashed", None, how="no answer") from None
    if told is not None:
        raise told
    if kind == FAULT:
        raise FilmWorkFailed(content.decode("utf-8", "replace"))
    raise _ended(kind, status)


def _listen(pipe: IO[bytes], until: float, progress: Callable[[float], object] | None) -> tuple[bytes, bytes]:
    """The child's last message. Kind ``t`` when the time is over, and nothing at all when the child ended without a
    word. Bytes are taken as they come: a child that stops in the middle of a message holds nobody."""
    held = bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(pipe, selectors.EVENT_READ)
        while True:
            while len(held) >= 5 and len(held) >= 5 + (length := int.from_bytes(held[1:5], "big")):
                kind, content = bytes(held[:1]), bytes(held[5 : 5 + length])
                del held[: 5 + length]
                if kind != PROGRESS:
                    return kind, content
                if progress is not None:
                    progress(_part(content))
            left = until - time.monotonic()
            if left <= 0 or not selector.select(left):
                return b"t", b""
            piece = os.read(pipe.fileno(), 1 << 16)
            if not piece or len(held) > MOST_ANSWER:
                return b"", b""
            held += piece


def _told(content: bytes) -> FilmError:
    """The refusal of a child; KeyError for a code that is none, or values that its sentence does not have."""
    refusal = msgspec.msgpack.decode(content, type=Refusal)
    return FilmError(refusal.code, None, **refusal.values)


def _part(content: bytes) -> float:
    """How much of the work is done, from 0 to 1, whatever the child says."""
    try:
        return min(1.0, max(0.0, float(content[:32])))
    except ValueError:
        return 0.0


def _wait(child: subprocess.Popen[bytes]) -> None:
    """Let a child that closed its pipe end by itself, so that it can be told how."""
    with suppress(subprocess.TimeoutExpired):
        child.wait(5)


def _ended(kind: bytes, status: int) -> FilmError:
    """Why a child that gave no answer ended. It is killed in any case, so SIGKILL alone says nothing of the cause."""
    if kind == b"t" or status == -signal.SIGXCPU:
        return FilmError("film_limit_time")
    how = signal.Signals(-status).name if status < 0 else f"exit {status}"
    return FilmError("film_crashed", None, how=how)


@contextmanager
def writing(out: Path) -> Iterator[Path]:
    """A path beside ``out`` to write to, which takes its name at the end, or is removed if anything fails. What a
    killed process left under that name is written over. ``film_output`` if ``out`` exists."""
    if out.exists():
        raise FilmError("film_output")
    part = out.with_name(f".{out.name}.part")
    part.unlink(missing_ok=True)
    try:
        yield part
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)
