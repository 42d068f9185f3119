"""In the browser, with counted taps: a pit manager clears a desk of thirty findings."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from playwright.sync_api import Page

from casino.clock import now as clock
from casino.ledger.models import Property
from games.engine.facts import Person
from games.rows.audit import audit_rounds
from games.rows.following import follow_now
from games.rows.models import Finding
from tests import acts
from tests.journeys.cast import Cast, cast  # noqa: F401
from tests.journeys.conftest import Walk, also
from tests.journeys.taps import Taps
from tests.replay.story import CODE, STARTS, Story
from tests.threads import in_thread

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

BACK = 2
"""From a case that was opened to the desk: taps that no page sees."""
DESK = "/admin/games/finding/desk/"
WORDS = {
    "vi": {"open": "Mở hồ sơ", "opened": "Đã mở hồ sơ", "why": "Camera cho thấy khách đã nhận đủ tiền tại bàn này."},
    "en": {"open": "Open the case", "opened": "was opened", "why": "The camera shows that the guest had it in full."},
}


@pytest.fixture
def thirty(address: str) -> None:
    """Thirty open findings: pays a little short or over, bets left unpaid; two that a supervisor asks to let rest."""
    story = Story(STARTS + timedelta(minutes=40), count=1000)
    for n in range(27):
        paid = 3_490_000 if n < 14 else 3_520_000 if n < 23 else None
        story.spin(f"many{n}", story.now + timedelta(seconds=90), paid_minor=paid)
    audit_rounds(CODE)
    follow_now(CODE)
    assert Finding.objects.filter(property=Property.objects.get(code=CODE), status="open").count() == 30
    asker = Person(post="pit_supervisor", staff="pit.supervisor")
    for row in Finding.objects.filter(amount_minor=-3_500_000).order_by("pk")[:2]:
        reason = "The camera shows the money on the layout."
        acts.ask_dismissal(row, by=asker, reason=reason, command_id=uuid4(), now=clock())


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def answered(page: Page, act: Callable[[], None]) -> None:
    """Say something of a matter, and have the next one before oneself."""
    done = page.locator("[data-done]").inner_text()
    act()
    page.wait_for_function(f"() => document.querySelector('[data-done]').textContent !== '{done}'")
    page.locator("[data-shown]").wait_for()


@pytest.mark.parametrize(("language", "width", "dark"), [("vi", 1280, False), also("en", 390, True)])
def test_thirty_findings_in_sixty_taps_and_six_sentences(
    thirty: None,
    cast: Cast,  # noqa: F811
    walk: Callable[..., Walk],
    language: str,
    width: int,
    dark: bool,
) -> None:
    step, words = walk(width=width, dark=dark), WORDS[language]
    page, counted = step.page, Taps(step)
    cast.enter(step, "pit_manager", language)
    step.go(DESK)
    page.locator("[data-shown='0']").wait_for()
    step.fits()
    for _request in range(2):  # what somebody else asked for comes first
        answered(page, lambda: press(page, "y"))

    press(page, "r")
    page.locator("dialog[open]").wait_for()
    press(page, "2")
    page.fill("dialog[open] textarea", words["why"])
    answered(page, lambda: page.locator("dialog[open] button[type=submit]").click())

    with page.expect_navigation():
        press(page, "k")
    step.follow(page.get_by_role("button", name=words["open"]))
    page.get_by_text(words["opened"]).first.wait_for()
    for _tap in range(BACK):
        page.go_back()
    page.locator("[data-shown='0']").wait_for()

    press(page, "n")  # the case is theirs now, and stands before the findings
    page.locator("[data-shown='1']").wait_for()
    while page.locator("[data-queue-open=dismiss]").count():
        press(page, "a", "x")
        page.locator("dialog[open]").wait_for()
        press(page, "1")
        page.fill("dialog[open] textarea", words["why"])
        step.fits()
        several = page.locator("dialog[open] [data-queue-several]").first.is_visible()
        if several:
            page.locator("dialog[open] button[type=submit]").click()
            page.locator("dialog[open] [data-queue-shown]:not(:empty)").wait_for()
        answered(page, lambda: page.locator("dialog[open] button[type=submit]").click())
    step.go(DESK)
    assert page.locator("[data-entry]").count() == 1, "the case alone"
    left = in_thread(lambda: set(Finding.objects.values_list("status", flat=True)))
    assert left == {"dismissed", "open", "in_case"}
    counted.at_most(taps=60 - BACK, fields=6)
