"""People who are logged in already, and the steps by which they carry a case on in the browser.

Logging in by a password is the subject of other journeys; here everybody has a session before the browser starts.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Locator, Page

from disputes.case.procedure import PROCEDURE
from tests.admin.house import person
from tests.journeys.conftest import Walk

PEOPLE = (
    "pit_supervisor",
    "pit_manager",
    "shift_manager",
    "director_of_table_games",
    "senior_management",
    "surveillance",
)
WORDS = {
    "vi": {
        "open": "Mở hồ sơ",
        "claim": "Khách nói còn thiếu năm trăm nghìn.",
        "recorded": "Đã ghi:",
        "opened": "Đã mở hồ sơ",
        "settled": "giải quyết xong tại bàn",
        "accepted": "người chơi chấp nhận quyết định",
        "upheld": "chấp nhận khiếu nại",
        "withdrawn": "người chơi rút",
        "closed": "đã khép",
        "owed": "500.000",
        "meanwhile": "Những gì vừa xảy ra",
        "missing": "Còn thiếu trước khi quyết định",
    },
    "en": {
        "open": "Open the case",
        "claim": "The guest says five hundred thousand are missing.",
        "recorded": "Recorded:",
        "opened": "was opened",
        "settled": "settled at the table",
        "accepted": "decision accepted",
        "upheld": "complaint upheld",
        "withdrawn": "withdrawn",
        "closed": "closed",
        "owed": "500,000",
        "meanwhile": "What happened meanwhile",
        "missing": "Still missing before a decision",
    },
}


class Cast:
    """``enter`` puts somebody before the browser; the other steps are those of whoever is there."""

    def __init__(self) -> None:
        self.sessions: dict[str, str] = {}
        for role in PEOPLE:
            client = Client()
            client.force_login(person(role), backend="casino.backends.PostingBackend")
            self.sessions[role] = client.cookies[settings.SESSION_COOKIE_NAME].value

    def enter(self, step: Walk, role: str, language: str) -> None:
        """From now on this person looks at the browser window."""
        values = {settings.SESSION_COOKIE_NAME: self.sessions[role], settings.LANGUAGE_COOKIE_NAME: language}
        step.page.context.clear_cookies()
        cookies: Any = [{"name": name, "value": value, "url": step.address} for name, value in values.items()]
        step.page.context.add_cookies(cookies)


class Hearing:
    """A case in the browser, in a language, with the people who take it on one after the other."""

    def __init__(self, step: Walk, cast: Cast, language: str) -> None:
        self.step = step
        self.cast = cast
        self.language = language
        self.case = ""
        """The address of the case's page."""

    @property
    def page(self) -> Page:
        return self.step.page

    @property
    def words(self) -> dict[str, str]:
        return WORDS[self.language]

    def by(self, role: str) -> Hearing:
        """Somebody else goes on, at the page of the case."""
        self.cast.enter(self.step, role, self.language)
        if self.case:
            self.step.go(self.case)
        return self

    def title(self, code: str) -> str:
        return PROCEDURE[code].title.in_language(self.language)

    def open(self, *, rounds: tuple[str, ...] = ("RL01/short",)) -> None:
        """From the inbox, as at the table: tick, write, send."""
        self.step.go("/admin/disputes/case/")
        self.step.follow(self.page.locator(".tp-inbox-actions .tp-button-primary"))
        for key in rounds:
            self.page.check(f'input[name="rounds"][value="{key}"]')
        self.page.fill("#id_claim", self.words["claim"])
        self.page.fill("#id_amount_minor", self.words["owed"])
        self.page.fill("#id_name", "Nguyễn Văn Ẩn")
        self.page.fill("#id_contact", "0900 000 000")
        self.page.fill("#id_reference", "P-1")
        self.step.fits()
        self.step.twice(self.page.get_by_role("button", name=self.words["open"]))
        self.page.get_by_text(self.words["opened"]).first.wait_for()
        self.page.wait_for_load_state()
        self.case = self.page.url.removeprefix(self.step.address).partition("#")[0]

    def step_to(self, code: str) -> None:
        """Go to the form of a step from the case's page: a button, or in the menu of the others."""
        link = self.page.locator(f"[data-command={code}]").first
        if not link.is_visible():
            self.page.locator(".tp-menu > summary").click()
        self.step.follow(link)
        self.page.get_by_role("heading", name=self.title(code), level=1).wait_for()
        self.step.fits()

    def send(self) -> None:
        """Press the button of the form and see that it was recorded."""
        self.step.twice(self.page.locator(".tp-do .tp-button-primary"))
        self.done()

    def send_and_confirm(self) -> Locator:
        """See what it comes to, and say yes. Answers what was shown (its text is read before the yes)."""
        self.step.follow(self.page.locator(".tp-do .tp-button-primary"))
        return self.shown()

    def shown(self) -> Locator:
        """What would be recorded."""
        shown = self.page.locator("#coming")
        shown.wait_for()
        self.step.fits()
        return shown

    def confirm(self) -> None:
        """Yes, twice in a hurry."""
        self.step.twice(self.page.locator("#coming button[name=confirmed]"))
        self.done()

    def done(self) -> None:
        self.page.get_by_text(self.words["recorded"]).first.wait_for()
        self.page.locator(".tp-case-head").wait_for()
        self.page.wait_for_load_state()

    def at_once(self, code: str) -> None:
        """A step with nothing to fill in."""
        self.step_to(code)
        self.send()

    def issue(self, kind: str) -> None:
        """A paper for the player, in the language of the page."""
        self.step_to("issue_paper")
        self.page.check(f'input[name="kind"][value="{kind}"]')
        self.page.check(f'input[name="language"][value="{self.language}"]')
        if self.language != "vi" and kind in ("decision", "complaint_decision"):
            # Everybody here writes reasons in Vietnamese: whoever issues them all the same has read that they are.
            self.step.follow(self.page.locator(".tp-do .tp-button-primary"))
            self.step.answered(422)
            self.page.check("input[name=as_written]")
        self.send()
        self.page.locator("#papers li").first.wait_for()

    @property
    def head(self) -> str:
        return self.page.locator(".tp-case-head").inner_text()


@pytest.fixture
def cast(address: str) -> Cast:
    return Cast()
