"""A witness and mirror for the tests: its folder with keys and configuration, in this process or in one of its own."""

from __future__ import annotations

import http.client
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from casino.transparency.keyfiles import KeyFolder
from casino.transparency.notes import Vkey
from casino.transparency.witness import config
from casino.transparency.witness.protocol import Witness
from casino.transparency.witness.signing import ROLES
from casino.transparency.witness_client import Answer, Post
from tests.transparency.making import LOG, LOG_PQ, NOON

WITNESS_NAME: Final = "witness.regulator.example/w1"
MIRROR_NAME: Final = "witness.regulator.example/m1"
REPOSITORY: Final = Path(__file__).resolve().parents[2]


class House:
    """The folder of a witness."""

    def __init__(self, folder: Path, *, mirror: bool = False, limits: str = "") -> None:
        self.folder = folder
        self.witness_keys = self._keys("witness", WITNESS_NAME)
        self.mirror_keys = self._keys("mirror", MIRROR_NAME) if mirror else []
        text = f'[witness]\nname = "{WITNESS_NAME}"\nkeys = "witness"\n'
        text += f'[mirror]\nname = "{MIRROR_NAME}"\nkeys = "mirror"\n' if mirror else ""
        text += f'[[log]]\nkeys = ["{LOG.vkey}", "{LOG_PQ.vkey}"]\nmirror = {str(mirror).lower()}\n'
        self.config = folder / "witness.toml"
        self.config.write_text(text + limits)

    def _keys(self, name: str, signer: str) -> list[Vkey]:
        keys = KeyFolder(self.folder / name, signer)
        return [keys.create(role).vkey for role in ROLES]

    def open(self) -> Witness:
        return Witness(config.load(self.config))

    @contextmanager
    def running(self) -> Iterator[Running]:
        """The real command in a process of its own."""
        running = Running(self)
        try:
            yield running
        finally:
            running.kill()


class Running:
    def __init__(self, house: House) -> None:
        command = [sys.executable, "-m", "casino.transparency.witness.command", "serve"]
        command += ["--config", str(house.config), "--listen", "127.0.0.1:0"]
        self._log = (house.folder / "log.txt").open("ab")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self._log, cwd=REPOSITORY)
        assert self.process.stdout is not None
        said = self.process.stdout.readline().decode()
        if not said.startswith("listening at "):
            self.kill()
            raise AssertionError((house.folder / "log.txt").read_text())
        self.port = int(said.rpartition(":")[2])

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._log.close()

    def post(self, path: str, content_type: str, body: bytes) -> Answer:
        return self.ask("POST", f"/{path}", body, {"content-type": content_type})

    def ask(self, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, headers or {})
            found = connection.getresponse()
            return Answer(found.status, found.getheader("content-type", ""), found.read())
        finally:
            connection.close()


def post_to(witness: Witness, now_s: int = NOON) -> Post:
    """The submission prefix of a witness in this process."""
    return lambda path, kind, body: witness.answer("POST", f"/{path}", {"content-type": kind}, body, now_s)


def wait_until(ready: object, seconds: float = 60) -> None:
    """Wait for a condition; fails after that time."""
    assert callable(ready)
    end = time.monotonic() + seconds
    while not ready():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.02)


def files_of(folder: Path) -> list[str]:
    return sorted(os.listdir(folder)) if folder.is_dir() else []
