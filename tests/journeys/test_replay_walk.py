"""In the browser: the replay moves at once, by slider and keys, and on paper it is a document."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.rows.models import Round
from tests.journeys.cast import Cast, Hearing, cast  # noqa: F401
from tests.journeys.conftest import Walk

pytestmark = pytest.mark.e2e


def test_the_replay_moves_without_a_page_between(
    cast: Cast,  # noqa: F811
    walk: Callable[..., Walk],
) -> None:
    hearing = Hearing(walk(width=1280), cast, "en")
    page, step = hearing.page, hearing.step
    cast.enter(step, "pit_supervisor", "en")
    step.go(f"/admin/games/round/{Round.objects.get(code='short').pk}/change/")
    page.evaluate("window.stayed = true")
    assert page.locator("#picture .tp-layout-lying .tp-dolly").count() == 1
    page.locator("#step").fill("2")
    page.locator("[data-then] .tp-note").wait_for()
    assert page.locator("#picture .tp-layout-lying .tp-dolly").count() == 0
    assert page.locator("#picture .tp-layout-lying .tp-chip").count() == 1
    page.keyboard.press("Shift+ArrowLeft")
    page.wait_for_function("document.querySelectorAll('#picture .tp-layout-lying .tp-chip').length === 0")
    assert "step=1" in page.url
    assert page.evaluate("window.stayed")
    with page.expect_navigation():
        page.keyboard.press("Shift+PageDown")
    page.get_by_role("heading", name="RL01 · nothere").wait_for()

    page.emulate_media(media="print")
    assert page.locator(".tp-document").is_visible()
    assert not page.locator(".tp-steps").is_visible()
    page.set_viewport_size({"width": 700, "height": 900})
    assert page.locator("#picture .tp-only-wide").is_visible(), "no phone's layout on paper"
    assert not page.locator("#picture .tp-only-narrow").is_visible()
