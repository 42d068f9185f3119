"""``make run`` as a whole: it answers, it says what is wrong, and it leaves nothing running however it ends."""

from __future__ import annotations

import errno
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

from casino.embedded import processes, run
from casino.embedded.children import Child, Register
from casino.embedded.trouble import Trouble

MARK = "TABLEPROOF_TEST_MARK"
START_PATIENCE_SECONDS = 180


@pytest.fixture(scope="module")
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
        output, _ = self.process.communicate(timeout=60)
        return self.process.returncode, output

    def descendants(self) -> set[int]:
        """Living processes with our mark in their environment, and servers on our data folder."""
        found = set()
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit() or not processes.alive(int(entry.name)):
                continue
            try:
                marked = self.mark.encode() in (entry / "environ").read_bytes()
                at_home = str((entry / "cwd").resolve(strict=True)).startswith(str(self.home))
            except (FileNotFoundError, PermissionError, ProcessLookupError):
                continue
            if (marked or at_home) and int(entry.name) not in (self.process.pid, os.getpid()):
                found.add(int(entry.name))
        return found

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


def test_it_runs_and_a_kill_or_a_stop_leaves_no_process_and_keeps_the_data(home: Path, start: type[Running]) -> None:
    first = start(home)
    said = first.wait_until_ready()
    assert f"http://127.0.0.1:{first.port}/" in said
    assert run.answers(first.port)
    assert (home / "demo.env").stat().st_mode & 0o777 == 0o600
    secret = (home / "demo.env").read_text()
    # Server with its helpers, web with its worker, and, a little later, the worker with its children and beat.
    assert processes.wait_for(lambda: len(first.descendants()) >= 12, 60, 0.2), first.descendants()

    second = start(home, PORT=str(free_port()))
    code, output = second.end()
    assert code == 1
    assert (
        output
        == f"Another copy (process {first.process.pid}) is using the folder {home}: stop it first, or point "
        + ("TABLEPROOF_HOME at another folder.\n")
    )

    first.process.kill()
    first.process.wait()
    assert processes.wait_for(lambda: not first.descendants(), 15), first.descendants()

    again = start(home)
    said_again = again.wait_until_ready()
    assert "Loading" in said
    assert "Loading" not in said_again  # nothing changed: not done twice
    assert said_again.partition("─")[2].replace(str(again.port), str(first.port)) == said.partition("─")[2]
    assert (home / "demo.env").read_text() == secret
    make_everything_fall(again)
    assert processes.wait_for(lambda: run.answers(again.port), 60, 0.2)
    again.process.send_signal(signal.SIGINT)
    code, output = again.end()
    assert code == 0
    assert output.count("starting it again") == 3
    assert "Traceback" not in output
    assert not again.descendants()


def make_everything_fall(running: Running) -> None:
    """Kill web server, worker and database, one after the other."""
    for command in (b"granian", b"celery"):
        leaders = [
            pid
            for pid in running.descendants()
            if command in Path(f"/proc/{pid}/cmdline").read_bytes() and os.getpgid(pid) == pid
        ]
        assert len(leaders) == 1
        group = leaders[0]
        os.kill(group, signal.SIGKILL)
        assert processes.wait_for(lambda group=group: not list(processes.group_members(group)), 10)  # type: ignore[misc]
    server = int((running.home / "pg" / "pgdata" / "postmaster.pid").read_text().split()[0])
    os.kill(server, signal.SIGKILL)
    assert processes.wait_for(lambda: not processes.alive(server), 10)


def test_a_stop_in_the_middle_of_starting_leaves_nothing(home: Path, start: type[Running]) -> None:
    (home / "ready.json").unlink(missing_ok=True)  # as if something had changed: there is a middle to stop in
    running = start(home)
    assert running.process.stdout is not None
    assert "PostgreSQL" in running.process.stdout.readline()
    assert "database" in running.process.stdout.readline()
    running.process.terminate()
    code, output = running.end()
    assert code == 0
    assert "Traceback" not in output
    assert not running.descendants()


def test_a_taken_port_is_told_in_one_sentence(home: Path, start: type[Running]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        code, output = start(home, PORT=str(other.getsockname()[1])).end()
    assert code == 1
    assert output.count("\n") == 1
    assert "is in use by another program" in output
    assert "make run" in output


@pytest.mark.parametrize("port", ["0", "65536", "eight", "-1", "٨"])
def test_a_senseless_port_is_told(port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", port)
    with pytest.raises(Trouble) as caught:
        run.wanted_port()
    assert caught.value.code == "bad_port"


def test_a_home_that_cannot_be_written_is_told(tmp_path: Path, start: type[Running]) -> None:
    (tmp_path / "file").write_text("")
    code, output = start(tmp_path / "file" / "home").end()
    assert code == 1
    assert output.count("\n") == 1
    assert "cannot be written" in output


def test_another_python_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 0, "final", 0))
    with pytest.raises(Trouble) as caught:
        run.check_machine()
    assert caught.value.code == "wrong_python"


def test_a_disk_that_fills_while_writing_is_told(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(runner: run.Runner) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setenv("TABLEPROOF_HOME", str(home))
    monkeypatch.setattr(run.Runner, "run", full)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.delenv("MAKELEVEL", raising=False)
    assert run.main() == 1
    assert str(home) in capsys.readouterr().err


def test_a_step_that_fails_shows_its_progress_but_no_traceback(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    program = "import sys; print('answer'); print('10 %', file=sys.stderr, flush=True); raise ValueError('because')"
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert run.follow_step(process, tmp_path / "steps.log") == "answer\n"
    assert process.wait() == 1
    assert capfdbinary.readouterr().err == b"10 %\n"
    assert (tmp_path / "steps.log").read_text().endswith("ValueError: because\n")


def test_what_a_killed_run_left_behind_is_ended_at_the_next(tmp_path: Path) -> None:
    left = Child("left", ["sleep", "600"], dict(os.environ), tmp_path / "left.log")
    left.start()
    assert left.process is not None
    register = Register(tmp_path / "run.json")
    register.write([left])
    Register(tmp_path / "run.json").clean_up()
    assert left.process.wait(10) == -signal.SIGTERM
    assert not (tmp_path / "run.json").exists()


def test_a_reused_process_number_is_left_alone(tmp_path: Path) -> None:
    stranger = subprocess.Popen(["sleep", "600"], start_new_session=True)
    try:
        (tmp_path / "run.json").write_text(f'{{"{stranger.pid}": 1}}')
        Register(tmp_path / "run.json").clean_up()
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()


def test_a_child_that_keeps_falling_ends_the_run(tmp_path: Path) -> None:
    child = Child("web", ["false"], dict(os.environ), tmp_path / "web.log")
    child.start()
    with pytest.raises(Trouble) as caught:  # noqa: PT012 - the sixth fall is the one
        for _ in range(6):
            assert child.process is not None
            child.process.wait()
            child.restart()
    assert caught.value.code == "child_died"
