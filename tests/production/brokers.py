"""Brokers of a test's own, on free ports, to be frozen, killed and started again."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest

from casino.embedded import processes


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


class OwnBroker:
    """A server in a process group of its own."""

    program = ""
    patience_seconds = 10

    def __init__(self, home: Path) -> None:
        # Debian's wrapper in the path would change to another user, who may not write here.
        path = os.pathsep.join(["/usr/lib/rabbitmq/bin", os.environ.get("PATH", "")])
        self.found = shutil.which(self.program, path=path)
        if self.found is None:
            pytest.skip(f"{self.program} is not installed")
        self.home = home
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        raise NotImplementedError

    def command(self) -> list[str]:
        raise NotImplementedError

    def variables(self) -> dict[str, str]:
        return {}

    def start(self) -> None:
        with (self.home / "broker.log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command(),
                stdout=log,
                stderr=log,
                cwd=self.home,
                env=os.environ | self.variables(),
                start_new_session=True,
                preexec_fn=processes.dying_with(os.getpid(), signal.SIGKILL),
            )
        deadline = time.monotonic() + self.patience_seconds
        while not self.answers():
            if time.monotonic() > deadline or self.process.poll() is not None:
                pytest.fail((self.home / "broker.log").read_text()[-4_000:])
            time.sleep(0.1)

    def answers(self) -> bool:
        raise NotImplementedError

    def freeze(self) -> None:
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        self._signal(signal.SIGKILL)
        assert self.process is not None
        self.process.wait()
        self.process = None

    def _signal(self, number: int) -> None:
        assert self.process is not None
        os.killpg(self.process.pid, number)

    def stop(self) -> None:
        if self.process is not None:
            self.kill()


class Redis(OwnBroker):
    program = "redis-server"

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        # Keeps nothing: what was in its queues is gone with it.
        return [str(self.found), "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]

    def answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as line:
                line.sendall(b"PING\r\n")
                return line.recv(16).startswith(b"+PONG")
        except OSError:
            return False


class RabbitMQ(OwnBroker):
    program = "rabbitmq-server"
    patience_seconds = 90

    @property
    def url(self) -> str:
        return f"amqp://guest:guest@127.0.0.1:{self.port}//"

    def command(self) -> list[str]:
        return [str(self.found)]

    def variables(self) -> dict[str, str]:
        # Its own settings: those of the machine may name a port.
        (self.home / "rabbitmq.conf").write_text(f"listeners.tcp.1 = 127.0.0.1:{self.port}\n")
        return {
            "RABBITMQ_CONFIG_FILE": str(self.home / "rabbitmq.conf"),
            "HOME": str(self.home),
            "RABBITMQ_NODENAME": f"test{self.port}@localhost",
            "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
            "RABBITMQ_NODE_PORT": str(self.port),
            "RABBITMQ_DIST_PORT": str(free_port()),
            "RABBITMQ_MNESIA_BASE": str(self.home / "mnesia"),
            "RABBITMQ_LOG_BASE": str(self.home / "log"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(self.home / "plugins"),
            "RABBITMQ_PID_FILE": str(self.home / "pid"),
        }

    def answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as line:
                line.sendall(b"AMQP\x00\x00\x09\x01")
                return len(line.recv(8)) > 0
        except OSError:
            return False
