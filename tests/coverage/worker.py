"""Switches off functions one after another, each in a process of its own, and says which golden rounds and tests notice.

    python -m tests.coverage.worker FILE     FILE: JSON list of tasks; answers with JSON, one report a task

A task names a function and the golden rounds and tests to try. Golden rounds are all tried; tests only where no golden
round came out wrong. No game is imported in this process: each child imports the games anew with the stand-in in place.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import msgspec
import pytest

import games.rules.book
import games.rules.judgement
from tests.coverage.trace import ROOT, pytest_arguments
from tests.coverage.watch import switch_off

AT_ONCE = 2
READY_MADE = (games.rules.book, games.rules.judgement, hypothesis)
"""Imported before forking, because every child needs them; none of them imports a game."""


class Task(msgspec.Struct, frozen=True):
    """Switch off a function of a game and try these golden rounds (by name) and these tests."""

    game: str
    function: str
    golden: tuple[str, ...]
    tests: tuple[str, ...]


class Report(msgspec.Struct, frozen=True):
    """What noticed: golden rounds with a wrong result, golden rounds in which the stand-in made the code stumble, and
    tests that failed (with ``stumbled_tests`` for those that ended in another error than a wrong result)."""

    function: str
    wrong: tuple[str, ...] = ()
    stumbled: dict[str, str] = {}
    failed_tests: tuple[str, ...] = ()


def try_golden(task: Task) -> tuple[list[str], dict[str, str]]:
    """The golden rounds that come out wrong, and those that end in an exception (with its kind)."""
    from tests.golden.reader import HERE, misses, read

    wrong, stumbled = [], {}
    for name in task.golden:
        golden = read(HERE / task.game / f"{name}.txt")
        try:
            if misses(golden, golden.judge()):
                wrong.append(name)
        except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError) as error:
            stumbled[name] = type(error).__name__
    return wrong, stumbled


class Failures:
    """A pytest plugin that keeps which tests failed."""

    def __init__(self) -> None:
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid.partition("[")[0].removeprefix("tests/"))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid.removeprefix("tests/"))


def try_tests(task: Task) -> list[str]:
    """The first of the tests that fails (a whole file where it cannot even be imported)."""
    failures = Failures()
    selected = [str(ROOT / "tests" / name) for name in task.tests]
    with contextlib.redirect_stdout(io.StringIO()):
        pytest.main(pytest_arguments("-x", *selected), plugins=[failures])
    return sorted(failures.failed)


def perform(task: Task) -> Report:
    """In a child: switch the function off and try."""
    switch_off(task.function)
    wrong, stumbled = try_golden(task)
    failed = [] if wrong or not task.tests else try_tests(task)
    return Report(task.function, tuple(wrong), stumbled, tuple(failed))


def in_child(task: Task, answer: Path) -> int:
    """Fork; the child writes its report and ends."""
    child = os.fork()
    if child:
        return child
    try:
        answer.write_bytes(msgspec.json.encode(perform(task)))
    except BaseException as error:
        answer.write_bytes(msgspec.json.encode(Report(task.function, (), {"import": repr(error)})))
    finally:
        os._exit(0)


def perform_all(tasks: list[Task], folder: Path) -> Iterator[Report]:
    """Every task, some at once."""
    running: dict[int, Path] = {}
    waiting = list(enumerate(tasks))
    while waiting or running:
        while waiting and len(running) < AT_ONCE:
            index, task = waiting.pop(0)
            answer = folder / f"{index}.json"
            running[in_child(task, answer)] = answer
        child, _status = os.wait()
        yield msgspec.json.decode(running.pop(child).read_bytes(), type=Report)


def main(file: Path) -> None:
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    tasks = msgspec.json.decode(file.read_bytes(), type=list[Task])
    reports = list(perform_all(tasks, file.parent))
    sys.stdout.buffer.write(msgspec.json.encode(reports))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
