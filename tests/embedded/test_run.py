"""``make run`` as a whole: it answers, it says what is wrong, and it leaves nothing running however it ends."""

from __future__ import annotations

import errno
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from casino.embedded import processes, run, witness
from casino.embedded.children import Child, Register
from casino.embedded.trouble import Trouble
from tests.embedded.conftest import PATIENCE_SECONDS, QUEUES, Running, free_port


@pytest.mark.slow
def test_it_runs_and_a_kill_or_a_stop_leaves_no_process_and_keeps_the_data(home: Path, start: type[Running]) -> None:
    (home / "ready.json").unlink(missing_ok=True)  # whoever was here before: nothing is known to be loaded
    first = start(home)
    said = first.wait_until_ready()
    assert f"http://127.0.0.1:{first.port}/" in said
    assert run.answers(first.port)
    assert (home / "demo.env").stat().st_mode & 0o777 == 0o600
    assert (home / "person-keys").stat().st_mode & 0o777 == 0o700
    secret = (home / "demo.env").read_text()
    assert "PERSON_MASTER_KEY=" in secret
    assert "FACTOR_KEY=" in secret
    # Server with its helpers, web, and, a little later, the workers, one with its children and beat.
    assert processes.wait_for(lambda: len(first.descendants()) >= 12, PATIENCE_SECONDS, 0.2), first.descendants()

    # The demonstration's witness signs the first checkpoint within a minute or two.
    note, signed = home / "transparency" / "HOIDEMO" / "checkpoint", f"— {witness.NAME} ".encode()
    assert processes.wait_for(lambda: note.exists() and signed in note.read_bytes(), PATIENCE_SECONDS, 0.5)

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
    assert processes.wait_for(lambda: not first.descendants(), PATIENCE_SECONDS), first.descendants()

    again = start(home)
    said_again = again.wait_until_ready()
    assert "Loading" in said
    assert "Loading" not in said_again  # nothing changed: not done twice
    assert said_again.partition("─")[2].replace(str(again.port), str(first.port)) == said.partition("─")[2]
    assert (home / "demo.env").read_text() == secret
    make_everything_fall(again)
    assert processes.wait_for(lambda: run.answers(again.port), PATIENCE_SECONDS, 0.2)
    again.process.send_signal(signal.SIGINT)
    code, output = again.end()
    assert code == 0
    assert output.count("starting it again") == len(QUEUES) + 2, "the web server and the database as well"
    assert "Traceback" not in output
    assert not again.descendants()


def make_everything_fall(running: Running) -> None:
    """Kill web server, every worker and the database, one after the other."""
    assert processes.wait_for(lambda: len(running.leaders(b"celery")) == len(QUEUES), PATIENCE_SECONDS)
    running.kill(b"casino.web")
    for queue in QUEUES:
        running.kill(b"--queues=" + queue)
    running.kill_database()


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


@pytest.mark.parametrize("version", [(2, 7), (3, 10), (3, 15), (4, 11)])
def test_another_python_than_the_tested_is_told(version: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (*version, 0, "final", 0))
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


def test_a_stop_whose_exception_was_dropped_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "asked_to_stop", True)
    process = subprocess.Popen(["sleep", "60"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        with pytest.raises(run.Stopped):
            run.follow_step(process, tmp_path / "steps.log")
        with pytest.raises(run.Stopped):
            run.Runner(tmp_path, 1)._check_children()
    finally:
        process.kill()
        process.communicate()


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


def test_a_stop_that_cannot_be_raised_is_no_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    """It arrives while Python clears something away; the flag has it."""

    class Told:
        def __init__(self, error: BaseException) -> None:
            self.exc_type, self.exc_value, self.exc_traceback = type(error), error, error.__traceback__
            self.err_msg, self.object = "Exception ignored in", None

    run._unraisable(Told(run.Stopped(15)))  # type: ignore[arg-type]
    assert capsys.readouterr().err == ""
