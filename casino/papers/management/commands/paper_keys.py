"""``manage.py paper_keys``: the keys that sign papers, as the record tells of them, and what to do when one is gone.

paper_keys                                          print every key: fingerprint, when registered, whether retired
paper_keys --property CODE --make                   make and register the first key now, before the first paper
paper_keys --property CODE --rotate                 a new key signs from now on
paper_keys --property CODE --rotate --stolen MOMENT what the present one signed from then on counts for nothing, and a
                                                    new key under a new authority signs (ISO 8601, with a zone)
"""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.ledger.models import Property
from casino.papers import keys, signing
from casino.transparency.keyfiles import UnusableKey


class Command(BaseCommand):
    help = "Prints the keys that sign papers; makes a new one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--property", dest="property_code", help="code of one property (default: all)")
        parser.add_argument("--make", action="store_true", help="make and register the first key")
        parser.add_argument("--rotate", action="store_true", help="make a new key")
        parser.add_argument("--stolen", metavar="MOMENT", help="with --rotate: since when the present key is not ours")

    def handle(
        self,
        *args: Any,
        property_code: str | None,
        make: bool,
        rotate: bool,
        stolen: str | None,
        **options: Any,
    ) -> None:
        if not signing.signs():
            raise CommandError("PAPER_KEYS_DIR")
        if (make or rotate) and not property_code:
            raise CommandError("--property?")
        if stolen and not rotate:
            raise CommandError("--stolen: --rotate?")
        owners = Property.objects.filter(code=property_code) if property_code else Property.objects.order_by("code")
        if not owners:
            raise CommandError(f"--property {property_code}?")
        now = clock()
        try:
            for owner in owners:
                if make:
                    with transaction.atomic():
                        signing.register(owner, signing.key_in_use(owner, now=now), now=now)
                if rotate:
                    _rotate(owner, stolen, now)
                self._tell(owner)
        except (UnusableKey, Problem, ValueError) as error:
            raise CommandError(str(error)) from error

    def _tell(self, owner: Property) -> None:
        for key in signing.known(owner):
            state = "in use" if key.retired is None else f"{key.retired.reason} {key.retired.as_of:%Y-%m-%dT%H:%M:%SZ}"
            self.stdout.write(f"{owner.code} {key.fingerprint} {key.registered_at:%Y-%m-%dT%H:%M:%SZ} {state}")


def _rotate(owner: Property, stolen: str | None, now: datetime) -> None:
    if settings.PAPER_CERTIFICATE:
        raise UnusableKey("the key is given by PAPER_CERTIFICATE: change it there, then --make")
    as_of = None if stolen is None else datetime.fromisoformat(stolen)
    if as_of is not None and as_of.tzinfo is None:
        raise ValueError("--stolen: a moment with its zone, as 2026-11-22T21:00:00+07:00")
    with transaction.atomic():
        present = [each for each in signing.known(owner) if each.retired is None]
        if as_of is not None and present:
            signing.retire(owner, present[-1].fingerprint, "stolen", as_of=as_of, now=now)
        made = keys.rotate(signing.folder_of(owner.code), owner.name_en, now=now, authority=as_of is not None)
        signing.register(owner, made, now=now)
