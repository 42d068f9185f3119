"""``manage.py verify_log``: everything recomputed from the stored bytes, against all that was signed. Exit code 1 where
anything contradicts.

    verify_log                                         every property, against what the house itself keeps
    verify_log --checkpoint FILE …                     and against checkpoints kept outside, one a property or more
    verify_log --property CODE --copy FOLDER           and against tiles kept outside, with their checkpoint
    verify_log --property CODE --key VKEY …            trust these keys, not those that this house has in its folder

With an option for each, also what follows from the record or is only named by it, as in ``ledger_verify``; with
``--everything`` all of that, and the list of what is compared with nothing (``docs/rows.md``).
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.checkpoints.faults import Fault
from casino.checkpoints.publishing import NAME
from casino.checkpoints.verifying import Copy, Kept, Report, verify
from casino.clock import now as clock
from casino.ledger import verifications
from casino.ledger.errors import UnknownProperty
from casino.ledger.management import offered
from casino.ledger.models import Property
from casino.ledger.verify import Check
from casino.transparency import checkpoints
from casino.transparency.notes import Vkey, parse_vkey
from casino.transparency.store import FileStore
from casino.transparency.wire import Malformed


class Command(BaseCommand):
    help = "Recomputes the record and its transparency log from the stored bytes, and names every contradiction."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--property", dest="property_code", help="code of one property (default: all)")
        parser.add_argument("--checkpoint", action="append", default=[], type=Path, help="a checkpoint kept outside")
        parser.add_argument("--copy", action="append", default=[], type=Path, help="a folder of tiles kept outside")
        parser.add_argument("--key", action="append", default=[], help="a verifier key, instead of those kept here")
        offered.add_options(parser)

    def handle(self, *args: Any, property_code: str | None, **options: Any) -> None:
        codes = (
            [property_code] if property_code else list(Property.objects.order_by("code").values_list("code", flat=True))
        )
        asked = offered.asked(options)
        try:
            outside, copies, keys = _given(options)
            self._ask_for_checkpoints(codes, outside, copies)
            wrong = [code for code in codes if not self._verified(code, outside, copies, keys, asked)]
        except (Malformed, OSError, UnknownProperty, Fault) as error:
            raise CommandError(str(error)) from error
        if options["everything"]:
            offered.tell_not_compared(self.stdout)
        if wrong:
            raise CommandError(_("The log of {codes} does not agree.").format(codes=", ".join(wrong)))

    def _verified(
        self, code: str, outside: list[Kept], copies: list[Copy], keys: list[Vkey], asked: list[Check]
    ) -> bool:
        of_it = [each for each in outside if _code_of(each) == code]
        near = [each for each in copies if each.size == 0 or any(kept.place.startswith(each.place) for kept in of_it)]
        report = verify(code, outside=of_it, copies=near, keys=keys, progress=self._progress)
        self._tell(code, report)
        offered.tell_passed_over(code, self.stdout)
        # What is held against a record that is wrong says nothing.
        faults = len(report.contradictions) or offered.failing(code, asked, self.stdout)
        now = clock()
        verifications.keep(code, "verify_log", reached=report.events, faults=faults, now=now, out=self.stdout)
        return faults == 0

    def _ask_for_checkpoints(self, codes: list[str], outside: list[Kept], copies: list[Copy]) -> None:
        """A record that lacks its newest events, as a backup does, agrees with itself: only a checkpoint from before
        knows of them. Malformed for one of another log."""
        strange = [each.place for each in outside if _code_of(each) not in codes]
        if strange:
            raise Malformed(f"of no property that is verified: {', '.join(strange)}")
        known = {_code_of(each) for each in outside}
        without = [code for code in codes if code not in known]
        if without and not copies:
            said = _(
                "{codes}: no checkpoint from outside was given; events missing at the end are not told without one."
            )
            self.stderr.write(said.format(codes=", ".join(without)))

    def _tell(self, code: str, report: Report) -> None:
        language = get_language() or "vi"
        for each in (*report.contradictions, *report.remarks):
            self.stdout.write(f"{code}: {each.in_language(language)}")
        said = _("{code}: {events} entries recomputed; the largest checkpoint that agrees has {size}.")
        self.stdout.write(said.format(code=code, events=report.events, size=report.agreeing))

    def _progress(self, done: int, total: int) -> None:
        if sys.stderr.isatty():
            self.stderr.write(f"\r{done:,} / {total:,}", ending="\n" if done == total else "")
            self.stderr.flush()


def _code_of(kept: Kept) -> str:
    """The property of which it is: its log is named after the host and the code."""
    return kept.signed.checkpoint.origin.rpartition("/")[2]


def _given(options: dict[str, Any]) -> tuple[list[Kept], list[Copy], list[Vkey]]:
    """Raises Malformed, OSError."""
    outside = [Kept(str(path), checkpoints.parse(path.read_bytes()), True) for path in options["checkpoint"]]
    copies = []
    for folder in options["copy"]:
        source = FileStore(folder)
        raw = source.get(NAME)
        if raw is not None:
            outside.append(Kept(str(folder / NAME), checkpoints.parse(raw), True))
        copies.append(Copy(str(folder), source, 0 if raw is None else outside[-1].size))
    return outside, copies, [parse_vkey(text) for text in options["key"]]
