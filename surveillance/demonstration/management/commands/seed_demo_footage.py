"""``manage.py seed_demo_footage``: cameras and clocks of the demonstration property; its films are made later, in the
background. Safe to run again, after ``seed_demo_cases``."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from casino.clock import now as clock
from surveillance.demonstration import footage
from surveillance.demonstration.house import make_property


class Command(BaseCommand):
    help = "Load cameras, recorders and readings of their clocks into the demonstration property."

    def handle(self, *args: Any, **options: Any) -> None:
        footage.load(make_property(), clock())
