"""The driver of browsers: one in a process at a time, however many fixtures want it.

Playwright's own loop runs in the thread that started it, and a second one refuses to start beside it. Fixtures of
several folders can be alive together, since files of a folder do not always run one after the other.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Playwright, sync_playwright

ALLOWED: Final = "DJANGO_ALLOW_ASYNC_UNSAFE"
"""The loop stands still while a test runs: Django, which sees the loop only, is told so."""
_RUNNING: Final[list[Playwright]] = []
"""The driver, once for everybody who uses it."""


@contextmanager
def driver() -> Iterator[Playwright]:
    """The driver that runs already, or a new one; the last who lets go of it stops it."""
    found = _RUNNING[0] if _RUNNING else sync_playwright().start()
    _RUNNING.append(found)
    os.environ[ALLOWED] = "1"
    try:
        yield found
    finally:
        _RUNNING.pop()
        if not _RUNNING:
            found.stop()
            del os.environ[ALLOWED]
