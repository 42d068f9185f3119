"""The rule about commits, in small histories of git."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.commits import faults


@pytest.fixture
def house(tmp_path: Path) -> Path:
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    commit(tmp_path, "Begin with two files.", "one", "two")
    return tmp_path


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", folder, *who, *arguments], check=True)


def commit(folder: Path, message: str, *files: str) -> None:
    for name in files:
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"{path.read_text() if path.exists() else ''}{message}\n")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", message)


@pytest.mark.parametrize(
    ("message", "files", "told"),
    [
        ("Say why\n\nOnce it was not said.", ("one", "two"), []),
        ("Mend a word", ("one",), []),
        (f"Nói {'đ' * 68}", ("one",), []),
        (f"Nói {'đ' * 69}", ("one",), ["73 characters, 72 at most, and no full stop"]),
        ("Mend a word.", ("one",), ["12 characters, 72 at most, and no full stop"]),
        ("Mend a word", ("a b",), []),
        ("Mend two", ("one", "a b"), ["several files, and no body that says why"]),
    ],
)
def test_each_rule(house: Path, message: str, files: tuple[str, ...], told: list[str]) -> None:
    commit(house, message, *files)
    assert [fault.split(": ")[1] for fault in faults(house)] == told


def test_what_does_not_stand_upon_the_rule_is_not_new(house: Path) -> None:
    commit(house, "Bad.", "one")
    git(house, "branch", "aside")
    commit(house, "Bring the rule", "tests/commits.py")
    git(house, "checkout", "--quiet", "aside")
    commit(house, "Bad as well.", "two")
    git(house, "checkout", "--quiet", "main")
    git(house, "merge", "--quiet", "--message", "Merge", "aside")
    assert list(faults(house)) == []
    commit(house, "Worse.", "one")
    assert len(list(faults(house))) == 1


def test_an_archive_has_no_commits(tmp_path: Path) -> None:
    assert list(faults(tmp_path)) == []
