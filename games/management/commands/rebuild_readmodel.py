"""``manage.py rebuild_readmodel``: drop the read models and write them again from the ledger, which stays as it is."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.core.errors import Problem
from games import readmodel
from games.ingest.service import property_of
from games.management.commands.project import advance
from games.management.common import add_property, property_code_of


class Command(BaseCommand):
    help = "Drop the read models of a property and write them again from the ledger."

    def add_arguments(self, parser: CommandParser) -> None:
        add_property(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            code = property_code_of(options["property"])
            property_of(code)
        except Problem as problem:
            raise CommandError(problem.in_language(get_language() or "vi")) from problem
        readmodel.drop(code)
        position, _busy = advance(code)
        self.stdout.write(_("%(code)s: rebuilt up to position %(position)d.") % {"code": code, "position": position})
