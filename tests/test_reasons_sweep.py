"""Every command with free words says which rule they follow: a new one fails here until it does.

``reasons.json`` is the table once more, by hand. What each rule means is tried on every field of a command of a case or
of Surveillance, whatever case it is given in: reasons are looked at before it.
"""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from casino.core import reasons
from casino.core.commands import Command, rules_of
from casino.core.errors import Problem
from casino.core.reasons import Rule
from disputes.case.reasons import check_reason
from tests.test_interest_sweep import ROOMS, TABLES

WORDS: Final = {"reason", "ground", "note", "said"}
"""Parameters of functions in which somebody gives a reason or says something."""
WHO: Final = {"by", "actor"}
FREE: Final = 500
"""From this length on a text is free words: names, codes and addresses are bound otherwise."""
NO_WORDS: Final = {"disputes.add_evidence.link", "surveillance.register_recorder.address"} | {
    f"surveillance.{command}_recorder.{name}" for command in ("register", "change") for name in ("address", "link")
}


def functions() -> Iterator[str]:
    """The functions by which somebody acts, and gives words."""
    for room, package in ROOMS.items():
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if found.ispkg or ".migrations." in found.name or ".management." in found.name:
                continue
            module = importlib.import_module(found.name)
            for name, function in inspect.getmembers(module, inspect.isfunction):
                given = set(inspect.signature(function).parameters)
                if function.__module__ != found.name or name.startswith("_") or not WORDS & given:
                    continue
                if WHO & given and ("command_id" in given or "now" in given or f"{found.name}.{name}" in ALONE):
                    yield f"{room}.{found.name.removeprefix(f'{room}.')}.{name}"


ALONE: Final = {"games.ingest.devices.revoke_device"}
"""Told by the command line, which gives neither an id nor a moment."""

CALLED_OTHERWISE: Final = {
    f"surveillance.files.{name}" for name in ("leaving.download", "exports.ask_export", "exports.ask_copy")
}
"""Why footage leaves the house is called so in their signatures, as codes of why somebody looks are."""


def free_fields() -> Iterator[tuple[str, type[Command], str]]:
    """The fields of free words of every command of cases and of Surveillance."""
    for room, table in TABLES.items():
        for code, step in table.items():
            for field in msgspec.structs.fields(step.struct):
                longest = _longest(msgspec.inspect.type_info(field.type))
                name = f"{room}.{code}.{field.name}"
                if longest is not None and longest >= FREE and name not in NO_WORDS:
                    yield name, step.struct, field.name


def _longest(kind: Any) -> int | None:
    if isinstance(kind, msgspec.inspect.UnionType):
        return next((found for each in kind.types if (found := _longest(each)) is not None), None)
    if isinstance(kind, msgspec.inspect.Metadata):
        return _longest(kind.type)
    return kind.max_length if isinstance(kind, msgspec.inspect.StrType) else None


def test_every_function_that_takes_a_reason_says_which_rule_it_follows() -> None:
    assert {*functions(), *CALLED_OTHERWISE} == set(reasons.COMMANDS)


def test_every_field_of_free_words_stands_in_the_table_with_its_rule() -> None:
    by_hand = json.loads((Path(__file__).parent / "reasons.json").read_text("utf-8"))
    said = {name: rules_of(struct).get(field, Rule.SAID).value for name, struct, field in free_fields()}
    assert by_hand == said | {name: rule.value for name, rule in reasons.COMMANDS.items()}


@pytest.mark.parametrize(("name", "struct", "field"), [pytest.param(*each, id=each[0]) for each in free_fields()])
def test_a_mark_is_no_reason_in_any_command(name: str, struct: type[Command], field: str) -> None:
    rule = rules_of(struct).get(field, Rule.SAID)
    said = {"…": rule is Rule.SAID, "Nhập nhầm": rule is not Rule.SENTENCE, "Cảnh quay cho thấy bàn trả đủ.": True}
    assert {words: _passes(struct, field, words) for words in said} == said


def _passes(struct: type[Command], field: str, words: str) -> bool:
    try:
        check_reason(struct, field, words)
    except Problem as problem:
        return (problem.code, problem.field) != ("case_no_sentence", field)
    return True


@pytest.mark.parametrize(("name", "rule"), list(reasons.COMMANDS.items()), ids=lambda each: str(each))
def test_what_a_function_declared_is_what_its_reasons_are_held_against(name: str, rule: Rule) -> None:
    def passes(words: str, **more: Any) -> bool:
        try:
            reasons.require(name, words, "reason", **more)
        except Problem:
            return False
        return True

    assert passes("…") is (rule is Rule.SAID)
    assert passes("Nhập nhầm") is (rule is not Rule.SENTENCE)
    assert passes("Nhập nhầm", above=True) is (rule is Rule.SAID)
    assert passes("", cause="device_fault") is (rule in (Rule.SAID, Rule.BY_AMOUNT, Rule.SHORT))
    assert passes("Cảnh quay cho thấy bàn trả đủ.", above=True)
