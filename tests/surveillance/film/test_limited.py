"""The child and its limits: each one ends it, in words, and nothing of this process reaches it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from surveillance.film import limited
from surveillance.film.containers import film_file
from surveillance.film.errors import FilmError
from surveillance.film.limited import FilmWorkFailed, Limits, run, writing
from surveillance.film.probing import Probe, ProbeRequest, probe


@pytest.fixture
def child(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., None]:
    """Puts a program in the place of what runs in the child, behind the same beginning."""

    def put(body: str) -> None:
        ours = Path(__file__).resolve().parents[3]
        inside = tmp_path / "root" / "surveillance" / "film" / "inside"
        inside.mkdir(parents=True, exist_ok=True)
        for folder in (inside.parents[1], inside.parents[0], inside):
            (folder / "__init__.py").write_text("")
        for name in ("errors.py", "limited.py", "inside/__main__.py"):
            (inside.parent / name).write_text((ours / "surveillance" / "film" / name).read_text())
        (inside / "works.py").write_text(
            "import ctypes, os, signal, sys, time, msgspec\n"
            "class Nothing(msgspec.Struct):\n    pass\n"
            f"def body(request, progress):\n{body}\n"
            "def work(name):\n    return Nothing, body\n"
        )
        casino = tmp_path / "root" / "casino"
        if not casino.exists():
            casino.symlink_to(ours / "casino")
        monkeypatch.setattr(limited, "ROOT", tmp_path / "root")

    return put


class Nothing(msgspec.Struct):
    """A request."""


USUAL = Limits(cpu_s=5, wall_s=20)


def ask(limits: Limits = USUAL, **more: object) -> object:
    return run("work", Nothing(), dict, limits=limits, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("body", "limits", "code", "says"),
    [
        ("    while True: time.sleep(9)", Limits(wall_s=1), "film_limit_time", ""),
        ("    while True: pass", Limits(cpu_s=1, wall_s=30), "film_limit_time", ""),
        ("    return {'x': len(bytearray(900_000_000))}", Limits(memory_mb=500), "film_limit_memory", ""),
        ("    os.kill(os.getpid(), signal.SIGSEGV)", Limits(), "film_crashed", "SIGSEGV"),
        ("    os.abort()", Limits(), "film_crashed", "SIGABRT"),
        ("    os._exit(3)", Limits(), "film_crashed", "exit 3"),
        ("    open(os.environ['OUT'], 'wb').write(bytes(2_000_000))", Limits(output_mb=1), "film_no_space", ""),
        ("    import no_such_library", Limits(), "film_program", ""),
        ("    raise ValueError", Limits(), "film_unreadable", ""),
        # The beginning of an answer, and then nothing (3 is the first free descriptor: the channel).
        (
            "    os.write(3, b'a\\xff\\xff\\xff\\xff' + bytes(99)); time.sleep(60)",
            Limits(wall_s=1),
            "film_limit_time",
            "",
        ),
    ],
)
def test_each_limit_ends_the_child_in_words(
    child: Callable[[str], None], tmp_path: Path, body: str, limits: Limits, code: str, says: str
) -> None:
    child(body.replace("os.environ['OUT']", repr(str(tmp_path / "out"))))
    with pytest.raises(FilmError) as caught:
        ask(limits)
    assert caught.value.code == code
    assert says in caught.value.text.en


def test_a_fault_of_the_program_is_no_fault_of_the_film(child: Callable[[str], None]) -> None:
    child("    return {}[1]")
    with pytest.raises(FilmWorkFailed, match="KeyError"):
        ask()


@pytest.mark.parametrize("message", ["a\\0\\0\\0\\1x", "e\\0\\0\\0\\1x", "z\\0\\0\\0\\0", "a\\0\\0\\0\\0"])
def test_a_child_that_was_taken_over_may_say_anything(child: Callable[[str], None], message: str) -> None:
    child(f"    os.write(3, b'p\\0\\0\\0\\3nan' + b'p\\0\\0\\0\\1?' + b'{message}'); time.sleep(60)")
    heard: list[float] = []
    with pytest.raises(FilmError) as caught:
        ask(progress=heard.append)
    assert caught.value.code == "film_crashed"
    assert all(0 <= part <= 1 for part in heard)


def test_a_refusal_that_there_is_none_of_is_none(child: Callable[[str], None]) -> None:
    child(
        "    said = msgspec.msgpack.encode({'code': 'no_such_code', 'values': {}})\n"
        "    os.write(3, b'e' + len(said).to_bytes(4, 'big') + said); time.sleep(60)"
    )
    with pytest.raises(FilmError) as caught:
        ask()
    assert caught.value.code == "film_crashed"


def test_progress_and_the_answer_arrive_and_what_is_printed_does_not(child: Callable[[str], None]) -> None:
    child("    print('noise', flush=True); progress(0.25); progress(7)\n    return {'pid': os.getpid()}")
    heard: list[float] = []
    assert ask(progress=heard.append) != {"pid": os.getpid()}
    assert heard == [0.25, 1.0]


def test_nothing_of_this_process_reaches_the_child(
    child: Callable[[str], None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SECRET_KEY", "a secret")
    with (tmp_path / "open").open("wb") as held:
        os.set_inheritable(held.fileno(), True)
        child(
            "    import resource\n"
            "    return {'environment': sorted(os.environ), 'cwd': os.getcwd(), "
            "'files': len(os.listdir('/proc/self/fd')), 'core': resource.getrlimit(resource.RLIMIT_CORE)[0], "
            "'session': os.getsid(0) == os.getpid()}"
        )
        said = ask()
    assert isinstance(said, dict)
    assert set(said["environment"]) <= {"LC_ALL", "LC_CTYPE", "MALLOC_ARENA_MAX", "OPENBLAS_NUM_THREADS", "PYTHONPATH"}
    # Standard input, output and error, the channel, the null device, and the folder that is being listed.
    assert said["files"] <= 6
    assert (said["cwd"], said["core"], said["session"]) == ("/", 0, True)


def test_what_fails_in_who_listens_ends_the_child(child: Callable[[str], None], tmp_path: Path) -> None:
    child(f"    open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid())); progress(0.5); time.sleep(60)")

    def heard(part: float) -> None:
        raise InterruptedError("stop")

    with pytest.raises(InterruptedError):
        ask(Limits(output_mb=1), progress=heard)
    assert not Path(f"/proc/{(tmp_path / 'pid').read_text()}").exists()


def test_a_child_whose_parent_is_another_ends() -> None:
    said = json.dumps(msgspec.to_builtins(Limits()) | {"parent": 1})
    command = [sys.executable, "-m", "surveillance.film.inside", said, "probe"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (1, b"")


def test_an_unknown_work_is_the_programs_fault(clip: Callable[[str], Path]) -> None:
    with pytest.raises(FilmWorkFailed):
        run("no such work", ProbeRequest(film_file(clip("plain.mp4"))), Probe, limits=Limits())


def test_too_little_memory_for_the_library_is_said(clip: Callable[[str], Path]) -> None:
    with pytest.raises(FilmError) as caught:
        probe(clip("plain.mp4"), limits=Limits(memory_mb=60))
    assert caught.value.code == "film_limit_memory"


def test_what_is_written_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    out = tmp_path / "out.mp4"
    left = tmp_path / ".out.mp4.part"
    left.write_bytes(b"of one who was killed")

    def fail() -> None:
        with writing(out) as part:
            assert not part.exists()
            part.write_bytes(b"half")
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert list(tmp_path.iterdir()) == []
    with writing(out) as part:
        part.write_bytes(b"whole")
        assert not out.exists()
    assert out.read_bytes() == b"whole"
    assert list(tmp_path.iterdir()) == [out]
