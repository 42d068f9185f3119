"""In the browser: a player is erased from two cases that became one, then everybody else; what was said comes true."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any
from typing import cast as typed

import pytest

from disputes.case import commands as c
from tests.disputes.court import Court, house_property
from tests.journeys.cast import Cast, cast  # noqa: F401
from tests.journeys.conftest import Walk, also

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

FIRST, SECOND, WITNESS = "Khuỷnh Quắc Bẵng", "Trịnh Thị Ngoạn", "Lê Văn Chứng"
SAID = {
    "vi": ("Không bao giờ đọc lại được", "Không bị xóa", "không mở lại được"),
    "en": ("Never to be read again", "Not erased", "cannot be reopened"),
}


@pytest.fixture
def ended(address: str) -> str:
    """Two players in one case and a witness in the other, merged and withdrawn. The second player was entered late."""
    house: Any = SimpleNamespace(property=house_property())
    court = Court(typed(Any, house))
    court.open(players=(c.Outsider(name=FIRST, contact="0900 000 001", reference="P-1"),))
    one, court.number = court.number, ""
    court.open(witnesses=(c.Outsider(name=WITNESS),), players=(c.Outsider(name="Phạm Bốn"),))
    court.do("pit_manager", c.Merge(into=one))
    court.number = one
    court.do("pit_manager", c.AddPlayer(player=c.Outsider(name=SECOND)))
    court.do("pit_manager", c.Withdraw(said=f"{FIRST} và {SECOND} rút."))
    return one


@pytest.mark.parametrize(("language", "width"), [also("vi", 390), ("en", 1280)])
def test_one_after_the_other(
    cast: Cast,  # noqa: F811
    ended: str,
    walk: Callable[..., Walk],
    language: str,
    width: int,
) -> None:
    step = walk(width=width)
    page = step.page
    lost, left, for_good = SAID[language]
    cast.enter(step, "senior_management", language)
    step.go(f"/admin/disputes/case/?inbox=all&q={ended}")
    step.follow(page.locator(f"a:has-text('{ended}')").first)
    case = page.url
    assert SECOND in page.content()

    def one(whose: str) -> str:
        page.goto(case.replace("change/", "do/erase_person/"))
        card = page.locator(f"label:has-text('{whose}')").first
        ref = card.locator("input").get_attribute("value") or ""
        card.click()
        if page.locator("#id_legal_ground").count():
            page.locator("label:has(input[value=court_order])").first.click()
            page.fill("#id_legal_ground", "Bản án 12 buộc xóa hồ sơ khách.")
        page.fill("#id_typed", ref)
        step.fits()
        step.follow(page.locator("form.tp-round button[type=submit]").first)
        said = page.locator("#lost").inner_text()
        step.fits()
        step.follow(page.locator("button[name=confirmed]"))
        return said

    def erase(whose: str) -> str:
        """Senior management asks, and the director of table games confirms."""
        first = one(whose)
        cast.enter(step, "director_of_table_games", language)
        assert one(whose) == first
        cast.enter(step, "senior_management", language)
        page.goto(case)
        return first

    said = erase(SECOND)
    assert lost in said
    assert SECOND in said.partition(left)[0]
    assert FIRST in said.partition(left)[2]
    assert SECOND not in page.content()
    assert FIRST in page.content()
    assert for_good in erase("Mọi văn bản" if language == "vi" else "Every text")
    assert not any(name in page.content() for name in (FIRST, SECOND, WITNESS))
    step.fits()
