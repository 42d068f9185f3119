"""Migrate, give the application's role its rights, record accounts and other rows that the record does not know: what
every start and every deployment does, as the owner."""

from __future__ import annotations

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Migrate and give the application's role its rights. Runs as the owner of the database."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=options["verbosity"])
        call_command("grant_app_role", verbosity=options["verbosity"])
        call_command("record_accounts", verbosity=options["verbosity"])
        call_command("record_rows", verbosity=options["verbosity"])
