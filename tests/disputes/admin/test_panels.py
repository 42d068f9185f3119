"""Cases on other pages: the round's, the finding's, the first page, and the side bar."""

from __future__ import annotations

import re
from datetime import timedelta

from django.contrib.auth.models import User
from django.test import Client, RequestFactory
from django.urls import reverse

from casino.clock import now as clock
from casino.console.navigation import sidebar
from disputes.case import commands as c
from disputes.case.facts import FindingRef
from games.rows.models import Finding
from tests.admin.house import person
from tests.disputes.admin.conftest import As
from tests.disputes.court import Court, colleague


def body(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return str(answer.content.decode())


def panel(text: str, code: str) -> str:
    return text.partition(f'id="{code}"')[2].partition("</section>")[0]


def round_address(court: Court, code: str = "short") -> str:
    return reverse("admin:games_round_change", args=[court.house.round(code).pk])


def money_finding() -> Finding:
    return Finding.objects.get(round__code="short", severity="money")


def test_a_round_lists_the_cases_about_it_and_offers_another(court: Court, as_: As) -> None:
    court.passed_on()
    shown = panel(body(as_("pit_manager", "en"), round_address(court)), "cases")
    assert court.number in shown
    assert "with the pit manager" in shown
    assert "first word" not in shown
    opening = re.findall(r'href="([^"]*/case/open/[^"]*)"', shown)
    assert opening == ["/admin/disputes/case/open/?property=TST&amp;table=RL01&amp;round=RL01%2Fshort"]
    assert 'id="cases"' in body(as_("pit_manager"), round_address(court, "right"))
    assert court.number not in panel(body(as_("pit_manager"), round_address(court, "right")), "cases")


def test_the_offer_opens_a_form_with_the_round_chosen(court: Court, as_: As) -> None:
    client = as_("pit_supervisor", "en")
    address = re.findall(r'href="([^"]*/case/open/[^"]*)"', panel(body(client, round_address(court)), "cases"))[0]
    form = body(client, address.replace("&amp;", "&"))
    assert re.search(r'<input[^>]*value="RL01/short"[^>]*checked', form)


def test_who_may_not_open_and_sees_no_case_sees_no_panel(court: Court, as_: As) -> None:
    elsewhere = colleague("elsewhere", "pit_supervisor", tables=("RL09",))
    for who in ("auditor", "surveillance", "dealer", elsewhere):
        assert 'id="cases"' not in body(as_(who), round_address(court))
    court.open()
    assert court.number in panel(body(as_("auditor"), round_address(court)), "cases")
    assert "/case/open/" not in panel(body(as_("auditor"), round_address(court)), "cases")
    for who in ("dealer", elsewhere):
        assert 'id="cases"' not in body(as_(who), round_address(court))


def test_a_finding_can_be_turned_into_a_case(court: Court, as_: As) -> None:
    finding = money_finding()
    address = reverse("admin:games_finding_change", args=[finding.pk])
    for role in ("pit_supervisor", "surveillance"):
        shown = panel(body(as_(role, "en"), address), "cases")
        assert f"/admin/disputes/case/open/?finding={finding.pk}" in shown
        assert "Turn it into a case" in shown
    assert 'id="cases"' not in body(as_("auditor"), address)
    reference = FindingRef(stream=finding.stream, identity=finding.identity)
    court.open("surveillance", players=(), findings=(reference,))
    shown = panel(body(as_("surveillance", "en"), address), "cases")
    assert court.number in shown
    assert "/case/open/" not in shown
    case = body(as_("auditor", "en"), reverse("admin:disputes_case_changelist") + f"?q={court.number}")
    assert court.number in case


def test_a_case_made_from_a_finding_shows_it(court: Court, as_: As) -> None:
    from disputes.rows.models import Case as CaseRow

    finding = money_finding()
    reference = FindingRef(stream=finding.stream, identity=finding.identity)
    court.open("surveillance", players=(), findings=(reference,))
    text = body(as_("auditor", "en"), reverse("admin:disputes_case_change", args=[CaseRow.objects.get().pk]))
    assert "Findings taken up" in text
    assert reverse("admin:games_finding_change", args=[finding.pk]) in text
    assert "What the case is about" in text


def test_the_first_page_shows_what_is_mine_and_what_waits(court: Court, as_: As) -> None:
    court.passed_on()
    shown = panel(body(as_("pit_manager", "en"), "/admin/"), "my-cases")
    assert re.findall(r'tp-segment-(\w+)".*?<strong[^>]*>(\d+)<', shown) == [
        ("mine", "0"),
        ("waiting", "1"),
        ("overdue", "0"),
        ("all", "1"),
    ]
    assert court.number in shown
    assert "Notify Surveillance" in shown
    assert "/case/open/" in shown
    vietnamese = panel(body(as_("senior_management", "vi"), "/admin/"), "my-cases")
    assert "Không có việc gì chờ bạn." in vietnamese
    assert 'id="my-cases"' not in body(as_("dealer"), "/admin/")


def badge_of(user: User) -> str | None:
    """What stands beside the inbox in the side bar; None where there is no such line."""
    request = RequestFactory().get("/admin/")
    request.user = user
    lines = [item for group in sidebar(request) for item in group["items"]]
    return next((str(item.get("badge", "")) for item in lines if item["link"] == "/admin/disputes/case/"), None)


def test_the_side_bar_counts_what_waits(court: Court) -> None:
    court.open()
    assert badge_of(person("pit_supervisor")) == "1"
    assert badge_of(person("senior_management")) == badge_of(person("auditor")) == ""
    assert badge_of(person("administrator")) is badge_of(person("dealer")) is None


def test_a_person_whose_posting_ended_acts_nowhere(court: Court, as_: As) -> None:
    """What was theirs an hour ago waits for them no longer; what they took part in they may still read."""
    from tests.posting import posting

    court.open()
    user = colleague("yesterday", "pit_supervisor", tables=("RL09",))
    now = clock()
    posting(user, "pit_supervisor", begins_at=now - timedelta(hours=9), ends_at=now - timedelta(hours=1))
    assert court.number not in body(as_(user), "/admin/disputes/case/?inbox=all").partition('id="result_list"')[2]
    court.do("pit_supervisor", c.Assign(staff="yesterday"))
    assert court.number in body(as_(user), "/admin/disputes/case/?inbox=mine").partition('id="result_list"')[2]
