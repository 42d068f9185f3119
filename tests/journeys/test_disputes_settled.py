"""In the browser: a complaint at a table, opened on a phone, settled there by what the replay owes; and one that the
player withdraws. The round's books balance afterwards, and a double click does nothing twice."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from disputes.rows.models import Case as CaseRow
from tests.journeys.cast import Cast, Hearing, cast  # noqa: F401
from tests.journeys.conftest import Walk, also

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


@pytest.mark.parametrize(("language", "width", "dark"), [also("vi", 390, True), also("en", 1280, False)])
def test_settled_at_the_table(
    cast: Cast,  # noqa: F811
    walk: Callable[..., Walk],
    language: str,
    width: int,
    dark: bool,
) -> None:
    hearing = Hearing(walk(width=width, dark=dark), cast, language)
    page, step = hearing.page, hearing.step
    hearing.by("pit_supervisor").open()
    step.fits()

    hearing.step_to("propose_remedy")
    assert page.locator('input[name="pay:RL01/short/b1"]').input_value() == hearing.words["owed"]
    hearing.send()

    hearing.step_to("answer_at_table")
    page.check("input[name=agreed][value=yes]")
    shown = hearing.send_and_confirm().inner_text()
    assert f"+{hearing.words['owed']}" in shown
    hearing.confirm()
    assert hearing.words["settled"] in hearing.head.lower()
    step.fits()

    step.follow(page.locator("#rounds .tp-disputed-links a").first)
    page.locator(".tp-replay").wait_for()
    assert page.locator("#bet-b1 .tp-right").count() == 1, "nothing is owed any more"
    step.fits()


@pytest.mark.parametrize("language", ["vi", also("en")])
def test_withdrawn_and_nothing_done_twice(
    cast: Cast,  # noqa: F811
    walk: Callable[..., Walk],
    language: str,
) -> None:
    """Without a script: nothing of this needs one."""
    hearing = Hearing(walk(width=390, scripts=False), cast, language)
    page = hearing.page
    hearing.by("pit_supervisor").step.go("/admin/disputes/case/open/?table=RL01")
    page.fill("#id_claim", hearing.words["claim"])
    page.fill("#id_about_day", "2026-06-13")
    page.fill("#id_about_time", "10:08")
    with page.expect_navigation():  # to the same address
        page.press("#id_about_time", "Enter")
    assert page.locator("#id_claim").input_value() == hearing.words["claim"]
    page.locator(".tp-pick", has_text="short").locator(".tp-pick-bets > summary").click()
    page.check('input[name="bets"][value="RL01/short/b1"]')
    page.fill("#id_name", "Nguyễn Văn Ẩn")
    hearing.step.follow(page.get_by_role("button", name=hearing.words["open"]))
    # The player has no reference, so the page asks whose the bet is.
    page.locator('[name="whose:RL01/short/b1"]').select_option("P1")
    hearing.step.fits()
    hearing.step.answered(422)
    hearing.step.follow(page.get_by_role("button", name=hearing.words["open"]))
    page.locator(".tp-case-head").wait_for()

    hearing.step_to("withdraw")
    page.fill("#id_said", "Thôi.")
    assert hearing.words["withdrawn"] in hearing.send_and_confirm().inner_text().lower()
    hearing.confirm()
    assert hearing.words["withdrawn"] in hearing.head.lower()


def test_what_a_double_click_has_left(
    cast: Cast,  # noqa: F811
    walk: Callable[..., Walk],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hearing = Hearing(walk(), cast, "en")
    hearing.by("pit_supervisor").open()
    hearing.step_to("add_note")
    hearing.page.fill("#id_note", "A regular.")
    hearing.send()
    hearing.step.page.context.close()
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    [row] = CaseRow.objects.all()
    assert row.version == 2, "opened and noted, once each"
