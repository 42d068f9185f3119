"""``manage.py rules list|choices|ask|confirm|refuse|withdraw``: the rule documents in force at a property.

Putting one in force takes two persons, each with their own word (``casino.accounts.given_by``), and every choice of
the document by its name: ``choices`` prints them as a file to be filled in. As on the page and over the API
(``games.commands.approvals``). Proved by ``tests/rules/test_rules_command.py``.
"""

from __future__ import annotations

from datetime import datetime
from functools import partialmethod
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.accounts.given_by import add_by, given, require_file
from casino.clock import now as clock
from casino.core.errors import Problem
from casino.management.commands.setting import moment
from games.catalogue import texts
from games.commands import approvals
from games.commands.execution import Place, execute
from games.engine import rules
from games.engine.facts import Person
from games.rows import on_duty, rule_choices, rulebooks
from games.words.study_words import label, reading

WHO = "director of table games or above"


class Command(BaseCommand):
    help = "Show the rule documents in force, what has to be chosen of one, and put one in force by two persons."

    requires_system_checks: list[str] = []
    stealth_options = ("now",)

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        show = actions.add_parser("list", help="Show what was put in force, and what waits for a second person.")
        choices = actions.add_parser("choices", help="Print what has to be chosen, as a file to be filled in.")
        ask = actions.add_parser("ask", help="Ask that a document be in force.")
        for action in (choices, ask):
            action.add_argument("document", choices=sorted(texts()))
        ask.add_argument(
            "--choices", dest="file", metavar="FILE", help="lines of 'place = value', as choices prints them"
        )
        ask.add_argument("--choose", action="append", default=[], metavar="PLACE=VALUE", help="one choice; repeatable")
        ask.add_argument("--approval", help="number of the regulator's approval, for a reading beyond the letter")
        ask.add_argument("--from", dest="effective_from", help="moment with its zone (default: once it is confirmed)")
        ask.add_argument("--reason", required=True, help="a sentence")
        confirm = actions.add_parser("confirm", help="Confirm what another director asked for.")
        refuse = actions.add_parser("refuse", help="Do not confirm it.")
        withdraw = actions.add_parser("withdraw", help="Take back what you asked for.")
        for action in (confirm, refuse, withdraw):
            action.add_argument("ask", type=UUID, help="its number, as list shows it")
            action.add_argument("game", help="whose rules: roulette, sicbo, …")
        for action in (show, ask, confirm, refuse, withdraw):
            action.add_argument("--property", required=True, help="code of the property")
        for action in (ask, confirm, refuse, withdraw):
            add_by(action, who=WHO)

    def handle(self, *args: Any, **options: Any) -> None:
        now = options.pop("now", None) or clock()
        try:
            getattr(self, "_" + options["action"])(options, now)
        except Problem as problem:
            raise CommandError(problem.in_language(get_language() or "vi")) from problem

    def _list(self, options: dict[str, Any], _now: datetime) -> None:
        code = options["property"]
        for event in rulebooks.recorded(code):
            fact = event.data
            by = f"{fact.asked_by.staff} {fact.confirmed_by.staff}"
            self.stdout.write(f"{fact.document}\t{fact.effective_from.isoformat()}\t{by}\t{fact.sha256}")
        for game in sorted({rules.read(text).game for text in texts().values()}):
            for ask in approvals.waiting(code, rules.stream_of(game)):
                self.stdout.write(f"?\t{ask.id}\t{game}\t{ask.asked.document}\t{ask.asked.asked_by.staff}")

    def _choices(self, options: dict[str, Any], _now: datetime) -> None:
        text = texts()[options["document"]]
        book = rules.read(text)
        language = get_language() or "vi"
        for field in rule_choices.asked_for(text):
            self.stdout.write(f"# {label(book.game, field).in_language(language)}")
            letter = book.choices[field.place.split(".")[1]].letter
            for value in field.options:
                said = reading(book.game, value).in_language(language)
                self.stdout.write(f"#   {value}: {said}{' *' if value == letter else ''}")
            self.stdout.write(f"{field.place} = ")

    def _ask(self, options: dict[str, Any], now: datetime) -> None:
        lines = list(options["choose"])
        if options["file"]:
            require_file(options["file"])
            lines += Path(options["file"]).read_text("utf-8").splitlines()
        command = approvals.AskPutInForce(
            document=options["document"],
            choices=rule_choices.read_all(rulebooks.text_of(options["document"]), chosen(lines)),
            approval=options["approval"] or None,
            effective_from=moment(options["effective_from"]) if options["effective_from"] else None,
            reason=options["reason"],
        )
        command_id = uuid4()
        execute(options["property"], command, by=self._person(options, now), command_id=command_id, now=now)
        self.stderr.write(_("A second person must confirm it. Its number:"))
        self.stdout.write(str(command_id))

    def _answered(self, command: Any, options: dict[str, Any], now: datetime) -> None:
        place = Place(options["property"], rules.stream_of(options["game"]))
        execute(place, command(ask=options["ask"]), by=self._person(options, now), command_id=uuid4(), now=now)
        self.stdout.write(_("Recorded."))

    _confirm = partialmethod(_answered, approvals.ConfirmAsk)
    _refuse = partialmethod(_answered, approvals.RefuseAsk)
    _withdraw = partialmethod(_answered, approvals.WithdrawAsk)

    @staticmethod
    def _person(options: dict[str, Any], now: datetime) -> Person:
        def may(user: User) -> Person:
            return on_duty.required_at(user, options["property"], None, now)

        return given(options, may, now=now)


def chosen(lines: list[str]) -> dict[str, str]:
    """Choices as they are typed, by place. CommandError for a line that is none, or for one that is made twice."""
    found: dict[str, str] = {}
    for line in lines:
        place, equals, value = (part.strip() for part in line.partition("="))
        if not place or place.startswith("#"):
            continue
        if not equals or place in found:
            raise CommandError(_("A choice is written once, as place = value: %(line)s") % {"line": line})
        found[place] = value
    return found
