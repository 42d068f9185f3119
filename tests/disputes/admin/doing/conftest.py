"""Cases at every stage, built once for all tests of the forms in a transaction that is rolled back."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client, override_settings
from pytest_django import DjangoDbBlocker

from tests.admin.house import person
from tests.disputes.admin.built import built_once
from tests.disputes.admin.doing.played import Hand, Played, address

At = Callable[..., Hand]


@pytest.fixture(scope="package")
def all_played(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Played, override_settings]]:
    with built_once(Played, django_db_blocker, tmp_path_factory) as made:
        yield made


@pytest.fixture
def played(all_played: tuple[Played, override_settings], db: None) -> Iterator[Played]:
    found, keys = all_played
    with keys:
        yield found


def client_of(who: str | User, language: str = "en") -> Client:
    """A browser in which somebody of this post is logged in."""
    client = Client()
    client.force_login(who if isinstance(who, User) else person(who), backend="casino.backends.PostingBackend")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    return client


@pytest.fixture
def at(played: Played) -> At:
    """``at("passed", "mark_none", "pit_manager")``: somebody at the page of a command on a case."""

    def hand(name: str, code: str, who: str | User, *, query: str = "", language: str = "en") -> Hand:
        return Hand(client_of(who, language), address(played, name, code, query))

    return hand
