"""``manage.py rebuild_readmodel``: write the read models again from the ledger, which stays as it is.

All rooms' (``games.rows.all_readmodels``), or those named. Everything goes on meanwhile, with the former rows
(``games.rows.beside``); what could not be put in its place is said, and the exit code is 1.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.core.errors import Problem
from casino.ledger.models import property_of
from games.management.common import add_property, progress_bar
from games.rows import beside
from games.rows.all_readmodels import PATIENCE_SECONDS, ReadModel, read_models, rebuild
from games.rows.chosen_house import property_code_of


class Command(BaseCommand):
    help = "Write the read models of a property again from the ledger, beside those that are read meanwhile."

    def add_arguments(self, parser: CommandParser) -> None:
        add_property(parser)
        parser.add_argument("--workers", type=int, default=1, help="processes, each with tables of its own")
        names = [model.name for model in read_models()]
        parser.add_argument("--only", action="append", choices=names, help="this read model alone (may be repeated)")
        parser.add_argument(
            "--patience",
            type=float,
            default=PATIENCE_SECONDS,
            help="seconds that a follower may keep its checkpoint at the end",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            code = property_code_of(options["property"])
            property_of(code)
        except Problem as problem:
            raise CommandError(problem.in_language(get_language() or "vi")) from problem
        wanted = [each for each in read_models() if not options["only"] or each.name in options["only"]]
        carried = {name for each in wanted for name in each.carries}
        held = []
        for model in wanted:
            if model.name in carried:
                continue
            try:
                position = self._rebuilt(model, code, max(1, options["workers"]), options["patience"])
            except beside.AtWork:
                held.append(model.name)
                continue
            except beside.NotMade as error:
                raise CommandError(_("Run grant_app_role first, as the owner: it makes the tables beside.")) from error
            said = {"code": code, "name": ", ".join((model.name, *model.carries)), "position": position}
            self.stdout.write(_("%(code)s: %(name)s: rebuilt up to position %(position)d.") % said)
        if held:
            raise CommandError(
                _("Not rebuilt: %(names)s. Another rebuild is at work, or a follower; start again, or wait.")
                % {"names": ", ".join(held)}
            )

    @staticmethod
    def _rebuilt(model: ReadModel, code: str, workers: int, patience_seconds: float) -> int:
        with progress_bar(None, unit="events") as bar:

            def advanced(position: int, head: int) -> None:
                bar.total = head
                bar.update(position - bar.n)

            return rebuild(model, code, workers=workers, patience_seconds=patience_seconds, advanced=advanced)
