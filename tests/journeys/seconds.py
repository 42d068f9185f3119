"""What waits for a second person, as that person meets it: a notice, the inbox, the page on which they answer."""

from __future__ import annotations

from typing import Final

from casino.clock import now as clock
from disputes.notices import follower
from tests.journeys.conftest import Walk
from tests.replay.story import CODE
from tests.threads import in_thread

WORDS: Final = {
    "vi": {
        "inbox": "Chờ người thứ hai",
        "confirm": "Xác nhận",
        "confirmed": "Đã xác nhận.",
        "withdraw": "Rút lại",
        "told": "Đề nghị của bạn đã được xác nhận",
    },
    "en": {
        "inbox": "For a second person",
        "confirm": "Confirm",
        "confirmed": "It is confirmed.",
        "withdraw": "Withdraw it",
        "told": "What you asked for was confirmed",
    },
}


def tell() -> None:
    """What the worker does: notices of everything so far."""
    in_thread(lambda: follower.catch_up(CODE, now=clock()))


def asked(step: Walk, language: str) -> None:
    """Who asked looks at what waits: it can be taken back, and not confirmed."""
    words = WORDS[language]
    step.follow(step.page.locator(".tp-inbox a[href*='/games/waiting/']").first)
    step.page.locator("#waiting-title").wait_for()
    step.page.get_by_role("button", name=words["withdraw"]).wait_for()
    assert step.page.get_by_role("button", name=words["confirm"], exact=True).count() == 0
    step.fits()


def confirm(step: Walk, language: str, headline: str) -> str:
    """A second person, logged in: from the notice to the request, back to the inbox, and yes. Answers what it read."""
    words, page = WORDS[language], step.page
    tell()
    step.go("/admin/disputes/notice/")
    step.fits()
    step.follow(page.locator("#result_list tbody tr", has_text=headline).locator("a").first)
    page.locator("#waiting-title").wait_for()
    step.go("/admin/games/waiting/")
    page.get_by_role("heading", level=1, name=words["inbox"]).wait_for()
    assert page.locator("#result_list tbody tr").count() == 1
    step.fits()
    step.follow(page.locator("#result_list tbody a").first)
    step.fits()
    shown = page.locator("#content").inner_text()
    step.follow(page.get_by_role("button", name=words["confirm"], exact=True))
    page.get_by_text(words["confirmed"]).wait_for()
    assert page.get_by_role("button", name=words["confirm"], exact=True).count() == 0
    step.fits()
    step.go("/admin/games/waiting/")
    assert page.locator("#result_list tbody tr").count() == 0
    return shown


def told(step: Walk, language: str) -> None:
    """Who asked hears of it."""
    tell()
    step.go("/admin/disputes/notice/")
    step.page.locator("#result_list tbody tr", has_text=WORDS[language]["told"]).first.wait_for()
    step.fits()
