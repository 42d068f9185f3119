"""Runs the golden rounds and the tests of the rules, and keeps what they enter: ``make evidence``.

    python -m tests.coverage.trace            writes tests/coverage/evidence/*.json
    python -m tests.coverage.trace --quick    prints it instead, without the tests that count everything

A process of its own, because the functions must be watched before they are imported. No database, no Django.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from tests.coverage.watch import AT_IMPORT, OF_GAMES, RULES, Watch, kept_for_books, of_section_8

ROOT = Path(__file__).resolve().parents[2]
QUICK = ("tests/engine", *(f"tests/{game}" for game in OF_GAMES))
SLOW = "tests/exhaustive"
DISPUTES = "tests/disputes/case"
WALK = "tests/disputes/case/test_machine.py"
"""Its random walk enters every function and shows no clause in particular."""
BARE = ROOT / "tests" / "coverage" / "bare.ini"


def rule_modules() -> list[Any]:
    """The modules of the rules that are imported."""
    return [module for name, module in list(sys.modules.items()) if name.startswith(RULES)]


def cited_by(judgement: Any) -> set[str]:
    """Every clause on which a judgement rests: settlements, what they may become, findings, and the round's own."""
    cited: set[str] = set(judgement.summary.get("clauses", ()))
    for result in judgement.results:
        cited.update(result.settlement.clauses, *(option.settlement.clauses for option in result.alternatives))
        if result.decided_by:
            cited.add(result.decided_by)
    for finding in judgement.findings:
        cited.update(finding.clauses)
    return cited


def trace_golden(watch: Watch) -> dict[str, dict[str, set[str]]]:
    """Game -> clause -> golden rounds that cite it, while the watch notes what they enter."""
    from tests.golden.reader import all_golden

    cited: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for golden in all_golden():
        watch.start(f"golden:{golden.path.stem}", kept_for_books(iter(rule_modules())))
        judgement = golden.judge()
        for clause in cited_by(judgement):
            cited[golden.game][clause].add(golden.path.stem)
    watch.now = AT_IMPORT
    return cited


class Tests:
    """A pytest plugin that tells the watch which test runs."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.failed: set[str] = set()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        self.watch.start(_name(item.nodeid), kept_for_books(iter(rule_modules())))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(_name(report.nodeid))


def _name(node: str) -> str:
    return f"test:{node.partition('[')[0].removeprefix('tests/')}"


def pytest_arguments(*selected: str) -> list[str]:
    """The tests of the rules need no database: no plug-ins, no conftest."""
    return ["-c", str(BARE), f"--rootdir={ROOT}", "--noconftest", "-q", "-p", "no:cacheprovider", *selected]


def trace_tests(watch: Watch, folders: Iterable[str]) -> None:
    """Run the tests of the rules under the watch. A test that fails shows nothing and is left out."""
    tests = Tests(watch)
    with contextlib.redirect_stdout(sys.stderr):
        ignored = f"--ignore={ROOT / WALK}"
        ended = pytest.main(pytest_arguments(ignored, *(str(ROOT / folder) for folder in folders)), plugins=[tests])
    if ended not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        sys.exit(f"The tests of the rules could not be run ({ended!r}), and nothing was written.")
    for entered in watch.entered.values():
        entered -= tests.failed
    watch.now = AT_IMPORT


def evidence_of(game: str, cited: dict[str, set[str]], watch: Watch, every: Iterable[str]) -> dict[str, Any]:
    """What is kept for one game. A function that ran when its module was imported is entered by every round."""
    from games.judgement.coverage import functions_of

    names = sorted({name for where in functions_of(game).values() for name in where})
    entered = {}
    for name in names:
        runs = watch.entered.get(name, set())
        golden = {r.removeprefix("golden:") for r in runs if r.startswith("golden:")}
        if AT_IMPORT in runs:
            golden.update(every)
        entered[name] = {
            "golden": sorted(golden.intersection(every)),
            "tests": sorted(r.removeprefix("test:") for r in runs if r.startswith("test:")),
        }
    return {"cited": {clause: sorted(rounds) for clause, rounds in sorted(cited.items())}, "entered": entered}


def evidence_of_section_8(watch: Watch) -> dict[str, Any]:
    """What is kept for the functions of section 8, which no golden round enters."""
    entered = {}
    for name in sorted(of_section_8()):
        runs = watch.entered.get(name, set())
        entered[name] = {"tests": sorted(r.removeprefix("test:") for r in runs if r.startswith("test:"))}
    return {"entered": entered}


def written(evidence: dict[str, Any]) -> str:
    """Evidence as JSON, a line for each clause and function, so that a change can be read."""
    parts = []
    for part, entries in evidence.items():
        lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in entries.items())
        parts.append(f' "{part}": {{\n{lines}\n }}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def always_the_same() -> None:
    """Property tests try the same examples in every run, so that they enter the same functions."""
    hypothesis.settings.register_profile("traced", derandomize=True, database=None)
    hypothesis.settings.load_profile("traced")


def main(quick: bool) -> None:
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    always_the_same()
    watch = Watch()
    from games.catalogue import GAMES, all_books
    from games.judgement.coverage import EVIDENCE, SECTION_8
    from tests.golden.reader import all_golden

    cited = trace_golden(watch)
    trace_tests(watch, QUICK if quick else (*QUICK, SLOW))
    # Only now: what Hypothesis tries depends on which modules are imported.
    watch.disputes()
    trace_tests(watch, [DISPUTES])
    rounds: dict[str, list[str]] = defaultdict(list)
    for golden in all_golden():
        rounds[golden.game].append(golden.path.stem)
    books = [book for book in all_books() if book.game in GAMES]
    found = {book.id: evidence_of(book.game, cited[book.game], watch, rounds[book.game]) for book in books}
    section_8 = evidence_of_section_8(watch)
    if quick:
        sys.stdout.write(json.dumps({**found, "section 8": section_8}))
        return
    for name, evidence in {**found, SECTION_8: section_8}.items():
        (EVIDENCE / f"{name}.json").write_text(written(evidence), "utf-8")


if __name__ == "__main__":
    main("--quick" in sys.argv)
