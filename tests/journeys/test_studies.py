"""A director weighs other odds and sees what findings cost, on a phone and on a desk."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.studies import work
from tests.admin.house import person
from tests.journeys.conftest import Walk, also
from tests.journeys.test_wrong_payment import log_in

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


@pytest.mark.parametrize(("language", "width"), [also("vi", 390), also("en", 1280)])
def test_from_the_form_to_what_it_would_cost(walk: Callable[..., Walk], language: str, width: int) -> None:
    person("director_of_table_games", may_log_in=True)
    step = walk(width=width)
    page = step.page
    log_in(step, "director.of.table.games", language)
    step.go("/admin/games/table/studies/")
    step.fits()
    page.locator("select[name=base]").select_option("roulette.2020-06-13")
    step.follow(page.locator("article form button").first)
    page.locator("[name='odds.straight']").fill("1:34")
    step.fits()
    step.follow(page.locator("article form button[type=submit]"))
    page.locator("progress").wait_for()
    for pk in work.waiting().values_list("pk", flat=True):
        work.run(pk)
    page.locator("a[href$='/xlsx/']").wait_for()
    step.fits()
    step.go("/admin/games/finding/worth/")
    step.fits()
    step.go("/admin/games/table/studies/")
    step.fits()
