"""The pictures of the guides: whose page, at which width, and what must be on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from django.urls import reverse
from playwright.sync_api import Page

from disputes.rows.models import Case
from games.rows.models import Finding, Round
from tests.guides.conftest import CASES

PHONE, WIDE = 390, 640
"""Widths in px: a phone held upright, and a tablet."""
SCALE: Final = {PHONE: 2.0, WIDE: 1.75}
TALLEST: Final = {PHONE: 600, WIDE: 430}
"""Heights in px at which a picture ends."""
CLAIM: Final = {
    "vi": "Tôi đặt số 17, trúng mà bị trả thiếu 500.000.",
    "en": "I had 17, it won, and 500,000 are missing.",
}


class Shot(NamedTuple):
    """``shows`` are the parts of the page that the picture is of; it ends where the last of them ends."""

    name: str
    role: str
    width: int
    path: Callable[[], str]
    shows: tuple[str, ...]
    fill: Callable[[Page, str], None] | None = None


def round_page(page: str, query: str = "") -> Callable[[], str]:
    return lambda: reverse(f"admin:games_round_{page}", args=[Round.objects.get(code="short").pk]) + query


def case_page(which: str, command: str | None = None) -> Callable[[], str]:
    """The page of a case, or the form of a step of it."""

    def path() -> str:
        pk = Case.objects.order_by("number").values_list("pk", flat=True)[CASES.index(which)]
        if command is None:
            return reverse("admin:disputes_case_collect", args=[pk])
        return reverse("admin:disputes_case_do", args=[pk, command])

    return path


def plain(name: str, query: str = "") -> Callable[[], str]:
    return lambda: reverse(name) + query


def finding() -> str:
    return reverse("admin:games_finding_change", args=[Finding.objects.get(code="paid_too_little").pk])


def complaint_heard(page: Page, language: str) -> None:
    """As a supervisor fills it in at the table."""
    page.fill("#id_claim", CLAIM[language])
    page.fill("#id_amount_minor", "500000")
    page.fill("#id_name", "Nguyễn Văn Ẩn")
    page.fill("#id_reference", "P-1")
    page.check('input[name="rounds"][value="RL01/short"]')
    page.evaluate("document.activeElement.blur()")


SHOTS: Final = (
    Shot("explain", "dealer", PHONE, round_page("spoken", "?bet=b1"), ("main h1", ".tp-spoken-words")),
    Shot("bets", "dealer", PHONE, round_page("change"), ("#bets",)),
    Shot(
        "open-case",
        "pit_supervisor",
        PHONE,
        plain("admin:disputes_case_open", "?table=RL01"),
        ("form .tp-panel >> nth=0", ".tp-pick >> nth=4"),
        complaint_heard,
    ),
    Shot(
        "offer",
        "pit_supervisor",
        PHONE,
        case_page("offered", "propose_remedy"),
        ("section[aria-labelledby=lines-title]",),
    ),
    Shot("collect", "pit_manager", WIDE, case_page("collecting"), (".tp-gate", "#item-published")),
    Shot("decide", "pit_manager", WIDE, case_page("ready", "decide"), ("section[aria-labelledby=lines-title]",)),
    Shot("inbox", "shift_manager", WIDE, plain("admin:disputes_case_changelist"), (".tp-inbox-head", "#result_list")),
    Shot("confirm", "shift_manager", WIDE, case_page("confirming", "confirm"), ("article",)),
    Shot("complaint", "senior_management", WIDE, case_page("complained", "decide_complaint"), ("article",)),
    Shot("figures", "senior_management", WIDE, plain("admin:disputes_figures"), ("article",)),
    Shot("request", "surveillance", WIDE, case_page("collecting", "answer_footage"), ("article",)),
    Shot("queue", "surveillance", WIDE, plain("footage_queue"), ("article",)),
    Shot("report", "regulator", WIDE, plain("admin:surveillance_report_kinds"), ("article",)),
    Shot("finding", "regulator", WIDE, finding, ("article",)),
    Shot("log", "auditor", WIDE, plain("admin:games_projection_changelist"), ("#content",)),
    Shot("account", "administrator", WIDE, plain("admin:auth_user_add"), ("#content",)),
    Shot("posting", "administrator", WIDE, plain("admin:casino_posting_add"), ("#content",)),
)
