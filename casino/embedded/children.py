"""The long-running children of the runner (web server, worker): started, restarted when they fall, ended with it.

Each leads a process group of its own, so that Ctrl-C reaches the runner alone and the runner ends the others in order.
Who was started is written down; a later run ends whatever a killed one left behind.

Proved by ``tests/embedded/test_run.py``.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from casino.embedded import processes
from casino.embedded.trouble import Trouble

RESTARTS: Final = 5
RESTART_WINDOW_SECONDS: Final = 60.0
LOG_LIMIT_BYTES: Final = 10 * 2**20


@dataclass
class Child:
    name: str
    command: list[str]
    environment: dict[str, str]
    log: Path
    process: subprocess.Popen[bytes] | None = None
    started: list[float] = field(default_factory=list)

    def start(self) -> None:
        """Start it; the kernel kills it when we die."""
        if self.log.exists() and self.log.stat().st_size > LOG_LIMIT_BYTES:
            self.log.replace(self.log.with_suffix(".log.1"))
        self.started.append(time.monotonic())
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self.environment,
                start_new_session=True,
                preexec_fn=processes.dying_with(os.getpid(), signal.SIGKILL),
            )

    def fallen(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def restart(self) -> None:
        """Start again after a fall, unless it keeps falling."""
        assert self.process is not None
        processes.end_group(self.process.pid, patience_seconds=0.0)
        recent = [moment for moment in self.started if moment > time.monotonic() - RESTART_WINDOW_SECONDS]
        if len(recent) > RESTARTS:
            raise Trouble("child_died", name=self.name, code=self.process.returncode, log=self.log)
        self.start()


class Register:
    """Which processes run, on disk: a pid with its start time names one process for good."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def write(self, children: list[Child]) -> None:
        pids = [child.process.pid for child in children if child.process is not None]
        unfinished = self._path.with_suffix(".new")
        unfinished.write_text(json.dumps({str(pid): processes.started_ticks(pid) for pid in pids}))
        unfinished.replace(self._path)

    def clean_up(self) -> None:
        """End the process groups that a former run left behind."""
        try:
            left = json.loads(self._path.read_text())
        except (FileNotFoundError, ValueError):
            return
        for pid, ticks in left.items():
            if ticks is not None and processes.started_ticks(int(pid)) == ticks:
                processes.end_group(int(pid), patience_seconds=5.0)
        self._path.unlink(missing_ok=True)


def end_all(children: list[Child], *, patience_seconds: float) -> None:
    """Ask every child at once, give them time together, then end what is left of their groups."""
    running = [child.process for child in children if child.process is not None]
    for process in running:
        if process.poll() is None:
            process.terminate()
    deadline = time.monotonic() + patience_seconds
    for process in running:
        try:
            process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        processes.end_group(process.pid, patience_seconds=0.5)
