"""The page that checks papers, as a stranger meets it: by file and by code, in both languages, telling of nobody."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from casino.ledger.application import get_ledger
from casino.papers import facts, known
from casino.papers.checking import check_paper
from disputes.case import commands as c
from tests.disputes.court import NONE, Court
from tests.replay.story import CODE


@pytest.fixture
def handed(court: Court, paper_keys: Path) -> Court:
    """A case with a signed letter, the first that this house ever signed."""
    court.passed_on()
    court.do("pit_manager", c.SayNoTime(reason="Cần xem cảnh quay của bàn."))
    court.do("pit_manager", c.IssuePaper(kind="acknowledgement", language="vi"))
    return court


def letter(court: Court, code: str = "L1") -> known.Paper:
    found = known.find(f"{CODE}/{court.number}/{code}")
    assert found is not None
    return found


def pdf_of(paper: known.Paper) -> bytes:
    content = paper.content()
    assert content is not None
    return content


def visitor(language: str) -> Client:
    """Somebody without an account, who chose a language."""
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    return client


def uploaded(data: bytes, language: str = "en") -> Any:
    return visitor(language).post(reverse("paper_upload"), {"paper": SimpleUploadedFile("paper.pdf", data)})


def by_code(court: Court, check: str, code: str = "L1", language: str = "en") -> Any:
    number = f"{CODE}/{court.number}/{code}"
    return visitor(language).get(reverse("paper_check", args=[number, check]))


def test_a_letter_is_signed_with_a_key_that_stands_in_the_record_before_it(handed: Court) -> None:
    events = get_ledger(CODE).stream(facts.STREAM)
    [registered] = [event for event in events if isinstance(event.data, facts.KeyRegistered)]
    issued = handed.case.papers[0]
    assert registered.position < issued.version or registered.recorded_at <= issued.at
    assert issued.fact.certificate == registered.data.fingerprint
    verdict = check_paper(pdf_of(letter(handed)), [registered.data.fingerprint])
    assert (verdict.state, verdict.number) == ("genuine", f"{CODE}/{handed.number}/L1")


@pytest.mark.parametrize(("language", "words"), [("en", "Genuine: this is our paper."), ("vi", "Thật")])
def test_a_genuine_letter_is_told_by_its_file_and_nobody_by_name(handed: Court, language: str, words: str) -> None:
    answer = uploaded(pdf_of(letter(handed)), language)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert words in page
    assert "Nguyễn Văn Ẩn" not in page
    assert "no-store" in answer["Cache-Control"]


def test_a_changed_letter_is_told(handed: Court) -> None:
    changed = bytearray(pdf_of(letter(handed)))
    changed[len(changed) // 3] ^= 1
    page = uploaded(bytes(changed)).content.decode()
    assert "Changed" in page
    assert "Genuine" not in page


def test_what_is_no_paper_of_ours_is_told(handed: Court) -> None:
    assert "not a PDF" in uploaded(b"hello").content.decode()
    assert "Not signed." in uploaded(b"%PDF-1.7\n").content.decode()
    assert Client().post(reverse("paper_upload")).status_code == 422


def test_the_code_of_a_letter_leads_to_what_it_is_and_a_guessed_one_to_nothing(handed: Court) -> None:
    check = letter(handed).check
    assert check is not None
    page = by_code(handed, check).content.decode()
    assert "Acknowledgement of your dispute" in page
    assert "Nguyễn Văn Ẩn" not in page
    assert by_code(handed, "0" * 16).status_code == 404
    assert by_code(handed, check, "L9").status_code == 404


def test_a_later_letter_takes_the_place_of_an_earlier_one(handed: Court) -> None:
    handed.do("pit_manager", c.IssuePaper(kind="acknowledgement", language="vi"))
    check = letter(handed).check
    assert check is not None
    assert f"A later paper takes its place: {CODE}/{handed.number}/L2" in by_code(handed, check).content.decode()
    assert letter(handed, "L2").state == "in_force"


@pytest.mark.parametrize(
    ("language", "again", "other"),
    [
        ("en", "The case was taken up again since", "The decision that it tells does not stand any more"),
        ("vi", "Hồ sơ đã được mở lại", "Quyết định nêu trong văn bản này không còn hiệu lực"),
    ],
)
def test_a_letter_about_a_decision_that_does_not_stand_any_more_says_so(
    court: Court, paper_keys: Path, language: str, again: str, other: str
) -> None:
    court.told(NONE)
    paper = letter(court)
    check, pdf = paper.check, pdf_of(paper)
    assert check is not None

    def said() -> tuple[str, str]:
        """By the code of the printed paper, and by the file."""
        return by_code(court, check, language=language).content.decode(), uploaded(pdf, language).content.decode()

    assert paper.state == "in_force"
    assert not any(words in page for page in said() for words in (again, other))
    court.do("pit_manager", c.RecordAnswer(agreed=True))
    court.finished()
    court.now += timedelta(days=60)
    court.do("senior_management", c.Reopen(reason="Phim mới cho thấy bóng nằm ở ô khác."))
    assert letter(court).state == "reopened"
    assert all(again in page and other not in page for page in said())
    court.do("shift_manager", c.Decide(remedy=NONE, reasons="Quyết định trước vẫn đúng theo phim.", evidence=("E1",)))
    assert letter(court).state == "withdrawn"
    assert all(other in page and again not in page for page in said())
    court.do("shift_manager", c.IssuePaper(kind="decision", language="vi"))
    assert (letter(court).state, letter(court, "L2").state) == ("superseded", "in_force")


def test_a_stolen_key_is_told_in_the_record_and_what_the_house_keeps_stays_its_own(handed: Court) -> None:
    pdf = pdf_of(letter(handed))
    out = StringIO()
    call_command("paper_keys", "--property", CODE, "--rotate", "--stolen", "2020-01-01T00:00:00+07:00", stdout=out)
    assert "stolen" in out.getvalue()
    assert len(out.getvalue().splitlines()) == 2
    assert "Genuine: this is our paper." in uploaded(pdf).content.decode()
    handed.do("pit_manager", c.IssuePaper(kind="acknowledgement", language="en"))
    assert handed.case.papers[-1].fact.certificate != handed.case.papers[0].fact.certificate


def test_a_house_that_does_not_sign_says_so_on_the_letter(court: Court) -> None:
    court.passed_on()
    court.do("pit_manager", c.SayNoTime(reason="Cần xem cảnh quay của bàn."))
    court.do("pit_manager", c.IssuePaper(kind="acknowledgement", language="vi"))
    assert court.case.papers[0].fact.certificate is None
    assert check_paper(pdf_of(letter(court))).state == "unsigned"


def test_the_letter_is_recorded_as_handed_over_and_its_signed_copy_kept(handed: Court) -> None:
    at = handed.now
    handed.do("pit_manager", c.HandOverPaper(paper="L1", handed_at=at, manner="in_person", to="Chính ông Ẩn"))
    copy = c.KeepSignedCopy(paper="L1", file=c.Upload(name="L1.pdf", data=pdf_of(letter(handed))))
    handed.do("pit_manager", copy)
    assert [kept.fact.paper for kept in handed.case.handed_over] == ["L1"]
    [kept] = handed.case.signed_copies
    assert (kept.fact.paper, kept.fact.media_type) == ("L1", "application/pdf")
    assert "Ẩn" not in repr(handed.case.handed_over[0].fact), "a name stands in no event"
