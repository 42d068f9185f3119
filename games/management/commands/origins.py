"""``manage.py origins``: which share of the events, and of their money, is signed by a device, by a person, or by
nobody but the house. See docs/origin.md."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.core.money import format_minor
from games.engine.origin import Part
from games.management.common import add_property
from games.rows.chosen_house import property_code_of
from games.rows.origins import shares


class Command(BaseCommand):
    help = "Say who has signed how much of the record."

    def add_arguments(self, parser: CommandParser) -> None:
        add_property(parser)
        parser.add_argument("--after", type=int, default=0, help="behind this position")
        parser.add_argument("--upto", type=int, help="up to this position (default: the end)")
        parser.add_argument("--prefix", help="only streams that begin so, as round/RL01/")

    def handle(self, *args: Any, **options: Any) -> None:
        code = property_code_of(options["property"])
        found = shares(code, after=options["after"], upto=options["upto"], prefix=options["prefix"])
        self._say(_("Events"), found.events, str)
        language = get_language() or "vi"
        for currency, part in found.money.items():
            self._say(currency, part, lambda minor, currency=currency: format_minor(minor, currency, language))

    def _say(self, name: str, part: Part, written: Any) -> None:
        told = [
            (_("signed by a device"), part.by_device),
            (_("signed by a person"), part.by_person),
            (_("nobody but the house"), part.by_house),
        ]
        for who, amount in told:
            percent = float(100 * part.share(amount))
            self.stdout.write(f"{name}\t{who}\t{written(amount)}\t{percent:.2f} %")
