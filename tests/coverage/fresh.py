"""A pytest plugin (``-p tests.coverage.fresh``): before each test the rules forget what they computed for a document.

The mutation tester asks which tests run a function; without this only the first test would ever lay out the table. It
tries a change in a copy of a process that has run the tests already, so what functions remember goes first.
"""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from tests.coverage.watch import RULES, kept_for_books


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart() -> None:
    for module in _rules():
        for value in list(vars(module).values()):
            forget = getattr(value, "cache_clear", None)
            if forget is not None:
                forget()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    for kept in kept_for_books(iter(_rules())):
        kept.clear()


def _rules() -> list[ModuleType]:
    return [module for name, module in list(sys.modules.items()) if name.startswith(RULES)]
