"""A pytest plugin (``-p tests.coverage.fresh``): before each test the rules forget what they computed for a document.

The mutation tester asks which tests run a function; without this only the first test would ever lay out the table.
"""

from __future__ import annotations

import sys

import pytest

from tests.coverage.watch import kept_for_books


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    modules = [module for name, module in list(sys.modules.items()) if name.startswith("games.rules.")]
    for kept in kept_for_books(iter(modules)):
        kept.clear()
