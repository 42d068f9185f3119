"""The second look of ``.ci/run`` at invented suites: what passes alone is named and goes on, everything else is red."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[1]
SHAKY = """
from pathlib import Path
import pytest

def once(name):
    '''Fails the first time, as under load.'''
    mark = Path(__file__).with_name(name)
    if not mark.exists():
        mark.touch()
        pytest.fail("too slow")

def runs(name):
    path = Path(__file__).with_name(name)
    path.write_text(path.read_text() + "x" if path.exists() else "x")

def test_good():
    runs("good.runs")
"""


def looked(folder: Path, suite: str, *arguments: str, company: bool = True) -> tuple[int, str, str]:
    """The status, what was printed, and the list of shaky tests."""
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "test_suite.py").write_text(SHAKY + suite)
    kept = folder / "shaky"
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTEST_", "DJANGO_"))}
    done = subprocess.run(
        [sys.executable, "-m", "tests.second_look", "-q", "-p", "xdist.plugin"]
        + (["-n", "1", "--dist", "loadfile"] if company else [])
        + [*arguments],
        cwd=folder,
        env=environment
        | {"PYTHONPATH": str(REPOSITORY), "SHAKY_LIST": str(kept), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.returncode, done.stdout + done.stderr, kept.read_text() if kept.exists() else ""


def test_what_passes_alone_is_named_and_nothing_else_runs_again(tmp_path: Path) -> None:
    suite = (
        "def test_one():\n    once('one')\n\n@pytest.mark.parametrize('n', [1, 2])\ndef test_n(n):\n    once(f'n{n}')\n"
    )
    status, said, kept = looked(tmp_path, suite)
    assert status == 0, said
    named = ["test_n[1]", "test_n[2]", "test_one"]
    lines = [f"SHAKY: test_suite.py::{name} failed in company and passed alone" for name in named]
    assert kept.splitlines() == lines
    assert all(line in said for line in lines)
    assert (tmp_path / "good.runs").read_text() == "x"


@pytest.mark.parametrize(
    ("suite", "expected"),
    [
        pytest.param("def test_bad():\n    assert False\n\ndef test_one():\n    once('one')\n", 1, id="fails again"),
        pytest.param("\n".join(f"def test_{n}():\n    once('{n}')\n" for n in range(4)), 1, id="too many"),
        pytest.param("def test_one():\n    once('one')\n\nimport nothing_of_that_name\n", 2, id="not collected"),
        pytest.param(
            "def test_1():\n    if Path(__file__).with_name('1').exists():\n        pytest.skip('gone')\n    once('1')",
            1,
            id="skipped the second time",
        ),
        pytest.param(
            "import os\n\n@pytest.mark.parametrize('n', [0], ids=[os.urandom(8).hex()])\ndef test_n(n):\n    once('n')",
            1,
            id="not found the second time",
        ),
    ],
)
def test_everything_else_is_red(tmp_path: Path, suite: str, expected: int) -> None:
    status, said, kept = looked(tmp_path, suite, company=False)
    assert (status, kept) == (expected, ""), said
    assert "SHAKY" not in said


def test_an_interrupted_run_is_red_though_one_had_failed_and_would_pass(tmp_path: Path) -> None:
    suite = "def test_one():\n    once('one')\n\ndef test_two():\n    raise KeyboardInterrupt\n"
    status, said, kept = looked(tmp_path, suite, company=False)
    assert (status, kept) == (2, ""), said


def test_an_error_while_cleaning_up_counts_as_failed(tmp_path: Path) -> None:
    suite = "@pytest.fixture\ndef left():\n    yield\n    assert False\n\ndef test_one(left):\n    pass\n"
    status, said, _kept = looked(tmp_path, suite, company=False)
    assert status == 1, said


def test_a_good_suite_runs_once_and_a_wrong_option_is_an_error(tmp_path: Path) -> None:
    assert looked(tmp_path, "", company=False)[0] == 0
    assert (tmp_path / "good.runs").read_text() == "x"
    assert looked(tmp_path, "", "--no-such-option", company=False)[0] == 4
