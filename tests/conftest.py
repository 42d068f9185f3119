"""Fixtures every room uses.

``db`` (pytest-django)   a transaction that is rolled back; enough for most tests
``fresh_database``       a database of its own, cloned from the migrated one, for tests that commit: events cannot be
                         truncated. Django's default connection and DATABASE_URL point to it.
``house_clock``          the clock of product and test, to be set (``tests/clock.py``)
``app_role``             the default connection acts as the application's role, which has no DDL (with either of them)
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.management import call_command
from django.db import connection, connections
from django.test.utils import setup_databases, teardown_databases
from django.utils import translation
from psycopg import sql
from pytest_django import DjangoDbBlocker
from whitenoise.middleware import WhiteNoiseMiddleware

from tests.clock import house_clock as house_clock

MIGRATING = 20_260_613
"""The lock of whoever makes or takes the migrated database of a run."""


@dataclass(frozen=True)
class FreshDatabase:
    """A database for one test. ``url`` is for the owner, ``app_url`` for the application's role."""

    name: str
    url: str
    app_url: str


def _named(url: str, database: str, role: str | None = None) -> str:
    parts = urlsplit(url)
    netloc = parts.netloc if role is None else f"{role}@{parts.netloc.rpartition('@')[2]}"
    return urlunsplit(parts._replace(netloc=netloc, path=f"/{database}"))


@contextmanager
def _server(url: str) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
    with psycopg.connect(_named(url, "postgres"), autocommit=True) as server:
        yield server


def drop_database(name: str) -> None:
    """As the superuser where there is one: only they may end a session that another superuser left open there."""
    with _server(os.environ.get("TEST_SUPERUSER_URL") or os.environ["DATABASE_URL"]) as server:
        server.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def _clone(source: str, name: str) -> None:
    with _server(os.environ["DATABASE_URL"]) as server:
        _clone_by(server, source, name)


def _clone_by(server: psycopg.Connection[tuple[Any, ...]], source: str, name: str) -> None:
    """Files are copied as they lie: by half quicker than through the log, for databases as small as these."""
    statement = sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY")
    server.execute(statement.format(sql.Identifier(name), sql.Identifier(source)))


@pytest.fixture(scope="session")
def migrated_template(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """Name of an untouched copy of the migrated test database."""
    name = f"{connection.settings_dict['NAME']}_template"
    with django_db_blocker.unblock():
        connection.close()
    drop_database(name)
    _clone(connection.settings_dict["NAME"], name)
    yield name
    drop_database(name)


@contextmanager
def _one_at_a_time() -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
    """The server, while no other process of this run is here."""
    with _server(os.environ["DATABASE_URL"]) as server:
        server.execute("SELECT pg_advisory_lock(%s)", [MIGRATING])
        yield server


def _migrated(run: str) -> tuple[list[tuple[Any, str, bool]], str | None]:
    """What ``teardown_databases`` takes, and the copy that this process made for the others. Migrating takes longer
    than any other fixture: the first process of a run does it."""
    kept = f"migrated_{run}"
    with _one_at_a_time() as server:
        if server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [kept]).fetchone() is None:
            made = setup_databases(verbosity=0, interactive=False, serialized_aliases=())
            connection.close()
            _clone_by(server, connection.settings_dict["NAME"], kept)
            return made, kept
        former, name = connection.settings_dict["NAME"], connection.settings_dict["TEST"]["NAME"]
        server.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)))
        _clone_by(server, kept, name)
    connection.close()
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = name
    return [(connection, former, True)], None


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest,
    django_test_environment: None,
    django_db_modify_db_settings: None,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[None]:
    """Migrated as the owner; then the application's role gets its rights, as after every migrate. Not pytest-django's
    own, which makes no database when every test of the session brings one along (``fresh_database``). Under xdist each
    process has one of its own, named after the process."""
    run = getattr(request.config, "workerinput", {}).get("testrunuid", uuid.uuid4().hex)
    with django_db_blocker.unblock():
        made, kept = _migrated(run)
        call_command("grant_app_role", verbosity=0)
    yield
    with django_db_blocker.unblock():
        teardown_databases(made, verbosity=0)
    if kept is not None:
        with _one_at_a_time():
            drop_database(kept)


@pytest.fixture(autouse=True)
def _language_of_the_house() -> Iterator[None]:
    """A request leaves its language behind in the thread; no test begins in another's."""
    translation.deactivate()
    yield
    translation.deactivate()


@pytest.fixture(autouse=True, scope="session")
def _passwords_are_hashed_quickly() -> Iterator[None]:
    """By the same procedure, less often: what is slow on purpose, against whoever guesses, is slow in every test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PBKDF2PasswordHasher, "iterations", 1_000)
        yield


@pytest.fixture(autouse=True, scope="session")
def _static_files_are_looked_for_once() -> Iterator[None]:
    """Every client of a test makes the middleware anew, and that would read the facts of 200 files each time."""
    look, found = WhiteNoiseMiddleware.add_files_from_finders, {}

    def once(middleware: WhiteNoiseMiddleware) -> None:
        where = (middleware.static_prefix, str(settings.STATIC_ROOT), tuple(settings.STATICFILES_FINDERS))
        if where not in found:
            look(middleware)
            found[where] = dict(middleware.files)
        middleware.files = dict(found[where])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", once)
        yield


@pytest.fixture(autouse=True, scope="session")
def _template_before_anything_commits(request: pytest.FixtureRequest) -> None:
    """The template must be cloned before the first test that commits."""
    if any("fresh_database" in getattr(item, "fixturenames", ()) for item in request.session.items):
        request.getfixturevalue("migrated_template")


@pytest.fixture(scope="session")
def fresh_template(migrated_template: str) -> str:
    """Name of what ``fresh_database`` is cloned from. A folder whose tests all begin alike has one of its own."""
    return migrated_template


@contextmanager
def default_database(name: str, source: str, blocker: DjangoDbBlocker) -> Iterator[str]:
    """A clone of ``source`` to which Django's default connection points; it stays when this ends."""
    with blocker.unblock():
        former = connection.settings_dict["NAME"]
        connections.close_all()
        _clone(source, name)
        connection.settings_dict["NAME"] = name
        try:
            yield name
        finally:
            connections.close_all()
            connection.settings_dict["NAME"] = former


@pytest.fixture
def fresh_database(
    fresh_template: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> Iterator[FreshDatabase]:
    """A database of the test's own. Do not combine with ``db``."""
    name = f"fresh_{uuid.uuid4().hex[:12]}"
    url = _named(os.environ["DATABASE_URL"], name)
    app_url = _named(url, name, settings.APPLICATION_ROLE)
    with default_database(name, fresh_template, django_db_blocker):
        monkeypatch.setenv("DATABASE_URL", url)
        yield FreshDatabase(name, url, app_url)
    drop_database(name)


@pytest.fixture
def app_role(request: pytest.FixtureRequest) -> Iterator[str]:
    """The default connection acts as the application's role until the test ends."""
    if "fresh_database" not in request.fixturenames:
        request.getfixturevalue("db")
    role: str = settings.APPLICATION_ROLE
    in_test_transaction = connection.in_atomic_block  # its rollback ends a role that was set locally
    with connection.cursor() as cursor:
        statement = "SET LOCAL ROLE {}" if in_test_transaction else "SET ROLE {}"
        cursor.execute(sql.SQL(statement).format(sql.Identifier(role)))
    yield role
    if not in_test_transaction:
        connection.close()
