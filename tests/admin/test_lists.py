"""Lists: search, filters, colours, and a bounded number of queries."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from tests.admin.conftest import As
from tests.admin.house import House

ROUNDS = "admin:games_round_changelist"
FINDINGS = "admin:games_finding_changelist"


def listed(as_: As, address: str, query: str = "", language: str = "en") -> str:
    answer = as_("pit_manager", language).get(reverse(address) + query)
    assert answer.status_code == 200
    return str(answer.content.decode())


@pytest.mark.parametrize(
    ("query", "codes"),
    [
        ("?q=short", {"short"}),
        ("?q=RL01+short", {"short"}),
        ("?q=P-1", {"right", "short", "nothere", "void", "corrected"}),
        ("?q=P-9", set()),
        ("?table=RL01&status=void", {"void"}),
        ("?status=awaiting", {"unclear"}),
        ("?found=money", {"short"}),
        ("?found=any", {"short", "nothere", "unclear"}),
        ("?day=2026-06-13&game=roulette&q=right", {"right"}),
        ("?day=2026-06-14", set()),
        ("?source=imported", set()),
    ],
)
def test_rounds_are_found(query: str, codes: set[str], house: House, as_: As) -> None:
    page = listed(as_, ROUNDS, query)
    every = {"right", "short", "nothere", "void", "unclear", "corrected"}
    assert {code for code in every if f"RL01 · {code}<" in page} == codes


def test_a_round_in_the_list_shows_result_amounts_and_findings(house: House, as_: As) -> None:
    page = listed(as_, ROUNDS, "?q=short")
    assert '<span class="tp-pocket tp-pocket-black">17</span>' in page
    assert "−500,000\N{NO-BREAK SPACE}VND" in page
    assert "1 · Money" in page
    assert "−500.000\N{NO-BREAK SPACE}VND" in listed(as_, ROUNDS, "?q=short", "vi")


def test_imported_lists_do_not_hide_the_evening(house: House, as_: As) -> None:
    house.story.tell(
        "round/RL01/run1-1", "roulette.round_opened", document="roulette.2020-06-13", source="imported", number=1
    )
    house.story.tell("round/RL01/run1-1", "roulette.ball_dropped", pocket=5)
    house.follow()
    assert "run1-1" not in listed(as_, ROUNDS)
    assert "run1-1" in listed(as_, ROUNDS, "?table=RL01")
    assert "run1-1" in listed(as_, ROUNDS, "?q=run1-1")
    assert "run1-1" in listed(as_, ROUNDS, "?source=imported")


@pytest.mark.parametrize(
    ("query", "there", "absent"),
    [
        ("", "Paid too little", "no such finding"),
        ("?severity=money", "Paid too little", "Position of the chip unclear</a>"),
        ("?clause=6.6", "Position of the chip unclear", "−500,000"),
        ("?code=impossible_spot", "No such position on the layout", "−500,000"),
        ("?status=dismissed", "0", "−500,000"),
        ("?table=RL01&day=2026-06-13", "Paid too little", "no such finding"),
    ],
)
def test_findings_are_found(query: str, there: str, absent: str, house: House, as_: As) -> None:
    page = listed(as_, FINDINGS, query)
    assert there in page
    table = page[page.find('id="result_list"') :] if 'id="result_list"' in page else ""
    assert absent not in table


@pytest.mark.parametrize("query", ["?day=nonsense", "?status=<script>", "?clause='", "?table=%00"])
def test_nonsense_in_a_filter_is_no_error(query: str, house: House, as_: As) -> None:
    answer = as_("pit_manager").get(reverse(ROUNDS) + query)
    assert answer.status_code in (200, 302, 400)
    assert b"<script>alert" not in answer.content


@pytest.mark.parametrize("address", [ROUNDS, FINDINGS])
def test_lists_need_few_queries_however_long(
    address: str, house: House, as_: As, django_assert_max_num_queries: Any
) -> None:
    client = as_("pit_manager")
    house.story.day(5, 30, "RL02")
    house.follow()
    # One of them for the second factor and one for where the person is posted, as on every page.
    with django_assert_max_num_queries(24):
        assert client.get(reverse(address)).status_code == 200
