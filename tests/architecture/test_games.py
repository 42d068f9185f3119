"""A game is a folder, a line in the table of games, its page and its simulator; nothing else names it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from games.catalogue import GAMES, all_books
from games.pages.game_parts import part_of
from games.simulate.kinds import simulated

REPOSITORY = Path(__file__).resolve().parents[2]
SAME_IN_EACH = {
    *("__init__.py", "game.py", "facts.py", "judge.py", "words.py", "findings.py", "drawing.py", "schema.py"),
}
READS_ROULETTE = {"games/ingest/outcomes.py", "games/rows/statistics.py", "games/admin/statistics.py"}
"""The lists of bare results, and the statistics of a wheel: both are of roulette alone."""


@cache
def imported(path: Path) -> set[str]:
    """The modules that a file names in its imports, late ones too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.update({node.module, *(f"{node.module}.{alias.name}" for alias in node.names)})
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_same_files(game: str) -> None:
    folder = REPOSITORY.joinpath(*GAMES[game].package.split("."))
    assert {path.name for path in folder.glob("*.py")} >= SAME_IN_EACH
    assert any(book.game == game for book in all_books())


@pytest.mark.parametrize("game", GAMES)
def test_the_descriptor_reaches_page_and_simulator(game: str) -> None:
    part, sent = part_of(game), simulated(game)
    assert callable(part.places)
    assert callable(part.picture)
    assert sent.document.partition(".")[0] == game
    assert sent.faults


@pytest.mark.parametrize("game", GAMES)
def test_nothing_outside_its_folder_page_and_simulator_names_a_game(game: str) -> None:
    """But the table, and what is of roulette alone."""
    package = GAMES[game].package
    own = (f"games/{game}/", f"games/simulate/{game}/", f"games/pages/{game}.py", "games/catalogue.py")
    naming = []
    for room in ("casino", "games", "disputes", "surveillance"):
        for path in (REPOSITORY / room).rglob("*.py"):
            name = path.relative_to(REPOSITORY).as_posix()
            if name.startswith(own) or (game == "roulette" and name in READS_ROULETTE):
                continue
            if any(f"{module}.".startswith(f"{package}.") for module in imported(path)):
                naming.append(name)
    assert naming == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_knows_the_engine_and_the_core_alone(game: str) -> None:
    """And what draws, and weighs chance, for every game."""
    folder = REPOSITORY.joinpath(*GAMES[game].package.split("."))
    allowed = ("games.engine", "games.drawing", "games.fairness", GAMES[game].package, "casino.core")
    for path in folder.glob("*.py"):
        for module in imported(path):
            if module.split(".")[0] in ("casino", "games", "disputes", "surveillance") and module != "games":
                assert module.startswith(allowed), (path.name, module)
