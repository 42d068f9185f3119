"""In the browser: what comes in while somebody looks at a case moves nothing under their finger."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.journeys.cast import Cast, Hearing, cast  # noqa: F401
from tests.journeys.conftest import Walk, also

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

LOOK = "() => document.dispatchEvent(new Event('visibilitychange'))"
"""What a browser says when its tab is looked at again: the page asks what is new."""


def places(page: Page) -> list[object]:
    """Where everything that can be pressed stands."""
    found: list[object] = page.evaluate(
        "() => Array.from(document.querySelectorAll('article a, article button, article summary'))"
        ".filter(e => !e.closest('.tp-live')).map(e => [e.textContent, e.getBoundingClientRect().toJSON()])"
    )
    return found


@pytest.mark.parametrize("width", [also(1280), 390])
def test_who_comes_in_and_what_is_new_moves_no_button(
    cast: Cast,  # noqa: F811
    walk: Callable[..., Walk],
    width: int,
) -> None:
    mine, other = (Hearing(walk(width=each), cast, "vi") for each in (width, 1280))
    mine.by("pit_supervisor").open()
    other.case = mine.case
    mine.step.go(mine.case)
    mine.page.wait_for_load_state("networkidle")
    before = places(mine.page)
    assert len(before) > 10

    other.by("pit_manager")
    mine.page.evaluate(LOOK)
    mine.page.locator(".tp-live-others").wait_for()
    assert places(mine.page) == before

    other.by("pit_supervisor").step_to("take_statement")
    other.page.fill("#id_said", other.words["claim"])
    other.send()
    mine.page.evaluate(LOOK)
    mine.page.locator(".tp-live-news").wait_for()
    assert places(mine.page) == before
    mine.step.fits()
    mine.page.locator(".tp-live-news a").click()
    mine.page.locator(".tp-live-news").wait_for(state="detached")
