"""``manage.py footage_keys``: the certificates by which a house's exports are checked; ``--change`` makes a new key.

Proved by ``tests/surveillance/files/test_exports.py``.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.ledger.models import Property
from surveillance.files import keys


class Command(BaseCommand):
    help = "Print the fingerprints of the keys that seal exports, the one in use last. --change: make a new one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--property", help="code of the property; all of them without it")
        parser.add_argument("--change", action="store_true", help="a new key; the former certificates stay")

    def handle(self, *args: Any, **options: Any) -> None:
        rows = Property.objects.order_by("code")
        if options["property"]:
            rows = rows.filter(code=options["property"])
        try:
            for owner in rows:
                keys.change(owner, now=clock()) if options["change"] else keys.present(owner, now=clock())
                for certificate in keys.certificates(owner.code):
                    self.stdout.write(f"{owner.code} {keys.fingerprint(certificate)}")
        except Problem as problem:
            raise CommandError(f"{problem.text.vi} / {problem.text.en}") from problem
