"""``manage.py prove_event --property CODE --position N --to FOLDER``: the proof of one event, for somebody outside.

Three files: ``N.tlog-proof`` (inclusion in the newest checkpoint, and what was signed of the event), ``N.entry`` and
``N.body``. docs/origin.md says how they are checked.
"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.checkpoints.event_proofs import prove
from casino.checkpoints.faults import Fault


class Command(BaseCommand):
    help = "Writes the proof of one event, with what its device or person has signed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--property", dest="property_code", required=True, help="code of the property")
        parser.add_argument("--position", type=int, required=True)
        parser.add_argument("--to", type=Path, default=Path(), help="folder (default: this one)")

    def handle(self, *args: Any, property_code: str, position: int, to: Path, **options: Any) -> None:
        try:
            found = prove(property_code, position)
            for name, data in (
                ("tlog-proof", found.proof.encode()),
                ("entry", found.entry),
                ("body", found.body),
            ):
                (to / f"{position}.{name}").write_bytes(data)
        except (LookupError, Fault, OSError) as error:
            raise CommandError(str(error)) from error
