"""The simulator states what is right from its own tables: no module of it imports the judgement or its rule books."""

from __future__ import annotations

import ast
from pathlib import Path

import games.simulate
from games.catalogue import GAMES

JUDGING = ("games.engine", "games.catalogue", "games.words", *(game.package for game in GAMES.values()))


def test_no_module_of_the_simulator_imports_the_rules() -> None:
    modules = sorted(Path(games.simulate.__file__).parent.rglob("*.py"))
    assert len(modules) > 20
    for module in modules:
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any(name.startswith(JUDGING) for name in names), module.name
