"""``manage.py film_times``: films that were taken in before a film's timeline began with its first frame, and ran on
where its times jump.

Proved by ``tests/surveillance/files/test_timelines.py``.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.clock import now as clock
from casino.core.errors import Problem
from casino.ledger.models import Property
from surveillance.files import timelines


class Command(BaseCommand):
    help = "List films whose copies tell other times than would be told today, with links and marks made meanwhile."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--make", action="store_true", help="make index and copies of these films anew")

    def handle(self, *args: Any, **options: Any) -> None:
        count = 0
        try:
            for owner in Property.objects.order_by("code"):
                for found in list(timelines.shifted(owner)):
                    count += 1
                    self.stdout.write(f"{owner.code} {found.recording.code}: {found.by_ms} ms, jumps: {found.jumps}")
                    for said in timelines.marked_before(found.recording):
                        self.stdout.write(f"    {said}")
                    if options["make"]:
                        timelines.make_anew(owner, found.recording, clock())
        except Problem as problem:
            raise CommandError(f"{problem.text.vi} / {problem.text.en}") from problem
        self.stdout.write(f"films: {count}")
