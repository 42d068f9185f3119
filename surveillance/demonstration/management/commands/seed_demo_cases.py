"""``manage.py seed_demo_cases``: load disputes into the demonstration property. Safe to run again,
after ``seed_demo``."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from casino.clock import now as clock
from surveillance.demonstration import cases
from surveillance.demonstration.house import make_property


class Command(BaseCommand):
    help = "Load a handful of disputes into the demonstration property."

    def handle(self, *args: Any, **options: Any) -> None:
        cases.load(make_property(), clock())
