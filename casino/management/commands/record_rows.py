"""``manage.py record_rows``: enter into the record what it does not know yet of rows from before their events were
recorded, so that ``verify_log --rows`` compares them: tokens of devices, copies of films."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import ngettext

from casino.clock import now as clock
from casino.ledger.row_kinds import bring_up


class Command(BaseCommand):
    help = "Record what the record does not know of rows yet. prepare_database does it too."

    def handle(self, *args: Any, **options: Any) -> None:
        count = bring_up(clock())
        if options["verbosity"] > 0:
            said = ngettext("%(n)s event was recorded of rows.", "%(n)s events were recorded of rows.", count)
            self.stdout.write(said % {"n": count})
