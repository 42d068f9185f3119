"""The web server in processes of its own, started by the very commands of ``make run`` and of ``deploy/Containerfile``,
and clients that speak to it byte by byte, as no library would."""

from __future__ import annotations

import ast
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from casino.embedded import processes
from casino.embedded.run import Runner
from tests.embedded.conftest import PATIENCE_SECONDS, free_port

REPOSITORY = Path(__file__).resolve().parents[2]
SHORT = {
    "WEB_HEAD_SECONDS": "1",
    "WEB_IDLE_SECONDS": "1",
    "WEB_BODY_SECONDS": "1",
    "WEB_ANSWER_SECONDS": "2",
    "WEB_BODY_MAX_BYTES": str(2**20),
}


def command_of_make_run(port: int) -> list[str]:
    return Runner(Path("unused"), port)._web_command()


def command_of_deploy(port: int) -> list[str]:
    """The container's own, but on this machine alone and on a port of ours."""
    text = (REPOSITORY / "deploy" / "Containerfile").read_text().replace("\\\n", "")
    found = re.search(r"(?m)^CMD (\[.*\])$", text)
    assert found is not None
    command: list[str] = ast.literal_eval(found.group(1))
    assert command[0] == "python"
    changed = {"0.0.0.0": "127.0.0.1", "8000": str(port)}  # noqa: S104
    return [sys.executable, *(changed.get(word, word) for word in command[1:])]


COMMANDS = {"make run": command_of_make_run, "deploy": command_of_deploy}


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def code(self) -> str:
        """Of the table of errors; fails for a page."""
        assert self.headers["content-type"] == "application/json", self
        found: dict[str, Any] = json.loads(self.content)
        assert set(found) == {"type", "title", "status", "detail", "code", "message"}
        return str(found["code"])


class Talk:
    """One socket."""

    def __init__(self, port: int, *, receive_bytes: int | None = None) -> None:
        self.socket = socket.socket()
        if receive_bytes is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        self.socket.settimeout(PATIENCE_SECONDS)
        self.socket.connect(("127.0.0.1", port))
        self._left = b""

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def drip(self, data: bytes, *, every_seconds: float) -> float:
        """Byte after byte, until the server has had enough; how many seconds that took."""
        started = time.monotonic()
        self.socket.settimeout(every_seconds)
        for each in data:
            try:
                self.socket.sendall(bytes([each]))
                self._left += self.socket.recv(65536)
                break
            except TimeoutError:
                continue
            except OSError:
                break
        self.socket.settimeout(PATIENCE_SECONDS)
        return time.monotonic() - started

    def answer(self) -> Answer:
        while b"\r\n\r\n" not in self._left:
            self._left += self._more()
        head, _, rest = self._left.partition(b"\r\n\r\n")
        first, *lines = head.decode().split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        status = int(first.split()[1])
        length = int(headers.get("content-length", 0))
        while len(rest) < length:
            rest += self._more()
        self._left = rest[length:]
        return Answer(status, headers, rest[:length])

    def _more(self) -> bytes:
        data = self.socket.recv(65536)
        if not data:
            raise ConnectionResetError("the server closed the connection")
        return data

    def closed_within(self, seconds: float) -> bool:
        """Does the server close, with or without a last word?"""
        self.socket.settimeout(seconds)
        try:
            while self.socket.recv(65536):
                pass
        except TimeoutError:
            return False
        except OSError:
            return True
        return True

    def close(self) -> None:
        self.socket.close()


class Server:
    def __init__(self, command: list[str], port: int, log: Path, **variables: str) -> None:
        self.port = port
        self.log = log
        self.workers = int(command[command.index("--workers") + 1]) if "--workers" in command else 1
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                command,
                cwd=REPOSITORY,
                env=os.environ | {"DJANGO_SETTINGS_MODULE": "casino.settings"} | variables,
                stdout=output,
                stderr=output,
                start_new_session=True,
                preexec_fn=processes.dying_with(os.getpid(), signal.SIGKILL),
            )
        self.talks: list[Talk] = []
        self.calm_seconds = 0.0
        """How long this machine takes for an answer when nobody else asks: other work may keep it busy."""

    def wait(self) -> None:
        def answers() -> bool:
            try:
                return self.health()[0].status == 200
            except OSError:
                return False

        def all_started() -> bool:
            return self.log.read_text().count('"message": "Started server process') == self.workers

        assert processes.wait_for(all_started, PATIENCE_SECONDS, 0.1), self.log.read_text()
        assert processes.wait_for(answers, PATIENCE_SECONDS, 0.1), self.log.read_text()
        for _ in range(4 * self.workers):  # each process loads the rest of Django with its first request
            self.health()
        self.calm_seconds = max(self.health()[1] for _ in range(4))

    def talk(self, **options: int) -> Talk:
        talk = Talk(self.port, **options)
        self.talks.append(talk)
        return talk

    def health(self) -> tuple[Answer, float]:
        """What an ordinary client is answered, and after how many seconds."""
        started = time.monotonic()
        talk = Talk(self.port)
        try:
            talk.send(request("GET", "/healthz"))
            return talk.answer(), time.monotonic() - started
        finally:
            talk.close()

    def sockets(self) -> int:
        """Connections that the server holds open, of all its processes."""
        found = 0
        for pid in processes.group_members(self.process.pid):
            for entry in Path(f"/proc/{pid}/fd").iterdir():
                try:
                    found += os.readlink(entry).startswith("socket:")
                except FileNotFoundError:
                    continue
        return found

    def resident_bytes(self) -> int:
        """Memory of all its processes."""
        found = 0
        for pid in processes.group_members(self.process.pid):
            lines = Path(f"/proc/{pid}/status").read_text().splitlines()
            found += next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS")), 0)
        return found

    def end_talks(self) -> None:
        for talk in self.talks:
            talk.close()
        self.talks.clear()

    def end(self) -> None:
        self.end_talks()
        processes.end_group(self.process.pid, patience_seconds=10)
        self.process.wait()


def request(method: str, path: str, *headers: str, body: bytes = b"") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *headers]
    return "\r\n".join([*lines, "", ""]).encode() + body


@contextmanager
def running(kind: str, folder: Path, **variables: str) -> Iterator[Server]:
    port = free_port()
    server = Server(COMMANDS[kind](port), port, folder / "web.log", **variables)
    try:
        server.wait()
        yield server
    finally:
        server.end()


@pytest.fixture(scope="module", params=["make run", pytest.param("deploy", marks=pytest.mark.slow)])
def _short(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(request.param, tmp_path_factory.mktemp("web"), **SHORT) as server:
        yield server


@pytest.fixture
def short(_short: Server) -> Iterator[Server]:
    """A server with little patience. The container's command differs in its options alone: a quick run asks it in
    ``test_many_clients.py``."""
    yield _short
    _short.end_talks()
