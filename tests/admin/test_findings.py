"""A finding's page, and letting one rest: by whom, with which reason, once."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.admin.conftest import As
from tests.admin.house import House


def dismissing(house: House) -> str:
    return reverse("admin:games_finding_dismiss", args=[house.finding("paid_too_little").pk])


def test_the_page_says_what_is_wrong_which_clause_and_which_facts(house: House, as_: As) -> None:
    page = as_("regulator", "en").get(reverse("admin:games_finding_change", args=[house.finding("paid_too_little").pk]))
    text = page.content.decode()
    for part in ("Paid too little", "6.1.1.1", "5.1.a", "Straight 17: 100,000", "−500,000", "Finding opened"):
        assert part in text, part
    assert "Dismiss…" not in text


@pytest.mark.parametrize(
    ("role", "allowed"),
    [
        ("dealer", False),
        ("acting_pit_supervisor", False),
        ("pit_supervisor", True),
        ("pit_manager", True),
        ("surveillance", True),
        ("regulator", False),
        ("auditor", False),
        ("administrator", False),
    ],
)
def test_who_may_dismiss(role: str, allowed: bool, house: House, as_: As) -> None:
    client = as_(role)
    assert client.get(dismissing(house)).status_code == (200 if allowed else 403)
    answer = client.post(dismissing(house), {"reason": "The camera shows that it was paid."})
    assert answer.status_code == (302 if allowed else 403)
    assert house.finding("paid_too_little").status == ("dismissed" if allowed else "open")


def test_the_reason_and_the_name_are_kept_and_shown(house: House, as_: As) -> None:
    client = as_("pit_supervisor", "en")
    answer = client.post(dismissing(house), {"reason": "Paid at the cage."}, follow=True)
    page = answer.content.decode()
    assert "The finding was dismissed" in page
    assert "Paid at the cage." in page
    row = house.finding("paid_too_little")
    assert (row.status, row.reason, row.changed_by) == ("dismissed", "Paid at the cage.", "person:pit.supervisor")
    assert house.round("short").findings_open == 0


@pytest.mark.parametrize("reason", ["", "   ", "x" * 501])
def test_without_a_reason_nothing_is_recorded(reason: str, house: House, as_: As) -> None:
    answer = as_("pit_supervisor").post(dismissing(house), {"reason": reason})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert house.finding("paid_too_little").status == "open"


def test_a_second_click_changes_nothing(house: House, as_: As) -> None:
    client = as_("pit_supervisor", "en")
    client.post(dismissing(house), {"reason": "First."})
    head = house.story.ledger.head()[0]
    again = client.post(dismissing(house), {"reason": "Second."})
    assert again.status_code == 422
    assert house.story.ledger.head()[0] == head
    assert house.finding("paid_too_little").reason == "First."


def test_counts_stand_above_the_inbox(house: House, as_: As) -> None:
    page = as_("pit_manager", "en").get(reverse("admin:games_finding_changelist")).content.decode()
    assert "<strong>1</strong> <span>Money</span>" in page
    assert "<strong>2</strong> <span>Procedure</span>" in page
