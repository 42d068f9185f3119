"""``manage.py restore_log``: build the lost files of a log again, from the ledger, up to its last checkpoint.

The tree must lead to the root that was signed; where it does not, the record was changed, and nothing is served.
"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.checkpoints import restoring
from casino.checkpoints.faults import Fault


class Command(BaseCommand):
    help = "Builds the files of a transparency log again, from the ledger."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--property", dest="property_code", required=True, help="code of the property")

    def handle(self, *args: Any, property_code: str, **options: Any) -> None:
        try:
            size = restoring.restore(property_code)
        except (Fault, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{property_code}: {size}")
