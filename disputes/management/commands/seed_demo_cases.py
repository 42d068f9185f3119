"""``manage.py seed_demo_cases``: load disputes into the demonstration property. Safe to run again; only in the
demonstration profile, after ``seed_demo``."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from casino.clock import now as clock
from disputes import demonstration
from games.demonstration import make_property
from games.management.commands.seed_demo import ONLY_DEMONSTRATION


class Command(BaseCommand):
    help = "Load a handful of disputes into the demonstration property."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMONSTRATION:
            raise CommandError(f"{ONLY_DEMONSTRATION.vi}\n{ONLY_DEMONSTRATION.en}")
        demonstration.load(make_property(), clock())
