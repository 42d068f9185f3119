"""Runs the mutation tester over the rules of one game: ``make mutants GAME=roulette``.

mutmut passes over functions that have a decorator, and nearly every rule has one (``@implements``). So it works on a
copy, under ``var/mutants/<game>``, in which these notes are left out: they change no result. The survivors are printed
with what was changed; ``docs/mutants.md`` gives the reason for each.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
SHARED: Final = ("settling.py", "betting.py", "remedies.py", "sums.py")
"""Rules that every game uses; they are mutated as a "game" of their own, ``shared``."""
COPIED: Final = (
    "casino/core",
    "casino/__init__.py",
    "games/__init__.py",
    "games/rules",
    "games/rounds",
    "tests/__init__.py",
)
COPIED_TESTS: Final = ("tests/rules", "tests/golden", "tests/exhaustive", "tests/coverage")


def without_notes(source: str) -> str:
    """The module without its ``@implements`` decorators, line for line otherwise."""
    lines = source.splitlines(keepends=True)
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef):
            continue
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and getattr(decorator.func, "id", "") == "implements":
                for number in range(decorator.lineno - 1, decorator.end_lineno or decorator.lineno):
                    lines[number] = "\n"
    return "".join(lines)


def modules_of(game: str) -> list[str]:
    """The files of a game, or the shared ones."""
    files = sorted(path.name for path in (ROOT / "games" / "rules").glob("*.py"))
    if game == "shared":
        return [name for name in files if name in SHARED]
    return [name for name in files if re.split(r"[_.]", name)[0] == game]


def tests_of(game: str) -> list[str]:
    """The tests that concern a game: those named after it, the shared ones, and all golden rounds. Not
    those that read sources or documents instead of running rules."""
    kept = "tests/golden/test_findings.py"
    chosen = [
        "tests/golden/test_golden.py",
        kept if game == "shared" else f"{kept}::test_findings_say_what_is_kept[{game}]",
    ]
    for folder in ("tests/rules", "tests/exhaustive"):
        for path in sorted((ROOT / folder).glob("test_*.py")):
            others = [g for g in ("baccarat", "maubinh", "niuniu", "roulette", "sicbo") if g in path.name and g != game]
            if not path.name.startswith(("test_book", "test_codes")) and (game == "shared" or not others):
                chosen.append(f"{folder}/{path.name}")
    return chosen


def prepare(game: str, folder: Path) -> None:
    """The copy on which the tester works."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in (*COPIED, *COPIED_TESTS):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, target)
    for path in (folder / "games" / "rules").glob("*.py"):
        path.write_text(without_notes(path.read_text("utf-8")), "utf-8")
    if game != "shared":
        for other in (folder / "tests" / "golden").iterdir():
            if other.is_dir() and other.name != game:
                shutil.rmtree(other)
    settings = {
        "source_paths": ["games/rules"],
        "only_mutate": [f"games/rules/{name}" for name in modules_of(game)],
        "also_copy": ["casino", "games"],
        "pytest_add_cli_args": [
            "-c",
            "tests/coverage/bare.ini",
            "--rootdir=.",
            "--noconftest",
            "-p",
            "tests.coverage.fresh",
        ],
        "pytest_add_cli_args_test_selection": tests_of(game),
        "use_git_change_detection": False,
    }
    written = "\n".join(f"{key} = {json.dumps(value)}" for key, value in settings.items())
    (folder / "pyproject.toml").write_text(f"[tool.mutmut]\n{written}\n", "utf-8")


def main(game: str) -> int:
    if not modules_of(game):
        sys.exit(f"{game!r} is no game (or 'shared')")
    folder = ROOT / "var" / "mutants" / game
    prepare(game, folder)
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    tester = str(Path(sys.executable).parent / "mutmut")
    run = subprocess.run([tester, "run", "--max-children", "1"], cwd=folder, env=environment, check=False)
    if run.returncode:
        return run.returncode
    results = subprocess.run(
        [tester, "results"], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    for line in results.stdout.splitlines():
        name, _, status = line.strip().partition(": ")
        if status and status != "killed":
            shown = subprocess.run(
                [tester, "show", name], cwd=folder, env=environment, capture_output=True, text=True, check=False
            )
            sys.stdout.write(f"{status}: {shown.stdout}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
