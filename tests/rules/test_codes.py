"""The list of finding codes is what the judgements can raise: no more, no less."""

from __future__ import annotations

import ast
from pathlib import Path

from games.rules import codes

RULES = Path(codes.__file__).parent


def _strings_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8"))
    return {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)}


def test_every_listed_code_is_raised_somewhere_in_the_rules() -> None:
    written = set().union(*(_strings_of(p) for p in RULES.glob("*.py") if p.name != "codes.py"))
    judged = set(codes.MONEY_CODES + codes.PROCEDURE_CODES + codes.CARD_CODES + codes.REMARK_CODES)
    assert judged - written == set()


def test_every_raised_code_is_listed() -> None:
    raised = set()
    for path in RULES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Finding", "_call_finding", "_money"):
                first = node.args[0] if node.args else None
                if isinstance(first, ast.Constant):
                    raised.add(first.value)
    assert raised
    assert raised - set(codes.CODES) == set()
