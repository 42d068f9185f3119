"""``make run``: the whole system in one terminal, for demonstration, on 127.0.0.1 alone.

Start PostgreSQL, make roles and databases, migrate, collect static files, start the web server, seed the demonstration,
wait until the web server answers, start the worker, then say where it is. What a former start has done and nothing has
changed since is left out (``ready.py``), so a second start on the same day takes seconds. Ctrl-C, SIGTERM and SIGHUP
stop everything in order; if this process is killed, the kernel stops its children (``processes.py``).

Whatever can be foreseen to fail ends in one sentence that says what to do, and exit code 1.
Proved by ``tests/embedded/test_run.py``.
"""

from __future__ import annotations

import errno
import http.client
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType
from typing import Final

from casino.clock import now as clock
from casino.embedded import bootstrap, demo, processes, ready, witness
from casino.embedded.children import Child, Register, end_all
from casino.embedded.places import CHECKOUT, home_folder
from casino.embedded.postgres import PostgresServer
from casino.embedded.trouble import Trouble, say
from casino.site.queues import COPIES, EXPORTS, FOOTAGE, PROMPT, REPORTS

HOST: Final = "127.0.0.1"
DEFAULT_PORT: Final = "8000"
ANSWER_PATIENCE_SECONDS: Final = 60
STOP_PATIENCE_SECONDS: Final = 8.0
PATIENT: Final = (FOOTAGE, EXPORTS, COPIES, REPORTS)
"""Queues of work that takes minutes to hours, each with a worker of its own."""
PATIENCE: Final = {"BROKER_POLL_MS": "2000"}
"""What takes minutes begins within two seconds: four more workers that look twice a second would double the questions
that are asked at rest."""
STOP_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(BaseException):
    """Somebody asked us to stop. Not an Exception: nothing on the way may take it for a failure."""


asked_to_stop = False
"""Set with every stop. Python drops an exception that a signal raises in a finalizer, so the loops look here too."""


class Runner:
    """One run, from the lock to the last process gone."""

    def __init__(self, home: Path, port: int) -> None:
        self.home = home
        self.port = port
        self.server = PostgresServer(home, chosen_by_user="TABLEPROOF_HOME" in os.environ)
        self.children: list[Child] = []
        self.register = Register(home / "run.json")
        self.step_process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.port}/"

    @property
    def logs(self) -> Path:
        return self.home / "log"

    def run(self) -> None:
        """Returns only by an exception: Stopped or Trouble."""
        self.server.lock()
        self.register.clean_up()
        check_port(self.port)
        tell(f"Khởi động PostgreSQL ({self.home}) …", f"Starting PostgreSQL ({self.home}) …")
        self.server.start()
        bootstrap.prepare(self.server)
        variables = demo.build(self.server, self.home)
        environment = environment_with(variables)
        # The demonstration's acting post ends after some days: each day's first start looks whether it must be renewed.
        day = clock().date().isoformat()
        memory, given = ready.Memory(self.home), ready.given({**variables, "DAY": day})
        accounts = memory.recall(given, ready.state_of(self.server))
        if accounts is None:
            memory.forget()
            tell("Chuẩn bị cơ sở dữ liệu …", "Preparing the database …")
            self._manage(environment, "prepare_database", "--verbosity=0")
        self._collect_static(environment)
        # The web server loads its programs while the demonstration is loaded.
        self._start_child("web", self._web_command(), environment)
        if accounts is None:
            tell("Nạp dữ liệu mẫu (mô phỏng) …", "Loading the demonstration (simulated) …")
            accounts = self._manage(environment, "seed_demo")
            self._manage(environment, "seed_demo_cases")
            self._manage(environment, "seed_demo_footage")
            memory.keep(given, ready.state_of(self.server), accounts)
        self._wait_for_answer()
        # Only now: it would take the processor from the web server, for which somebody waits.
        self._start_child("worker", self._worker_command(), environment)
        self._start_child("prompt", self._prompt_command(), environment)
        for queue in PATIENT:
            self._start_child(queue, self._patient_command(queue), environment | PATIENCE)
        self._announce(accounts)
        self._watch(environment)

    def stop(self) -> None:
        if self.step_process is not None and self.step_process.poll() is None:
            processes.end_group(self.step_process.pid, patience_seconds=2.0)
            self.step_process.wait()
        end_all(self.children, patience_seconds=STOP_PATIENCE_SECONDS)
        self.server.stop()

    def _manage(self, environment: dict[str, str], *command: str) -> str:
        """Run a management command to its end. What it prints is the answer, what it says of its progress is shown."""
        log = self.logs / "steps.log"
        self.step_process = subprocess.Popen(
            [sys.executable, str(CHECKOUT / "manage.py"), *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            start_new_session=True,
            preexec_fn=processes.dying_with(os.getpid(), signal.SIGKILL),
        )
        output = follow_step(self.step_process, log)
        if self.step_process.wait() != 0:
            if self.server.disk_filled():
                raise Trouble("disk_filled", folder=self.server.places.data_home)
            lines = log.read_text(errors="replace").strip().splitlines() or ["-"]
            raise Trouble("step_failed", step=command[0], log=log, line=lines[-1].strip())
        self.step_process = None
        return output

    def _collect_static(self, environment: dict[str, str]) -> None:
        """Only when a static file or a dependency changed since the last time: collecting takes seconds."""
        mark = self.home / "static.stamp"
        wanted = ready.collected_from()
        if mark.is_file() and mark.read_text() == wanted and Path(environment["STATIC_ROOT"]).is_dir():
            return
        tell("Gom tệp tĩnh …", "Collecting static files …")
        self._manage(environment | {"TABLEPROOF_COLLECTSTATIC": "1"}, "collectstatic", "--noinput", "--verbosity=0")
        mark.write_text(wanted)

    def _web_command(self) -> list[str]:
        return [sys.executable, "-m", "casino.web", f"--host={HOST}", f"--port={self.port}"]

    def _worker_command(self) -> list[str]:
        command = [sys.executable, "-m", "celery", "--app=casino", "worker", "--beat", "--concurrency=2"]
        command += [f"--schedule={self.home / 'beat-schedule'}", "--queues=fast", "--loglevel=INFO"]
        return [*command, "--without-gossip", "--without-mingle", "--without-heartbeat"]

    def _prompt_command(self) -> list[str]:
        """The worker of what people wait for, one task at a time in its own process."""
        command = [sys.executable, "-m", "celery", "--app=casino", "worker", "--pool=solo", "--hostname=prompt@%h"]
        command += [f"--queues={PROMPT}", "--loglevel=INFO"]
        return [*command, "--without-gossip", "--without-mingle", "--without-heartbeat"]

    def _patient_command(self, queue: str) -> list[str]:
        """The worker of films or of reports, one at a time and at low priority; what decodes runs in children of its
        own."""
        command = [sys.executable, "-m", "celery", "--app=casino", "worker", "--pool=solo", f"--hostname={queue}@%h"]
        command += [f"--queues={queue}", "--loglevel=INFO"]
        return ["nice", "-n", "10", *command, "--without-gossip", "--without-mingle", "--without-heartbeat"]

    def _start_child(self, name: str, command: list[str], environment: dict[str, str]) -> None:
        child = Child(name, command, environment, self.logs / f"{name}.log")
        self.children.append(child)
        child.start()
        self.register.write(self.children)

    def _wait_for_answer(self) -> None:
        deadline = time.monotonic() + ANSWER_PATIENCE_SECONDS
        while not answers(self.port):
            self._check_children()
            if time.monotonic() > deadline:
                log = self.logs / "web.log"
                raise Trouble("not_answering", address=self.address, seconds=ANSWER_PATIENCE_SECONDS, log=log)
            time.sleep(0.05)

    def _announce(self, accounts: str) -> None:
        line = "─" * 72
        print(f"\n{line}\n  Tableproof: {self.address}\n", flush=True)
        print(accounts.rstrip(), flush=True)
        tell(f"\nNhật ký: {self.logs} · Ctrl-C để dừng", f"\nLogs: {self.logs} · Ctrl-C to stop")
        print(line, flush=True)

    def _watch(self, environment: dict[str, str]) -> None:
        witnessed = False
        while True:
            time.sleep(0.5)
            self._check_children()
            if not witnessed and witness.has_a_log(self.home):  # in the first run a worker has to sign it first
                witnessed = True
                self._start_child("witness", witness.command(self.home), environment)

    def _check_children(self) -> None:
        check_stop()
        if self.server.failed():
            if self.server.disk_filled():
                raise Trouble("disk_filled", folder=self.server.places.data_home)
            tell("PostgreSQL đã dừng; khởi động lại …", "PostgreSQL stopped; starting it again …")
            self.server.restart()
        for child in self.children:
            if child.fallen():
                tell(f"“{child.name}” đã dừng; khởi động lại …", f'"{child.name}" stopped; starting it again …')
                child.restart()
                self.register.write(self.children)


def tell(vi: str, en: str) -> None:
    print(say(vi, en), flush=True)


def follow_step(process: subprocess.Popen[bytes], log: Path) -> str:
    """Its standard output. Its standard error is logged and shown, but for a traceback: that is for the log alone."""
    assert process.stdout is not None
    assert process.stderr is not None
    output = bytearray()
    show = True
    with selectors.DefaultSelector() as selector, log.open("wb", buffering=0) as kept:
        selector.register(process.stdout, selectors.EVENT_READ)
        selector.register(process.stderr, selectors.EVENT_READ)
        while selector.get_map():
            check_stop()
            for key, _ in selector.select(timeout=0.5):
                chunk = os.read(key.fd, 65536)
                if not chunk:
                    selector.unregister(key.fileobj)
                elif key.fileobj is process.stdout:
                    output += chunk
                else:
                    kept.write(chunk)
                    shown, found, _rest = chunk.partition(b"Traceback (most recent call last)")
                    if show:
                        sys.stderr.buffer.write(shown)
                        sys.stderr.buffer.flush()
                    show = show and not found
    process.stdout.close()
    process.stderr.close()
    return output.decode(errors="replace")


def environment_with(variables: dict[str, str]) -> dict[str, str]:
    """Of the children: ours, except for what would change the settings of the demonstration."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DEBUG", "DJANGO_SETTINGS_MODULE")}
    return kept | variables | {"DJANGO_SETTINGS_MODULE": "casino.settings", "PYTHONUNBUFFERED": "1"}


def wanted_port() -> int:
    text = os.environ.get("PORT") or DEFAULT_PORT
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 65535):
        raise Trouble("bad_port", port=text)
    return int(text)


def check_port(port: int) -> None:
    """Raise Trouble where the port cannot be opened."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
            probe.listen(1)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise Trouble("port_in_use", port=port, other=free_port()) from error
            raise Trouble("port_not_allowed", port=port, reason=error.strerror, other=free_port()) from error


def free_port() -> int:
    """A port that is free right now, for a piece of advice."""
    for port in range(8001, 8100):
        with socket.socket() as probe:
            if probe.connect_ex((HOST, port)) != 0:
                return port
    return 18000


def answers(port: int) -> bool:
    connection = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def check_stop() -> None:
    if asked_to_stop:
        raise Stopped


def _stop_signal(signum: int, frame: FrameType | None) -> None:
    global asked_to_stop
    asked_to_stop = True
    for each in STOP_SIGNALS:
        signal.signal(each, signal.SIG_IGN)  # stopping is under way: a second Ctrl-C must not leave half of it running
    raise Stopped(signum)


def _unraisable(what: sys.UnraisableHookArgs) -> None:
    """A stop that arrives while Python clears something away cannot be raised there. The flag remembers it, and
    :func:`check_stop` raises it soon after: nothing to tell anybody of."""
    if not isinstance(what.exc_value, Stopped):
        sys.__unraisablehook__(what)


def main() -> int:
    """The exit code: 0 after a wanted stop, 1 with one sentence on standard error."""
    sys.unraisablehook = _unraisable
    for signum in STOP_SIGNALS:
        signal.signal(signum, _stop_signal)
    if os.environ.get("MAKELEVEL"):
        processes.die_with_parent(signal.SIGTERM)  # make itself may be killed, and would leave us behind
    runner: Runner | None = None
    try:
        check_machine()
        runner = Runner(home_folder(), wanted_port())
        runner.run()
    except Stopped:
        tell("\nĐang dừng …", "\nStopping …")
    except Trouble as trouble:
        print(trouble, file=sys.stderr, flush=True)
        return 1
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        print(Trouble("disk_filled", folder=home_folder()), file=sys.stderr, flush=True)
        return 1
    finally:
        for signum in STOP_SIGNALS:
            signal.signal(signum, signal.SIG_IGN)
        if runner is not None:
            runner.stop()
    return 0


def check_machine() -> None:
    if not (3, 11) <= sys.version_info[:2] <= (3, 14) or sys.implementation.name != "cpython":
        raise Trouble("wrong_python", found=f"{sys.implementation.name} {sys.version.split()[0]}")
    if sys.platform != "linux":
        raise Trouble("wrong_system", found=sys.platform)


if __name__ == "__main__":
    sys.exit(main())
