"""Switches off functions one after another, each in a process of its own, and says which rounds and tests notice.

    python -m tests.coverage.worker FILE     FILE: JSON list of tasks; answers with JSON, one report a task

A task names a function and the golden rounds and tests to try; tests only where no golden round came out wrong.
No game is imported in this process: each child imports the games anew with the stand-in in place.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from games.engine.document import documents_in
from tests.coverage.trace import ROOT, always_the_same, pytest_arguments
from tests.coverage.watch import OF_GAMES, switch_off

AT_ONCE = 2
BATCHES = (4, 16, None)
"""Tests are tried in the order given, a few first: one that fails is enough."""


class Task(msgspec.Struct, frozen=True):
    """Switch off a function of a game; ``golden`` are the rounds listed for each of its clauses, those first whose
    result rests on the clause, and ``tests`` the tests that enter it, likeliest to notice first."""

    game: str
    function: str
    golden: dict[str, tuple[str, ...]]
    tests: tuple[str, ...]


class Report(msgspec.Struct, frozen=True):
    """What noticed. ``wrong``: clause -> a golden round that came out wrong. ``stumbled``: clause -> a golden round in
    which the code stumbled over the stand-in, where none came out wrong. ``failed_tests``: a test that failed, where a
    clause was left without a wrong golden round. ``error``: the child itself could not work."""

    function: str
    wrong: dict[str, str] = {}
    stumbled: dict[str, str] = {}
    failed_tests: tuple[str, ...] = ()
    error: str = ""


def try_golden(game: str, name: str) -> str:
    """``right``, ``wrong`` or ``stumbled``: how a golden round comes out."""
    from tests.golden.reader import HERE, misses, read

    golden = read(HERE / game / f"{name}.txt")
    try:
        return "wrong" if misses(golden, golden.judge()) else "right"
    except (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError):
        return "stumbled"


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
    waiting = [str(ROOT / "tests" / name) for name in task.tests]
    for size in BATCHES:
        failures = Failures()
        batch, waiting = waiting[:size], waiting[len(waiting[:size]) :]
        if batch:
            with contextlib.redirect_stdout(io.StringIO()):
                pytest.main(pytest_arguments("-x", *batch), plugins=[failures])
        if failures.failed:
            return sorted(failures.failed)
    return []


def perform(task: Task) -> Report:
    """In a child: switch the function off and try, for each clause until a round comes out wrong."""
    switch_off(task.function)
    tried: dict[str, str] = {}
    wrong: dict[str, str] = {}
    stumbled: dict[str, str] = {}
    for clause, rounds in task.golden.items():
        for name in rounds:
            if name not in tried:
                tried[name] = try_golden(task.game, name)
            if tried[name] == "wrong":
                wrong[clause] = name
                stumbled.pop(clause, None)
                break
            if tried[name] == "stumbled":
                stumbled.setdefault(clause, name)
    failed = try_tests(task) if task.tests and set(task.golden) - set(wrong) else []
    return Report(task.function, wrong, stumbled, tuple(failed))


def in_child(task: Task, answer: Path) -> int:
    """Fork; the child writes its report and ends."""
    child = os.fork()
    if child:
        return child
    report = None
    try:
        report = perform(task)
    finally:
        report = report or Report(task.function, error=repr(sys.exc_info()[1]))
        answer.write_bytes(msgspec.json.encode(report))
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
    always_the_same()
    for game in OF_GAMES:
        documents_in(f"games.{game}")  # data only, kept for every child
    tasks = msgspec.json.decode(file.read_bytes(), type=list[Task])
    reports = list(perform_all(tasks, file.parent))
    sys.stdout.buffer.write(msgspec.json.encode(reports))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
