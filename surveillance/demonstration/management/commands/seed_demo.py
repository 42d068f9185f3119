"""``manage.py seed_demo``: load the demonstration property. Safe to run again."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import date
from io import StringIO
from typing import Any, Final

from django.core.management import call_command
from django.core.management.base import BaseCommand

from casino.access.roles import ROLES
from casino.clock import now as clock
from casino.core.messages import Catalogue
from casino.ledger.models import Property, Verification
from games.management.common import progress_bar
from games.simulate import staff
from games.simulate.day import TABLES, simulated_day
from surveillance.demonstration import house

_WORDS: Final = Catalogue(__file__)

SEED = 20260613
HEADING = _WORDS.text("heading")
DEVICE = _WORDS.text("device")


class Command(BaseCommand):
    help = "Load the demonstration property: staff, their postings, devices, one simulated gaming day, recorded spins."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", type=int, default=SEED, help="the day is the same for the same seed and date")
        parser.add_argument(
            "--day", type=date.fromisoformat, default=None, help="gaming day, YYYY-MM-DD (default: the last whole one)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        owner = house.make_property()
        now = clock()
        if not house.is_loaded(owner):
            day = options["day"] or house.day_to_load(owner, now)
            simulated = simulated_day(options["seed"], day, zone=owner.zone)
            with progress_bar(None, unit=" events") as bar:
                house.load(owner, simulated, progress=bar.update)
        # After the day, whose clock is earlier: the record never goes back.
        house.make_accounts(now)
        house.make_postings(owner, now)
        house.show(owner)
        if not Verification.objects.filter(property=owner).exists():  # as an operator does, and a regulator looks for
            call_command("ledger_verify", property_code=owner.code, stdout=StringIO(), stderr=StringIO())
        self._print_accounts(owner)

    def _print_accounts(self, owner: Property) -> None:
        """To standard output: ``make run`` shows it."""
        for line in (HEADING.vi, HEADING.en):
            self.stdout.write("  " + line.format(password=house.PASSWORD))
        for member in staff.ACCOUNTS:
            name = ROLES[member.role]
            self.stdout.write(f"    {member.username:<24} {name.vi} · {name.en}")
        table = TABLES[0][0]
        device = f"{table}-TABLET"
        for line in (DEVICE.vi, DEVICE.en):
            self.stdout.write("  " + line.format(device=device, table=table))
        self.stdout.write(f"    TOKEN={house.device_token(device)}")
        self.stdout.write(f"    NUMBER={house.next_number(owner, device)}")
