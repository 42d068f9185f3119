"""Browsers and phones of the cast, in a house that requires a second factor."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.urls import reverse

from casino.access.models import Account, AccountChange
from casino.factors import store
from tests.accounts.conftest import PASSWORD, Cast
from tests.factors.authenticator import Authenticator
from tests.factors.conftest import ADDRESS, Browser, Phone, as_, carried, grow_old, proved, required, somebody  # noqa: F401

CHOOSE = "/admin/password_change/"
PROVE = f"{ADDRESS}prove/"


class People:
    """Browsers in which people of the cast have given both, and their phones."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.phones: dict[str, Phone] = {}
        self.browsers: dict[str, Browser] = {}

    def phone(self, name: str) -> Phone:
        if name not in self.phones:
            self.phones[name] = Phone(self.cast[name])
        return self.phones[name]

    def browser(self, name: str) -> Browser:
        if name not in self.browsers:
            user = self.cast[name]
            self.browsers[name] = proved(user, self.phone(name)) if store.must_have(user) else as_(user)
        return self.browsers[name]

    def ask(self, by: str, whom: str, action: str, **data: Any) -> Any:
        address = reverse("admin:auth_user_do", args=[self.cast[whom].pk, action])
        return self.browser(by).post(address, {"command_id": str(uuid4()), **data})

    def say(self, by: str, word: str, change: AccountChange | None = None) -> Any:
        address = reverse("admin:casino_accountchange_change", args=[(change or self.cast.waiting).pk])
        return self.browser(by).post(address, {"command_id": str(uuid4()), "say": word})


def sign_in(username: str, password: str) -> Browser:
    """By password, in a browser of its own."""
    browser = somebody()
    browser.cookies["django_language"] = "en"
    answer = browser.post(reverse("admin:login"), {"username": username, "password": password, "next": "/admin/"})
    assert answer.status_code == 302, answer.content.decode()[:3000]
    return browser


def signs_in(username: str, password: str) -> bool:
    answer = somebody().post(reverse("admin:login"), {"username": username, "password": password, "next": "/admin/"})
    return bool(answer.status_code == 302)


def choose(browser: Browser, present: str, chosen: str = PASSWORD, **besides: str) -> Any:
    said = {"command_id": str(uuid4()), "present": present, "chosen": chosen, "again": chosen}
    return browser.post(CHOOSE, {**said, **besides})


def lands(browser: Browser, path: str = "/admin/") -> str:
    """Where a page leads in the end; a loop of redirects fails."""
    answer = browser.get(path, follow=True)
    assert answer.status_code == 200
    return str(answer.request["PATH_INFO"])


def enrol(browser: Browser, device: Authenticator | None = None) -> Authenticator:
    """Add a passkey by the pages."""
    device = device or Authenticator()
    options = browser.get(f"{ADDRESS}passkey/").context["options"]
    answer = browser.post(f"{ADDRESS}passkey/", {"passkey": device.make(options), "label": "Máy của Lan"})
    assert answer.status_code == 302, answer.content.decode()[:3000]
    return device


def prove(browser: Browser, phone: Phone) -> Any:
    return browser.post(PROVE, {"code": phone.code(), "next": "/admin/"})


def by_two(cast: Cast, name: str) -> None:
    """As of an account whose password two persons gave long ago."""
    Account.objects.update_or_create(user=cast[name], defaults={"by_two": True})
