"""pytest, with a second look: a few tests that failed in company are run again by themselves (``.ci/run``).

    python -m tests.second_look [arguments of pytest]

The first run is pytest's own, with these arguments. Where it ended with failed tests and nothing worse (status 1), and
at most ``MOST`` of them, those are run once more, without xdist. When each of them passes then, the status is 0, and
each is named in a line that begins with ``SHAKY:`` (also added to the file that ``SHAKY_LIST`` names). In every other
case the status is that of the first run: tests that fail again or are skipped, more failures, errors of collection,
an interrupted run. A shaky test is a fault to be mended: none is ever marked as known to be shaky.

Test: ``tests/test_second_look.py``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import pytest

MOST: Final = 3
"""More than these, and it is not the machine."""
NOTES: Final = "SECOND_LOOK_NOTES"
"""Environment: the file into which a run writes what became of its tests."""
_FAILED: Final[set[str]] = set()
_PASSED: Final[set[str]] = set()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A test that fails in any of its three parts has failed; one that was skipped has not passed."""
    if report.failed:
        _FAILED.add(report.nodeid)
    elif report.when == "call" and report.passed:
        _PASSED.add(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if NOTES in os.environ and not hasattr(session.config, "workerinput"):
        notes = {"failed": sorted(_FAILED), "passed": sorted(_PASSED - _FAILED)}
        Path(os.environ[NOTES]).write_text(json.dumps(notes), encoding="utf-8")


def _run(arguments: list[str], folder: Path) -> tuple[int, dict[str, list[str]]]:
    """The status of a run, and its notes; none were written where it ended early."""
    notes = folder / "notes.json"
    notes.unlink(missing_ok=True)
    command = [sys.executable, "-m", "pytest", "-p", "tests.second_look", "-o", f"cache_dir={folder / 'cache'}"]
    status = subprocess.run([*command, *arguments], env=os.environ | {NOTES: str(notes)}, check=False).returncode
    if not notes.exists():
        return status or 1, {"failed": [], "passed": []}
    return status, json.loads(notes.read_text(encoding="utf-8"))


def main(arguments: list[str]) -> int:
    with tempfile.TemporaryDirectory(prefix="tableproof-second-look-") as name:
        status, first = _run(arguments, Path(name))
        if status != pytest.ExitCode.TESTS_FAILED or not 1 <= len(first["failed"]) <= MOST:
            return status if status >= 0 else 128 - status
        sys.stdout.write(f"\n--- {len(first['failed'])} failed in company: once more, alone\n")
        sys.stdout.flush()
        again, second = _run([*arguments, "-n", "0", "--last-failed", "--last-failed-no-failures", "none"], Path(name))
    if again != pytest.ExitCode.OK or not {*first["failed"]} <= {*second["passed"]}:
        return status
    lines = "".join(f"SHAKY: {test} failed in company and passed alone\n" for test in first["failed"])
    sys.stdout.write(f"\n{'!' * 78}\n{lines}{'!' * 78}\n")
    if "SHAKY_LIST" in os.environ:
        with Path(os.environ["SHAKY_LIST"]).open("a", encoding="utf-8") as file:
            file.write(lines)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
