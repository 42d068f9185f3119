"""The shares of tests: each line names tests that are there, and every function keeps its first case."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import shares

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("named", shares.ONE_IN)
def test_each_line_names_tests_that_are_there(named: str) -> None:
    file, _, function = named.partition("::")
    assert (ROOT / file).exists()
    assert not function or f"def {function}(" in (ROOT / file).read_text()


class Case:
    """What the hook asks of a test."""

    def __init__(self, nodeid: str) -> None:
        self.nodeid = nodeid
        self.marks: list[str] = []

    def add_marker(self, mark: pytest.MarkDecorator) -> None:
        self.marks.append(mark.name)


def test_the_first_of_every_so_many_cases_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(shares.ONE_IN, "tests/test_many.py::test_shared", 3)
    monkeypatch.setitem(shares.ONE_IN, "tests/many/", 2)
    shared = [Case(f"tests/test_many.py::test_shared[{case}]") for case in range(7)]
    whole = [Case(f"tests/test_many.py::test_whole[{case}]") for case in range(2)]
    folder = [Case(f"tests/many/test_one.py::{name}") for name in ("test_a[vi]", "test_a[en]", "test_b")]
    shares.pytest_collection_modifyitems([*shared, *whole, *folder])  # type: ignore[list-item]
    assert [bool(case.marks) for case in shared] == [False, True, True, False, True, True, False]
    assert [case.marks for case in whole] == [[], []]
    assert [case.marks for case in folder] == [[], ["long"], []]
