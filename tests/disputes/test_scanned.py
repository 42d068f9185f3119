"""Files on their way into a case: checked and scanned before anything is written, and outside the transaction."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.urls import reverse

from casino.commands.models import Receipt
from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from casino.vault import attachments
from casino.vault.models import SealedContent
from casino.vault.sealing import open_content
from disputes.case import commands as c
from disputes.execution import service
from disputes.rows.actor import actor_of
from disputes.rows.models import Case as CaseRow
from tests.disputes.admin.doing.conftest import client_of
from tests.disputes.court import Court
from tests.replay.story import CODE

NOTE = c.AddEvidence(item="other", file=c.Upload(name="ghi chú.txt", data="Nhân viên đếm nhầm.".encode()))


def scanner(settings: Any, folder: Path, ends_with: int) -> Path:
    """A scanner that ends so, and writes down each time that it ran."""
    ran = folder / "ran"
    program = folder / "scanner.py"
    program.write_text(
        f"import sys\nsys.stdin.buffer.read()\nopen({str(ran)!r}, 'a').write('x')\nraise SystemExit({ends_with})\n"
    )
    settings.ATTACHMENT_SCAN_COMMAND = [sys.executable, str(program)]
    return ran


def runs(ran: Path) -> int:
    return len(ran.read_text()) if ran.exists() else 0


def kept() -> tuple[Any, ...]:
    """Everything that a command could leave behind."""
    return get_ledger(CODE).head(), SealedContent.objects.count(), Receipt.objects.count()


@pytest.fixture
def committed(fresh_database: object, person_keys: Path) -> Court:
    """A case at the pit manager, in a database where transactions are as in the house."""
    return Court().passed_on()


def test_a_file_is_scanned_before_the_transaction_begins(committed: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = []
    really = attachments.admit

    def admit(name: str, data: bytes) -> attachments.Admitted:
        inside.append(connection.in_atomic_block)
        return really(name, data)

    monkeypatch.setattr(attachments, "admit", admit)
    committed.do("pit_manager", NOTE)
    assert inside == [False]
    assert committed.case.evidence["E1"].fact.scan == "not_scanned"


def test_what_the_scanner_refuses_leaves_nothing_behind(committed: Court, settings: Any, tmp_path: Path) -> None:
    for ends_with, code in ((1, "attachment_infected"), (2, "attachment_scan_failed")):
        ran = scanner(settings, tmp_path, ends_with)
        before = kept()
        with pytest.raises(Problem) as refused:
            committed.do("pit_manager", NOTE)
        assert (refused.value.code, refused.value.field) == (code, "file")
        assert kept() == before
    assert runs(ran) == 2
    assert committed.case.evidence == {}


def test_nobody_has_a_file_scanned_who_may_not_add_it(court: Court, settings: Any, tmp_path: Path) -> None:
    ran = scanner(settings, tmp_path, 0)
    court.passed_on()
    with pytest.raises(Problem) as refused:
        court.do("senior_management", NOTE)
    assert refused.value.code == "case_role_at_stage"
    with pytest.raises(Problem) as refused:
        court.do("pit_manager", NOTE, seen_version=1)
    assert refused.value.code == "case_changed"
    assert runs(ran) == 0


def test_the_same_command_again_is_not_scanned_again(court: Court, settings: Any, tmp_path: Path) -> None:
    ran = scanner(settings, tmp_path, 0)
    court.passed_on()
    again = {"command_id": uuid4(), "seen_version": court.case.version}
    assert court.do("pit_manager", NOTE, **again).status == "recorded"
    assert court.do("pit_manager", NOTE, **again).status == "duplicate"
    assert runs(ran) == 1


def test_a_rehearsal_has_the_file_scanned_too(court: Court, settings: Any, tmp_path: Path) -> None:
    scanner(settings, tmp_path, 0)
    court.passed_on()
    known: dict[str, Any] = {"actor": actor_of(court.user("pit_manager"), CODE, court.now), "now": court.now}
    known |= {"seen_version": court.case.version, "command_id": uuid4()}
    [fact] = service.rehearse(CODE, court.number, NOTE, **known)
    assert fact.scan == "clean"  # type: ignore[attr-defined]
    scanner(settings, tmp_path, 1)
    with pytest.raises(Problem) as refused:
        service.rehearse(CODE, court.number, NOTE, **known)
    assert refused.value.code == "attachment_infected"


def test_the_name_is_sealed_as_it_was_checked(court: Court) -> None:
    court.passed_on()
    assert NOTE.file is not None
    decomposed = unicodedata.normalize("NFD", NOTE.file.name)
    assert decomposed != NOTE.file.name
    court.do("pit_manager", c.AddEvidence(item="other", file=c.Upload(name=decomposed, data=NOTE.file.data)))
    opened = open_content(CODE, court.case.evidence["E1"].fact.content)
    assert opened is not None
    assert (opened.name, opened.media_type) == (NOTE.file.name, "text/plain")


@pytest.mark.parametrize(
    ("language", "clean", "unscanned"),
    [
        ("vi", "đã quét vi-rút", "chưa quét vi-rút"),
        ("en", "scanned for viruses", "not scanned for viruses"),
    ],
)
def test_the_page_says_of_each_file_whether_it_was_scanned(
    court: Court, settings: Any, tmp_path: Path, language: str, clean: str, unscanned: str
) -> None:
    scanner(settings, tmp_path, 0)
    court.passed_on()
    court.do("pit_manager", NOTE)
    settings.ATTACHMENT_SCAN_COMMAND = []
    court.do("pit_manager", NOTE)
    address = reverse("admin:disputes_case_change", args=[CaseRow.objects.get(number=court.number).pk])
    page = client_of("pit_manager", language).get(address).content.decode()
    said = [part.partition("</span>")[0] for part in page.split('<span class="tp-scan">')[1:]]
    assert said == [clean, unscanned]
