"""Child processes that never outlive their parent, and the means to find those that did.

Linux delivers a chosen signal to a child when its parent dies (``prctl(PR_SET_PDEATHSIG)``), however the parent died.
Proved by ``tests/embedded/test_postgres.py`` and ``tests/embedded/test_run.py``, which kill parents with SIGKILL.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

PR_SET_PDEATHSIG: Final = 1

# Loaded before any fork: between fork and exec nothing may be imported.
_LIBC: Final = ctypes.CDLL(None, use_errno=True)


def die_with_parent(signum: int) -> None:
    """Ask the kernel to send ``signum`` to this process when the thread that started it dies."""
    if sys.platform == "linux":
        _LIBC.prctl(PR_SET_PDEATHSIG, signum, 0, 0, 0)


def dying_with(parent_pid: int, signum: int) -> Callable[[], None]:
    """A ``preexec_fn``. It runs after the change of user, which would undo it. A parent that died before is noticed."""

    def prepare() -> None:
        die_with_parent(signum)
        if os.getppid() != parent_pid:
            os._exit(1)

    return prepare


def state(pid: int) -> str | None:
    """The process state letter of ``/proc/<pid>/stat`` (``Z`` is a zombie), or None where there is no such process."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return None
    return text.rpartition(")")[2].split()[0]


def started_ticks(pid: int) -> int | None:
    """When the process started, in clock ticks since boot: with the pid it names one process, also after pid reuse."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return None
    return int(text.rpartition(")")[2].split()[19])


def alive(pid: int) -> bool:
    return state(pid) not in (None, "Z", "X")


def group_members(group: int) -> Iterator[int]:
    """Pids of the living processes of a process group."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(fields[2]) == group and fields[0] not in "ZX":
            yield int(entry.name)


def wait_for(condition: Callable[[], bool], seconds: float, pause_seconds: float = 0.02) -> bool:
    """True as soon as the condition holds, False when the time is over."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(pause_seconds)
    return True


def end_group(group: int, *, patience_seconds: float) -> None:
    """Stop a whole process group: first asked, then killed."""
    for signum, seconds in ((signal.SIGTERM, patience_seconds), (signal.SIGKILL, 5.0)):
        try:
            os.killpg(group, signum)
        except ProcessLookupError:
            return
        if wait_for(lambda: not any(group_members(group)), seconds):
            return


def die_with_runner() -> None:
    """For children of children (web workers, task workers): under the runner, end when the parent ends."""
    if os.environ.get("TABLEPROOF_PROFILE") == "demo":
        die_with_parent(signal.SIGKILL)
