"""Remedies on the pages: apart from what was done at the table, by which case, in both languages; and supposed."""

from __future__ import annotations

import html
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.admin.conftest import As
from tests.admin.house import House
from tests.replay.story import STARTS

PERSON = {"post": "pit_manager", "staff": "S-300"}


def remedy(house: House, to_player_minor: int, beyond_rules_minor: int = 0) -> None:
    """For the bet of the round "short", which is 500,000 short."""
    said = {"to_player_minor": to_player_minor, "beyond_rules_minor": beyond_rules_minor, "kind": "pay_difference"}
    house.story.tell(
        house.round("short").stream,
        "roulette.remedy_made",
        STARTS + timedelta(hours=1),
        actor="person:S-300",
        bet="b1",
        case="2026-0001",
        clauses=["8.4.6"],
        made_by=PERSON,
        **said,
    )
    house.follow()


def shown(client: Client, house: House, name: str = "admin:games_round_change", code: str = "short") -> str:
    text = client.get(reverse(name, args=[house.round(code).pk])).content.decode()
    return html.unescape(text).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize(
    ("language", "parts"),
    [
        (
            "vi",
            ("hồ sơ 2026-0001 xử lý", "hồ sơ đã xử lý", "+520.000 VND", "ngoài thể lệ", "Xử lý theo hồ sơ", "đúng"),
        ),
        (
            "en",
            ("remedied by case 2026-0001", "remedied by cases", "+520,000 VND", "beyond the rules", "Remedy", "right"),
        ),
    ],
)
def test_what_a_case_put_right_stands_apart(language: str, parts: tuple[str, ...], house: House, as_: As) -> None:
    before = shown(as_("pit_manager", language), house)
    remedy(house, 520_000, 20_000)
    page = shown(as_("pit_manager", language), house)
    for part in parts:
        assert part in page, part
    assert parts[0] not in before
    assert parts[1] not in before
    row = house.round("short")
    assert (row.recorded_net_minor, row.remedied_minor, row.beyond_rules_minor) == (3_000_000, 520_000, 20_000)
    assert (row.due_net_minor, row.difference_minor) == (3_500_000, 0)
    assert row.findings_open == 1, "what was given beyond the rules"


def test_what_remains_is_still_the_difference(house: House, as_: As) -> None:
    remedy(house, 400_000)
    page = shown(as_("pit_manager", "en"), house)
    assert "+400,000 VND" in page
    assert "−100,000 VND" in page
    assert "the player has too little" in page
    assert "beyond the rules</span>" not in page


def test_the_timeline_tells_the_remedy_and_it_can_be_corrected_like_any_fact(house: House, as_: As) -> None:
    remedy(house, 500_000)
    page = shown(as_("pit_supervisor", "en"), house)
    assert "Case 2026-0001, bet b1: 500,000 VND paid to the player (pay the difference)." in page
    assert "Under clause 8.4.6. Decided by pit manager S-300." in page
    version = house.story.ledger.stream(house.round("short").stream)[-1].version
    form = as_("pit_supervisor", "en").get(
        reverse("admin:games_round_correct", args=[house.round("short").pk, version])
    )
    text = form.content.decode()
    for part in ('name="fact-to_player_minor" value="500000"', "To the player (minus: taken back)", "take back"):
        assert part in text, part


def test_a_finding_shows_what_was_put_right_of_it(house: House, as_: As) -> None:
    remedy(house, 400_000)
    row = house.round("short").findings.get(status="open")
    page = as_("pit_manager", "en").get(reverse("admin:games_finding_change", args=[row.pk])).content.decode()
    assert "remedied by case 2026-0001" in page
    assert "+400,000" in page


def supposed(house: House, as_: As, fields: dict[str, Any]) -> str:
    said = {"added": "1:roulette.remedy_made.v1", "after-1": "7", "a1-here": "1"}
    said |= {f"a1-{name}": value for name, value in fields.items()}
    address = reverse("admin:games_round_what_if", args=[house.round("short").pk])
    answer = as_("auditor", "en").post(address, said)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode()).replace("\N{NO-BREAK SPACE}", " ")


FIELDS = {
    "bet": "b1",
    "to_player_minor": "500000",
    "beyond_rules_minor": "0",
    "kind": "pay_difference",
    "case": "X-1",
    "made_by-post": "pit_manager",
    "made_by-staff": "S-300",
}


def test_a_remedy_can_be_supposed_before_it_is_made(house: House, as_: As) -> None:
    page = supposed(house, as_, FIELDS)
    assert "Remedied by cases, after" in page
    assert "+500,000 VND" in page
    assert "Findings that would go" in page
    gift = supposed(house, as_, {**FIELDS, "beyond_rules_minor": "500000"})
    assert "Nothing would change" not in gift
    assert "Findings that would go" not in gift


def test_a_remedy_that_does_nothing_is_refused_in_words(house: House, as_: As) -> None:
    said = {**FIELDS, "to_player_minor": "0"}
    address = reverse("admin:games_round_what_if", args=[house.round("short").pk])
    data = {"added": "1:roulette.remedy_made.v1", "after-1": "7", "a1-here": "1"}
    data |= {f"a1-{name}": value for name, value in said.items()}
    answer = as_("auditor", "en").post(address, data)
    assert answer.status_code == 422
    assert "both amounts are zero" in answer.content.decode()
