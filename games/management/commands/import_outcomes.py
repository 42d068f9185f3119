"""``manage.py import_outcomes FILE --table RL90 --document roulette.2020-06-13``: a scoreboard's list as rounds."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.accounts.given_by import add_by, given, require_file
from casino.clock import now as clock
from casino.core.errors import Problem
from games.ingest import by_hand
from games.ingest.outcomes import IMPORT_ACTOR, import_outcomes, read_outcomes
from games.management.common import add_property, progress_bar
from games.rows.chosen_house import property_code_of


class Command(BaseCommand):
    help = "Import a bare list of roulette results (CSV) as rounds without bets. Importing again adds nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="CSV with run,spin,pocket or one column of pockets; '-' reads standard input.")
        parser.add_argument("--table", required=True, help="The table at which they fell.")
        parser.add_argument("--document", required=True, help="The rule document, as roulette.2020-06-13.")
        parser.add_argument("--run", type=int, help="Only this run; or the run that a single column is.")
        parser.add_argument("--gaps", action="store_true", help="Take a list in which numbers of spins are missing.")
        add_by(parser, who="the person who imports, pit manager or above at the table", required=False)
        add_property(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            code = property_code_of(options["property"])
            actor = IMPORT_ACTOR
            if options["by"]:
                require_file(options["file"])
                now = clock()
                by = given(options, lambda user: by_hand.required(user, code, options["table"], now), now=now)
                actor = f"person:{by.staff}"
            rows = list(
                read_outcomes(self._text(options["file"]).splitlines(), run=options["run"], gaps=options["gaps"])
            )
            with progress_bar(len(rows), unit=" rounds") as bar:
                counts = import_outcomes(
                    property_code=code,
                    table=options["table"],
                    document=options["document"],
                    rows=rows,
                    actor=actor,
                    progress=bar.update,
                )
        except Problem as problem:
            raise CommandError(f"{problem.field or ''}: {problem.in_language(get_language() or 'vi')}") from problem
        words = {"rounds": len(rows), "recorded": counts.recorded, "duplicate": counts.duplicate}
        self.stdout.write(_("Rounds: %(rounds)d. Facts recorded: %(recorded)d; already there: %(duplicate)d.") % words)

    @staticmethod
    def _text(name: str) -> str:
        try:
            raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
            return raw.decode("utf-8-sig")
        except OSError as error:
            raise CommandError(f"{name}: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise Problem("wrong_charset", name, position=error.start) from error
