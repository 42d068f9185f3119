"""Nobody reads the machine's clock but ``casino.clock``, which product and tests ask: a moment is an argument, and a
test that needs an hour or a day sets it (``tests/clock.py``). What reads it elsewhere stands in a list with its reason.

A reference counts, called or not. The clocks of the database are not seen here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.hours.__main__ import IN_TURN, SHARE
from tests.sources import parsed

REPOSITORY: Final = Path(__file__).resolve().parents[2]
FOLDERS: Final = ("casino", "disputes", "games", "surveillance", "tests", "requirements")
READING: Final = {
    "datetime": {"now", "utcnow", "today"},
    "date": {"today"},
    "time": {"time", "time_ns", "localtime", "gmtime", "ctime", "CLOCK_REALTIME"},
    "timezone": {"now"},
}
"""Name -> what of it reads the machine's clock, by the last name before the dot."""
WITHOUT_A_MOMENT: Final = {"localtime", "localdate", "gmtime", "ctime"}
"""These convert a moment, and read the clock where none is given."""
ALLOWED: Final = {
    "casino/clock.py": "the one place",
    "casino/ledger/clock.py": "holds the clock that can be set against the one that cannot",
    "casino/transparency/witness/command.py": "a program that stands alone",
    "casino/transparency/witness/server.py": "a program that stands alone, whose clock is an argument",
    "surveillance/files/folder.py": "held against what the file system says of a file",
    "surveillance/files/storage.py": "held against what the file system says of a file",
    "surveillance/files/uploads.py": "held against what the file system says of a file",
    "tests/hours/__main__.py": "reckons by how much the clock is to be shifted",
}

KNOWS: Final = {"hour", "weekday", "gaming_day", "zone", "house_clock", "SHIFT"}
"""What a test that asks the clock takes of it, or the clock that it sets: then it knows an hour or a day."""
NOT_SHIFTED: Final = {
    "tests/surveillance/reports/test_a_day.py": "a day of the simulator, whose moments are its own; it takes long",
    "tests/surveillance/reports/test_films.py": "films are made first, whose moments are their own; it takes long",
    "tests/simulate/test_seed_demo.py": "a day of the simulator, whose moments are its own; it takes long",
}


def reads(tree: ast.Module) -> Iterator[int]:
    """Lines in which the machine's clock is read."""
    given = {id(call.func) for call in ast.walk(tree) if isinstance(call, ast.Call) and (call.args or call.keywords)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            room = (node.module or "").rpartition(".")[2]
            if any(name.name in READING.get(room, ()) and room in ("time", "timezone") for name in node.names):
                yield node.lineno
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name | ast.Attribute):
            before = node.value.id if isinstance(node.value, ast.Name) else node.value.attr
            if node.attr in WITHOUT_A_MOMENT and before in ("time", "timezone"):
                if id(node) not in given:
                    yield node.lineno
            elif node.attr in READING.get(before, ()):
                yield node.lineno


@cache
def sources() -> dict[str, ast.Module]:
    files = (file for folder in FOLDERS for file in sorted((REPOSITORY / folder).rglob("*.py")))
    return {str(file.relative_to(REPOSITORY)): parsed(file) for file in files}


def test_nobody_reads_the_machines_clock_but_one() -> None:
    found = {place: list(reads(source)) for place, source in sources().items()}
    told = [f"{place}:{line}" for place, lines in found.items() if place not in ALLOWED for line in lines]
    assert not told, "ask casino.clock, or take the moment as an argument; a test that needs an hour: tests/clock.py"
    assert set(ALLOWED) == {place for place, lines in found.items() if place in ALLOWED and lines}


def knows_an_hour(tree: ast.Module) -> bool:
    taken = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    given = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names = set[str]().union(*map(_names, imported))
    asks = any(node.module in ("casino", "casino.clock") and {"now", "clock"} & _names(node) for node in imported)
    return (asks or "house_clock" in given) and bool(KNOWS & (taken | given | names))


def _names(node: ast.ImportFrom) -> set[str]:
    return {name.name for name in node.names}


def test_a_test_that_knows_an_hour_is_run_at_shifted_hours() -> None:
    tests = {place: source for place, source in sources().items() if Path(place).name.startswith("test_")}
    knowing = {place for place, source in tests.items() if place.startswith("tests/") and knows_an_hour(source)}
    assert knowing <= {*SHARE, *IN_TURN, *NOT_SHIFTED}, "name it in tests/hours, or here with the reason why not"
    assert NOT_SHIFTED.keys() <= knowing
    assert {*SHARE, *IN_TURN} <= tests.keys()
    assert not {*SHARE, *IN_TURN} & NOT_SHIFTED.keys()


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("at = datetime.now(UTC)", True),
        ("at = datetime.datetime.utcnow()", True),
        ("day = date.today()", True),
        ("field = DateTimeField(default=timezone.now)", True),
        ("from django.utils.timezone import now", True),
        ("from time import time", True),
        ("began = time.time()", True),
        ("local = timezone.localtime()", True),
        ("local = timezone.localtime(at, zone)", False),
        ("spent = time.monotonic() - began", False),
        ("at = clock()", False),
        ("from datetime import UTC, datetime, time", False),
    ],
)
def test_a_reading_is_seen(source: str, seen: bool) -> None:
    assert bool(list(reads(ast.parse(source)))) is seen
