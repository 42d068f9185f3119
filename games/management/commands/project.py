"""``manage.py project``: bring the read models to the end of the log."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _

from casino.ledger import follow
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from games.management.common import progress_bar
from games.rows import readmodel

STEP = 5_000


class Command(BaseCommand):
    help = "Bring the read models of a property (default: of all) to the end of the log."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--property", help="code of the property")

    def handle(self, *args: Any, **options: Any) -> None:
        asked: str | None = options["property"]
        codes = [asked] if asked else list(Property.objects.order_by("code").values_list("code", flat=True))
        for code in codes:
            position, busy = advance(code)
            said = _("%(code)s: at position %(position)d.") % {"code": code, "position": position}
            self.stdout.write(said + (" " + _("Another copy is at work.") if busy else ""))


def advance(code: str) -> tuple[int, bool]:
    """Catch up with a progress bar; the position reached, and whether another copy was at it."""
    head = get_ledger(code).head()[0]
    before = follow.position(readmodel.NAME, code)
    with progress_bar(max(head - before, 0), unit="events") as bar:
        while True:
            progress = readmodel.catch_up(code, limit=STEP)
            bar.update(progress.handled)
            if progress.busy or progress.handled < STEP:
                return progress.position, progress.busy
