"""``manage.py replay ROUND``: facts, state and settlement of a round, now or ``--at`` a position of the log; with
``--what-if FILE`` beside the settlement of another version of its story (the form stands in ``games.rows.whatif``)."""

from __future__ import annotations

import json
import sys
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import get_language

from casino.core.errors import Problem
from casino.core.languages import LANGUAGES
from casino.core.messages import Catalogue
from casino.ledger.models import Property, property_of
from games.management.common import add_property
from games.pages import whatif_text
from games.pages.replay_text import Teller
from games.rows.chosen_house import property_code_of
from games.rows.readmodel import overtaken_of
from games.rows.replay import NoSuchRound, Replayer, check_position, stream_of
from games.rows.whatif import read_changes, what_if
from games.words.judged import as_json

_WORDS: Final = Catalogue(__file__)

NO_FACTS: Final = _WORDS.text("no_facts")


class Command(BaseCommand):
    help = "Replay a round (RL01/20261120-0007): what happened, what was owed, and what is not as the document says."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("round", help="table/round, or the whole stream")
        parser.add_argument("--at", type=int, metavar="POSITION", help="as it stood at this position of the log")
        parser.add_argument("--what-if", metavar="FILE", help="JSON: facts changed, removed, added; - reads the input")
        parser.add_argument("--json", action="store_true", help="for machines")
        parser.add_argument("--language", choices=LANGUAGES, help="default: the one set for the system")
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
            check_position(code, position)
        except Problem as problem:
            raise CommandError(problem.in_language(language)) from problem
        replayer = Replayer(code)
        overtaken_at = overtaken_of(code, stream, position)
        try:
            if options["what_if"] is not None:
                self._what_if(options, replayer, house, stream, overtaken_at, language)
                return
            replay = replayer.round(stream, position, overtaken_at)
        except NoSuchRound as error:
            raise CommandError(NO_FACTS.format(round=error).in_language(language)) from error
        if options["json"]:
            told = json.dumps({"property": code, **as_json(replay)}, ensure_ascii=False, indent=2)
        else:
            told = Teller(replay, language=language, zone=house.zone, currency=house.currency).text()
        self.stdout.write(told)

    def _what_if(
        self,
        options: dict[str, Any],
        replayer: Replayer,
        house: Property,
        stream: str,
        overtaken_at: datetime | None,
        language: str,
    ) -> None:
        name: str = options["what_if"]
        try:
            source = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        except OSError as error:
            raise CommandError(f"{name}: {error.strerror}") from error
        try:
            changes = read_changes(source)
            seen = what_if(replayer, stream, changes, upto_position=options["at"], overtaken_at=overtaken_at)
        except Problem as problem:
            raise CommandError(problem.in_language(language)) from problem
        if options["json"]:
            told = json.dumps({"property": house.code, **whatif_text.as_json(seen)}, ensure_ascii=False, indent=2)
        else:
            told = whatif_text.Comparison(seen, language=language, currency=house.currency).text()
        self.stdout.write(told)
