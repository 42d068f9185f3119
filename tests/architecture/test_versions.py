"""The versions of Python: every gate lets the same ones in, and what is held back for the oldest is named."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from casino.embedded import run
from casino.embedded.trouble import Trouble

ROOT = Path(__file__).resolve().parents[2]
OLDEST, NEWEST = (3, 11), (3, 14)
HELD_BACK = {"django-unfold": "0.91.0"}
"""Newer ones need CPython 3.12: they may go up once 3.11 goes (docs/versions.md)."""
ASKED = [(2, 7), (3, 10), (3, 11), (3, 12), (3, 13), (3, 14), (3, 15)]


def fits(version: tuple[int, int]) -> bool:
    return OLDEST <= version <= NEWEST


def test_the_package_says_them() -> None:
    said = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    assert said == f">={OLDEST[0]}.{OLDEST[1]},<{NEWEST[0]}.{NEWEST[1] + 1}"


@pytest.mark.parametrize("version", ASKED)
def test_the_makefile_takes_them(version: tuple[int, int]) -> None:
    found = re.search(r"(?m)^IS_FIT := '(.*)'$", (ROOT / "Makefile").read_text())
    assert found is not None
    asked = found[1].replace("sys.version_info[:2]", repr(version))
    code = subprocess.run([sys.executable, "-c", asked], check=False).returncode
    assert (code == 0) is fits(version)


@pytest.mark.parametrize("version", ASKED)
def test_make_run_takes_them(version: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (*version, 0, "final", 0))
    if fits(version):
        run.check_machine()
    else:
        with pytest.raises(Trouble):
            run.check_machine()


def test_the_installer_takes_them() -> None:
    bounds = [
        ast.literal_eval(each)
        for each in ast.walk(ast.parse((ROOT / "requirements" / "install.py").read_text()))
        if isinstance(each, ast.Tuple) and all(isinstance(part, ast.Constant) for part in each.elts)
    ]
    assert (OLDEST in bounds, (NEWEST[0], NEWEST[1] + 1) in bounds) == (True, True)


def test_what_the_oldest_holds_back_is_locked_and_told() -> None:
    told = (ROOT / "docs" / "versions.md").read_text()
    for name in ("run.txt", "dev.txt"):
        locked = dict(re.findall(r"(?m)^([\w.-]+)==([\w.]+)", (ROOT / "requirements" / name).read_text()))
        assert {package: locked[package] for package in HELD_BACK} == HELD_BACK
    assert all(f"| {package} | {version} |" in told for package, version in HELD_BACK.items())
