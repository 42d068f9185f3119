"""In the browser: axe finds nothing serious on the main pages, and a keyboard gets everywhere.

The rules are those of axe-core (WCAG 2 A and AA), which others wrote; the pages are looked at in one window.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from games.rows.models import Finding, Round, Table
from tests.journeys.cast import Cast, Hearing, cast  # noqa: F401
from tests.journeys.conftest import Walk, also

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


def serious(page: Page) -> list[str]:
    """What axe holds to be serious or critical on the page, with the parts it names."""
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {node['target']} {node['html'][:120]}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"][:4]
    ]


@pytest.mark.parametrize("width", [also(390), also(1280)])
def test_in_the_dark_nothing_is_serious_either(
    width: int,
    cast: Cast,  # noqa: F811
    walk: Callable[..., Walk],
) -> None:
    """Reports, figures, the end of a shift, the guide, a list, a case: in the dark colours, wide and on a phone."""
    wrong = {}
    hearing = Hearing(walk(width=width, dark=True), cast, "vi")
    page, step = hearing.page, hearing.step
    hearing.by("pit_manager").open()
    paths = {
        "case": page.url.removeprefix(step.address),
        "inbox": "/admin/disputes/case/",
        "opening": "/admin/disputes/case/open/?table=RL01",
        "findings": "/admin/games/finding/",
        "round": f"/admin/games/round/{Round.objects.get(code='short').pk}/change/",
        "figures": "/admin/disputes/case/figures/",
        "shift": "/admin/disputes/case/shift/",
        "guide": "/admin/guide/pit_manager/",
        "kinds of report": "/admin/surveillance/report/ask/",
        "report of a gaming day": "/admin/surveillance/report/ask/gaming_day/",
        "fairness": "/admin/games/round/fairness/",
    }
    for name, path in paths.items():
        answered = page.goto(step.address + path)
        assert answered is not None
        assert answered.status == 200, path
        step.fits()
        if found := serious(page):
            wrong[name] = found
    assert wrong == {}


@pytest.mark.slow
def test_nothing_serious_on_the_main_pages_and_a_keyboard_gets_everywhere(
    cast: Cast,  # noqa: F811
    walk: Callable[..., Walk],
) -> None:
    hearing = Hearing(walk(width=1280), cast, "en")
    page, step = hearing.page, hearing.step
    hearing.by("pit_supervisor").open()
    case = page.url
    short = Round.objects.get(code="short")
    paths = {
        "overview": "/admin/",
        "inbox": "/admin/disputes/case/",
        "case": case.removeprefix(step.address),
        "round": f"/admin/games/round/{short.pk}/change/",
        "bet": f"/admin/games/round/{short.pk}/say/?bet=b1",
        "table": f"/admin/games/table/{Table.objects.get(code='RL01').pk}/change/",
        "finding": f"/admin/games/finding/{Finding.objects.filter(round=short)[0].pk}/change/",
    }
    paths["player page"] = f"/admin/surveillance/player/round/{short.pk}/"
    wrong = {}
    for name, path in paths.items():
        if name == "player page":
            cast.enter(step, "surveillance", "en")
        step.go(path)
        step.fits()
        if found := serious(page):
            wrong[name] = found
    assert wrong == {}

    cast.enter(step, "pit_supervisor", "en")
    step.go(paths["round"])
    page.keyboard.press("Tab")
    page.wait_for_function("document.activeElement.className === 'tp-skip'")
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.id === 'content'")
    side = page.locator("button.tp-side:visible")
    assert side.get_attribute("aria-expanded") == "true"
    side.press("Enter")
    page.locator("#nav-sidebar").wait_for(state="hidden")
    side.press("Enter")
    with page.expect_navigation():
        page.keyboard.press("/")
    page.wait_for_function("document.activeElement.id === 'searchbar'")
