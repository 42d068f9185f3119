"""``manage.py signature demand|list``: whose weighty commands must be signed by passkey. See docs/origin.md."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from casino.access.roles import ROLES
from casino.accounts import signatures
from casino.accounts.given_by import add_by, given, holding
from casino.accounts.signature_facts import STRENGTH
from casino.clock import now as clock
from casino.core.errors import Problem


class Command(BaseCommand):
    help = "Say of whom signatures by passkey are demanded before weighty commands, and show it."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        demand = actions.add_parser("demand", help="From now on weighty commands must be signed.")
        demand.add_argument("--role", choices=sorted(ROLES), help="only in this role (default: in all)")
        demand.add_argument("--mode", choices=STRENGTH, default="all", help="of nobody, of who has a passkey, of all")
        add_by(demand, who="the administrator who decides this")
        actions.add_parser("list", help="Show what is demanded.")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["action"] == "demand":
            self._demand(options)
        found = signatures.demands()
        self.stdout.write(_("all other roles: %(mode)s") % {"mode": found.other or signatures.unsaid()})
        for role, mode in sorted(found.roles.items()):
            self.stdout.write(f"{role}: {mode}")

    def _demand(self, options: dict[str, Any]) -> None:
        try:
            now = clock()
            by = given(options, holding("administrator"), now=now)
            signatures.demand(
                mode=options["mode"],
                role=options["role"],
                by=f"person:{by}",
                set_by=by,
                command_id=uuid4(),
                now=now,
            )
        except Problem as problem:
            raise CommandError(problem.in_language(get_language() or "vi")) from problem
