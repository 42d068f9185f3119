"""The simulator states what is right from its own tables: no module of it imports the judgement or its rule books."""

from __future__ import annotations

import ast
from pathlib import Path

import games.simulate


def test_no_module_of_the_simulator_imports_the_rules() -> None:
    modules = sorted(Path(games.simulate.__file__).parent.glob("*.py"))
    assert len(modules) > 20
    for module in modules:
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any(name.startswith("games.rules") for name in names), module.name
