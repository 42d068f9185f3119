"""Give the application's role its rights on the tables: rows of read models in full, the record by adding only,
postings by adding and ending.

Run after every ``migrate``, as the owner. Proved by ``tests/test_grants.py`` and ``tests/ledger``.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection, transaction
from django.utils.module_loading import module_has_submodule
from psycopg import sql

from casino.access.models import ENDING
from casino.ledger.grants import grant_statements


def _of_other_rooms(role: str) -> Iterator[str]:
    """What an app takes back of the general grants, where it has a module ``grants``. The ledger's comes first."""
    for config in apps.get_app_configs():
        if config.label != "ledger" and module_has_submodule(config.module, "grants"):
            yield from import_module(f"{config.name}.grants").grant_statements(role)


class Command(BaseCommand):
    help = "Give the application's role its rights on the tables. Run after every migrate, as the owner."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--role", default=settings.APPLICATION_ROLE)

    def handle(self, *args: Any, **options: Any) -> None:
        role: str = options["role"]
        name = sql.Identifier(role)
        rights = [
            sql.SQL("GRANT USAGE ON SCHEMA public TO {}").format(name),
            sql.SQL("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {}").format(name),
            sql.SQL("GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {}").format(name),
            # Which migrations ran is the owner's business.
            sql.SQL("REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {}").format(name),
            # Postings are added, and ended early.
            sql.SQL("REVOKE UPDATE, DELETE ON casino_posting FROM {}").format(name),
            sql.SQL("GRANT UPDATE ({}) ON casino_posting TO {}").format(
                sql.SQL(", ").join(map(sql.Identifier, ENDING)), name
            ),
        ]
        with transaction.atomic(), connection.cursor() as cursor:
            for right in rights:
                cursor.execute(right)
            for statement in (*grant_statements(role), *_of_other_rooms(role)):
                cursor.execute(statement)
        if options["verbosity"] > 0:
            self.stdout.write(f"{role}: ok")
