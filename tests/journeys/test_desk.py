"""In the browser: a supervisor corrects a result with a manager's authority after seeing what it comes to, and a
manager supposes another story without storing anything."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.admin.house import person
from tests.journeys.conftest import Walk
from tests.journeys.test_wrong_payment import log_in

pytestmark = pytest.mark.e2e


@pytest.fixture
def manager(address: str) -> str:
    return person("pit_manager").get_username()


def open_round(step: Walk, code: str) -> None:
    step.go(f"/admin/games/round/?q={code}")
    step.page.locator("#result_list a", has_text=f"RL01 · {code}").click()
    step.page.locator(".tp-replay").wait_for()


def test_correcting_a_fact_and_supposing_another_story(manager: str, walk: Callable[..., Walk]) -> None:
    step = walk(width=390)
    page = step.page
    log_in(step, "pit.supervisor", "vi")

    # What if the ball had come to rest in 18?
    open_round(step, "right")
    page.get_by_role("link", name="Giả định…").click()
    step.fits()
    dropped = page.locator(".tp-supposed > li", has_text="Bóng rơi vào khoang")
    dropped.locator("select").select_option("change")
    page.get_by_role("button", name="So sánh").click()
    page.locator("#consequence").wait_for()
    dropped.locator("input[type=number]").fill("18")
    page.get_by_role("button", name="So sánh").click()
    page.locator("#compared-b1").wait_for()
    assert "−3.600.000" in page.locator("#compared-b1").inner_text()
    step.fits()

    # It did: the result was keyed wrongly.
    open_round(step, "right")
    assert "17" in page.locator(".tp-result").inner_text()
    fact = page.locator(".tp-fact-ball_dropped")
    fact.get_by_role("link", name="sửa dữ kiện này…").click()
    step.fits()
    page.fill("#id_fact-pocket", "18")
    page.fill("#id_authorised_by", manager)
    page.fill("#id_reason", "Phim cho thấy số 18.")
    page.get_by_role("button", name="Xem hệ quả").click()
    shown = page.locator("#consequence")
    shown.wait_for()
    assert "−3.600.000" in shown.inner_text()
    assert "Quản lý Pit pit.manager" in shown.inner_text()
    step.fits()
    page.get_by_role("button", name="Ghi bản đính chính").dblclick()
    page.get_by_text("Đã ghi bản đính chính").wait_for()
    assert "18" in page.locator(".tp-result").inner_text()
    assert page.locator(".tp-fact-fact_corrected").count() == 1
    step.fits()
