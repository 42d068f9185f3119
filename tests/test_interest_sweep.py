"""Every command says how interest applies to it: a new one fails here until it does.

Commands of cases, of the library, of Surveillance, of the games, on settings, accounts and reports are declared with
it, or cannot be declared at all; functions by which people act otherwise stand in the table that their room declares.
"""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

import casino.accounts
import casino.house
import games
import surveillance.reports
from casino.accounts.commands import ACCOUNTS
from casino.core import interest
from casino.core.interest import IN_THE_MATTER, Interest
from casino.house.commands import SETTINGS
from disputes.case.procedure import PROCEDURE
from disputes.library.service import LIBRARY
from games.commands.step import COMMANDS as OF_GAMES
from surveillance.record.commands import COMMANDS
from surveillance.reports.execution import REPORTS

ROOMS = {
    "games": games,
    "casino.accounts": casino.accounts,
    "casino.house": casino.house,
    "surveillance.reports": surveillance.reports,
}
TABLES: Final[dict[str, dict[str, Any]]] = {
    "disputes": PROCEDURE,
    "disputes.library": LIBRARY.steps,
    "surveillance": COMMANDS,
    "games": OF_GAMES,
    "settings": SETTINGS.steps,
    "accounts": ACCOUNTS.steps,
    "reports": REPORTS.steps,
}
ACTS = {"by", "actor"}
"""Parameters that say who acts."""
MOMENT = "command_id"
"""Beside them, what every command has."""


def commands() -> Iterator[tuple[str, str]]:
    """The functions of these rooms by which somebody acts: who acts and the id of the command are given to each. One
    that is given a command says nothing by itself: that is declared."""
    for room, package in ROOMS.items():
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if found.ispkg or ".migrations." in found.name or ".management." in found.name:
                continue
            module = importlib.import_module(found.name)
            for name, function in inspect.getmembers(module, inspect.isfunction):
                given = set(inspect.signature(function).parameters)
                if function.__module__ != found.name or name.startswith("_") or "command" in given:
                    continue
                if ACTS & given and MOMENT in given:
                    yield room, f"{found.name.removeprefix(f'{room}.')}.{name}"


def test_every_function_by_which_somebody_acts_says_how_interest_applies() -> None:
    said = {name for room, name in commands() if f"{room}.{name}" in interest.COMMANDS}
    assert {name for _room, name in commands()} - said == set()
    there = {f"{room}.{name}" for room, name in commands()}
    assert set(interest.COMMANDS) <= there, "what is declared is there"


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_no_command_is_declared_without_it(table: dict[str, Any]) -> None:
    assert all(isinstance(getattr(step, "interest", None), Interest) for step in table.values())


def test_the_column_of_interest_is_read_by_hand() -> None:
    """``interest.json``: for each command of a case, what bars from it, written once more by hand."""
    by_hand = json.loads((Path(__file__).parent / "interest.json").read_text("utf-8"))
    for room, table in TABLES.items():
        assert by_hand[room] == {name: step.interest.words.en for name, step in table.items()}
    assert by_hand["functions"] == {name: each.words.en for name, each in interest.COMMANDS.items()}


def test_a_command_that_only_asks_about_ties_of_its_own_says_which() -> None:
    for step in PROCEDURE.values():
        assert set(step.interest.bars) >= set(IN_THE_MATTER) or set(step.interest.bars).isdisjoint(IN_THE_MATTER)
