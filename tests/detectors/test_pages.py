"""The pages that tell of it are those of the tables."""

from __future__ import annotations

from pathlib import Path

from games.management.commands import compared_rows
from tests.detectors import __main__ as tampering

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_of_compared_rows_is_current() -> None:
    assert (DOCS / "rows.md").read_text("utf-8") == compared_rows.page(), "manage.py compared_rows > docs/rows.md"


def test_the_page_of_tampering_is_current() -> None:
    assert (DOCS / "tampering.md").read_text("utf-8") == tampering.page(), (
        "python -m tests.detectors > docs/tampering.md"
    )
