"""Every command that a page or the Makefile tells people to run does something.

Commands are taken from the pages themselves: each line of an indented or fenced block, and what stands in `code` and
begins with the name of a program. What is ours is tried as far as it can be without doing it: its arguments are read by
the very parser, its tests are collected, its rules are expanded. A command that no row of the table knows fails here.
"""

from __future__ import annotations

import functools
import importlib.util
import itertools
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest
from django.core.management import get_commands, load_command_class
from django.core.management.base import CommandError
from django.test import RequestFactory
from django.urls import Resolver404, resolve

REPOSITORY: Final = Path(__file__).resolve().parents[2]
WHOLE: Final = ("README.md", "CONTRIBUTING.md", "deploy/README.md", "deploy/RUNBOOK.md")
"""In these every line of a block is a command."""
OTHERS: Final = (
    "ARCHITECTURE.md",
    *sorted(str(p.relative_to(REPOSITORY)) for p in (REPOSITORY / "docs").rglob("*.md")),
)
"""In these blocks hold examples of data too: only what begins like a command of ours is one."""
OURS: Final = re.compile(
    r"make [a-z-]|\.ci/|manage\.py [a-z]|python (-m|manage)|\.venv/bin/|(podman|psql|celery|curl) "
)

PLACEHOLDERS: Final = {
    "G": "roulette",
    "N": "1",
    "POSITION": "1",
    "CODE": "HOI",
    "STAFF": "1042",
    "BASE64": "AAAA",
    "<type>": "roulette.bet_placed.v1",
}
EXTERNAL: Final = {
    "openssl": "makes a key",
    "psql": "of PostgreSQL",
    "pg_dump": "of PostgreSQL",
    "pg_restore": "of PostgreSQL",
    "createdb": "of PostgreSQL",
    "rsync": "copies a folder",
    "install": "makes a folder",
    "podman": "builds and runs the container",
    "clamdscan": "scans for viruses",
}
"""Programs of others: of theirs we hold only that the files of ours which they are given are there."""


# --- Finding them ---------------------------------------------------------------------------------------------------
def blocks(text: str) -> Iterator[str]:
    """The lines of indented and fenced blocks, but for those in another language than the shell's.
    A line that ends within quotes or with a backslash goes on."""
    fenced, unfinished = False, ""
    for line in re.sub(r"(?ms)^```(nginx|json|text)$.*?^```$", "", text).splitlines():
        if line.strip().startswith("```"):
            fenced = not fenced
            continue
        if not unfinished and not fenced and not line.startswith("    "):
            continue
        unfinished = f"{unfinished}\n{line.strip()}" if unfinished else line.strip()
        if unfinished.endswith("\\") or not finished(unfinished):
            continue
        if unfinished:
            yield unfinished.replace("\\\n", " ")
        unfinished = ""


def finished(line: str) -> bool:
    try:
        shlex.split(line, comments=True)
    except ValueError:
        return False
    return True


def commands_of(page: str) -> Iterator[str]:
    text = (REPOSITORY / page).read_text("utf-8")
    whole = page in WHOLE
    for line in blocks(text) if whole else (line.strip() for line in text.splitlines() if line.startswith("    ")):
        if whole or OURS.match(line):
            yield line
    for code in re.findall(r"(?<!`)`([^`\n]+)`(?!`)", re.sub(r"(?ms)^ *```.*?^ *```", "", text)):
        if OURS.match(code) or (code.split()[0] in EXTERNAL and " " in code):
            yield code


def simple(line: str) -> Iterator[tuple[str, ...]]:
    """The programs that a line starts, with their arguments; alternatives (``bind|unbind``) one after the other."""
    for part in re.split(r" && | \| ", line):
        words = shlex.split(re.sub(r"[\[\]]", "", part), comments=True)
        while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
            words.pop(0)
        if ">" in words:
            words = words[: words.index(">")]
        words = [PLACEHOLDERS.get(word, word) for word in words]
        choices = [word.split("|") if re.fullmatch(r"[a-z]+(\|[a-z]+)+", word) else [word] for word in words]
        yield from itertools.product(*choices)


def makefile() -> str:
    return (REPOSITORY / "Makefile").read_text("utf-8")


TOLD: Final = sorted(
    {(page, words) for page in (*WHOLE, *OTHERS) for line in commands_of(page) for words in simple(line)}
)
TARGETS: Final = sorted(re.findall(r"(?m)^([a-z][a-z-]*):", makefile()))


HANDED_DOWN: Final = {"MAKEFLAGS", "MAKELEVEL", "MFLAGS", *re.findall(r"(\w+)=", os.environ.get("MAKEFLAGS", ""))}
"""What a make above us hands to its children (``make test-slow PYTEST=…``): who types a line has none of it."""
ENVIRONMENT: Final = {name: value for name, value in os.environ.items() if name not in HANDED_DOWN}


# --- Trying them ----------------------------------------------------------------------------------------------------
@functools.cache  # many pages tell the same command
def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=REPOSITORY, env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=300
    )


def try_make(words: tuple[str, ...]) -> None:
    """The target is there, and each step it takes does something."""
    goals = [word for word in words if "=" not in word] or ["run"]
    assert set(goals) <= set(TARGETS), words
    # Which Python is another's question: make would start three of them each time the name stands in a recipe.
    dry = run("make", "--dry-run", "--always-make", "--no-print-directory", f"PYTHON={sys.executable}", *words)
    assert dry.returncode == 0, dry.stderr
    assert dry.stdout.strip()


def try_pytest(words: tuple[str, ...]) -> None:
    """It finds tests. One marker among all tests is looked for where it is written, by folder, so that names of files
    count as they do for the whole."""
    paths = [word for word in words if (REPOSITORY / word.partition("::")[0]).exists()]
    if not paths and "-m" in words:
        marker = words[words.index("-m") + 1]
        files = (REPOSITORY / "tests").rglob("*.py")
        paths = sorted({str(file.parent) for file in files if f"mark.{marker}" in file.read_text("utf-8")})
        assert paths, f"no test is marked {marker}"
    elif not paths:
        paths = ["tests/architecture"]  # every test there is: a folder stands for all
    options = [word for word in words if word not in paths and word not in ("-s",)]
    for flag in ("-n", "--dist"):
        if flag in options:
            del options[options.index(flag) : options.index(flag) + 2]
    assert collects(*options, *paths), f"no test is found by pytest {shlex.join(words)}"


@functools.cache
def collects(*arguments: str) -> bool:
    found = run(sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments, "--collect-only", "-q")
    return found.returncode == 0 and ".py" in found.stdout


def try_manage(words: tuple[str, ...]) -> None:
    """The command is there and takes these arguments."""
    name, *arguments = words
    assert name in get_commands(), name
    app = get_commands()[name]
    command = load_command_class(app, name) if isinstance(app, str) else app
    if arguments or name not in ("createsuperuser",):
        command.create_parser("manage.py", name).parse_args(arguments)


def try_module(words: tuple[str, ...]) -> None:
    """The module is there; one that reads options has those."""
    module, *arguments = words
    if module == "pytest":
        return try_pytest(tuple(arguments))
    spec = importlib.util.find_spec(module)
    assert spec is not None, module
    main = f"{module}.__main__" if spec.submodule_search_locations else module
    found = importlib.util.find_spec(main)
    assert found is not None
    assert found.origin is not None
    options = [word for word in arguments if word.startswith("--")]
    if options and not module.startswith("casino.embedded"):
        assert_options(run(sys.executable, "-m", module, "--help"), options)
    else:
        assert 'if __name__ == "__main__":' in Path(found.origin).read_text("utf-8"), f"{module} does nothing when run"
    return None


def try_python(words: tuple[str, ...]) -> None:
    if words[0] == "-m":
        return try_module(words[1:])
    if words[0] == "manage.py":
        return try_manage(words[1:])
    assert (REPOSITORY / words[0]).is_file(), words
    return None


def try_celery(words: tuple[str, ...]) -> None:
    command = next(word for word in words if word in ("worker", "beat"))
    options = [word for word in words if word.startswith("--") and word != "--app"]
    assert_options(run(sys.executable, "-m", "celery", "--app", "casino", command, "--help"), options)


def assert_options(told: subprocess.CompletedProcess[str], options: list[str]) -> None:
    assert told.returncode == 0, told.stderr
    for option in options:
        assert re.search(rf"{option.partition('=')[0]}\b", told.stdout), f"{option}: {told.stdout}"


def try_curl(words: tuple[str, ...]) -> None:
    """The address is one of ours and takes the method."""
    path = next(urlsplit(word).path for word in words if word.startswith("http"))
    found = resolve(path)
    view = found.func
    method = words[words.index("-X") + 1] if "-X" in words else "GET"
    if not hasattr(view, "cls") and not hasattr(view, "view_class"):  # a function: it says itself what it takes
        assert view(RequestFactory().generic(method, path), **found.kwargs).status_code != 405, words
        return
    assert hasattr(getattr(view, "cls", getattr(view, "view_class", None)), method.lower()), words


def try_script(words: tuple[str, ...]) -> None:
    assert os.access(REPOSITORY / ".ci/run", os.X_OK)
    assert run("bash", "-n", ".ci/run").returncode == 0


def try_external(words: tuple[str, ...]) -> None:
    for word in words:
        if word.startswith("deploy/"):
            assert (REPOSITORY / word).is_file(), word


TRIES: Final[dict[str, Callable[[tuple[str, ...]], None]]] = {
    "make": try_make,
    "manage.py": try_manage,
    "python": try_python,
    ".venv/bin/python": try_python,
    "celery": try_celery,
    "curl": try_curl,
    ".ci/run": try_script,
    **dict.fromkeys(EXTERNAL, try_external),
}


def attempt(words: tuple[str, ...]) -> None:
    assert words[0] in TRIES, f"nothing here knows how to try: {shlex.join(words)}"
    TRIES[words[0]](words[1:])


# --- The tests ------------------------------------------------------------------------------------------------------
def test_pages_tell_commands() -> None:
    """Else the tests below would hold nothing."""
    pages = {page for page, _words in TOLD}
    assert set(WHOLE) <= pages
    programs = {words[0] for _page, words in TOLD}
    assert {"make", "manage.py", ".venv/bin/python", "curl", ".ci/run", "celery"} <= programs


@pytest.mark.parametrize(
    ("page", "words"), TOLD, ids=lambda value: value if isinstance(value, str) else shlex.join(value)
)
def test_a_command_of_a_page_does_something(page: str, words: tuple[str, ...]) -> None:
    attempt(words)


def test_the_makefile_names_its_targets_and_nothing_else() -> None:
    told = set(re.findall(r"(?m)^#   make ([a-z-]+)", makefile()))
    phony = re.search(r"(?m)^\.PHONY: (.*)$", makefile())
    assert phony is not None
    assert set(phony.group(1).split()) == set(TARGETS)
    assert told <= set(TARGETS)


@pytest.mark.slow  # some of them collect the whole suite
@pytest.mark.parametrize("target", TARGETS)
def test_each_step_of_a_target_does_something(target: str) -> None:
    dry = run("make", "--dry-run", "--no-print-directory", target, "GAME=sicbo")
    assert dry.returncode == 0, dry.stderr
    parts = [part.strip() for part in re.split(r"[;\n]|\|\|", dry.stdout)]
    for step in (re.sub(r"^(exec |[A-Z_]+=\S+ )+", "", part) for part in parts):
        if not step.startswith(".venv/bin/"):
            continue
        program, *arguments = shlex.split(step)
        if Path(program).name == "python":
            try_python(tuple(arguments))
        else:
            assert Path(sys.executable).with_name(Path(program).name).is_file(), step


@pytest.mark.parametrize(
    "target", ["run", "test", "test-slow", "test-long", "bench", "lint", "evidence", "mutants", "locks"]
)
def test_the_steps_of_a_target_are_seen(target: str) -> None:
    """Else the test above would hold nothing of it."""
    assert ".venv/bin/" in run("make", "--dry-run", "--no-print-directory", target, "GAME=sicbo").stdout


@pytest.mark.slow  # each is a process of its own, and what it looks into is the test above
@pytest.mark.parametrize(
    "words",
    [
        ("make", "nothing"),
        ("manage.py", "nothing"),
        ("manage.py", "replay", "RL01/1", "--nothing"),
        ("python", "-m", "nothing"),
        ("python", "-m", "casino.web", "--nothing", "1"),
        ("python", "-m", "pytest", "tests/words", "-m", "bench"),
        ("celery", "--app", "casino", "worker", "--nothing"),
        ("curl", "-X", "POST", "http://127.0.0.1:8000/nothing/"),
        ("psql", "--file", "deploy/nothing.sql"),
        ("granian", "--interface", "wsgi"),
    ],
    ids=shlex.join,
)
def test_a_command_that_does_nothing_is_found(words: tuple[str, ...]) -> None:
    with pytest.raises((AssertionError, CommandError, Resolver404)):
        attempt(words)
