"""``manage.py study DOCUMENT``: what the recorded rounds would have come to under another rule document. Stores
nothing."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import get_language

from casino.core.errors import Problem
from casino.core.messages import Catalogue
from casino.core.money import format_minor
from games.engine.document import RuleBook
from games.engine.lending import composed
from games.management.common import add_property, progress_bar
from games.rows.chosen_house import property_code_of
from games.rows.models import Round
from games.studies import study

_WORDS: Final = Catalogue(__file__)

NAMES = _WORDS.table("names")
HEAD = _WORDS.text("head")
LIMIT = _WORDS.text("limit")
SMALL = _WORDS.text("small")


class Command(BaseCommand):
    help = "Judge recorded rounds under an approved document, a file of the same form, or one with values changed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("document", help="roulette.2020-06-13, or a TOML file")
        parser.add_argument("--set", action="append", default=[], metavar="PLACE=VALUE", help="odds.straight=1:34")
        parser.add_argument("--limit", action="append", default=[], metavar="KIND=LEAST:MOST", help="minor units")
        parser.add_argument("--table")
        parser.add_argument("--since", type=date.fromisoformat, help="from this gaming day")
        parser.add_argument("--until", type=date.fromisoformat, help="to this gaming day")
        parser.add_argument("--at", type=int, metavar="POSITION")
        parser.add_argument("--json", action="store_true", help="for machines")
        add_property(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        language = get_language() or "vi"
        try:
            code = property_code_of(options["property"])
            file = Path(options["document"])
            source = composed(file.read_text("utf-8")) if file.is_file() else options["document"]
            book = study.supposed(source, dict(map(_changed, options["set"])))
            found = self._study(code, book, options)
        except Problem as problem:
            raise CommandError(problem.in_language(language)) from problem
        told = found.told()
        self.stdout.write(json.dumps(told, indent=2) if options["json"] else _written(told, language))

    def _study(self, code: str, book: RuleBook, options: dict[str, Any]) -> study.Study:
        count = Round.objects.filter(property__code=code, game=book.game).count()
        with progress_bar(count, unit=" rounds") as bar:
            return study.study(
                code,
                book,
                limits=_limits(options["limit"]),
                table=options["table"],
                since=options["since"],
                until=options["until"],
                position=options["at"],
                progress=bar.update,
            )


def _changed(written: str) -> tuple[str, Any]:
    """``choices.rounding_unit_minor.value=1000``: numbers and truths as JSON writes them, anything else as a text."""
    place, _, value = written.partition("=")
    try:
        return place, json.loads(value)
    except json.JSONDecodeError:
        return place, value


def _limits(written: list[str]) -> dict[str, tuple[int, int]] | None:
    found = {}
    for each in written:
        kind, _, amounts = each.partition("=")
        least, _, most = amounts.partition(":")
        if not (least.isdecimal() and most.isdecimal()):
            raise CommandError(LIMIT.in_language(get_language() or "vi"))
        found[kind] = (int(least), int(most))
    return found or None


def _written(told: dict[str, Any], language: str) -> str:
    head = {name: told[name] for name in ("rounds", "document", "position")}
    lines = [HEAD.in_language(language).format(**head)]
    for each in told["groups"]:
        amounts = [each[name] for name in ("low_minor", "change_minor", "high_minor", "before_minor")]
        low, change, high, before, after = (
            format_minor(amount, each["currency"], language) for amount in (*amounts, amounts[1] + amounts[3])
        )
        few = f" ({SMALL.in_language(language)})" if each["small"] else ""
        named = f"{NAMES[each['by']].in_language(language)} {each['group']}".strip()
        lines.append(f"  {named}: {change} [{low} … {high}], {before} → {after}{few}")
    return "\n".join(lines)
