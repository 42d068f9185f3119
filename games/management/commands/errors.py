"""``manage.py errors``: the table of errors as the page ``docs/errors.md``, which a test keeps current."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand

from casino.core import errors

ROOT: Final = Path(__file__).resolve().parents[3]
ROOMS: Final = ("casino", "games", "disputes", "surveillance")
_ADDS: Final = re.compile(r"^from casino\.core\.errors import .*\bERRORS\b", re.MULTILINE)


def _fill_table() -> None:
    """Import every module that adds codes, so that the page never depends on what happens to be loaded."""
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            if _ADDS.search(file.read_text("utf-8")):
                import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))


def page() -> str:
    """The page, ending with a line feed."""
    _fill_table()
    lines = [
        "# Errors",
        "",
        "Made by `manage.py errors > docs/errors.md` from the one table in `casino/core/errors.py`; do not edit.",
        "",
        "Every error is a problem of RFC 9457: `type` (the address of its entry, `/api/v1/errors/<code>/`), `title`,",
        "`status`, `detail`; beside these stand `code`, `message` (the same as `detail`) and `field`, where a value is",
        "at fault. A code never changes its meaning. The content type is `application/problem+json`; where the Accept",
        "header names `application/json` alone, and for devices that do not name the other, it is `application/json`,",
        "with the same members. Status 422 marks what is said of a single event: its request is answered with 200, and",
        "the event stands there as refused (`code`, `field`, `message`).",
        "",
        "| code | status | English | Tiếng Việt | when, and what to do |",
        "|---|---|---|---|---|",
    ]
    lines += [
        f"| `{each.code}` | {each.status} | {each.text.en} | {each.text.vi} | {each.about} |" for each in errors.table()
    ]
    return "\n".join(lines) + "\n"


class Command(BaseCommand):
    help = "Print the table of errors as Markdown."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(page(), ending="")
