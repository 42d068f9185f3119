"""One file name has one role (``CONTRIBUTING.md``): every module of a name bears the mark of its role, and what is
declared in one kind of module only is declared in no other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from django.apps import apps

from casino.core.events import TYPES
from tests.seams import modules

TOLD: Final = Path(__file__).resolve().parents[2] / "CONTRIBUTING.md"
ROLES: Final = {
    "models": "",
    "facts": "",
    "commands": r"[Cc]ommand",
    "service": r"\bappend\(|\bexecute\(|\brecord\(|take_in",
    "context": r"^class (Context|Outside)\b",
    "matters": r"\b(Part|Matter|interest)\b",
    "on_duty": r"-> (Person|Viewer)",
    "approvals": r"second person",
    "signed_acts": r"\bAct\(",
    "signature_rules": r"\bbrings\(",
    "command_pages": r"\bDoing\b|^def .*page",
    "readmodel": r"\bReadModel\(",
    "row_kinds": r"\b(KIND|NOTED)",
    "visibility": r"\bQ\b",
    "words": r"Catalogue\(__file__\)",
    "event_words": r"Catalogue\(__file__\)",
    "sealed_words": r"\bopen_\w+\(",
    "panels": r"\bPanel\(",
    "errors": r"\bERRORS\.register_all\(|\bProblem\b|\(Exception\)",
    "tasks": r"^@shared_task",
}
"""Name of a file -> what its text has that bears its role; of the first two, what they declare tells."""
PARTED: Final = ("models", "facts")
"""Of these, ``log_models`` and the like are parts."""
STREAMS: Final = {
    "casino.ledger.noting": "one event, of rows that are only ever added",
    "games.engine.device": "the stream of a device, whose values the engine keeps beside",
    "games.engine.origin": "what is demanded of devices and persons, kept beside by the engine",
    "games.engine.rules": "a document put in force, with reading it",
    "games.engine.server": "one event, of the server's clock",
    "games.engine.table": "the stream of a table, whose values the engine keeps beside",
}
"""Events declared with the value that is folded of them."""
FORMER: Final = ("acting", "asking", "asks", "commanded", "doing", "heard", "looking", "second", "weighty", "whose")
"""Names that said nothing of a role, or were borne for several."""


def named(name: str) -> set[str]:
    """The modules of a name; not the commands of ``manage.py``, whose names are what is typed."""
    last = re.compile(rf"\.(?:\w+_)?{name}$" if name in PARTED else rf"\.{name}$")
    folders = {module.rpartition(".")[0] for module in modules()}
    return {each for each in modules() if last.search(each) and each not in folders and ".management." not in each}


def roles_told() -> list[str]:
    table = TOLD.read_text("utf-8").partition("## One file name, one role")[2].partition("\n## ")[0]
    return re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)


def test_the_table_is_told() -> None:
    assert roles_told() == list(ROLES)
    assert len(ROLES) <= 20


@pytest.mark.parametrize("name", ROLES)
def test_every_module_of_a_name_bears_its_mark(name: str) -> None:
    known = modules()
    assert named(name)
    assert [each for each in sorted(named(name)) if not re.search(ROLES[name], known[each].text, re.MULTILINE)] == []


def test_tables_stand_in_models_alone() -> None:
    rooms = ("casino", "games", "disputes", "surveillance")
    tables = {each.__module__ for each in apps.get_models() if each.__module__.startswith(rooms)}
    assert named("models") == tables | {f"{room}.models" for room in rooms}


def test_events_stand_in_facts_alone_and_nothing_else_is_called_so() -> None:
    events = {each.fact.__module__ for each in TYPES.values()}
    assert {each for each in events if not each.startswith("tests.")} == named("facts") | set(STREAMS)


def test_rules_of_signatures_stand_in_modules_of_that_name_alone() -> None:
    brought = {each for each, module in modules().items() if re.search(r"^brings\(", module.text, re.MULTILINE)}
    assert brought <= named("signature_rules")


def test_no_module_has_a_name_that_was_given_up() -> None:
    assert [module for module in modules() if module.rpartition(".")[2] in FORMER] == []
