"""The log of Surveillance on the pages: found by person without a name anywhere, filtered, erased, printed."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from disputes.reads.models import PersonalRead
from surveillance.admin.command_pages import address_of
from surveillance.record import journal as j
from surveillance.rows.log_models import Incident
from tests.replay.story import STARTS
from tests.surveillance.admin.test_pages import give, signed_in
from tests.surveillance.watch import AT, Watch

LIST = "admin:surveillance_incident_changelist"


@pytest.fixture
def log(watch: Watch) -> Watch:
    """Three incidents of two days and places, two of them with people."""
    said: dict[str, Any] = {"disposition": "open", "account": "Đã thấy trên màn hình."}
    watch.do(j.EnterIncident(kind="cheating", happened_at=AT, table="RL01", persons=(j.Somebody(name="Lê Thị Bích"),),
                             **said))  # fmt: skip
    watch.do(j.EnterIncident(kind="theft", happened_at=AT, place="Quầy thu ngân",
                             persons=(j.Somebody(name="Trần Văn Cường"),), **said))  # fmt: skip
    watch.do(j.EnterIncident(kind="medical", happened_at=AT - timedelta(days=3), place="Sảnh", **said))
    return watch


def numbers(client: Client, **asked: str) -> list[str]:
    answer = client.get(reverse(LIST), asked)
    assert answer.status_code == 200, answer.content[:500]
    return sorted(row.kind for row in answer.context["cl"].result_list)


def test_an_incident_is_found_by_person_and_no_name_stands_in_an_address(log: Watch) -> None:
    client = signed_in(log, "surveillance")
    answer = client.post(reverse("admin:surveillance_incident_search"), {"q": "bich le", "kind": "cheating"})
    address = answer.headers["Location"]
    assert "bich" not in address.lower()
    asked = parse_qs(urlsplit(address).query)
    assert asked == {"person": Incident.objects.get(kind="cheating").persons, "kind": ["cheating"]}
    assert [row.kind for row in client.get(address).context["cl"].result_list] == ["cheating"]
    kept = PersonalRead.objects.get(kind="search")
    assert (kept.persons, kept.about) == (asked["person"], "")
    nobody = client.post(reverse("admin:surveillance_incident_search"), {"q": "Nguyễn Văn Không"}).headers["Location"]
    assert list(client.get(nobody).context["cl"].result_list) == []
    plain = client.post(reverse("admin:surveillance_incident_search"), {"q": "Sảnh"}).headers["Location"]
    assert [row.kind for row in client.get(plain).context["cl"].result_list] == ["medical"]
    refused = signed_in(log, "pit_manager").post(reverse("admin:surveillance_incident_search"), {"q": "bich"})
    assert refused.status_code == 403


@pytest.mark.parametrize(
    ("asked", "kinds"),
    [
        ({"kind": "theft"}, ["theft"]),
        ({"disposition": "open"}, ["cheating", "medical", "theft"]),
        ({"disposition": "closed"}, []),
        ({"table": "RL01"}, ["cheating"]),
        ({"place": "Sảnh"}, ["medical"]),
        ({"happened_at_from": "2026-06-13"}, ["cheating", "theft"]),
        ({"happened_at_to": "2026-06-12"}, ["medical"]),
        ({"happened_at_from": "13/06/2026", "happened_at_to": "13/06/2026"}, ["cheating", "theft"]),
        ({"happened_at_from": "yesterday"}, []),
    ],
    ids=("kind", "open", "closed", "table", "place", "from", "to", "one-day", "no-day"),
)
def test_the_log_is_filtered(log: Watch, asked: dict[str, str], kinds: list[str]) -> None:
    assert numbers(signed_in(log, "surveillance"), **asked) == kinds


def test_senior_management_erases_somebody_from_the_page_and_others_are_not_offered_it(log: Watch) -> None:
    row = Incident.objects.get(kind="cheating")
    page = reverse("admin:surveillance_incident_change", args=[row.pk])
    assert "erase_from_incident" not in signed_in(log, "surveillance").get(page).content.decode()
    client = signed_in(log, "senior_management")
    content = client.get(page).content.decode()
    assert "Lê Thị Bích" in content
    address = address_of("erase_from_incident", log.house, row.number, person=row.persons[0])
    assert "erase_from_incident" not in content, "the entry is open"
    log.do(j.AddToIncident(disposition="closed"), row.number)
    assert address in client.get(page).content.decode()
    assert PersonalRead.objects.filter(kind="incident", about=row.number).count() == 2
    answer = give(client, address, person=row.persons[0], ground="Nghị định 13/2023, điều 16: theo yêu cầu của khách.")
    assert answer.status_code == 302, answer.context["form"].errors
    content = client.get(page).content.decode()
    assert "Bích" in content, "nothing is gone before a second person confirms"
    assert "asked for by senior.management" in content
    confirms = signed_in(log, "surveillance")
    assert address in confirms.get(page).content.decode()
    answer = give(confirms, address, person=row.persons[0])
    assert answer.status_code == 302, answer.context["form"].errors
    content = client.get(page).content.decode()
    assert "Bích" not in content
    assert "Nghị định 13/2023, điều 16: theo yêu cầu của khách." in content


def pdf_of(client: Client, **asked: str) -> str:
    between = {"begins_at": "2026-06-13T08:00", "ends_at": "2026-06-13T23:00"}
    answer = client.get(reverse("admin:surveillance_incident_shift"), {**between, **asked})
    assert answer.status_code == 200, answer.content[:400]
    assert answer.headers["Content-Type"] == "application/pdf"
    return " ".join("\n".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages).split())


def test_the_report_of_a_shift_is_printed_in_both_languages_and_names_nobody_unasked(log: Watch) -> None:
    client = signed_in(log, "surveillance")
    vi, en = pdf_of(client, pdf="vi"), pdf_of(client, pdf="en")
    assert "Báo cáo ca Giám sát" in vi
    assert "Report of a Surveillance shift" in en
    for text in (vi, en):
        assert Incident.objects.get(kind="cheating").number in text
        assert Incident.objects.get(kind="medical").number not in text, "that was three days before"
        assert "Đã thấy trên màn hình." not in text
        assert "Bích" not in text
    said = pdf_of(client, pdf="vi", words="1")
    assert "Đã thấy trên màn hình." in said
    assert "dữ liệu cá nhân" in said
    assert PersonalRead.objects.filter(kind="incident").exists()


def test_the_page_of_a_shift_shows_it_and_refuses_what_is_no_interval(log: Watch) -> None:
    client = signed_in(log, "surveillance")
    address = reverse("admin:surveillance_incident_shift")
    assert client.get(address).status_code == 200
    shown = client.get(address, {"begins_at": "2026-06-13T08:00", "ends_at": "2026-06-13T23:00"}).content.decode()
    assert Incident.objects.get(kind="theft").number in shown
    wrong = client.get(address, {"begins_at": "2026-06-13T08:00", "ends_at": "2026-06-13T07:00"})
    assert wrong.status_code == 422
    assert "The end comes after the begin" in wrong.content.decode()
    assert signed_in(log, "pit_manager").get(address).status_code == 403
    assert STARTS < AT
