"""In the browser: a case that is passed on, collected after 8.2 to 8.4 by three people, decided by the pit manager and
accepted by the player."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.journeys.cast import Cast, Hearing, cast  # noqa: F401
from tests.journeys.conftest import Walk, also

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


@pytest.mark.parametrize(("language", "width"), [also("vi", 390), also("en", 1280)])
def test_decided_by_the_pit_manager_and_accepted(
    cast: Cast,  # noqa: F811
    walk: Callable[..., Walk],
    language: str,
    width: int,
) -> None:
    hearing = Hearing(walk(width=width), cast, language)
    page, step = hearing.page, hearing.step
    hearing.by("pit_supervisor").open()
    hearing.step_to("pass_on")
    page.check("input[name=why][value=cannot_be_resolved]")
    hearing.send()

    hearing.by("pit_manager").at_once("take_over")
    step.go(hearing.case.replace("/change/", "/do/decide/"))
    assert page.get_by_role("heading", name=hearing.words["missing"]).count() == 1
    for clause in ("8.2", "8.3", "8.4.2", "8.4.8"):
        assert page.locator(".tp-do-missing .tp-tag", has_text=clause).count() >= 1
    step.fits()
    step.go(hearing.case)
    hearing.at_once("notify_surveillance")
    hearing.step_to("promise_time")
    assert not page.locator("#id_until").is_visible()
    page.locator("input[name=quick]").nth(1).check()
    hearing.send()
    hearing.step_to("ask_footage")
    assert page.locator("#id_begins_at").input_value().startswith("2026-06-13T10:06")
    hearing.send()

    hearing.by("surveillance").at_once("acknowledge_notice")
    hearing.step_to("answer_footage")
    page.check("input[name=found][value=yes]")
    page.fill("#id_answer", "17; 30 chip. Máy 7.")
    hearing.send()

    hearing.by("pit_manager").step_to("take_statement")
    page.fill("#id_said", hearing.words["claim"])
    hearing.send()
    hearing.step_to("mark_none")
    assert page.locator("input[name=items][value=rules]").count() == 0
    for item in ("published", "procedures", "controls", "other", "law"):
        page.check(f"input[name=items][value={item}]")
    assert not page.locator("#id_asked_of").is_visible()
    page.check("input[name=cause][value=not_applicable]")
    page.fill("#id_reason", "Các văn bản này không quy định về khoản trả của ván.")
    hearing.send()

    hearing.step_to("decide")
    page.check("input[name=evidence][value=F1]")
    page.check("input[name=evidence][value=S1]")
    step.follow(page.locator(".tp-do .tp-button-primary"))
    page.locator(".tp-field-wrong #id_reasons").wait_for()
    step.answered(422)
    page.fill("#id_reasons", "Trả thiếu so với 5.1 theo phim và sổ của bàn.")
    shown = hearing.send_and_confirm().inner_text()
    assert f"+{hearing.words['owed']}" in shown
    hearing.confirm()

    hearing.issue("decision")
    hearing.step_to("record_answer")
    page.check("input[name=agreed][value=yes]")
    hearing.send_and_confirm()
    hearing.confirm()
    assert hearing.words["accepted"] in hearing.head.lower()
    assert page.locator("#papers li").count() == 1
    step.fits()
