"""The child's beginning: limits first, then what decodes, then the one piece of work. See ``limited.py``."""

from __future__ import annotations

import ctypes
import errno
import json
import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable
from typing import Final

import msgspec

from surveillance.film.errors import FilmError
from surveillance.film.limited import ANSWER, ERROR, FAULT, PROGRESS, Limits, Refusal

_DIE_WITH_PARENT: Final = 1
_NO_SPACE: Final = (errno.EFBIG, errno.ENOSPC, errno.EDQUOT)


def main() -> None:
    channel = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    said = json.loads(sys.argv[1])
    _die_with(said.pop("parent"))
    _limit(msgspec.convert(said, Limits))

    def send(kind: bytes, content: bytes) -> None:
        data = kind + len(content).to_bytes(4, "big") + content
        while data:
            data = data[os.write(channel, data) :]

    try:
        send(ANSWER, _work(sys.argv[2], sys.stdin.buffer.read(), lambda part: send(PROGRESS, f"{part:.4f}".encode())))
    except BaseException as error:  # noqa: BLE001 - whatever ends the work is told to who asked for it
        refusal = refusal_of(error)
        if refusal is None:
            send(FAULT, traceback.format_exc()[-8000:].encode())
        else:
            send(ERROR, msgspec.msgpack.encode(refusal))
    os._exit(0)


def _work(name: str, request: bytes, progress: Callable[[float], None]) -> bytes:
    from surveillance.film.inside import works

    asked, function = works.work(name)
    return msgspec.msgpack.encode(function(msgspec.msgpack.decode(request, type=asked), progress))


def _die_with(parent: int) -> None:
    """End when the parent ends, however it does; where the system has no such call, the pipe's end ends the child."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)


def _limit(limits: Limits) -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    def at_most(what: int, value: int, beyond: int = 0) -> None:
        hard = resource.getrlimit(what)[1]
        top = value + beyond if hard == resource.RLIM_INFINITY else min(value + beyond, hard)
        resource.setrlimit(what, (min(value, top), top))

    at_most(resource.RLIMIT_AS, limits.memory_mb * 1_000_000)
    at_most(resource.RLIMIT_CPU, limits.cpu_s, beyond=1)
    at_most(resource.RLIMIT_CORE, 0)
    at_most(resource.RLIMIT_FSIZE, limits.output_mb * 1_000_000)
    at_most(resource.RLIMIT_NOFILE, limits.open_files)


def refusal_of(error: BaseException) -> Refusal | None:
    """What an exception says of the film; None for a fault of the program."""
    if isinstance(error, FilmError):
        return Refusal(error.code, error.values)
    if isinstance(error, MemoryError):
        return Refusal("film_limit_memory")
    if isinstance(error, ImportError):
        # A library that does not fit into the address space is there all the same.
        return Refusal("film_limit_memory" if "map segment" in str(error) else "film_program")
    number = getattr(error, "errno", None)
    if isinstance(error, OSError) or number is not None:
        if number in _NO_SPACE:
            return Refusal("film_no_space")
        if number == errno.ENOMEM:
            return Refusal("film_limit_memory")
    # PyAV: its own errors; ValueError for what it cannot make sense of; AttributeError for a stream of unknown codec.
    if type(error).__module__.partition(".")[0] == "av" or isinstance(error, ValueError | AttributeError | EOFError):
        return Refusal("film_unreadable")
    return None


if __name__ == "__main__":
    main()
