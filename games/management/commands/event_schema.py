"""``manage.py event_schema [TYPE]``: the JSON Schema of event types, from the structs that decode them."""

from __future__ import annotations

from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import get_language

from casino.core.errors import Problem
from games.ingest.event_schema import schema_of, wire_type, wire_types


class Command(BaseCommand):
    help = "Print the JSON Schema (2020-12) of one event type, or of all of them by name."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("type", nargs="?", help="Full name, as roulette.bet_placed.v1.")
        parser.add_argument("--list", action="store_true", help="Only the names.")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["list"]:
            for each in wire_types():
                self.stdout.write(each.full_name)
            return
        try:
            content: Any = schema_of(wire_type(options["type"])) if options["type"] else None
        except Problem as problem:
            raise CommandError(problem.in_language(get_language() or "vi")) from problem
        if content is None:
            content = {each.full_name: schema_of(each) for each in wire_types()}
        self.stdout.write(msgspec.json.format(msgspec.json.encode(content), indent=2).decode())
