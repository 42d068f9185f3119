"""``make pages``: the pages of ``docs/`` that follow from the code. ``tests/test_pages.py`` holds them current."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Final

import django

DOCS: Final = Path(__file__).parents[1] / "docs"
PAGES: Final[Mapping[str, str]] = {
    "disputes.md": "disputes.management.commands.procedure",
    "errors.md": "games.management.commands.errors",
    "rows.md": "games.management.commands.compared_rows",
    "seams.md": "tests.seams",
    "settings.md": "casino.management.commands.setting",
    "tampering.md": "tests.detectors.__main__",
}
"""Name of a page -> the module whose ``page`` writes it; they need the settings: imported when asked for."""


def page(name: str) -> str:
    written = import_module(PAGES[name]).page()
    assert isinstance(written, str)
    return written


def main() -> None:
    django.setup()
    for name in PAGES:
        (DOCS / name).write_text(page(name), "utf-8")


if __name__ == "__main__":
    main()
