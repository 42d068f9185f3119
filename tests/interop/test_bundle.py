"""Bundles read by a second verifier, in Go and from the pages alone (``bundle/``): of honest and of crooked houses it
says what ``tableproof-verify`` says."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path
from typing import Any, Final

import pytest

from surveillance.bundle.verifying import verify
from tests.interop import run
from tests.interop.houses import CROOKED, HONEST, IN_PART, everything_there_is
from tests.surveillance.bundle import tampering
from tests.surveillance.bundle.house import LOG, REPORT, WITNESS
from tests.surveillance.bundle.test_claims import TRUST, resigned

KEYS: Final = (str(LOG.vkey), str(WITNESS.vkey), str(REPORT.vkey))
pytestmark = [
    pytest.mark.slow,
    pytest.mark.foreign,
    pytest.mark.skipif(shutil.which("go") is None, reason="Go is not installed (Debian: golang-go)"),
]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run.build_go(tmp_path_factory.mktemp("go"), *sorted((run.HERE / "bundle").glob("*.go")))


def second(program: Path, file: Path) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(run.with_go(program, file, *KEYS).stdout)
    return answer


@pytest.mark.parametrize("case", HONEST)
def test_both_prove_an_honest_bundle_and_count_the_same(case: str, program: Path, tmp_path: Path) -> None:
    file = HONEST[case](tmp_path)
    ours, theirs = verify(file, TRUST), second(program, file)
    assert (ours.verdict, ours.found.reasons) == ("proved", [])
    assert (theirs["verdict"], theirs["reasons"]) == ("proved", [])
    figures = ours.found.figures
    assert (theirs["events"], theirs["entries"]) == (figures["events"], figures["entries"])


@pytest.mark.parametrize("case", IN_PART)
def test_both_prove_in_part_what_may_leave_something_out(case: str, program: Path, tmp_path: Path) -> None:
    file = IN_PART[case](tmp_path)
    ours, theirs = verify(file, TRUST), second(program, file)
    assert (ours.verdict, ours.exit_code, ours.found.reasons) == ("in_part", 7, [])
    assert (theirs["verdict"], theirs["reasons"]) == ("in_part", [])


@pytest.mark.parametrize("case", CROOKED)
def test_both_refuse_what_a_crooked_house_hands_out(case: str, program: Path, tmp_path: Path) -> None:
    make, code = CROOKED[case]
    file = make(tmp_path)
    ours, theirs = verify(file, TRUST), second(program, file)
    assert "proved" not in (ours.verdict, theirs["verdict"]), (ours.found.reasons, theirs)
    assert code in {each["code"] for each in theirs["reasons"]}, (ours.found.reasons, theirs)


HELD_BY_BOTH: Final = (
    "events/",
    "log/leaves",
    "log/ranges",
    "log/entries",
    "log/former",
    "log/keys",
    "origins/",
    "manifest",
)
"""Members of which each value is held by both. Of the checkpoint, Go's standard library knows no ML-DSA-44."""


@pytest.mark.parametrize("case", ["everything there is", "heads that witnesses cosigned"])
def test_both_refuse_single_values_changed_and_covered_up(case: str, program: Path, tmp_path: Path) -> None:
    members = tampering.read(HONEST[case](tmp_path))
    held = {name: raw for name, raw in members.items() if name.startswith(HELD_BY_BOTH)}
    for change in random.Random(29).sample(list(tampering.changes(held)), 100):
        file = resigned(members | {change.member: change.content}, tmp_path / "changed.zip")
        ours, theirs = verify(file, TRUST).verdict, second(program, file)["verdict"]
        assert (ours == "proved") == (theirs == "proved"), (change.member, change.path)


def test_both_refuse_another_container(program: Path, tmp_path: Path) -> None:
    file = everything_there_is(tmp_path)
    raw = file.read_bytes()
    for number, other in enumerate(
        (raw + b"x", b"x" + raw, raw[:-1], raw[: len(raw) // 2], raw.replace(b"PK\3\4", b"PK\3\5", 1), b"")
    ):
        file.write_bytes(other)
        assert verify(file, TRUST).verdict == second(program, file)["verdict"] == "unreadable", number
