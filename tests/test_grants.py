"""The application's role reads and writes rows; the schema is not its business."""

from __future__ import annotations

import psycopg
import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import ProgrammingError, connection

from tests.conftest import FreshDatabase


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE mine (n integer)",
        "DROP TABLE auth_user CASCADE",
        "ALTER TABLE auth_user ADD COLUMN n integer",
        "TRUNCATE auth_user CASCADE",
        "DELETE FROM django_migrations",
        "CREATE ROLE intruder",
        "CREATE SCHEMA mine",
    ],
)
def test_the_application_has_no_ddl(statement: str, app_role: str) -> None:
    with connection.cursor() as cursor, pytest.raises(ProgrammingError) as caught:
        cursor.execute(statement)
    assert isinstance(caught.value.__cause__, psycopg.errors.InsufficientPrivilege)


def test_the_application_writes_rows(app_role: str) -> None:
    user = get_user_model().objects.create(username="somebody")
    user.first_name = "Some"
    user.save()
    assert get_user_model().objects.get(username="somebody").first_name == "Some"
    user.delete()


def test_granting_again_changes_nothing(fresh_database: FreshDatabase) -> None:
    query = "SELECT relname, relacl::text FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY relname"
    with connection.cursor() as cursor:
        cursor.execute(query)
        before = cursor.fetchall()
    call_command("grant_app_role", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute(query)
        assert cursor.fetchall() == before


def test_the_fresh_database_is_reached_as_the_application_too(fresh_database: FreshDatabase) -> None:
    with psycopg.connect(fresh_database.app_url) as application:
        assert application.execute("SELECT current_user, current_database()").fetchone() == (
            "tableproof_app",
            fresh_database.name,
        )
