"""With the function of a clause switched off, a golden round or test listed for that clause fails.

A function of section 8 carries the same clauses of several documents and is switched off once.

``tests/coverage/standin.py`` says what "switched off" is; the work is done in processes of its own
(``tests/coverage/worker.py``). ``BY_EXCEPTION`` lists the functions whose absence is only noticed because the code
stumbles, never by a wrong result; the list is checked both ways, so that it stays true.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

from games.catalogue import GAMES, all_books
from games.engine.document import RuleBook
from games.judgement import coverage
from tests.coverage.worker import Report, Task

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.long  # every function that carries a clause, one after another: minutes
BOOKS = [book for book in all_books() if book.game in GAMES]
BY_EXCEPTION: frozenset[str] = frozenset()


def clauses_by_function(book: RuleBook) -> dict[str, list[coverage.Row]]:
    """The clauses that each function carries out."""
    found: dict[str, list[coverage.Row]] = {}
    for row in coverage.rows(book):
        for function in row.functions:
            found.setdefault(function, []).append(row)
    return found


def task_for(book: RuleBook, function: str, rows: list[coverage.Row]) -> Task:
    entered = coverage.all_evidence(book).entered
    breadth = Counter(test for each in entered.values() for test in each.tests)  # how many functions each test enters
    # A test of little else notices at once what one that plays whole days would have to come upon.
    listed = entered.get(function, coverage.Entered()).tests
    tests = sorted(listed, key=lambda test: (test.startswith("exhaustive/"), breadth[test]))
    return Task(book.game, function, {row.number: (*row.cited, *row.golden) for row in rows}, tuple(tests))


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Report]:
    """What noticed that each function was switched off."""
    tasks = {name: task_for(book, name, rows) for book in BOOKS for name, rows in clauses_by_function(book).items()}
    file = tmp_path_factory.mktemp("switched") / "tasks.json"
    file.write_bytes(msgspec.json.encode(list(tasks.values())))
    done = subprocess.run(
        [sys.executable, "-m", "tests.coverage.worker", str(file)], cwd=ROOT, capture_output=True, check=True
    )
    return {report.function: report for report in msgspec.json.decode(done.stdout, type=list[Report])}


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.id)
def test_a_listed_test_fails_for_each_clause(book: RuleBook, reports: Mapping[str, Report]) -> None:
    unnoticed = []
    for function, rows in clauses_by_function(book).items():
        report = reports[function]
        assert not report.error, f"{function}: {report.error}"
        noticed = {*report.wrong, *report.stumbled}
        unnoticed += [f"{r.number} {function}" for r in rows if r.number not in noticed and not report.failed_tests]
    assert unnoticed == []


def test_only_these_are_noticed_by_an_exception_alone(reports: Mapping[str, Report]) -> None:
    stumbling = {name for name, report in reports.items() if not report.wrong and not report.failed_tests}
    assert stumbling == BY_EXCEPTION
