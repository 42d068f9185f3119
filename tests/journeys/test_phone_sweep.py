"""In the browser, on a phone: whoever goes through every page of the desk, one of each kind, meets none that is wider
than the screen, and none so long that a thumb gets lost in it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Error

from tests.journeys.cast import Cast, Hearing, cast  # noqa: F401
from tests.journeys.conftest import Walk, also
from tests.words.crawl import crawl

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

WIDTH = 390
WIDE = """() => document.documentElement.scrollWidth > innerWidth
    ? [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1
        && e.checkVisibility()).slice(-3).map((e) => e.outerHTML.slice(0, 90))
    : null"""
ROW = """() => Math.max(0, ...[...document.querySelectorAll("#result_list .data-row")].map((e) => e.offsetHeight))"""
TALLEST_ROW_PX = 250
"""Fifty rows as tall as this are 12,500 px; most are half as tall."""
TALLEST_PAGE_PX = 12_500
"""What is longer begins folded (casino/static/casino/fold.js)."""
HEIGHT = "() => document.documentElement.scrollHeight"


@pytest.mark.parametrize(("role", "language", "least"), [("pit_manager", "vi", 60), also("surveillance", "en", 60)])
def test_no_page_of_the_desk_is_wider_than_a_phone(
    role: str,
    language: str,
    least: int,
    cast: Cast,  # noqa: F811
    walk: Callable[..., Walk],
) -> None:
    step = walk(width=WIDTH)
    page = step.page
    hearing = Hearing(step, cast, language).by("pit_supervisor")
    hearing.open()
    hearing.step_to("pass_on")
    page.check("input[name=why][value=reserved]")
    hearing.send()
    cast.enter(step, role, language)
    wide, tall, long = {}, {}, {}

    def get(address: str) -> tuple[int, str, str]:
        try:
            answered = page.goto(step.address + address)
        except Error:  # a file is given to whoever asks for it
            return 200, "", ""
        assert answered is not None
        media = answered.headers.get("content-type", "")
        if not media.startswith("text/html"):
            return answered.status, media, ""
        if found := page.evaluate(WIDE):
            wide[address] = found
        if (height := page.evaluate(ROW)) > TALLEST_ROW_PX:
            tall[address] = height
        if (height := page.evaluate(HEIGHT)) > TALLEST_PAGE_PX:
            long[address] = height
        return answered.status, media, page.content()

    seen = [visited.address for visited in crawl(get, "/admin/", each=1)]
    # What a role may not see is refused, and the browser shows a paper by means of its own.
    step.wrong[:] = [
        line for line in step.wrong if not re.match(r"40[34] |asked the outside: chrome(-extension)?:", line)
    ]
    assert len(seen) >= least, seen
    assert wide == {}
    assert tall == {}
    assert long == {}


PAGES = {
    "clauses": "/admin/games/table/clauses/",
    "annex": "/admin/games/round/statistics/all/",
}


@pytest.mark.parametrize("name", sorted(PAGES))
def test_a_long_page_begins_folded_on_a_phone_and_stands_open_elsewhere(
    name: str,
    cast: Cast,  # noqa: F811
    walk: Callable[..., Walk],
) -> None:
    parts = "main details[data-fold]"
    for width, scripts, folded in ((WIDTH, True, True), (1280, True, False), (WIDTH, False, False)):
        step = walk(width=width, scripts=scripts)
        cast.enter(step, "pit_manager", "vi")
        step.go(PAGES[name])
        found, opened = step.page.locator(parts), step.page.locator(f"{parts}[open]")
        assert found.count() > 1
        assert opened.count() == (0 if folded else found.count()), (width, scripts)
        if folded:
            step.page.evaluate("dispatchEvent(new Event('beforeprint'))")
            assert opened.count() == found.count(), "on paper nothing is folded"
            step.page.evaluate("dispatchEvent(new Event('afterprint'))")
            assert opened.count() == 0
            found.first.locator("summary").first.click()
            assert opened.count() == 1
