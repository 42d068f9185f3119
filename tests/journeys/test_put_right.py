"""In the browser: what a case put right stands on the round apart from what was done at the table, and a pit manager
asks that something else count as put right, which a shift manager confirms in an own session."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest

from casino.core.events import NewEvent
from casino.ledger.application import get_ledger
from games.engine.facts import Person, RemedyMade
from games.rows.audit import audit_rounds
from tests.admin.house import person
from tests.journeys import seconds
from tests.journeys.conftest import Walk, also
from tests.journeys.test_wrong_payment import log_in
from tests.replay.story import CODE, STARTS

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

WORDS = {
    "vi": {
        "case": "hồ sơ 2026-0001 xử lý",
        "paid": "+400.000",
        "put": "Ghi nhận đã sửa…",
        "reason": "Lý do",
        "record": "Đề nghị ghi nhận đã sửa",
        "done": "Đã đề nghị",
        "headline": "Chờ bạn xác nhận: phát hiện đã được sửa",
        "status": "Đã sửa",
    },
    "en": {
        "case": "remedied by case 2026-0001",
        "paid": "+400,000",
        "put": "Put right…",
        "reason": "Reason",
        "record": "Ask that it count as put right",
        "done": "It is asked for.",
        "headline": "For you to confirm: a finding put right",
        "status": "Corrected",
    },
}


@pytest.fixture
def remedied(address: str) -> str:
    """The bet of the round "short" is 500,000 short; a case has paid 400,000 of it, and 30,000 beyond the rules."""
    ledger = get_ledger(CODE)
    data = RemedyMade(
        bet="b1",
        to_player_minor=430_000,
        beyond_rules_minor=30_000,
        kind="pay_difference",
        case="2026-0001",
        made_by=Person(post="pit_manager", staff="pit.manager"),
        clauses=("8.4.6",),
    )
    made = NewEvent(
        id=uuid4(),
        stream="round/RL01/short",
        type="roulette.remedy_made.v1",
        data=data,
        actor="person:pit.manager",
        occurred_at=STARTS + timedelta(hours=1),
    )
    ledger.append([made])
    audit_rounds(CODE)
    return person("pit_manager", may_log_in=True).get_username()


@pytest.mark.parametrize(("language", "width"), [also("vi", 390), ("en", 1280)])
def test_a_remedy_is_read_and_the_rest_put_right(
    language: str, width: int, remedied: str, walk: Callable[..., Walk]
) -> None:
    words = WORDS[language]
    step = walk(width=width)
    page = step.page
    log_in(step, remedied, language)
    step.go("/admin/games/round/?q=short")
    step.follow(page.locator("#result_list a", has_text="RL01 · short"))
    bet = page.locator("#bet-b1")
    bet.wait_for()
    assert words["case"] in bet.inner_text()
    assert words["paid"].replace("400", "430") in bet.inner_text()
    assert "−100" in bet.inner_text()
    step.fits()

    step.go("/admin/games/finding/?severity=money&status=open")
    step.follow(page.locator("#result_list tbody a").first)
    step.follow(page.get_by_role("link", name=words["put"]))
    step.fits()
    page.get_by_role("textbox", name=words["reason"]).fill("Paid at the cage.")
    step.follow(page.get_by_role("button", name=words["record"]))
    page.get_by_text(words["done"]).first.wait_for()
    assert words["status"] not in page.locator(".tp-round-head").inner_text()
    step.fits()
    finding = page.url.removeprefix(step.address).partition("#")[0]
    seconds.asked(step, language)

    other = walk(width=width)
    log_in(other, "shift.manager", language)
    assert "Paid at the cage." in seconds.confirm(other, language, words["headline"])
    step.go(finding)
    assert words["status"] in page.locator(".tp-round-head").inner_text()
    step.fits()
    seconds.told(step, language)
