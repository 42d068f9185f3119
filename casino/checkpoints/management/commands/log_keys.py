"""``manage.py log_keys``: the verifier keys of the logs, to be given to witnesses and verifiers; and their rotation.

log_keys                                  print every key, former ones too
log_keys --property CODE --rotate log     a new Ed25519 key signs from now on (in a token: make it there first)
log_keys --property CODE --rotate mldsa44
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from casino.checkpoints import building, places
from casino.checkpoints.faults import Fault
from casino.ledger.models import Property
from casino.transparency.keyfiles import UnusableKey


class Command(BaseCommand):
    help = "Prints the verifier keys of the transparency logs; makes a new one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--property", dest="property_code", help="code of one property (default: all)")
        parser.add_argument("--rotate", choices=places.ROLES, help="make a new key of this kind; needs --property")

    def handle(self, *args: Any, property_code: str | None, rotate: str | None, **options: Any) -> None:
        if not places.kept():
            raise CommandError("TRANSPARENCY_DIR")
        if rotate and not property_code:
            raise CommandError("--rotate: --property?")
        codes = (
            [property_code] if property_code else list(Property.objects.order_by("code").values_list("code", flat=True))
        )
        try:
            for code in codes:
                origin = building.log_of(code).origin
                if rotate:
                    _rotate(code, origin, rotate)
                for vkey in places.vkeys(code, origin):
                    self.stdout.write(str(vkey))
        except (Fault, UnusableKey, OSError, Property.DoesNotExist) as error:
            raise CommandError(str(error)) from error


def _rotate(code: str, origin: str, role: str) -> None:
    folder = places.key_folder(code, origin)
    if role == "log" and settings.TRANSPARENCY_TOKEN_MODULE:
        with places.token_key() as key:
            folder.adopt(role, key)
    else:
        folder.create(role)
