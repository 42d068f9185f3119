"""``manage.py ingest FILE…``: the same NDJSON that equipment sends, from files. Safe to run again.

Each line is a device's, named by ``--device`` or by the line itself (``"device": "S1"``); ``--by`` takes lines that
name no device as said by a person of the house, ``--second`` as confirmed by another (``games.ingest.by_hand``). What
devices have signed may lie beside the file, in ``FILE.signed``
(``docs/origin.md``): else everything counts as unsigned. What is refused is shown with file and line, and
kept in quarantine. Exit code 1 if anything was refused.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.accounts.given_by import add_by, given, itself, require_file
from casino.clock import now as clock
from casino.core.errors import Problem
from casino.ledger.models import property_of
from games.ingest import quarantine
from games.ingest.by_hand import Hand
from games.ingest.files import STANDARD_INPUT, Line, read_lines, size_of
from games.ingest.service import Sender, Sent, house_sender, sender_for, take_in_all
from games.ingest.signed_files import SUFFIX, Signatures
from games.ingest.wire import glimpse, read_event
from games.management.common import add_property, progress_bar
from games.rows import limits
from games.rows.chosen_house import property_code_of

BATCH: Final = 500
BATCH_BYTES: Final = 8 << 20
"""Well under what one transaction of the ledger takes."""


class _Of(msgspec.Struct):
    """The little that decides who is taken for the sender of a line."""

    device: str | None = None


_of = msgspec.json.Decoder(_Of).decode


class Command(BaseCommand):
    help = "Take events in from NDJSON files (plain or gzipped; '-' is standard input). Safe to run again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--device", help="The device that sent these lines; else each line names its own.")
        add_by(parser, who="the person who says the lines that name no device", required=False)
        add_by(parser, name="second", who="another person, who confirms those lines", required=False)
        add_property(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        self.counts = {"recorded": 0, "duplicate": 0, "refused": 0}
        self.senders: dict[str, Sender | Problem] = {}
        self.device: str | None = options["device"]
        self.hand: Hand | None = None
        self.language = get_language() or "vi"
        try:
            self.property = property_code_of(options["property"])
            property_of(self.property)
            if self.device is not None:
                sender_for(self.property, self.device)
            if options["by"]:
                self.hand = self._hand(options)
        except Problem as problem:
            raise CommandError(problem.in_language(self.language)) from problem
        for name in options["files"]:
            self._file(name)
        self.stdout.write(_("%(recorded)d recorded, %(duplicate)d there already, %(refused)d refused.") % self.counts)
        if self.counts["refused"]:
            raise SystemExit(1)

    def _file(self, name: str) -> None:
        try:
            self.signatures = Signatures(self.property, name)
            with progress_bar(size_of(name) or None, unit="B", scale=True) as bar:
                batch: list[Line] = []
                size = 0
                for line in read_lines(name, max_bytes=limits.MAX_EVENT_BYTES, progress=bar.update):
                    if line.problem is not None:
                        self._refuse(name, line, line.problem)
                        continue
                    batch.append(line)
                    size += len(line.raw)
                    if len(batch) == BATCH or size >= BATCH_BYTES:
                        self._take(name, batch)
                        batch, size = [], 0
                self._take(name, batch)
        except OSError as error:
            raise CommandError(f"{name}: {error.strerror}") from error
        except Problem as problem:
            raise CommandError(f"{name}{SUFFIX}: {problem.code}: {problem.in_language(self.language)}") from problem

    def _take(self, name: str, batch: list[Line]) -> None:
        """Take a batch in, the lines of all its senders in the order of the file."""
        sent: list[Sent] = []
        for line in batch:
            device = self.device or _device_of(line.raw)
            signed, index = self.signatures.next_of(device or "")
            sender = self._said(line.raw) if device is None else self._sender(device)
            if isinstance(sender, Problem):
                self._refuse(name, line, _problem_of(line.raw, sender))
            else:
                sent.append(Sent(sender, line.raw, line.number, signed, index))
        for result in take_in_all(sent, received_at=clock(), source=_source(name)):
            self.counts[result.status] += 1
            if result.problem is not None:
                self._show(name, result.line or 0, result.problem)

    def _hand(self, options: dict[str, Any]) -> Hand:
        require_file(*options["files"])
        now = clock()
        by = given(options, itself, now=now)
        second = given(options, itself, now=now, name="second") if options["second"] else None
        return Hand(self.property, by, second, now)

    def _said(self, raw: bytes) -> Sender | Problem:
        """The sender of a line that names no device."""
        if self.hand is None:
            return Problem("missing_field", "device")
        try:
            mark = self.hand.mark_of(raw)
        except Problem as problem:
            return problem
        return self.senders.setdefault(f"person {mark}", house_sender(self.property, self.hand.actor, mark))

    def _sender(self, device: str) -> Sender | Problem:
        if device not in self.senders:
            self.senders[device] = self._find_sender(device)
        return self.senders[device]

    def _find_sender(self, device: str) -> Sender | Problem:
        try:
            return sender_for(self.property, device)
        except Problem as problem:
            return problem

    def _refuse(self, name: str, line: Line, problem: Problem) -> None:
        """A line for which there is no sender, or that could not be read from the file."""
        quarantine.keep(
            [quarantine.Refused(line.raw, problem, glimpse(line.raw), line.number)],
            owner=property_of(self.property),
            device=None,
            received_at=clock(),
            source=_source(name),
        )
        self.counts["refused"] += 1
        self._show(name, line.number, problem)

    def _show(self, name: str, line: int, problem: Problem) -> None:
        place = f"{name}:{line}"
        self.stderr.write(f"{place}: {problem.code} {problem.field or '-'}: {problem.in_language(self.language)}")


def _source(name: str) -> str:
    return "stdin" if name == STANDARD_INPUT else name.rpartition("/")[2]


def _problem_of(raw: bytes, otherwise: Problem) -> Problem:
    """What is wrong with a line whose sender is not known: its own damage, if it has one."""
    try:
        read_event(raw, max_bytes=limits.MAX_EVENT_BYTES)
    except Problem as problem:
        return problem
    return otherwise


def _device_of(raw: bytes) -> str | None:
    try:
        return _of(raw).device
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
