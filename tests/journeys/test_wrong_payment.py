"""A supervisor finds a wrong payment, reads the clause, and lets the finding rest; a regulator only reads."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.admin.house import PASSWORD
from tests.journeys.conftest import Walk, also

pytestmark = pytest.mark.e2e

WORDS = {
    "vi": {
        "lang": "vi",
        "rounds": "Các ván",
        "sum": "100.000 × 35 = 3.500.000",
        "short": "người chơi nhận thiếu",
        "finding": "Trả thưởng thiếu",
        "open": "Xem phát hiện",
        "dismiss": "Bỏ qua…",
        "record": "Bỏ qua và ghi lý do",
        "done": "Đã bỏ qua phát hiện",
        "nothing": "Không có gì khác với thể lệ.",
    },
    "en": {
        "lang": "en",
        "rounds": "Rounds",
        "sum": "100,000 × 35 = 3,500,000",
        "short": "the player has too little",
        "finding": "Paid too little",
        "open": "Open finding",
        "dismiss": "Dismiss…",
        "record": "Dismiss and record the reason",
        "done": "The finding was dismissed",
        "nothing": "Nothing here differs from the rule document.",
    },
}


def log_in(step: Walk, username: str, language: str) -> None:
    step.go("/admin/")
    assert step.page.locator("html").get_attribute("lang") == "vi"
    step.follow(step.page.locator(f".tp-language button[lang={language}]"))
    step.page.locator(f"html[lang={language}]").wait_for()
    step.fits()
    step.page.fill("#id_username", username)
    step.page.fill("#id_password", PASSWORD)
    step.follow(step.page.locator("#login-form button[type=submit].tp-button-primary"))
    step.page.locator(".tp-dashboard").wait_for()
    step.fits()


@pytest.mark.parametrize(
    ("language", "width", "dark"),
    [
        ("vi", 390, True),
        also("en", 1280, False),
        also("vi", 1280, False),
        also("en", 390, True),
    ],
)
def test_from_the_list_to_the_clause_to_the_reason(
    walk: Callable[..., Walk], language: str, width: int, dark: bool
) -> None:
    said = WORDS[language]
    step = walk(width=width, dark=dark)
    page = step.page
    log_in(step, "pit.supervisor", language)

    step.go("/admin/games/round/")
    step.fits()
    page.fill("#searchbar", "short")
    page.press("#searchbar", "Enter")
    page.wait_for_url("**q=short*")
    step.follow(page.locator("#result_list a", has_text="RL01 · short"))
    page.locator(".tp-replay").wait_for()
    step.fits()
    layout = page.locator(".tp-layout-lying" if width > 768 else ".tp-layout-standing")
    assert layout.is_visible()
    assert layout.locator(".tp-dolly").count() == 1

    wrong = page.locator("#bet-b1")
    assert said["sum"] in wrong.inner_text()
    assert said["short"] in wrong.inner_text()
    clause = wrong.locator(".tp-clause", has_text="6.1.1.1")
    assert not clause.locator(".tp-clause-text").is_visible()
    clause.locator("summary").click()
    assert clause.locator(".tp-clause-text").is_visible()
    step.fits()

    step.follow(page.locator("#findings .tp-finding", has_text=said["finding"]).get_by_text(said["open"]))
    step.follow(page.get_by_role("link", name=said["dismiss"]))
    page.fill("#id_reason", "The camera shows the second stack being paid.")
    step.fits()
    step.follow(page.get_by_role("button", name=said["record"]))
    page.get_by_text(said["done"]).wait_for()
    assert "The camera shows the second stack being paid." in page.locator("#content").inner_text()

    step.follow(page.locator(".tp-round-head .tp-actions a").first)
    page.locator("#findings").wait_for()
    assert said["nothing"] in page.locator("#findings").inner_text()
    step.fits()


def test_a_regulator_reads_and_cannot_act(walk: Callable[..., Walk]) -> None:
    step = walk()
    log_in(step, "regulator", "en")
    step.follow(step.page.locator(".tp-inbox a").first)
    step.page.locator(".tp-clause-list").wait_for()
    assert step.page.get_by_text("Dismiss…").count() == 0
    step.follow(step.page.get_by_role("link", name="Open the round"))
    step.page.locator("#record > summary").click()
    step.page.locator("#record .tp-record > summary").first.click()
    assert "leaf" in step.page.locator("#record .tp-record").first.inner_text().lower()


def test_the_round_page_can_be_read_without_a_script(walk: Callable[..., Walk]) -> None:
    step = walk(scripts=False)
    log_in(step, "dealer", "vi")
    step.go("/admin/games/round/?q=short")
    step.follow(step.page.locator("#result_list a", has_text="RL01 · short"))
    assert step.page.locator(".tp-layout-lying").is_visible()
    step.page.locator("#bet-b1 .tp-clause summary").first.click()
    assert step.page.locator("#bet-b1 .tp-clause-text").first.is_visible()
    step.follow(step.page.locator(".tp-steps a[data-step='-1']"))
    assert step.page.locator(".tp-note-warning").is_visible()


@pytest.mark.parametrize("width", [also(390), also(1280)])
def test_every_kind_of_round_fits_the_screen(walk: Callable[..., Walk], width: int) -> None:
    step = walk(width=width)
    log_in(step, "dealer", "vi")
    for code in ("right", "nothere", "void", "unclear", "corrected"):
        step.go(f"/admin/games/round/?q={code}")
        step.follow(step.page.locator("#result_list a", has_text=f"RL01 · {code}"))
        step.page.locator(".tp-replay").wait_for()
        for summary in step.page.locator("details > summary").all():
            if summary.is_visible():
                summary.click()
        step.fits()
