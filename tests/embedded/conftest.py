"""A whole demonstration in processes of its own, for tests that kill parts of it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from casino.embedded import processes

MARK = "TABLEPROOF_TEST_MARK"
QUEUES = (b"fast", b"prompt", b"footage", b"exports", b"copies", b"reports")
"""Each has a worker of its own."""
PATIENCE_SECONDS = 240.0
"""What must come to pass may take its time on a busy machine: only a failure takes so long."""


@pytest.fixture(scope="session")
def home() -> Iterator[Path]:
    """One home for all: the first start is slow, and that the second finds the data is a part of the test."""
    folder = Path(tempfile.mkdtemp(prefix="tableproof-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Running:
    """A runner in a process of its own, and every process that descends from it."""

    def __init__(self, home: Path, **environment: str) -> None:
        self.home = home
        self.mark = uuid.uuid4().hex
        self.groups: set[int] = set()
        self.port = int(environment.get("PORT") or free_port())
        own = {
            key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "MAKELEVEL", "SSL_REDIRECT")
        }
        given = {"TABLEPROOF_HOME": str(home), "PORT": str(self.port), MARK: self.mark, "TABLEPROOF_LANGUAGE": "en"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "casino.embedded.run"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=own | given | environment,
        )

    def wait_until_ready(self) -> str:
        """Everything printed until the address; fails when the runner ends before."""
        assert self.process.stdout is not None
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if "Ctrl-C" in line:
                return "".join(lines)
        pytest.fail("the runner ended early:\n" + "".join(lines))

    def end(self) -> tuple[int, str]:
        output, _ = self.process.communicate(timeout=PATIENCE_SECONDS)
        return self.process.returncode, output

    def descendants(self) -> set[int]:
        """Living processes with our mark in their environment, servers on our data folder, and the groups of the
        registered children: a program that gives itself a title writes it over its environment."""
        self._learn_groups()
        found = set()
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit() or not processes.alive(int(entry.name)):
                continue
            try:
                ours = (
                    self.mark.encode() in (entry / "environ").read_bytes()
                    or str((entry / "cwd").resolve(strict=True)).startswith(str(self.home))
                    or os.getpgid(int(entry.name)) in self.groups
                )
            except (FileNotFoundError, PermissionError, ProcessLookupError):
                continue
            if ours and int(entry.name) not in (self.process.pid, os.getpid()):
                found.add(int(entry.name))
        return found

    def _learn_groups(self) -> None:
        try:
            registered = json.loads((self.home / "run.json").read_text())
        except (FileNotFoundError, NotADirectoryError):
            return
        self.groups |= {int(pid) for pid, ticks in registered.items() if processes.started_ticks(int(pid)) == ticks}

    def leaders(self, command: bytes) -> list[int]:
        """Pids of the process groups whose leader's command line has the word: ``casino.web``, ``celery``."""
        found = []
        for pid in self.descendants():
            try:
                if command in Path(f"/proc/{pid}/cmdline").read_bytes() and os.getpgid(pid) == pid:
                    found.append(pid)
            except (FileNotFoundError, ProcessLookupError):
                continue
        return found

    def kill(self, command: bytes) -> None:
        """SIGKILL for the leader of a group; its children must follow."""
        (leader,) = self.leaders(command)
        os.kill(leader, signal.SIGKILL)
        assert processes.wait_for(lambda: not list(processes.group_members(leader)), PATIENCE_SECONDS)

    def kill_database(self) -> None:
        server = int((self.home / "pg" / "pgdata" / "postmaster.pid").read_text().split()[0])
        os.kill(server, signal.SIGKILL)
        assert processes.wait_for(lambda: not processes.alive(server), PATIENCE_SECONDS)

    def kill_leftovers(self) -> None:
        for pid in {self.process.pid, *self.descendants()}:
            if processes.alive(pid):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()


@pytest.fixture
def start(home: Path) -> Iterator[type[Running]]:
    """Starts runners and makes sure that none outlives the test."""
    started: list[Running] = []

    class Tracked(Running):
        def __init__(self, home: Path, **environment: str) -> None:
            super().__init__(home, **environment)
            started.append(self)

    yield Tracked
    for each in started:
        each.kill_leftovers()
