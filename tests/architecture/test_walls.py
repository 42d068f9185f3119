"""The walls between the rooms, and what no committed file may hold."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sources import parsed

REPOSITORY = Path(__file__).resolve().parents[2]
LOCKS = sorted((REPOSITORY / "requirements").glob("*.txt"))


def test_imports_point_downwards_only() -> None:
    """The contracts stand in ``pyproject.toml``. In a process of its own: the linter sets up logging, and switches off
    every logger that is there."""
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=REPOSITORY, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "module",
    [
        "casino.core.events",
        "casino.transparency.proofs",
        "casino.transparency.witness.command",
        "games.engine.fold",
        "games.catalogue",
        "games.words",
        "disputes.case.procedure",
        "casino.embedded.run",
        "surveillance.bundle.command",
        "surveillance.bundle.writing",
        "surveillance.clocks.ocr",
        "surveillance.clocks.offsets",
        "surveillance.film.copies",
        "surveillance.film.seals",
        "surveillance.recorders.muxing",
        "surveillance.recorders.replay",
    ],
)
def test_pure_rooms_load_neither_django_nor_a_database(module: str) -> None:
    """A contract sees import statements; this sees what is loaded in fact."""
    program = f"import sys, {module}; print([n for n in ('django', 'eventsourcing', 'celery') if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=REPOSITORY, check=True)
    assert done.stdout.strip() == "[]"


def test_there_are_lock_files() -> None:
    assert [lock.name for lock in LOCKS] == ["dev.txt", "ocr.txt", "run.txt", "uv.txt"]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_lock_files_pin_by_hash_and_name_no_package_host(lock: Path) -> None:
    text = lock.read_text()
    assert not re.search(r"https?:|file:|--index|--extra-index|--find-links| @ ", text)
    requirements = re.split(r"\n(?=\S)", re.sub(r"(?m)^ *#.*\n", "", text).strip())
    assert requirements
    for requirement in requirements:
        assert re.match(r"[a-z0-9._-]+(\[[a-z,]+\])?==\S+", requirement), requirement
        assert "--hash=sha256:" in requirement, requirement


def test_the_lock_for_tests_holds_the_lock_for_running() -> None:
    """So that ``make test`` after ``make run`` (or the reverse) never takes a version away from the other."""

    def versions(name: str) -> set[str]:
        return set(
            re.findall(r"(?m)^[a-z0-9._-]+(?:\[[a-z,]+\])?==.*$", (REPOSITORY / "requirements" / name).read_text())
        )

    assert versions("run.txt") <= versions("dev.txt")


def committed_files() -> list[Path]:
    listing = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, cwd=REPOSITORY, check=False)
    if listing.returncode != 0:
        pytest.skip("not a git checkout")
    return [REPOSITORY / name for name in listing.stdout.split("\0") if name]


def test_no_committed_file_names_a_path_of_one_machine() -> None:
    pattern = re.compile(r"/(?:root|home/[a-z]+|work)/[a-z.]|/opt/pypi")
    for file in committed_files():
        if file == Path(__file__) or not file.is_file() or file.suffix in (".png", ".gz", ".mo", ".ttf"):
            continue
        found = pattern.search(file.read_text(errors="replace"))
        assert found is None, f"{file.relative_to(REPOSITORY)}: {found and found.group()}"


SOURCES = sorted(
    file
    for room in ("casino", "games", "disputes", "surveillance")
    for file in (REPOSITORY / room).rglob("*.py")
    if "migrations" not in file.parts
)


def test_files_and_functions_stay_small() -> None:
    """Files under 500 lines, functions under 70: what does not fit on a page is not read."""
    import ast

    for file in SOURCES:
        text = file.read_text()
        assert text.count("\n") < 500, file
        for node in ast.walk(parsed(file)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                assert length < 70, f"{file.relative_to(REPOSITORY)}: {node.name} has {length} lines"


def test_every_module_says_what_it_is() -> None:
    import ast

    for file in SOURCES:
        text = file.read_text()
        if text.strip():
            assert ast.get_docstring(parsed(file)), file.relative_to(REPOSITORY)


def test_the_tests_that_a_module_names_are_there() -> None:
    for file in SOURCES:
        for named in re.findall(r"``(tests/[A-Za-z0-9_/.]+)``", file.read_text()):
            assert (REPOSITORY / named).exists(), f"{file.relative_to(REPOSITORY)}: {named}"
