"""A house with its people: two administrators, management, somebody above and somebody at the tables, and strangers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings as conf
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from casino.access.models import AccountChange
from casino.access.postings import POSTED
from casino.clock import now as clock
from casino.core.events import RecordedEvent
from casino.ledger.application import get_ledger
from casino.ledger.models import Property
from tests.posting import a_property, posting

PASSWORD = "quite-a-long-passphrase"


class Cast:
    """People by short names, and what they do."""

    def __init__(self) -> None:
        self.house = a_property("HOI")
        self.other_house = a_property("DAN")
        for name, roles in {
            "adm": ["administrator"],
            "adm2": ["administrator"],
            "gm": ["senior_management"],
            "director": ["director_of_table_games"],
            "shift": ["shift_manager"],
            "pit": ["pit_manager"],
            "sup": ["pit_supervisor"],
            "watch": ["surveillance"],
            "auditor": ["auditor"],
            "dealer": ["dealer"],
            "nobody": [],
        }.items():
            self.add(name, *roles)

    def add(self, name: str, *roles: str) -> User:
        user = User.objects.create(username=name, is_staff=True, last_login=datetime(2026, 1, 1, tzinfo=UTC))
        user.groups.set(Group.objects.filter(name__in=roles))
        for role in {*roles} & {*POSTED}:
            posting(user, role, owner=self.house)
        return user

    def __getitem__(self, name: str) -> User:
        return User.objects.get(username=name)

    @staticmethod
    def said(by: User) -> dict[str, Any]:
        """Who, by which form, when: what every command is told."""
        return {"by": by, "command_id": uuid4(), "now": clock()}

    def by(self, name: str) -> dict[str, Any]:
        return self.said(self[name])

    def recorded(self, name: str) -> list[RecordedEvent]:
        return get_ledger(self.house.code).stream(f"account/{self[name].pk}")

    def types(self, name: str) -> list[str]:
        """What the record says of somebody, in short."""
        return [event.type.removeprefix("account.").removesuffix(".v1") for event in self.recorded(name)]

    def active(self, name: str) -> bool:
        return User.objects.filter(username=name, is_active=True).exists()

    def groups(self, name: str) -> set[str]:
        return set(self[name].groups.values_list("name", flat=True))

    def browser(self, name: str, language: str = "en") -> Client:
        client = Client()
        client.force_login(self[name], backend="casino.backends.PostingBackend")
        client.cookies[conf.LANGUAGE_COOKIE_NAME] = language
        return client

    def do(self, by: str, whom: str, action: str, **data: Any) -> Any:
        """A form of an account, sent by somebody."""
        address = reverse("admin:auth_user_do", args=[self[whom].pk, action])
        return self.browser(by).post(address, {"command_id": str(uuid4()), **data})

    def say(self, by: str, change: AccountChange, word: str, **data: Any) -> Any:
        """What somebody says to a change that waits."""
        address = reverse("admin:casino_accountchange_change", args=[change.pk])
        return self.browser(by).post(address, {"command_id": str(uuid4()), "say": word, **data})

    @property
    def waiting(self) -> AccountChange:
        return AccountChange.objects.get(state="waiting")


@pytest.fixture
def fast_hashes(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def cast(db: None, fast_hashes: None) -> Cast:
    return Cast()


@pytest.fixture
def sign_in(client: Client) -> Callable[[str, str], Client | None]:
    """Sign in by password, as a browser does; None where that is refused."""

    def signed(username: str, password: str) -> Client | None:
        browser = Client()
        page = reverse("admin:login")
        answer = browser.post(page, {"username": username, "password": password, "next": "/admin/"})
        return browser if answer.status_code == 302 else None

    return signed


def owner(code: str) -> Property:
    return Property.objects.get(code=code)
