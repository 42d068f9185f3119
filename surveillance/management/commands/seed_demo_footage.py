"""``manage.py seed_demo_footage``: cameras and clocks of the demonstration property; its films are made later, in the
background. Safe to run again; only in the demonstration profile, after ``seed_demo_cases``."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from casino.clock import now as clock
from games.demonstration import make_property
from games.management.commands.seed_demo import ONLY_DEMONSTRATION
from surveillance import demonstration


class Command(BaseCommand):
    help = "Load cameras, recorders and readings of their clocks into the demonstration property."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMONSTRATION:
            raise CommandError(f"{ONLY_DEMONSTRATION.vi}\n{ONLY_DEMONSTRATION.en}")
        demonstration.load(make_property(), clock())
