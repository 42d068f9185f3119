"""Runs the mutation tester over the rules of one game: ``make mutants GAME=roulette``.

mutmut passes over functions that have a decorator, and nearly every rule has one (``@implements``). So it works on a
copy, under ``var/mutants/<game>``, in which these notes are left out: they change no result.

What no test notices must have a reason in ``tests/coverage/reasons/<game>.toml``: this prints what has none, and what
is listed there and is noticed after all. ``docs/mutants.md`` is made from those files
(``python -m tests.coverage.survivors``).
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import msgspec

from tests.coverage.watch import OF_GAMES

ROOT: Final = Path(__file__).resolve().parents[2]
SHARED: Final = ("settling.py", "accepting.py", "remedies.py", "sums.py")
"""Rules that every game uses; they are mutated as a "game" of their own, ``shared``."""
REASONS: Final = ROOT / "tests" / "coverage" / "reasons"
NOTICED: Final = ("killed", "timeout", "segfault", "not checked")
COPIED: Final = (
    "casino/core",
    "casino/__init__.py",
    "games/__init__.py",
    "games/catalogue.py",
    "games/engine",
    "games/drawing",
    *(f"games/{game}" for game in OF_GAMES),
    "tests/__init__.py",
)
COPIED_TESTS: Final = (
    "tests/engine",
    "tests/golden",
    "tests/exhaustive",
    "tests/coverage",
    *(f"tests/{game}" for game in OF_GAMES),
)
NO_RULES: Final = ("game.py", "facts.py", "words.py", "readings.py", "drawing.py", "findings.py")
"""Files of a game that price nothing and find nothing."""


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
    if game == "shared":
        return [f"games/engine/{name}" for name in SHARED]
    names = sorted(path.name for path in (ROOT / "games" / game).glob("*.py"))
    return [f"games/{game}/{name}" for name in names if name not in NO_RULES]


def tests_of(game: str) -> list[str]:
    """The tests that concern a game: its own, the shared ones, and all golden rounds. Not those that read sources or
    documents instead of running rules."""
    kept = "tests/golden/test_findings.py"
    chosen = [
        "tests/golden/test_golden.py",
        kept if game == "shared" else f"{kept}::test_findings_say_what_is_kept[{game}]",
    ]
    own = [f"tests/{each}" for each in (OF_GAMES if game == "shared" else (game,))]
    for folder in ("tests/engine", "tests/exhaustive", *own):
        for path in sorted((ROOT / folder).glob("test_*.py")):
            others = [each for each in OF_GAMES if each in path.name and each != game]
            if not path.name.startswith(("test_document", "test_codes")) and (game == "shared" or not others):
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
    for path in (folder / name for name in modules_of(game)):
        path.write_text(without_notes(path.read_text("utf-8")), "utf-8")
    if game != "shared":
        for other in (folder / "tests" / "golden").iterdir():
            if other.is_dir() and other.name != game:
                shutil.rmtree(other)
    settings = {
        "source_paths": ["games/engine" if game == "shared" else f"games/{game}"],
        "only_mutate": modules_of(game),
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


# --- Who survived, and why ------------------------------------------------------------------------------------------


class Reason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why some changes of the rules may go unnoticed: they change nothing that is owed, found or shown."""

    why: str
    mutants: list[str]


class Reasons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a file of ``tests/coverage/survivors`` holds."""

    reason: list[Reason]


def reasons_of(game: str) -> list[Reason]:
    """The reasons on record; none where there is no file yet."""
    path = REASONS / f"{game}.toml"
    return msgspec.toml.decode(path.read_bytes(), type=Reasons).reason if path.exists() else []


def described(name: str, diff: str) -> str:
    """A mutant by its function and the lines that it changes, which stay the same when others come or go."""
    where, _, function = name.rpartition("__mutmut_")[0].rpartition(".")
    module = where.rpartition(".")[2]
    lines = diff.splitlines()[2:]
    was, now = (" ".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in "-+")
    return f"{module}.{function.removeprefix('x_').removeprefix('xǁ').replace('ǁ', '.')}: {was} -> {now}"


def survivors(folder: Path, environment: dict[str, str]) -> dict[str, str]:
    """What no test noticed, with what was changed. A mutant that never ends is noticed."""
    tester = str(Path(sys.executable).parent / "mutmut")
    results = _output([tester, "results"], folder, environment)
    found = (line.strip().partition(": ") for line in results.splitlines())
    names = [name for name, _, status in found if status and status not in NOTICED]
    return {described(name, diff): diff for name, diff in zip(names, _diffs(names, folder, environment), strict=True)}


def _diffs(names: list[str], folder: Path, environment: dict[str, str]) -> list[str]:
    """What each of these mutants changes. In the folder: the tester reads its settings from where it is."""
    show = (
        "import json, sys, mutmut.__main__ as m; print(json.dumps([*map(m.get_diff_for_mutant, json.load(sys.stdin))]))"
    )
    told: list[str] = json.loads(_output([sys.executable, "-c", show], folder, environment, json.dumps(names)))
    return told


def _output(command: list[str], folder: Path, environment: dict[str, str], said: str = "") -> str:
    done = subprocess.run(
        command, cwd=folder, env=environment, input=said, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout


def compare(game: str, found: dict[str, str]) -> int:
    """Print the survivors without a reason, and the reasons for what does not survive. How many there are."""
    known = [mutant for reason in reasons_of(game) for mutant in reason.mutants]
    unexplained = [mutant for mutant in found if mutant not in known]
    noticed = [mutant for mutant in known if mutant not in found]
    for mutant in unexplained:
        sys.stdout.write(f"\nno reason on record:\n{json.dumps(mutant, ensure_ascii=False)}\n{found[mutant]}\n")
    for mutant in noticed:
        sys.stdout.write(f"\nnoticed after all, or no mutant any more:\n{json.dumps(mutant, ensure_ascii=False)}\n")
    sys.stdout.write(f"{game}: {len(found)} survivors, {len(unexplained)} without a reason\n")
    return len(unexplained) + len(noticed)


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
    return 1 if compare(game, survivors(folder, environment)) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
