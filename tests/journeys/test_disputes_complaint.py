"""In the browser: a player who does not agree is told of the right to complain, is helped, complains, and is right.
Steps that are not allowed are refused in words, and whoever comes second is told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.urls import reverse

from disputes.rows.models import Case as CaseRow
from tests.disputes.court import NONE, Court
from tests.journeys.cast import Cast, Hearing, cast  # noqa: F401
from tests.journeys.conftest import Walk, also

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


class Begun:
    """A case that was decided before the browser starts."""

    def __init__(self, play: Callable[[Court], object]) -> None:
        court = Court(house="as the address has it")  # type: ignore[arg-type]
        court.now -= timedelta(minutes=30)  # each command is a minute later than the last; the browser comes after all
        play(court)
        row = CaseRow.objects.get(number=court.number)
        self.address = reverse("admin:disputes_case_change", args=[row.pk])


@pytest.fixture
def decided(cast: Cast) -> Begun:  # noqa: F811
    """The pit manager decided that the result stands."""
    return Begun(lambda court: court.decided(NONE))


@pytest.fixture
def passed_on(cast: Cast) -> Begun:  # noqa: F811
    return Begun(lambda court: court.passed_on())


@pytest.mark.parametrize(("language", "width"), [("vi", 1280), also("en", 390)])
def test_a_complaint_upheld_by_senior_management(
    cast: Cast,  # noqa: F811
    decided: Begun,
    walk: Callable[..., Walk],
    language: str,
    width: int,
) -> None:
    hearing = Hearing(walk(width=width), cast, language)
    page, step = hearing.page, hearing.step
    hearing.case = decided.address
    hearing.by("pit_manager").issue("decision")
    hearing.step_to("record_answer")
    page.check("input[name=agreed][value=no]")
    hearing.send_and_confirm()
    hearing.confirm()

    step.go(hearing.case.replace("/change/", "/do/inform_of_right/"))
    step.follow(page.locator(".tp-do .tp-button-primary"))
    page.get_by_text("8.5").first.wait_for()
    step.answered(409)
    step.go(hearing.case)
    hearing.issue("right_to_complain")
    hearing.step_to("inform_of_right")
    page.check(f"input[name=language][value={language}]")
    hearing.send()
    hearing.issue("complaint_form")
    hearing.by("pit_supervisor").step_to("record_help")
    page.fill("#id_what", "Điền đơn cùng khách.")
    hearing.send()
    hearing.by("pit_manager").step_to("file_complaint")
    page.fill("#id_said", hearing.words["claim"])
    hearing.send()

    step.go(hearing.case.replace("/change/", "/do/decide_complaint/"))
    page.locator(".tp-do-trouble").wait_for()
    step.answered(403)

    hearing.by("senior_management").step_to("decide_complaint")
    page.check("input[name=result][value=upheld]")
    page.check("input[name=evidence][value=E1]")
    page.fill("#id_reasons", "Phim cho thấy trả thiếu.")
    shown = hearing.send_and_confirm().inner_text()
    assert hearing.words["upheld"] in shown.lower()
    assert f"+{hearing.words['owed']}" in shown
    hearing.confirm()
    hearing.issue("complaint_decision")
    hearing.step_to("close_complaint")
    hearing.shown()
    hearing.confirm()
    assert hearing.words["closed"] in hearing.head.lower()
    step.fits()


@pytest.mark.parametrize("language", [also("vi"), "en"])
def test_two_people_at_once_and_steps_that_are_not_theirs(
    cast: Cast,  # noqa: F811
    passed_on: Begun,
    walk: Callable[..., Walk],
    language: str,
) -> None:
    first, second = Hearing(walk(), cast, language), Hearing(walk(width=390), cast, language)
    first.case = second.case = passed_on.address
    first.by("pit_manager").step_to("say_no_time")
    second.by("shift_manager").at_once("notify_surveillance")
    first.page.fill("#id_reason", "Chờ Bộ phận Giám sát tìm cảnh quay.")
    first.step.follow(first.page.locator(".tp-do .tp-button-primary"))
    first.page.get_by_role("heading", name=first.words["meanwhile"]).wait_for()
    first.step.answered(409)
    assert "shift.manager" in first.page.locator(".tp-do-meanwhile").inner_text()
    assert first.page.locator("#id_reason").input_value() == "Chờ Bộ phận Giám sát tìm cảnh quay."
    first.step.fits()
    first.send()

    second.by("pit_supervisor")
    assert second.page.locator("[data-command=decide]").count() == 0, "no button for what is not theirs"
    second.step.go(second.case.replace("/change/", "/do/decide/"))
    second.page.locator(".tp-do-trouble").wait_for()
    second.step.answered(403)
    assert second.page.locator("form.tp-round").count() == 0
    second.step.fits()
