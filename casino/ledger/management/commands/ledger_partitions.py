"""``manage.py ledger_partitions``: make ranges of positions ahead of the log. Run as the owner of the database."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from casino.ledger import partitions


class Command(BaseCommand):
    help = "Makes partitions of the record ahead of the log, and adopts what has fallen into the default partition."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--ahead", type=int, default=2, help="empty ranges to keep ahead (default 2)")

    def handle(self, *args: Any, ahead: int, **options: Any) -> None:
        made = partitions.extend(max(ahead, 1))
        for each in made:
            self.stdout.write(
                _("made {name}: positions {low} to {last}").format(name=each.name, low=each.low, last=each.high - 1)
            )
        if not made:
            self.stdout.write(_("nothing to do: enough ranges lie ahead"))
