"""The administrator asks that a dealer act as pit supervisor until two in the morning, the shift manager confirms it,
the administrator ends it, and the dealer is signed out; on a phone too."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from casino.clock import now as clock
from tests.admin.house import PASSWORD
from tests.journeys.conftest import Walk, also
from tests.journeys.test_wrong_payment import log_in

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

WORDS = {
    "vi": {
        "post": "Giám sát Pit Tạm thời",
        "until": "đến",
        "dealer": "Nhân viên Điều hành Trò chơi",
        "no_end": "Chức vụ tạm thời phải có thời điểm kết thúc.",
        "asked": "Đã đề nghị, đang chờ người thứ hai.",
        "confirmed": "Đã xác nhận và có hiệu lực.",
        "ended": "Đã chấm dứt 1 phân công.",
    },
    "en": {
        "post": "Acting pit supervisor",
        "until": "until",
        "dealer": "Dealer",
        "no_end": "An acting post needs an end.",
        "asked": "It is asked for and waits for a second person.",
        "confirmed": "It is confirmed and in force.",
        "ended": "1 posting was ended.",
    },
}


def shown(step: Walk, language: str) -> str:
    """What the dealer sees of their own post on the overview, or in the side bar where that has room."""
    step.go("/admin/")
    step.page.locator(f"html[lang={language}]").wait_for()
    return " ".join(step.page.locator(".tp-acting:visible").first.inner_text().split())


@pytest.mark.parametrize(("language", "width"), [also("vi", 390), also("en", 1400)])
def test_a_dealer_acts_for_some_hours(walk: Callable[..., Walk], language: str, width: int) -> None:
    said = WORDS[language]
    tomorrow = clock().astimezone(ZoneInfo("Asia/Ho_Chi_Minh")) + timedelta(days=1)
    administrator, dealer = walk(width=width), walk(width=width)
    log_in(dealer, "dealer", language)
    assert shown(dealer, language) == said["dealer"]

    log_in(administrator, "administrator", language)
    page = administrator.page
    administrator.go("/admin/casino/posting/add/")
    administrator.fits()
    page.select_option("select[name=user]", label=f"dealer · dealer · {said['dealer']}")
    page.select_option("select[name=post]", "acting_pit_supervisor")
    page.locator("input[name=tables][value=RL01]").check()
    administrator.follow(page.locator("form.tp-form button[type=submit]"))
    page.get_by_text(said["no_end"]).wait_for()
    administrator.answered(422)
    administrator.fits()
    page.fill("[name=ends_at]", f"{tomorrow:%Y-%m-%d}T02:00")
    administrator.follow(page.locator("form.tp-form button[type=submit]"))
    page.get_by_text(said["asked"]).wait_for()
    administrator.fits()
    assert shown(dealer, language) == said["dealer"], "nothing before a second person confirms"

    manager = walk(width=width)
    log_in(manager, "shift.manager", language)
    manager.go("/admin/")
    manager.follow(manager.page.locator("#account-changes a, [id*=account-changes] a").first)
    manager.fits()
    manager.follow(manager.page.locator("button[value=confirm]"))
    manager.page.get_by_text(said["confirmed"]).wait_for()
    manager.fits()
    assert shown(dealer, language) == f"{said['post']} {said['until']} 02:00 {tomorrow:%d/%m} RL01"

    administrator.go("/admin/casino/posting/")
    page.locator("input.action-select").first.check()
    page.select_option("select[name=action]", "end_now")
    administrator.follow(page.locator("button[name=index]"))
    page.get_by_text(said["ended"]).wait_for()
    dealer.go("/admin/")
    dealer.page.locator("#login-form").wait_for()
    dealer.page.fill("#id_username", "dealer")
    dealer.page.fill("#id_password", PASSWORD)
    dealer.follow(dealer.page.locator("#login-form button[type=submit].tp-button-primary"))
    dealer.page.locator(".tp-dashboard").wait_for()
    assert shown(dealer, language) == said["dealer"]
