"""In the browser: a supervisor supposes another story without storing anything, sees what a correction of the result
would come to and asks for it; a shift manager confirms it in an own session."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.journeys import seconds
from tests.journeys.conftest import Walk, also
from tests.journeys.test_wrong_payment import log_in

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


WORDS = {
    "vi": {
        "suppose": "Giả định…",
        "dropped": "Bóng rơi vào khoang",
        "compare": "So sánh",
        "loss": "−3.600.000",
        "correct": "sửa dữ kiện này…",
        "show": "Xem hệ quả",
        "confirms": "một người khác, từ Quản lý Pit trở lên",
        "ask": "Đề nghị sửa",
        "asked": "Đã đề nghị sửa",
        "headline": "Chờ bạn xác nhận: sửa dữ kiện",
        "reason": "Phim cho thấy bóng ở số 18.",
    },
    "en": {
        "suppose": "What if…",
        "dropped": "Ball at rest",
        "compare": "Compare",
        "loss": "−3,600,000",
        "correct": "correct this fact…",
        "show": "Show what it would come to",
        "confirms": "another person, pit manager or above",
        "ask": "Ask for the correction",
        "asked": "The correction is asked for",
        "headline": "For you to confirm: a correction",
        "reason": "The film shows number 18.",
    },
}


def open_round(step: Walk, code: str) -> None:
    step.go(f"/admin/games/round/?q={code}")
    step.follow(step.page.locator("#result_list a", has_text=f"RL01 · {code}"))
    step.page.locator(".tp-replay").wait_for()


@pytest.mark.parametrize(("language", "width"), [also("vi", 390), also("en", 1280)])
def test_correcting_a_fact_and_supposing_another_story(language: str, width: int, walk: Callable[..., Walk]) -> None:
    words = WORDS[language]
    step = walk(width=width)
    page = step.page
    log_in(step, "pit.supervisor", language)

    # What if the ball had come to rest in 18?
    open_round(step, "right")
    step.follow(page.get_by_role("link", name=words["suppose"]))
    step.fits()
    dropped = page.locator(".tp-supposed > li", has_text=words["dropped"]).last
    dropped.locator("select").select_option("change")
    step.follow(page.get_by_role("button", name=words["compare"]))
    page.locator("#consequence").wait_for()
    dropped.locator("input[type=number]").fill("18")
    step.follow(page.get_by_role("button", name=words["compare"]))
    page.locator("#compared-b1").wait_for()
    assert words["loss"] in page.locator("#compared-b1").inner_text()
    step.fits()

    # It did: the result was keyed wrongly.
    open_round(step, "right")
    assert "17" in page.locator(".tp-result").inner_text()
    facts = page.locator("details.tp-folds")
    if not facts.evaluate("each => each.open"):  # on a phone the timeline begins folded
        facts.locator("summary").first.click()
    step.follow(page.locator(".tp-fact-ball_dropped").get_by_role("link", name=words["correct"]))
    step.fits()
    page.fill("#id_fact-pocket", "18")
    page.fill("#id_reason", words["reason"])
    step.follow(page.get_by_role("button", name=words["show"]))
    shown = page.locator("#consequence")
    shown.wait_for()
    assert words["loss"] in shown.inner_text()
    assert words["confirms"] in shown.inner_text()
    step.fits()
    step.twice(page.get_by_role("button", name=words["ask"]))
    page.get_by_text(words["asked"]).wait_for()
    page.wait_for_load_state()
    assert "17" in page.locator(".tp-result").inner_text(), "it has no effect yet"
    assert page.locator(".tp-fact-fact_corrected").count() == 0
    step.fits()
    seconds.asked(step, language)

    # Somebody else confirms.
    other = walk(width=width)
    log_in(other, "shift.manager", language)
    assert words["reason"] in seconds.confirm(other, language, words["headline"])
    open_round(step, "right")
    assert "18" in page.locator(".tp-result").inner_text()
    assert page.locator(".tp-fact-fact_corrected").count() == 1
    step.fits()
    seconds.told(step, language)
