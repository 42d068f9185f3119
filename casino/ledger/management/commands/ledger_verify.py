"""``manage.py ledger_verify``: recompute the whole log and say what does not agree. Exit code 1 if anything.

With an option for each, also what follows from the record or is only named by it (``casino.ledger.verify.checks``).
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from casino.clock import now as clock
from casino.ledger import verifications
from casino.ledger.errors import UnknownProperty
from casino.ledger.management import offered
from casino.ledger.models import Property
from casino.ledger.verify import Check, Verdict, verify


class Command(BaseCommand):
    help = "Recomputes every log entry and leaf hash from what is stored, and names the first contradiction."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--property", dest="property_code", help="code of one property (default: all)")
        offered.add_options(parser)

    def handle(self, *args: Any, property_code: str | None, **options: Any) -> None:
        codes = (
            [property_code] if property_code else list(Property.objects.order_by("code").values_list("code", flat=True))
        )
        asked = offered.asked(options)
        faults = [code for code in codes if not self._verified(code, asked)]
        if options["everything"]:
            offered.tell_not_compared(self.stdout)
        if faults:
            raise CommandError(_("The record of {codes} contradicts itself.").format(codes=", ".join(faults)))

    def _verified(self, code: str, asked: list[Check]) -> bool:
        try:
            verdict = verify(code, progress=self._progress)
        except UnknownProperty as error:
            raise CommandError(str(error)) from error
        if sys.stderr.isatty():
            self.stderr.write("\r", ending="")
        self.stdout.write(self._sentence(code, verdict))
        offered.tell_passed_over(code, self.stdout)
        # What is held against a record that is wrong says nothing.
        faults = 1 if verdict.fault is not None else offered.failing(code, asked, self.stdout)
        now = clock()
        verifications.keep(code, "ledger_verify", reached=verdict.events, faults=faults, now=now, out=self.stdout)
        return faults == 0

    def _sentence(self, code: str, verdict: Verdict) -> str:
        if verdict.fault is None:
            return _("{code}: {events} events verified").format(code=code, events=verdict.events)
        return _("{code}: {events} events verified, then: {fault}").format(
            code=code, events=verdict.events, fault=verdict.fault
        )

    def _progress(self, done: int, total: int) -> None:
        if sys.stderr.isatty():
            self.stderr.write(f"\r{done:,} / {total:,}", ending="")
            self.stderr.flush()
