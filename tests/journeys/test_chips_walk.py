"""In the browser: chips that lie on each other are reached by keyboard and finger; a phone folds a round's timeline."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from games.rows.models import Round
from games.rows.readmodel import catch_up
from tests.journeys.cast import Cast, cast  # noqa: F401
from tests.journeys.conftest import Walk
from tests.replay.story import CODE, STARTS, Story

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


@pytest.fixture
def stacked(cast: Cast) -> str:  # noqa: F811
    """The address of a round in which three players lie on one number."""
    story = Story(STARTS + timedelta(minutes=40))
    story.count = 1_000
    stream, at = "round/RL01/stacked", STARTS + timedelta(minutes=41)
    story.tell(stream, "roulette.round_opened", at, number=9)
    for seat in (1, 2, 3):
        placed: dict[str, Any] = {"bet": f"b{seat}", "spot": "straight:17", "stake_minor": seat * 100_000, "seat": seat}
        story.tell(stream, "roulette.bet_placed", at + timedelta(seconds=seat), player=f"P-{seat}", **placed)
    story.tell(stream, "roulette.betting_closed", at + timedelta(seconds=9))
    catch_up(CODE)
    return f"/admin/games/round/{Round.objects.get(code='stacked').pk}/change/"


def test_by_keyboard_the_chip_that_has_the_focus_comes_up(
    cast: Cast,  # noqa: F811
    walk: Callable[..., Walk],
    stacked: str,
) -> None:
    step = walk(width=1280)
    page = step.page
    cast.enter(step, "pit_supervisor", "en")
    step.go(stacked)
    chips = page.locator("#picture .tp-layout-lying a:has(> .tp-chip)")
    assert chips.count() == 3
    for chip in chips.all():
        chip.focus()
        last = page.evaluate("document.activeElement.parentNode.lastElementChild.textContent")
        assert last == chip.text_content(), "drawn last, it lies above the others"
        assert page.evaluate("document.activeElement.matches('a')"), "and the focus stays"
    bet = chips.first.get_attribute("href")
    assert bet is not None
    chips.first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{bet}")


def test_a_finger_is_asked_which_chip_is_meant(
    cast: Cast,  # noqa: F811
    walk: Callable[..., Walk],
    stacked: str,
) -> None:
    step = walk(width=390, touch=True)
    page = step.page
    cast.enter(step, "pit_supervisor", "vi")
    step.go(stacked)
    chips = page.locator("#picture .tp-layout-standing a:has(> .tp-chip)")
    chips.last.scroll_into_view_if_needed()
    chips.last.tap()
    asked = page.locator(".tp-stack a")
    asked.first.wait_for()
    assert asked.count() >= 2
    for each in asked.all():
        box = each.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    meant = asked.last.get_attribute("href")
    asked.last.tap()
    page.wait_for_url(f"**{meant}")
    assert page.locator(".tp-stack").count() == 0
    step.fits()


@pytest.mark.parametrize(("width", "open_"), [(1280, True), (390, False)])
def test_on_a_phone_the_timeline_of_a_round_begins_folded(
    cast: Cast,  # noqa: F811
    walk: Callable[..., Walk],
    stacked: str,
    width: int,
    open_: bool,
) -> None:
    step = walk(width=width)
    cast.enter(step, "pit_supervisor", "vi")
    step.go(stacked)
    facts = step.page.locator("details.tp-folds")
    assert facts.evaluate("each => each.open") is open_
    if not open_:
        facts.locator("summary").click()
        assert facts.evaluate("each => each.open")
