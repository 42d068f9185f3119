"""The library's pages: what is listed, who sees which forms, and what a form records."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from datetime import date
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from casino.access.postings import POSTED
from casino.access.roles import ROLES, ensure_roles
from disputes.library import service
from disputes.library.service import Upload
from games.catalogue import shipped
from tests.admin.house import person
from tests.disputes.library.conftest import HOUSE, PDF, Enter, version
from tests.posting import a_property, posting

As = Callable[..., Client]
LIST = "admin:disputes_libraryversion_changelist"


@pytest.fixture
def as_(house: str) -> As:
    ensure_roles()

    def client(role: str, language: str = "en") -> Client:
        found = Client()
        user = person(role)
        if role in POSTED:
            posting(user, role, owner=a_property(house))
        found.force_login(user, backend="casino.backends.PostingBackend")
        found.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        return found

    return client


def address(page: str, *args: str) -> str:
    return reverse(f"admin:disputes_library_{page}", args=args)


def text_of(answer: Any) -> str:
    """What a reader sees, on one line."""
    page = re.sub(r"(?s)<(script|style)\b.*?</\1>|<[^>]+>", " ", answer.content.decode())
    return " ".join(html.unescape(page).split())


def form(**changes: Any) -> dict[str, Any]:
    return {
        "property": HOUSE,
        "kind": "controls",
        "code": "ICS-7",
        "title_vi": "Chuẩn kiểm soát số 7",
        "title_en": "Control standard 7",
        "game": "",
        "version": "2026-01",
        "number": "KS-07",
        "valid_from": "2026-01-01",
        "valid_to": "",
        "citation": "",
        "link": "https://example.org/ks-07",
        "command_id": str(uuid4()),
        **changes,
    }


def test_the_list_shows_rule_books_and_what_was_entered(as_: As, enter: Enter) -> None:
    enter(first=version("2026", number="SOP-12"))
    shown = text_of(as_("pit_supervisor").get(reverse(LIST), {"property": HOUSE}))
    for book in shipped().books:
        assert f"{book.title.en} {book.id}" in shown
    assert "Procedure at roulette SOP-ROU" in shown
    assert "SOP-12" in shown
    assert "Nothing of this kind was entered yet." in shown


def test_the_list_of_another_day(as_: As, enter: Enter, further: Enter) -> None:
    enter(first=version("old", date(2026, 1, 1)))
    further(version("new", date(2026, 6, 1)))
    client = as_("auditor")
    for day, label in (("2026-05-31", "old"), ("2026-06-01", "new"), ("2025-12-31", "nothing on this day")):
        answer = client.get(reverse(LIST), {"property": HOUSE, "on": day})
        assert f"Procedure at roulette SOP-ROU {label}" in text_of(answer)
    assert client.get(reverse(LIST), {"on": "nonsense"}).status_code == 200
    assert client.get(reverse(LIST), {"property": "NONE"}).status_code == 404


def test_the_page_in_vietnamese(as_: As, enter: Enter) -> None:
    enter()
    shown = text_of(as_("pit_manager", "vi").get(reverse(LIST), {"property": HOUSE}))
    assert "Thư viện" in shown
    assert "Quy trình bàn Cò Quay" in shown
    assert "Quy trình vận hành 8.4.3" in shown
    page = text_of(as_("director_of_table_games", "vi").get(address("document", HOUSE, "SOP-ROU")))
    assert "Phiên bản nào có hiệu lực khi nào" in page
    assert "Rút" in page


def test_a_document_says_what_was_in_force_when(as_: As, enter: Enter, further: Enter, take_out: Enter) -> None:
    enter(first=version("1", date(2026, 1, 1), link="https://example.org/sop"))
    further(version("tet", date(2026, 2, 1), valid_to=date(2026, 2, 20)))
    further(version("2", date(2026, 6, 1)))
    take_out("2", reason="Nhập nhầm bản nháp")
    shown = text_of(as_("regulator").get(address("document", HOUSE, "SOP-ROU")))
    assert "01/01/2026 – 31/01/2026 1" in shown
    assert "01/02/2026 – 20/02/2026 tet" in shown
    assert re.search(r"21/02/2026 – … 1 today", shown)
    assert "entered by mistake" in shown
    assert "Nhập nhầm bản nháp" in shown
    assert "Version added" in shown
    assert "Add a version" not in shown


def test_a_rule_book_has_a_page_and_no_form(as_: As) -> None:
    client = as_("senior_management")
    answer = client.get(address("document", HOUSE, "roulette.2020-06-13"))
    shown = text_of(answer)
    assert "A rule book of the program" in shown
    assert "13/06/2020 – …" in shown
    assert "Add a version" not in shown
    assert f"?document={'roulette.2020-06-13'}" in answer.content.decode()
    assert client.get(address("version", HOUSE, "roulette.2020-06-13")).status_code == 404


@pytest.mark.parametrize("role", list(ROLES))
def test_who_sees_what(as_: As, enter: Enter, role: str) -> None:
    enter()
    client = as_(role)
    sees = role not in ("administrator", "dealer")
    adds = role in (
        *("pit_manager", "shift_manager", "assistant_director", "director_of_table_games", "senior_management"),
        "head_of_operations",
    )
    withdraws = role in ("director_of_table_games", "senior_management")

    def status(page: str, *args: str) -> int:
        return client.get(address(page, *args)).status_code

    assert client.get(reverse(LIST)).status_code == (200 if sees else 403)
    assert status("document", HOUSE, "SOP-ROU") == (200 if sees else 403)
    assert status("enter") == (200 if adds else 403)
    assert status("version", HOUSE, "SOP-ROU") == (200 if adds else 403)
    assert status("withdraw", HOUSE, "SOP-ROU", "1") == (200 if withdraws else 403)
    assert client.post(address("enter"), form()).status_code == (302 if adds else 403)
    if sees:
        shown = text_of(client.get(address("document", HOUSE, "SOP-ROU")))
        assert ("Add a version" in shown) is adds
        assert (" Withdraw " in shown) is withdraws


def test_a_document_is_entered_with_its_file(as_: As) -> None:
    client = as_("pit_manager")
    file = SimpleUploadedFile("kiểm soát.pdf", PDF)
    answer = client.post(address("enter"), form(file=file), follow=True)
    assert answer.redirect_chain == [(address("document", HOUSE, "ICS-7"), 302)]
    shown = text_of(answer)
    assert "The document is in the library." in shown
    assert "kiểm soát.pdf" in shown
    assert "not scanned for viruses" in shown
    [held] = service.load(HOUSE, "ICS-7").versions.values()
    assert held.added.file is not None
    saved = client.get(address("file", HOUSE, held.added.file.sha256))
    assert saved.content == PDF
    assert saved["Content-Type"] == "application/pdf"
    assert saved["Content-Disposition"].startswith("attachment;")
    assert saved["X-Content-Type-Options"] == "nosniff"
    assert as_("administrator").get(address("file", HOUSE, held.added.file.sha256)).status_code == 403
    assert client.get(address("file", HOUSE, "0" * 64)).status_code == 404


def test_a_double_click_enters_once(as_: As) -> None:
    client = as_("pit_manager")
    said = form()
    for _click in range(2):
        assert client.post(address("enter"), said).status_code == 302
    assert len(service.load(HOUSE, "ICS-7").versions) == 1


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"link": ""}, "citation", "A file, a citation or a link is needed."),
        ({"link": "javascript:alert(1)"}, "link", "Enter a valid URL."),
        ({"valid_to": "2025-12-31"}, "valid_to", "The last day must not lie before the first."),
        ({"code": "roulette.2020-06-13"}, "code", "is in use"),
        ({"code": "có dấu"}, "code", "Enter a valid value."),
        ({"valid_from": ""}, "valid_from", "This field is required."),
        ({"file": SimpleUploadedFile("a.html", b"<html></html>")}, "file", "are not taken"),
        ({"file": SimpleUploadedFile("a.png", PDF)}, "file", "does not agree with its content"),
    ],
)
def test_a_fault_is_said_at_its_field(as_: As, changes: dict[str, Any], field: str, sentence: str) -> None:
    answer = as_("pit_manager").post(address("enter"), form(**changes))
    assert answer.status_code in (409, 422)
    errors = answer.context["form"].errors
    assert list(errors) == [field]
    assert sentence in errors[field][0]


def test_a_file_that_is_too_large_is_not_read(as_: As, settings: Any) -> None:
    settings.ATTACHMENT_MAX_BYTES = 10
    answer = as_("pit_manager").post(address("enter"), form(file=SimpleUploadedFile("a.pdf", PDF)))
    assert list(answer.context["form"].errors) == ["file"]


def test_a_second_person_is_told(as_: As, enter: Enter, further: Enter) -> None:
    enter()
    client = as_("pit_manager")
    page = client.get(address("version", HOUSE, "SOP-ROU"))
    seen = page.context["form"].initial["seen_version"]
    further(version("2", date(2026, 6, 1)))
    said = form(version="3", valid_from="2026-07-01", seen_version=seen)
    answer = client.post(address("version", HOUSE, "SOP-ROU"), said)
    assert answer.status_code == 409
    assert "was changed after you opened the page" in text_of(answer)
    again = client.post(address("version", HOUSE, "SOP-ROU"), {**said, "seen_version": seen + 1})
    assert again.status_code == 302


def test_a_version_is_withdrawn_to_a_day_or_as_a_mistake(as_: As, enter: Enter, further: Enter) -> None:
    enter()
    further(version("2", date(2026, 6, 1)))
    client = as_("director_of_table_games")
    said = {"how": "ended", "in_force_to": "", "reason": "Bản nháp", "seen_version": 3, "command_id": str(uuid4())}
    answer = client.post(address("withdraw", HOUSE, "SOP-ROU", "2"), said)
    assert list(answer.context["form"].errors) == ["in_force_to"]
    ended = {**said, "in_force_to": "2026-08-31"}
    assert client.post(address("withdraw", HOUSE, "SOP-ROU", "2"), ended).status_code == 302
    mistake = {**said, "how": "mistake", "in_force_to": "2026-08-31", "seen_version": 4, "command_id": str(uuid4())}
    assert client.post(address("withdraw", HOUSE, "SOP-ROU", "1"), mistake).status_code == 302
    versions = service.load(HOUSE, "SOP-ROU").versions
    assert versions["2"].last_day == date(2026, 8, 31)
    assert not versions["1"].applies
    assert client.get(address("withdraw", HOUSE, "SOP-ROU", "1")).status_code == 404


@pytest.mark.parametrize("owner", [HOUSE, "NONE"])
def test_what_does_not_exist_is_not_found(as_: As, owner: str) -> None:
    client = as_("senior_management")
    for page, args in (("document", ("X",)), ("version", ("X",)), ("withdraw", ("X", "1"))):
        assert client.get(address(page, owner, *args)).status_code == 404


def test_what_was_typed_is_shown_as_text(as_: As, enter: Enter) -> None:
    enter(
        title_en="<script>alert(1)</script>",
        first=version(citation="<b>bold</b>\nshelf"),
        file=Upload(name="a&b.pdf", data=PDF),
    )
    page = as_("auditor").get(address("document", HOUSE, "SOP-ROU")).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "&lt;b&gt;bold&lt;/b&gt;<br>shelf" in page


def test_the_library_stands_in_the_side_bar(as_: As) -> None:
    link = f'href="{reverse(LIST)}"'
    assert link in as_("pit_supervisor").get(reverse("admin:index")).content.decode()
    assert link not in as_("dealer").get(reverse("admin:index")).content.decode()
