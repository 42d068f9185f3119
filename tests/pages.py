"""``make pages``: the pages of ``docs/`` that follow from the code. ``tests/test_pages.py`` holds them current."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from casino.management.commands import setting
from disputes.management.commands import procedure
from games.management.commands import compared_rows, errors
from tests.detectors import __main__ as tampering

DOCS: Final = Path(__file__).parents[1] / "docs"
PAGES: Final[Mapping[str, Callable[[], str]]] = {
    "disputes.md": procedure.page,
    "errors.md": errors.page,
    "rows.md": compared_rows.page,
    "settings.md": setting.page,
    "tampering.md": tampering.page,
}


def write() -> None:
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), "utf-8")
