"""``manage.py audit``: judge a range of rounds again, print and store what is found. Again: the same, not more."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.core.errors import Problem
from casino.core.text import Text
from casino.ledger.models import property_of
from games import words
from games.catalogue import GAMES
from games.engine.judgement import Finding
from games.engine.replay import Replay
from games.management.common import add_property, progress_bar
from games.rows.audit import Report, as_json, audit_devices, audit_rounds, chosen, totals
from games.rows.chosen_house import property_code_of
from games.rows.models import Round, Table
from games.rows.readmodel import follow_to_head
from games.rows.replay import stream_of


class Command(BaseCommand):
    help = "Judge rounds again (a table, a game, a gaming day, given rounds, or all) and record what is found."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("rounds", nargs="*", metavar="ROUND", help="table/round")
        parser.add_argument("--table")
        parser.add_argument("--game")
        parser.add_argument("--day", type=date.fromisoformat, help="gaming day, YYYY-MM-DD")
        parser.add_argument("--all", action="store_true", help="every round of the property")
        parser.add_argument("--dry-run", action="store_true", help="print, record nothing")
        parser.add_argument("--summary", action="store_true", help="only the counts, not every finding")
        parser.add_argument("--json", action="store_true", help="for machines: one line a finding, then the report")
        add_property(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        self.language = get_language() or "vi"
        self.json: bool = options["json"]
        try:
            code = property_code_of(options["property"])
            house = property_of(code)
        except Problem as problem:
            raise CommandError(problem.in_language(self.language)) from problem
        self.currency = house.currency
        streams = [stream_of(name) for name in options["rounds"]] or None
        limits = {"table": options["table"], "game": options["game"], "gaming_day": options["day"]}
        if options["all"] == (streams is not None or any(limits.values())):
            raise CommandError(_("Say what to audit: rounds, --table, --game, --day, or --all alone."))
        follow_to_head(code)
        self._check_known(code, streams or (), options["table"], options["game"])
        total = Round.objects.filter(chosen(code, streams=streams, **limits)).count()
        with progress_bar(total, unit="rounds") as bar:
            report = audit_rounds(
                code,
                streams,
                **limits,
                dry_run=options["dry_run"],
                progress=bar.update,
                on_round=None if options["summary"] else self._show,
            )
        if options["all"] and not options["dry_run"]:
            audit_devices(code)
            follow_to_head(code)
        self._report(report)

    def _check_known(self, code: str, streams: Sequence[str], table: str | None, game: str | None) -> None:
        """What is named and is not there was mistyped: that no fault was found in it must not be the answer."""
        known = Round.objects.filter(property__code=code)
        there = set(known.filter(stream__in=streams).values_list("stream", flat=True))
        for stream in streams:
            if stream not in there:
                raise CommandError(_("There is no round %(name)s.") % {"name": stream.removeprefix("round/")})
        if table is not None and not Table.objects.filter(property__code=code, code=table).exists():
            raise CommandError(_("There is no table %(name)s.") % {"name": table})
        if game is not None and game not in GAMES:
            names = ", ".join(GAMES)
            raise CommandError(_("There is no game %(name)s; there are %(names)s.") % {"name": game, "names": names})

    def _show(self, replay: Replay, found: Sequence[Finding]) -> None:
        for finding in found:
            self.stdout.write(self._line(replay, finding))

    def _line(self, replay: Replay, finding: Finding) -> str:
        if self.json:
            said = {"stream": replay.stream, "identity": finding.identity, **msgspec.to_builtins(finding)}
            return json.dumps(said, ensure_ascii=False)
        parts = [
            f"{replay.table}/{replay.code}",
            self._say(words.finding(finding.code).title),
            finding.subject,
            self._money(finding.amount_minor, replay.terms.currency or self.currency) if finding.amount_minor else "",
            ", ".join(finding.clauses),
        ]
        return "  ".join(part for part in parts if part)

    def _report(self, report: Report) -> None:
        if self.json:
            self.stdout.write(json.dumps(as_json(report), ensure_ascii=False))
            return
        for code, count, sums in totals(report):
            amounts = [self._money(amount_minor, currency) for currency, amount_minor in sums.items() if amount_minor]
            self.stdout.write("  ".join([f"{count:>8,}", self._say(words.finding(code).title), *amounts]))
        self.stdout.write(
            _(
                "Rounds judged: %(rounds)d; not ended: %(open)d."
                " Findings: %(opened)d recorded, %(superseded)d superseded."
            )
            % {
                "rounds": report.rounds,
                "open": report.open_rounds,
                "opened": report.opened,
                "superseded": report.superseded,
            }
        )

    def _say(self, text: Text) -> str:
        return text.in_language(self.language)

    def _money(self, amount_minor: int, currency: str) -> str:
        return self._say(words.money(amount_minor, currency))
