"""``manage.py errors``: the table of errors as the page ``docs/errors.md``, which a test keeps current."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from casino.core import errors
from games.management import common as _codes  # noqa: F401  (fills the error table)


def page() -> str:
    """The page, ending with a line feed."""
    lines = [
        "# Errors",
        "",
        "Made by `manage.py errors > docs/errors.md` from the one table in `casino/core/errors.py`; do not edit.",
        "",
        'Every error is `{"code", "message", "field"?}`. A code never changes its meaning. Status 422 marks what is',
        "said of a single event: its request is answered with 200, and the event stands there as refused.",
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
