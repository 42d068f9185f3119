"""``manage.py record_accounts``: enter into the record every account that it does not know, or knows otherwise."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import ngettext

from casino.accounts.found import record_found
from casino.clock import now as clock


class Command(BaseCommand):
    help = "Record accounts that were made or changed past the record. prepare_database does it too."

    def handle(self, *args: Any, **options: Any) -> None:
        count = record_found(clock())
        if options["verbosity"] > 0:
            said = ngettext("%(n)s account was recorded as found.", "%(n)s accounts were recorded as found.", count)
            self.stdout.write(said % {"n": count})
