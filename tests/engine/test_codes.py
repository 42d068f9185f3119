"""The list of finding codes is what the judgements can raise: no more, no less; each stands where it is raised."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TypeGuard

import pytest

import games
from games.catalogue import CODES, GAMES
from games.engine import codes
from games.engine.judgement import Severity
from tests.golden.reader import all_golden

MAKING = ("Finding", "_about_order", "_call_finding", "_finding", "_found", "_money", "_remark")
"""What makes a finding, with its code first, second or by name."""
ROOM = Path(games.__file__).parent
LISTS = ("codes.py", "findings.py", "words.py")


def _strings_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def written(folder: str) -> set[str]:
    """Every string in the code of a folder but the lists of codes themselves."""
    return set().union(*(_strings_of(path) for path in (ROOM / folder).glob("*.py") if path.name not in LISTS))


def test_every_shared_code_is_raised_somewhere_in_the_rules() -> None:
    judged = {*codes.MONEY_CODES, *codes.MOVING_CODES, *codes.PROCEDURE_CODES, *codes.REMARK_CODES}
    assert judged - written("engine").union(*(written(game) for game in GAMES)) == set()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_lists_the_codes_that_it_alone_raises(game: str) -> None:
    own = set(GAMES[game].codes)
    assert own - written(game) == set()
    for other in (each for each in GAMES if each != game):
        assert own & written(other) == set(), other
    assert own & set(codes.SHARED) == set()


def _is_code(node: ast.expr) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and "_" in node.value


def test_every_raised_code_is_listed() -> None:
    raised: set[str] = set()
    for path in (path for folder in ("engine", *GAMES) for path in (ROOM / folder).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in MAKING:
                named = [keyword.value for keyword in node.keywords if keyword.arg == "code"]
                raised.update(code.value for code in (*node.args[:2], *named) if _is_code(code))
    assert raised
    assert raised - set(CODES) == set()


def test_nothing_that_moves_money_is_said_to_be_about_procedure() -> None:
    """Who opens the queue of money sees every amount: a finding that has one is about money, or a remark."""
    for path in (path for folder in ("engine", *GAMES) for path in (ROOM / folder).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Finding":
                given = {keyword.arg: ast.unparse(keyword.value) for keyword in node.keywords}
                bound = given["severity"].removeprefix("Severity.")
                assert "amount_minor" not in given or bound != "PROCEDURE", (path.name, given["code"])


def test_no_finding_of_a_golden_round_hides_its_amount() -> None:
    findings = [finding for game in GAMES for golden in all_golden(game) for finding in golden.judge().findings]
    hidden = {each.code for each in findings if each.amount_minor and each.severity is Severity.PROCEDURE}
    assert hidden == set()
