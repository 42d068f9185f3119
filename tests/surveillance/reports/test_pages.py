"""The pages of reports: for who may, in both languages; a form says how much before anything is asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from casino.papers import signing
from casino.papers.checking import check_paper
from games.rows.models import Round
from surveillance.bundle.found import grouped
from surveillance.bundle.selection import ABOUT, Selection
from surveillance.reports import keeping
from surveillance.reports.models import Report, ReportPlan
from tests.surveillance.reports.conftest import Asking

As = Callable[..., Client]
ROUND = Selection(about="round", round="RL01/short")


def page(client: Client, name: str, *args: Any, status: int = 200) -> str:
    answer = client.get(reverse(f"admin:surveillance_{name}", args=args))
    assert answer.status_code == status, (name, answer.content[:2000])
    return str(answer.content.decode())


@pytest.mark.parametrize("language", ["vi", "en"])
def test_every_page_opens_in_both_languages(asks: Asking, as_: As, language: str) -> None:
    row = asks.made(ROUND)
    client = as_(asks.user("senior_management"), language)
    for name in ("report_changelist", "report_kinds", "report_plans", "report_keys", "looker_changelist"):
        page(client, name)
    for about in ABOUT:
        page(client, "report_ask", about)
    said = page(client, "report_change", row.pk)
    assert row.sha256 in said
    assert "tableproof-verify" in said
    sheet = page(client, "report_keys")
    assert "log.example" in sheet
    assert "reports" in sheet


def test_a_form_says_how_much_it_will_be_and_asks_for_nothing_yet(asks: Asking, as_: As) -> None:
    client = as_(asks.user("auditor"))
    day = Round.objects.get(stream="round/RL01/short").gaming_day
    address = reverse("admin:surveillance_report_ask", args=["gaming_day"])
    form = client.get(address).context["form"]
    given = {"command_id": str(form.initial.get("command_id") or form["command_id"].value()), "from_day": str(day)}
    looked = client.post(address, {**given, "go": "look"})
    assert looked.status_code == 200
    assert looked.context["holds"]["rounds"] == Round.objects.filter(gaming_day=day).count() > 0
    assert not Report.objects.exists()
    asked = client.post(address, {**given, "go": "ask"})
    row = Report.objects.get()
    assert asked["Location"] == reverse("admin:surveillance_report_change", args=[row.pk])
    assert "report-work" in page(client, "report_change", row.pk)
    assert client.post(address, {**given, "go": "ask"})["Location"] == asked["Location"], "a second click"


def test_a_wrong_field_is_said_beside_it(asks: Asking, as_: As) -> None:
    address = reverse("admin:surveillance_report_ask", args=["round"])
    answer = as_(asks.user("senior_management")).post(address, {"round": "RL01/never", "go": "ask"})
    assert answer.status_code == 422
    assert "round" in answer.context["form"].errors or "command_id" in answer.context["form"].errors


def test_a_recurring_report_is_set_up_and_ended_on_its_page(asks: Asking, as_: As) -> None:
    client = as_(asks.user("senior_management"))
    address = reverse("admin:surveillance_report_plans")
    given = {"command_id": "00000000-0000-4000-8000-00000000000a", "every": "day", "begins": "2026-11-20"}
    assert client.post(address, given).status_code == 302
    assert "A gaming day ends at 6:00" in client.get(address, headers={"accept-language": "en"}).content.decode()
    plan = ReportPlan.objects.get()
    assert client.post(reverse("admin:surveillance_report_end_plan", args=[plan.pk])).status_code == 302
    plan.refresh_from_db()
    assert plan.ended_at is not None


@pytest.mark.parametrize("who", ["dealer", "pit_supervisor"])
def test_others_see_nothing_of_it(asks: Asking, as_: As, who: str) -> None:
    from tests.disputes.court import colleague

    row = asks.ask(ROUND)
    client = as_(colleague(f"{who}-2", who))
    for name in ("report_changelist", "report_kinds", "report_keys", "looker_changelist"):
        page(client, name, status=403)
    page(client, "report_change", row.pk, status=403)


def test_the_form_asks_in_which_language_and_the_sheet_has_the_certificate_of_papers(
    asks: Asking, as_: As, settings: Any, tmp_path: Path
) -> None:
    settings.PAPER_KEYS_DIR = str(tmp_path / "paper-keys")
    client = as_(asks.user("senior_management"), "en")
    address = reverse("admin:surveillance_report_ask", args=["round"])
    assert "No paper was signed yet" in page(client, "report_keys")
    given = {"command_id": "00000000-0000-4000-8000-00000000000b", "round": "RL01/short", "papers": "en"}
    assert client.post(address, {**given, "go": "ask"}).status_code == 302
    row = Report.objects.get()
    assert row.selection["papers"] == "en"
    asks.work(row)
    assert [each.what for each in keeping.files(row)] == ["bundle", "paper-en"]
    [key] = signing.known(asks.owner)
    sheet = page(client, "report_keys")
    assert key.fingerprint in sheet
    assert grouped(key.fingerprint) in sheet
    api = client.get("/api/v1/reports/keys/").json()["papers"]
    assert [(each["text"], each["former"]) for each in api] == [(key.fingerprint, False)]
    kept = keeping.files(row)[1]
    read = check_paper(Path(keeping.place().path(kept.path)).read_bytes(), trusted=frozenset({api[0]["text"]}))
    assert read.state == "genuine", read
