"""The pages suffice: a verifier written from them alone agrees with ours on what a bundle holds, and refuses it too."""

from __future__ import annotations

import ast
import random
import sys
from pathlib import Path

import pytest

from surveillance.bundle.verifying import Trust, verify
from tests.surveillance.bundle import minimal, rich, tampering
from tests.surveillance.bundle.house import LOG, STRANGER
from tests.surveillance.bundle.test_tampering import made

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("minimal"))


def test_it_imports_nothing_of_ours() -> None:
    tree = ast.parse(Path(minimal.__file__).read_text("utf-8"))
    names = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names])
    }
    assert names - set(sys.stdlib_module_names) == {"cryptography"}


def test_both_count_the_same(bundle: Path, tmp_path: Path) -> None:
    house = rich.told(7)
    bare = rich.write(house, tmp_path / "w", tmp_path / "b.zip", entries=None)
    for path in (bundle, bare):
        figures = verify(path, Trust()).found.figures
        assert minimal.check(str(path), str(LOG.vkey)) == (figures["events"], figures["entries"], figures["hashes"])
    with pytest.raises(minimal.Refused):
        minimal.check(str(bundle), str(STRANGER.vkey))


def test_what_is_changed_in_events_and_log_is_refused_by_both(bundle: Path, tmp_path: Path) -> None:
    members = tampering.read(bundle)
    parts = ("events/", "log/leaves", "log/edges", "log/ranges", "log/entries")
    mine = [each for each in tampering.changes(members) if each.member.startswith(parts)]
    chosen = [each for each in random.Random(3).sample(mine, 60) if not each.path.startswith(("/left out", "/swapped"))]
    for change in chosen:
        target = tampering.write({**members, change.member: change.content}, tmp_path / "b.zip")
        with pytest.raises((minimal.Refused, ValueError, KeyError, TypeError)):
            pytest.fail(f"{change.member} {change.path}: {minimal.check(str(target), str(LOG.vkey))}")
