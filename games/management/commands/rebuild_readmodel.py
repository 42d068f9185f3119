"""``manage.py rebuild_readmodel``: drop the read models and write them again from the ledger, which stays as it is.

All rooms' (``games.read_models``), or those named. A worker may run beside it and does part of the work; what is not
at the head when a copy stands still is said, and the exit code is 1.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.core.errors import Problem
from casino.ledger.models import property_of
from games.management.common import add_property, progress_bar, property_code_of
from games.read_models import PATIENCE_SECONDS, Reached, ReadModel, read_models, rebuild


class Command(BaseCommand):
    help = "Drop the read models of a property and write them again from the ledger."

    def add_arguments(self, parser: CommandParser) -> None:
        add_property(parser)
        parser.add_argument("--workers", type=int, default=1, help="processes, each with tables of its own")
        names = [model.name for model in read_models()]
        parser.add_argument("--only", action="append", choices=names, help="this read model alone (may be repeated)")
        parser.add_argument(
            "--patience", type=float, default=PATIENCE_SECONDS, help="seconds that another copy may stand still"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            code = property_code_of(options["property"])
            property_of(code)
        except Problem as problem:
            raise CommandError(problem.in_language(get_language() or "vi")) from problem
        behind = []
        for model in read_models():
            if options["only"] and model.name not in options["only"]:
                continue
            reached = self._rebuilt(model, code, max(1, options["workers"]), options["patience"])
            said = {"code": code, "name": model.name, "position": reached.position, "head": reached.head}
            if reached.behind:
                behind.append(model.name)
                self.stdout.write(_("%(code)s: %(name)s: at position %(position)d of %(head)d.") % said)
            else:
                self.stdout.write(_("%(code)s: %(name)s: rebuilt up to position %(position)d.") % said)
        if behind:
            raise CommandError(
                _("Not at the head yet: %(names)s. Another copy of the follower holds them up; start again, or wait.")
                % {"names": ", ".join(behind)}
            )

    @staticmethod
    def _rebuilt(model: ReadModel, code: str, workers: int, patience_seconds: float) -> Reached:
        with progress_bar(None, unit="events") as bar:

            def advanced(position: int, head: int) -> None:
                bar.total = head
                bar.update(position - bar.n)

            return rebuild(model, code, workers=workers, patience_seconds=patience_seconds, advanced=advanced)
