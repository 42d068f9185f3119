"""The house of the pictures: a table with rounds that went wrong, a case at each stage that a guide shows, people with
names; and a browser that walks through it. Everybody has a session before the browser starts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, Page
from pytest_django import DjangoDbBlocker

from casino.guides.shelf import GUIDES
from casino.ledger.models import Property
from disputes.case import commands as c
from games.simulate import staff
from tests.admin.house import House, person
from tests.conftest import default_database, drop_database
from tests.disputes.court import Court
from tests.journeys.conftest import (  # noqa: F401
    PATIENCE_MS,
    address,
    answering,
    application,
    chromium,
    chromium_path,
)

NAMES = {"name_vi": "Casino mô phỏng", "name_en": "Simulated casino"}
CONFIRM_FROM_MINOR = 100_000
"""In this house a second person confirms what moves more, so that a case of half a million waits for one."""
LOCALES = {"vi": "vi-VN", "en": "en-GB"}
TALL_PX = 3_000
"""So tall that no bar at the foot of the window stands in a picture."""
CASES = ("offered", "collecting", "ready", "confirming", "complained")


@pytest.fixture(scope="session")
def fresh_template(chromium_path: str, migrated_template: str, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:  # noqa: F811
    """Built once, and cloned for each language."""
    name = f"{migrated_template}_guides"
    with default_database(name, migrated_template, django_db_blocker):
        house = House()
        Property.objects.update(**NAMES)
        for member in staff.ACCOUNTS:
            person(member.role)
            User.objects.filter(username=member.role.replace("_", ".")).update(
                first_name=member.first_name, last_name=member.last_name
            )
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(settings.FIRST_SETTINGS, "dispute_confirm_above", {"VND": CONFIRM_FROM_MINOR})
            _cases(house)
    yield name
    drop_database(name)


def _cases(house: House) -> None:
    """In the order of ``CASES``; the last one is opened first and is the newest by its number."""
    Court(house).open()
    collecting = Court(house).passed_on()
    collecting.do("pit_manager", c.TakeOver())
    collecting.do("pit_manager", c.NotifySurveillance())
    collecting.do("surveillance", c.AcknowledgeNotice())
    collecting.do("pit_manager", c.PromiseTime(until=collecting.now + timedelta(hours=2), language="vi"))
    said = "Tôi đặt 17 trước khi có lệnh ngừng nhận cược."
    collecting.do("pit_manager", c.TakeStatement(party="P1", said=said))
    at = house.round("short").opened_at
    assert at is not None
    ask = c.AskFootage(
        table="RL01",
        round="short",
        begins_at=at,
        ends_at=at + timedelta(minutes=2),
        note="Từ lúc đặt cược đến lúc trả.",
    )
    collecting.do("pit_manager", ask)
    Court(house).collected()
    Court(house).decided()
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(settings.FIRST_SETTINGS, "dispute_confirm_above", {"VND": 10_000_000})
        Court(house).complained()


@dataclass
class Photographer:
    """Somebody's browser window, in a language and at a width."""

    browser: Browser
    address: str
    language: str
    sessions: dict[str, str]
    wrong: list[str]

    def window(self, role: str, width: int, scale: float) -> Page:
        context = self.browser.new_context(
            viewport={"width": width, "height": TALL_PX},
            device_scale_factor=scale,
            color_scheme="light",
            reduced_motion="reduce",
            locale=LOCALES[self.language],
        )
        context.set_default_timeout(PATIENCE_MS)
        values = {settings.SESSION_COOKIE_NAME: self.sessions[role], settings.LANGUAGE_COOKIE_NAME: self.language}
        cookies: Any = [{"name": name, "value": value, "url": self.address} for name, value in values.items()]
        context.add_cookies(cookies)
        page = context.new_page()
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("response", lambda r: self.wrong.append(f"{r.status} {r.url}") if r.status >= 400 else None)
        return page


@pytest.fixture
def photographer(address: str, chromium: Browser, language: str) -> Iterator[Photographer]:  # noqa: F811
    sessions = {}
    for role in GUIDES:
        client = Client()
        client.force_login(person(role), backend="casino.backends.PostingBackend")
        sessions[role] = client.cookies[settings.SESSION_COOKIE_NAME].value
    found = Photographer(chromium, address, language, sessions, [])
    yield found
    assert found.wrong == []
