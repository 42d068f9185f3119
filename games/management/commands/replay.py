"""``manage.py replay ROUND``: facts, state and settlement of a round, now or ``--at`` a position of the log."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.core.errors import Problem
from games.ingest.service import property_of
from games.management.common import add_property, property_code_of
from games.readmodel import ended_of
from games.replay import NoSuchRound, Replayer, stream_of
from games.retelling import Teller, as_json


class Command(BaseCommand):
    help = "Replay a round (RL01/20261120-0007): what happened, what was owed, and what is not as the document says."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("round", help="table/round, or the whole stream")
        parser.add_argument("--at", type=int, metavar="POSITION", help="as it stood at this position of the log")
        parser.add_argument("--json", action="store_true", help="for machines")
        parser.add_argument("--language", choices=("vi", "en"), help="default: the one set for the system")
        add_property(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        language = options["language"] or get_language() or "vi"
        try:
            code = property_code_of(options["property"])
            house = property_of(code)
        except Problem as problem:
            raise CommandError(problem.in_language(language)) from problem
        stream = stream_of(options["round"])
        position: int | None = options["at"]
        try:
            replay = Replayer(code).round(stream, position, ended_of(code, stream, position))
        except NoSuchRound as error:
            raise CommandError(_("No facts of the round %(round)s are recorded there.") % {"round": error}) from error
        if options["json"]:
            told = json.dumps({"property": code, **as_json(replay)}, ensure_ascii=False, indent=2)
        else:
            told = Teller(replay, language=language, zone=house.zone, currency=house.currency).text()
        self.stdout.write(told)
