"""A house with something to see, and a browser of Django's own for each person.

The house is built once for all tests of the screens, in a transaction that is rolled back at the end; each test runs in
one of its own inside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from casino.access.roles import ROLES
from tests.admin.house import House, person

As = Callable[..., Client]


@pytest.fixture(scope="package")
def built(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[House]:
    assert isinstance(request.node, pytest.Package), "imported into a module it would stand until the session's end"
    with django_db_blocker.unblock(), transaction.atomic():
        house = House()
        for role in ROLES:
            person(role)
        yield house
        transaction.set_rollback(True)


@pytest.fixture
def house(built: House, db: None) -> Iterator[House]:
    """Its story goes back with the rows: else what one test told months later moves the day of the next."""
    now, count = built.story.now, built.story.count
    yield built
    built.story.now, built.story.count = now, count


@pytest.fixture
def as_(house: House) -> As:
    """``as_("pit_manager", "en")``: a client of somebody in that post, in a language."""

    def client(role: str, language: str | None = None) -> Client:
        found = Client()
        found.force_login(person(role), backend="casino.backends.PostingBackend")
        if language:
            found.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        return found

    return client
