"""Attachments and papers: decrypted on the way out, only for those who may see the case, and gone when erased."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse

from casino.vault.keys import key_store
from casino.vault.sealing import open_many
from disputes.case import commands as c
from disputes.rows.models import Case as CaseRow
from tests.admin.house import person
from tests.disputes.admin.conftest import As
from tests.disputes.court import NONE, Court, colleague
from tests.replay.story import CODE

FILE = "Nhân viên đếm nhầm.".encode()


@pytest.fixture
def papered(court: Court) -> Court:
    """A case with a file, a link, and a letter."""
    court.passed_on()
    court.do("pit_manager", c.AddEvidence(item="other", file=c.Upload(name="ghi chú.txt", data=FILE)))
    court.do("pit_manager", c.AddEvidence(item="other", link="https://example.com/"))
    court.do("pit_manager", c.SayNoTime(reason="Cần xem cảnh quay của bàn."))
    court.do("pit_manager", c.IssuePaper(kind="acknowledgement", language="vi"))
    return court


def row() -> CaseRow:
    return CaseRow.objects.get()


def address(kind: str, code: str) -> str:
    return reverse(f"admin:disputes_case_{kind}", args=[row().pk, code])


def get(as_: As, who: Any, kind: str, code: str, language: str = "en") -> HttpResponse:
    return as_(who, language).get(address(kind, code))  # type: ignore[return-value]


def test_an_attachment_comes_as_it_was_sent_to_be_saved_and_not_kept(papered: Court, as_: As) -> None:
    answer = get(as_, "auditor", "attachment", "E1")
    assert answer.status_code == 200
    assert answer.content == FILE
    assert answer["Content-Type"] == "text/plain"
    assert answer["Content-Disposition"].startswith("attachment; filename*=utf-8''ghi%20ch%C3%BA.txt")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cache-Control"].startswith("no-store, private")
    assert "sandbox" in answer["Content-Security-Policy"]
    assert "default-src 'none'" in answer["Content-Security-Policy"]


def test_a_paper_is_shown_as_pdf(papered: Court, as_: As) -> None:
    answer = get(as_, "auditor", "paper", "L1")
    assert answer.status_code == 200
    assert answer.content.startswith(b"%PDF-")
    assert answer["Content-Type"] == "application/pdf"
    name = f"{papered.number}-L1-acknowledgement-vi.pdf"
    assert answer["Content-Disposition"] == f'inline; filename="{name}"'
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cache-Control"].startswith("no-store, private")


@pytest.mark.parametrize(
    ("kind", "code"), [("attachment", "E2"), ("attachment", "E9"), ("paper", "L2"), ("paper", "E1")]
)
def test_there_is_nothing_under_another_code(papered: Court, as_: As, kind: str, code: str) -> None:
    assert get(as_, "auditor", kind, code).status_code == 404


@pytest.mark.parametrize(("kind", "code"), [("attachment", "E1"), ("paper", "L1")])
def test_only_those_who_may_see_the_case_get_them(papered: Court, as_: As, client: Any, kind: str, code: str) -> None:
    elsewhere = colleague("elsewhere", "pit_supervisor", tables=("RL09",))
    assert get(as_, elsewhere, kind, code).status_code == 404
    for role in ("dealer", "administrator"):
        assert get(as_, role, kind, code).status_code == 403
    assert client.get(address(kind, code)).status_code == 302
    assert get(as_, "pit_supervisor", kind, code).status_code == 200


@pytest.fixture
def erased(papered: Court) -> Court:
    papered.do("pit_manager", c.Withdraw())
    papered.finished("pit_manager")
    player = papered.case.parties["P1"].person
    assert player is not None
    papered.do(
        "senior_management",
        c.ErasePerson(person=player, law="court_order", legal_ground="Bản án buộc xóa hồ sơ khách."),
    )
    key_store().destroy(CODE, player, papered.now)  # what the commit does
    return papered


@pytest.mark.parametrize(("kind", "code"), [("attachment", "E1"), ("paper", "L1")])
def test_what_was_erased_is_gone_and_says_so(erased: Court, as_: As, kind: str, code: str) -> None:
    english, vietnamese = (get(as_, "auditor", kind, code, language) for language in ("en", "vi"))
    assert english.status_code == vietnamese.status_code == 410
    assert "This can no longer be read" in english.content.decode()
    assert "Không còn đọc được nữa" in vietnamese.content.decode()
    assert FILE not in english.content


def test_after_erasing_the_page_stands_without_name_and_words(erased: Court, as_: As) -> None:
    page = as_("auditor", "en").get(reverse("admin:disputes_case_change", args=[row().pk])).content.decode()
    for words in ("Nguyễn", "0900 000 000", "Khách nói còn thiếu", "Cần xem cảnh quay"):
        assert words not in page
    assert "personal data erased" in page
    assert page.count("tp-gone") >= 4
    assert erased.number in page
    assert address("paper", "L1") not in page


def test_what_was_altered_is_not_handed_out(papered: Court, as_: As) -> None:
    """The database was changed behind the program's back."""
    from casino.vault.models import SealedContent

    sealed = papered.case.evidence["E1"].fact.content
    stored = SealedContent.objects.get(ref=sealed.ref)
    SealedContent.objects.filter(ref=sealed.ref).update(ciphertext=bytes(stored.ciphertext)[:-1] + b"\x00")
    answer = get(as_, "auditor", "attachment", "E1")
    assert answer.status_code >= 500
    assert FILE not in answer.content
    assert "This cannot be read just now" in answer.content.decode()


def test_a_case_that_is_open_names_its_files_without_opening_them(papered: Court, as_: As, monkeypatch: Any) -> None:
    """Twenty large films must not be decrypted to show a page."""
    from disputes.pages import sealed_words

    asked: list[Any] = []

    def watched(property_code: str, sealed: Any) -> Any:
        asked.extend(sealed)
        return open_many(property_code, asked)

    monkeypatch.setattr(sealed_words, "open_many", watched)
    as_("auditor").get(reverse("admin:disputes_case_change", args=[row().pk]))
    refs = {sealed.ref for sealed in asked}
    case = papered.case
    assert case.evidence["E1"].fact.content.ref not in refs
    assert case.papers[0].fact.content.ref not in refs
    assert case.opened is not None
    assert case.opened.claim is not None
    assert case.opened.claim.ref in refs


def test_a_decision_without_money_has_its_letter_too(court: Court, as_: As) -> None:
    court.told(NONE)
    assert get(as_, person("auditor"), "paper", "L1").content.startswith(b"%PDF-")
