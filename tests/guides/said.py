"""The words that stand on pages of the product, in both languages: texts of the screens, and ``Text`` in the code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.utils import translation

from casino.access.roles import ROLES
from casino.core.messages import BOTH, templates
from tests.admin import messages

Pair = tuple[str, str]
"""Vietnamese, English."""


@cache
def pairs() -> frozenset[Pair]:
    """Every text that a page can show whole. An English one can have several Vietnamese, and the other way round."""
    found = set(_texts()) | {(name.vi, name.en) for name in ROLES.values()}
    with translation.override("vi"):
        for message, plural in {**messages.of_theme(), **messages.ours()}.items():
            if plural is None:
                found.add((translation.gettext(message), message))
    return frozenset(found | {(_begun(vietnamese), _begun(english)) for vietnamese, english in found})


def _begun(text: str) -> str:
    """As cards and rows show it: with a capital letter."""
    return text[:1].upper() + text[1:]


def _texts() -> Iterator[Pair]:
    """The literals ``Text("…", "…")`` of every room, by place or by name, what stands for both in ``asked``, and the
    words of modules in their catalogues."""
    for room in messages.ROOMS:
        for folder in (messages.ROOT / room).rglob("wording/*"):
            if (folder / "vi.ftl").exists():
                vi, en = (templates(folder / f"{language}.ftl") or {} for language in BOTH)
                yield from ((vi[id], en[id]) for id in vi)
        for path in sorted((messages.ROOT / room).rglob("*.py")):
            yield from _of_file(path)


def _of_file(path: Path) -> Iterator[Pair]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Text", "asked"):
            given = [_literal(each) for each in node.args[:2]]
            named = {each.arg: _literal(each.value) for each in node.keywords if each.arg in ("vi", "en")}
            if len(given) == 2 and all(given):
                yield str(given[0]), str(given[1])
            elif named.get("vi") and named.get("en"):
                yield str(named["vi"]), str(named["en"])


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
