"""A command that takes a person's code takes it by the one way that asks for the person's own word.

Every command of ours is looked at, with its subcommands: a new one fails here until it takes persons by ``add_by``.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import get_commands, load_command_class

ROOT = Path(__file__).parents[2]
ROOMS = {"casino", "games", "disputes", "surveillance"}
OURS = {name: app for name, app in get_commands().items() if str(app).split(".")[0] in ROOMS}
PERSON = re.compile(r"\b(staff|person|people)\b", re.IGNORECASE)
NAMES = {"by", "second", "person", "staff", "user", "username", "actor", "who", "confirm", "asked_by", "given_by"}
NO_ACTOR = {
    ("first_administrators", "username"): "names of accounts to be made; nobody acts but the server",
    ("first_administrators", "close"): "an account to be closed; nobody acts but the server",
    ("person_keys", "reindex"): "a switch",
    ("person_keys", "finish"): "a switch",
}
"""What speaks of persons and names none who acts."""


def actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from actions(below)
        else:
            yield action


def parser_of(name: str) -> argparse.ArgumentParser:
    return load_command_class(str(OURS[name]), name).create_parser("manage.py", name)


def test_there_are_commands_that_name_persons() -> None:
    """Else the tests below would hold nothing."""
    assert apps.is_installed("games")
    taking = {name for name in OURS if any(hasattr(each, "given_by") for each in actions(parser_of(name)))}
    assert taking == {"setting", "signature", "device", "ingest", "import_outcomes", "rules"}


@pytest.mark.parametrize("name", sorted(OURS))
def test_a_persons_code_is_taken_with_that_persons_word(name: str) -> None:
    general = {"help", "version", "verbosity", "settings", "pythonpath", "traceback", "no_color", "force_color"}
    for action in actions(parser_of(name)):
        if action.dest in general or hasattr(action, "given_by") or (name, action.dest) in NO_ACTOR:
            continue
        speaks = PERSON.search(action.help or "")
        assert action.dest not in NAMES, f"{name}: {action.dest} is taken by casino.accounts.given_by.add_by"
        assert not speaks, f"{name}: --{action.dest} speaks of a person; take it by add_by, or say why not here"


def test_no_command_makes_a_person_act_whose_word_was_not_given() -> None:
    """The code that was typed is read in one place; an actor is written where that place gave it."""
    files = [p for p in ROOT.glob("*/**/management/commands/*.py") if p.parts[len(ROOT.parts)] != "tests"]
    assert len(files) > 20
    for file in files:
        text = file.read_text("utf-8")
        for said in re.findall(r"options(?:\.get\(|\.pop\(|\[)[\"'](?:by|second)[\"']", text):
            assert "given(" in text, f"{file.name}: {said}"
        if re.search(r"[\"']person:", text):
            assert re.search(r"\bgiven\(", text), f"{file.name} names a person who acts"
        assert "account_of(" not in text, f"{file.name} takes an account without its person's word"
