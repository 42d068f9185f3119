"""Changes of the rules that no test notices: the page is made from the reasons, and the reasons are about real code.

That the lists are complete is held by ``make mutants GAME=…`` itself, which takes long and is run by hand.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.coverage.mutants import REASONS, ROOT, compare, described, modules_of, reasons_of
from tests.coverage.survivors import PAGE, lines

GAMES = sorted(path.stem for path in REASONS.glob("*.toml"))


def test_the_page_is_made_from_the_reasons() -> None:
    assert PAGE.read_text("utf-8") == "\n".join(lines())


def functions(path: Path) -> Iterator[str]:
    """The functions of a module as the mutation tester names them, ``Class.method`` for a method."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.ClassDef):
            yield from (f"{node.name}.{each.name}" for each in node.body if isinstance(each, ast.FunctionDef))


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_is_about_code_that_is_there(game: str) -> None:
    """The code that was changed still stands in the function that is named; each change is listed once."""
    seen = set()
    for reason in reasons_of(game):
        assert reason.why.endswith(".")
        for mutant in reason.mutants:
            place, _, changed = mutant.partition(": ")
            module, _, function = place.partition(".")
            path = ROOT / "games" / ("engine" if game == "shared" else game) / f"{module}.py"
            assert path.relative_to(ROOT).as_posix() in modules_of(game), mutant
            assert function.lstrip(".") in {name.lstrip(".") for name in functions(path)}, mutant
            assert mutant not in seen, mutant
            assert " -> " in changed, mutant
            seen.add(mutant)


def test_a_survivor_is_told_by_its_function_and_its_lines() -> None:
    diff = "--- a\n+++ a\n@@ -1,2 +1,2 @@\n     one\n-    if a:\n+    if not a:\n"
    assert described("games.sicbo.judge.x_settle__mutmut_7", diff) == "judge.settle: if a: -> if not a:"
    assert described("games.baccarat.judge.xǁDueǁunder__mutmut_2", diff) == "judge.Due.under: if a: -> if not a:"


def test_what_has_no_reason_and_what_is_noticed_after_all_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert compare("no such game", {}) == 0
    assert compare("no such game", {"judge.settle: a -> b": "the diff"}) == 1
    told = capsys.readouterr().out
    assert "no reason on record" in told
    assert "the diff" in told
    [game] = GAMES[:1]
    listed = sum(len(reason.mutants) for reason in reasons_of(game))
    assert compare(game, {}) == listed > 0
    assert capsys.readouterr().out.count("noticed after all") == listed
