"""In the browser, on a phone, with counted taps: a case is opened, and settled until the papers are in the player's
hands, within the bars that a table has patience for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from disputes.rows import stored
from disputes.rows.models import Case as CaseRow
from tests.journeys.cast import Cast, Hearing, cast  # noqa: F401
from tests.journeys.conftest import Walk, also
from tests.journeys.taps import Taps
from tests.replay.story import CODE

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


@pytest.mark.parametrize("language", ["vi", also("en")])
def test_a_case_is_opened_in_seven_taps_and_four_fields(
    cast: Cast,  # noqa: F811
    walk: Callable[..., Walk],
    language: str,
) -> None:
    hearing = Hearing(walk(width=390), cast, language)
    page, step = hearing.page, hearing.step
    counted = Taps(step)
    hearing.by("pit_supervisor").step.go("/admin/disputes/case/")
    step.follow(page.locator(".tp-inbox-actions .tp-button-primary"))
    page.fill("#id_about_what", "short")
    step.follow(page.locator("button[name=look][value=time]"))
    page.locator('input[name="rounds"][value="RL01/short"]').click()
    page.fill("#id_claim", hearing.words["claim"])
    page.fill("#id_amount_minor", hearing.words["owed"])
    page.fill("#id_reference", "P-1")
    step.follow(page.get_by_role("button", name=hearing.words["open"]))
    page.locator(".tp-case-head").wait_for()
    counted.at_most(taps=7, fields=4)


@pytest.mark.parametrize("language", ["vi", also("en")])
def test_from_the_offer_to_papers_in_the_players_hands_in_ten_taps(
    cast: Cast,  # noqa: F811
    walk: Callable[..., Walk],
    language: str,
) -> None:
    hearing = Hearing(walk(width=390), cast, language)
    page, step = hearing.page, hearing.step
    hearing.by("pit_supervisor").open()
    counted = Taps(step)
    step.go(hearing.case)

    def tap(command: str) -> None:
        """The first whole form of a step among what is left to do."""
        step.follow(page.locator(f'.tp-needs form[action$="/{command}/"] button').first)
        page.locator(".tp-case-head").wait_for()

    step.follow(page.locator("[data-command=propose_remedy]").first)
    step.follow(page.locator(".tp-do .tp-button-primary"))
    step.follow(page.locator("[data-command=answer_at_table]").first)
    page.locator("label", has=page.locator("input[name=agreed][value=yes]")).click()
    step.follow(page.locator(".tp-do .tp-button-primary"))
    step.follow(hearing.shown().page.locator("#coming button[name=confirmed]"))
    tap("record_money")
    tap("issue_paper")
    tap("issue_paper")
    tap("hand_over_paper")
    step.fits()
    counted.at_most(taps=10, fields=0)
    case = stored.load(CODE, CaseRow.objects.latest("pk").number)
    assert case.is_closed
    assert not case.money.still_out
    assert {kept.fact.kind for kept in case.papers} == {"settlement", "receipt"}
    assert len(case.handed_over) == len(case.papers) == 2


def test_the_guests_page_is_one_tap_from_the_case_and_one_back(
    cast: Cast,  # noqa: F811
    walk: Callable[..., Walk],
) -> None:
    hearing = Hearing(walk(width=390), cast, "vi")
    page, step = hearing.page, hearing.step
    hearing.by("pit_supervisor").open()
    counted = Taps(step)
    step.go(hearing.case)
    step.follow(page.locator("#rounds .tp-say").first)
    step.follow(page.locator(".tp-spoken-ways a").last)
    page.locator(".tp-case-head").wait_for()
    counted.at_most(taps=2, fields=0)
