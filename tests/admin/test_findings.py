"""A finding's page, letting one rest and saying that it was put right: by whom, with which reason, once."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings as conf
from django.urls import reverse

from games.engine.facts import Person
from games.rows.models import Waiting
from tests.admin.conftest import As
from tests.admin.house import House
from tests.admin.test_desk_forms import confirm
from tests.audit.test_findings import link


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
    refused = 404 if role == "dealer" else 403  # who sees none of the table's findings
    assert client.get(dismissing(house)).status_code == (200 if allowed else refused)
    answer = client.post(
        dismissing(house), {"command_id": str(uuid4()), "reason": "The camera shows that it was paid."}
    )
    assert answer.status_code == (302 if allowed else refused)
    assert house.finding("paid_too_little").status == ("dismissed" if allowed else "open")


def test_the_reason_and_the_name_are_kept_and_shown(house: House, as_: As) -> None:
    client = as_("pit_supervisor", "en")
    answer = client.post(dismissing(house), {"command_id": str(uuid4()), "reason": "Paid at the cage."}, follow=True)
    page = answer.content.decode()
    assert "The finding was dismissed" in page
    assert "Paid at the cage." in page
    row = house.finding("paid_too_little")
    assert (row.status, row.reason, row.changed_by) == ("dismissed", "", "person:pit.supervisor")
    assert house.round("short").findings_open == 0


@pytest.mark.parametrize("reason", ["", "   ", "x" * 501])
def test_without_a_reason_nothing_is_recorded(reason: str, house: House, as_: As) -> None:
    answer = as_("pit_supervisor").post(dismissing(house), {"command_id": str(uuid4()), "reason": reason})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert house.finding("paid_too_little").status == "open"


def test_a_second_click_changes_nothing(house: House, as_: As) -> None:
    client = as_("pit_supervisor", "en")
    client.post(dismissing(house), {"command_id": str(uuid4()), "reason": "First look."})
    head = house.story.ledger.head()[0]
    again = client.post(dismissing(house), {"command_id": str(uuid4()), "reason": "Second look."})
    assert again.status_code == 422
    assert house.story.ledger.head()[0] == head
    assert "First look." in client.get(dismissing(house).replace("dismiss", "change")).content.decode()


# --- Saying that it was put right ---


def correcting(house: House) -> str:
    return reverse("admin:games_finding_correct", args=[house.finding("paid_too_little").pk])


def said(house: House, **other: Any) -> dict[str, Any]:
    """What a pit manager sends from the form."""
    version = len(house.story.ledger.stream(house.finding("paid_too_little").stream))
    told = {"reason": "Paid at the cage.", "clause": "8.4.6", "command_id": uuid4()}
    return {"seen_version": version, **told, **other}


@pytest.mark.parametrize(
    ("role", "allowed"),
    [
        ("dealer", False),
        ("pit_supervisor", False),
        ("pit_manager", True),
        ("director_of_table_games", True),
        ("head_of_operations", False),
        ("surveillance", False),
        ("regulator", False),
        ("administrator", False),
    ],
)
def test_who_may_say_that_a_finding_was_put_right(role: str, allowed: bool, house: House, as_: As) -> None:
    client = as_(role, "en")
    page = client.get(reverse("admin:games_finding_change", args=[house.finding("paid_too_little").pk]))
    assert ("Put right…" in page.content.decode()) is allowed
    refused = 404 if role == "dealer" else 403
    assert client.get(correcting(house)).status_code == (200 if allowed else refused)
    assert client.post(correcting(house), said(house)).status_code == (302 if allowed else refused)
    assert house.finding("paid_too_little").status == "open", "until a second person confirms"


@pytest.mark.parametrize(("language", "words"), [("vi", "Đã sửa"), ("en", "Marked as corrected")])
def test_who_authorised_it_and_how_it_was_put_right_stand_on_the_page(
    language: str, words: str, house: House, as_: As
) -> None:
    form = said(house)
    assert as_("pit_manager", language).post(correcting(house), form).status_code == 302
    confirm(as_("shift_manager"), form["command_id"])
    row = house.finding("paid_too_little")
    page = as_("pit_manager", language).get(reverse("admin:games_finding_change", args=[row.pk])).content.decode()
    for part in (words, "Paid at the cage.", "shift.manager", "pit.manager"):
        assert part in page, part
    assert (row.status, row.changed_by, row.case) == ("corrected", "person:shift.manager", "")
    fact = house.story.ledger.stream(row.stream)[-1].data
    assert (fact.authorised_by.post, fact.clause, fact.case) == ("shift_manager", "8.4.6", None)
    house.follow()
    assert house.finding("paid_too_little").status == "corrected"


def test_above_the_setting_a_dismissal_waits_for_a_second_person(
    house: House, as_: As, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conf, "FIRST_SETTINGS", {"dismissal_alone": {"VND": 400_000}})
    client = as_("pit_supervisor", "en")
    assert "asks for two persons" in client.get(dismissing(house)).content.decode()
    page = client.post(
        dismissing(house), {"command_id": str(uuid4()), "reason": "Paid at the cage tonight."}, follow=True
    ).content.decode()
    assert "stays open until a second person confirms" in page
    assert house.finding("paid_too_little").status == "open"
    ask = str(Waiting.objects.get(kind="dismiss").pk)
    confirm(as_("pit_manager"), ask)
    assert house.finding("paid_too_little").status == "dismissed"


@pytest.mark.parametrize(
    ("other", "part"),
    [
        ({"reason": " "}, "Give a reason."),
        ({"clause": "9.9"}, "9.9"),
    ],
)
def test_what_is_wrong_with_the_form_is_said_at_its_field(
    other: dict[str, str], part: str, house: House, as_: As
) -> None:
    answer = as_("pit_manager", "en").post(correcting(house), said(house, **other))
    assert answer.status_code == 422
    page = answer.content.decode()
    assert part in page
    assert 'role="alert"' in page
    assert house.finding("paid_too_little").status == "open"


def test_a_double_click_records_it_once_and_the_second_person_is_told(house: House, as_: As) -> None:
    client = as_("pit_manager", "en")
    form = said(house)
    assert client.post(correcting(house), form).status_code == 302
    head = house.story.ledger.head()
    assert client.post(correcting(house), form).status_code == 302
    late = client.post(correcting(house), said(house, reason="Again on film."))
    assert late.status_code == 409
    assert "waits for a second person already" in late.content.decode()
    assert house.story.ledger.head() == head


def test_what_happened_meanwhile_is_not_passed_over(house: House, as_: As) -> None:
    """Somebody puts the finding into a case while the form is open."""
    form = said(house)
    supervisor = Person(post="pit_supervisor", staff="S-200")
    link(house.finding("paid_too_little"), case="2026-0001", by=supervisor)
    client = as_("pit_manager", "en")
    answer = client.post(correcting(house), form)
    assert answer.status_code == 409
    assert "stands in the case 2026-0001" in answer.content.decode()
    assert house.finding("paid_too_little").status == "in_case"
    page = client.get(reverse("admin:games_finding_change", args=[house.finding("paid_too_little").pk]))
    assert correcting(house) not in page.content.decode()


def test_counts_stand_above_the_inbox(house: House, as_: As) -> None:
    page = as_("pit_manager", "en").get(reverse("admin:games_finding_changelist")).content.decode()
    assert "<strong>1</strong> <span>Money</span>" in page
    assert "<strong>2</strong> <span>Procedure</span>" in page
