"""Give the application's role its rights on the tables: rows of read models in full, the record by adding only.

Run after every ``migrate``, as the owner. Proved by ``tests/test_grants.py`` and ``tests/ledger``.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection, transaction
from psycopg import sql

from casino.ledger.grants import grant_statements


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
        ]
        with transaction.atomic(), connection.cursor() as cursor:
            for right in rights:
                cursor.execute(right)
            for statement in grant_statements(role):
                cursor.execute(statement)
        if options["verbosity"] > 0:
            self.stdout.write(f"{role}: ok")
