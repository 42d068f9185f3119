"""A list of codes is declared once, and a column, its filter and every page call each code the same."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.core.management import call_command
from django.db.models import Field
from django.test import RequestFactory
from django.utils.translation import override

from casino.core.messages import BOTH, ROOMS
from casino.core.text import Text
from casino.site.choices import spoken

ROOT: Final = Path(__file__).resolve().parents[2]
APART: Final = {
    frozenset({"ahead", "back"}): "the ledger knows no fact of a room above it",
    frozenset({"confirmed", "refused", "waiting", "withdrawn"}): "changes of accounts; what is asked at a table",
    frozenset({"money", "procedure", "remark"}): "a released fact: its schema names the codes where they stand",
    frozenset({"await", "void"}): "two choices of a document",
    frozenset({"closed", "losing_chips_taken"}): "a game knows no other",
    frozenset({"dealer", "player"}): "a game knows no other",
    frozenset({"dealer", "sensor"}): "a game knows no other",
    frozenset({"with_chips", "without_chips"}): "a game knows no other",
}
"""Lists that stand twice and are two, and why."""
NO_WORDS: Final = ("ledger.Verification.command",)
"""What a column of codes holds that has no words: names of commands."""


def _trees() -> Iterator[tuple[str, ast.Module]]:
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            # What simulates tables shares nothing with what judges them.
            if not {"migrations", "simulate"} & set(file.parts):
                yield str(file.relative_to(ROOT)), ast.parse(file.read_text("utf-8"))


def _texts(nodes: list[ast.expr]) -> frozenset[str]:
    """The codes of a list that is written out; of pairs, the first ones. Empty where anything else stands in it."""
    firsts = [node.elts[0] if isinstance(node, ast.Tuple) and node.elts else node for node in nodes]
    texts = [node.value for node in firsts if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return frozenset(texts) if len(texts) == len(nodes) else frozenset()


def _declared(tree: ast.Module) -> Iterator[tuple[int, frozenset[str]]]:
    for node in ast.walk(tree):
        match node:
            case ast.Subscript(value=ast.Name(id="Literal"), slice=ast.Tuple(elts=codes)):
                yield node.lineno, _texts(codes)
            case ast.ClassDef(bases=[base], body=body) if ast.unparse(base) in ("StrEnum", "models.TextChoices"):
                yield node.lineno, _texts([each.value for each in body if isinstance(each, ast.Assign)])
            case ast.keyword(arg="choices", value=ast.Tuple(elts=codes) | ast.List(elts=codes)):
                yield node.lineno, _texts(codes)


def test_no_list_of_codes_is_declared_twice() -> None:
    """As a type, as an enumeration, or as what a column, a form or the API takes."""
    found: dict[frozenset[str], list[str]] = defaultdict(list)
    for name, tree in _trees():
        for line, codes in _declared(tree):
            if len(codes) > 1 and not codes <= {*BOTH, ""}:
                found[codes].append(f"{name}:{line}")
    twice = {codes: places for codes, places in found.items() if len(places) > 1}
    assert {codes: places for codes, places in twice.items() if codes not in APART} == {}
    assert set(APART) <= set(twice), "no longer there twice"


def _columns() -> Iterator[tuple[str, Field[Any, Any]]]:
    for app in ROOMS:
        for model in apps.get_app_config(app).get_models():
            yield from ((f"{model._meta.label}.{f.name}", f) for f in model._meta.concrete_fields if f.choices)


COLUMNS: Final = dict(_columns())


def said(pairs: Any, language: str) -> dict[str, str]:
    """Code -> words, without regard to how they begin."""
    with override(language):
        return {str(code): str(words).casefold() for code, words in pairs}


@pytest.mark.parametrize("name", sorted(set(COLUMNS) - set(NO_WORDS)))
def test_a_column_calls_its_codes_in_every_language(name: str) -> None:
    first, second = (said(COLUMNS[name].choices, language) for language in BOTH)
    assert first.keys() == second.keys()
    assert all(first.values())
    assert all(first[code] != second[code] for code in first), "the words of one language stand in both"
    assert len(set(first.values())) == len(first), "two codes are called the same"


def _filters() -> Iterator[tuple[Any, type[Any], str]]:
    """Filters of lists that are asked by a column of codes."""
    for model, listed in admin.site._registry.items():
        for each in listed.list_filter:
            name = f"{model._meta.label}.{getattr(each, 'parameter_name', '')}"
            if isinstance(each, type) and name in COLUMNS:
                yield listed, each, name


@pytest.mark.django_db
@pytest.mark.parametrize("language", BOTH)
def test_a_filter_offers_the_codes_of_its_column_by_the_same_words(language: str) -> None:
    """Besides, it may offer several at once (all, those that wait)."""
    swept = list(_filters())
    assert len({name for _listed, _filter, name in swept}) > 15
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    for listed, each, name in swept:
        with override(language):
            offered = said(each(request, {}, listed.model, listed).lookup_choices, language)
        column = said(COLUMNS[name].choices, language)
        assert {code: offered.get(code) for code in column} == column, name


def test_without_a_language_a_text_is_said_in_english() -> None:
    """As Django's own texts are, which migrations hold."""
    with override(None):
        assert str(spoken(Text("bàn", "table"))) == "table"
    with override("vi"):
        assert str(spoken(Text("bàn", "table"))) == "bàn"


@pytest.mark.django_db
def test_the_models_are_what_the_migrations_make() -> None:
    """A migration holds the English words of a column's codes: whoever changes one in a catalogue changes it there,
    where it was made, since the database does not know it."""
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
