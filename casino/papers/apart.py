"""Checks a paper that a stranger sent in a process of its own, with limits: whatever the file does to its reader, it
costs a bounded time and memory, and no thread of the server holds still for it longer than that.

The child gets no environment and gives way to everything else on the machine. A file that it cannot judge within its
limits counts as one that cannot be read. About a third of a second of processor time for a real paper. Proved by
``tests/papers/test_hostile.py``.
"""

from __future__ import annotations

import logging
import os
import resource
import subprocess
import sys
from collections.abc import Collection, Mapping
from datetime import datetime
from pathlib import Path
from typing import Final

import msgspec

from casino.papers.checking import Verdict, check_paper

log = logging.getLogger(__name__)

ROOT: Final = Path(__file__).resolve().parents[2]
CPU_SECONDS: Final = 3
WALL_SECONDS: Final = 20
"""On a machine that is busy, since the child gives way."""
MEMORY_BYTES: Final = 1 << 30
NICE: Final = 10


class Asked(msgspec.Struct, frozen=True):
    """What the child is told beside the file."""

    trusted: frozenset[str]
    retired: dict[str, datetime]


def check_apart(data: bytes, trusted: Collection[str], retired: Mapping[str, datetime]) -> Verdict:
    """As :func:`~casino.papers.checking.check_paper`."""
    asked = msgspec.json.encode(Asked(frozenset(trusted), dict(retired)))
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "casino.papers.apart"],
            input=asked + b"\n" + data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=WALL_SECONDS,
            env={"PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"},
            cwd="/",
            check=False,
        )
        return msgspec.json.decode(done.stdout, type=Verdict)
    except (subprocess.TimeoutExpired, msgspec.MsgspecError) as error:
        log.warning("paper_not_judged bytes=%s error=%s", len(data), type(error).__name__)
        return Verdict(state="unreadable", why="it could not be read within bounds")


def main() -> None:
    """In the child: limits first, then the file."""
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    line, _, data = sys.stdin.buffer.read().partition(b"\n")
    asked = msgspec.json.decode(line, type=Asked)
    verdict = check_paper(data, asked.trusted, retired=asked.retired)
    sys.stdout.buffer.write(msgspec.json.encode(verdict))


if __name__ == "__main__":
    main()
