"""Commands on the library: what they write, once, and who was looking at what."""

from __future__ import annotations

import hashlib
from datetime import date
from uuid import uuid4

import pytest
from django.db import DatabaseError, transaction

from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from disputes.library import service
from disputes.library.models import LibraryFile, LibraryVersion
from disputes.library.service import AddVersion, Upload
from tests.disputes.library.conftest import HOUSE, MANAGER, NOW, PDF, Enter, version


def test_a_document_with_a_file(enter: Enter) -> None:
    done = enter(file=Upload(name="quy-trinh.pdf", data=PDF), first=version(citation=None, number="SOP-12"))
    assert (done.code, done.version, done.status) == ("SOP-ROU", 2, "recorded")
    registered, added = get_ledger(HOUSE).stream("library/SOP-ROU")
    assert registered.actor == added.actor == "person:PM01"
    assert added.data.file.sha256 == hashlib.sha256(PDF).hexdigest()
    assert added.data.file.scan == "not_scanned"
    [row] = LibraryVersion.objects.all()
    assert (row.file_name, row.media_type, row.size_bytes) == ("quy-trinh.pdf", "application/pdf", len(PDF))
    assert bytes(LibraryFile.objects.get(sha256=row.file_sha256).content) == PDF


def test_the_same_file_twice_is_kept_once(enter: Enter) -> None:
    for code in ("A", "B"):
        enter(code, file=Upload(name="a.pdf", data=PDF))
    assert LibraryFile.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("a.pdf", b"<html><script>alert(1)</script></html>", "attachment_"),
        ("a.exe", PDF, "attachment_"),
        ("a.pdf", b"", "attachment_empty"),
    ],
)
def test_a_file_that_is_not_taken_leaves_nothing(enter: Enter, name: str, data: bytes, code: str) -> None:
    with pytest.raises(Problem) as told:
        enter(file=Upload(name=name, data=data))
    assert told.value.code.startswith(code)
    assert not get_ledger(HOUSE).stream("library/SOP-ROU")
    assert not LibraryFile.objects.exists()


def test_the_same_command_again_is_the_same_answer(enter: Enter, further: Enter, take_out: Enter) -> None:
    one, two, three = uuid4(), uuid4(), uuid4()
    enter(command_id=one)
    assert enter(command_id=one).status == "duplicate"
    second = version("2", date(2026, 6, 1))
    further(second, command_id=two)
    assert further(second, command_id=two, seen_version=2).status == "duplicate"
    take_out("2", command_id=three)
    again = take_out("2", command_id=three, seen_version=3)
    assert (again.status, again.version) == ("duplicate", 4)
    assert len(get_ledger(HOUSE).stream("library/SOP-ROU")) == 4


def test_another_command_under_the_same_id_is_refused(enter: Enter, further: Enter) -> None:
    command = uuid4()
    enter(command_id=command)
    with pytest.raises(Problem, match="already used"):
        enter(command_id=command, title_en="Another")
    with pytest.raises(Problem, match="already used"):
        enter("OTHER", command_id=command)
    with pytest.raises(Problem, match="already used"):
        further(version("2", date(2026, 6, 1)), command_id=command)


def test_who_looked_at_an_older_state_is_told(enter: Enter, further: Enter) -> None:
    enter()
    further(version("2", date(2026, 6, 1)))
    with pytest.raises(Problem) as told:
        further(version("3", date(2026, 7, 1)), seen_version=2)
    assert told.value.code == "library_changed"


@pytest.mark.parametrize("code", ["", "có dấu", "a/b", "a:b", "../x", "x" * 65])
def test_a_code_is_plain(enter: Enter, code: str) -> None:
    with pytest.raises(Problem) as told:
        enter(code)
    assert told.value.code == "library_code"


def test_a_document_that_is_not_there(house: str) -> None:
    with pytest.raises(Problem) as told:
        service.load(house, "NONE")
    assert told.value.code == "library_unknown"
    with pytest.raises(Problem) as told:
        service.execute(
            house, "NONE", AddVersion(new=version()), by=MANAGER, seen_version=0, command_id=uuid4(), now=NOW
        )
    assert told.value.code == "library_unknown"


def test_the_application_adds_files_and_changes_none(enter: Enter, app_role: str) -> None:
    enter(file=Upload(name="a.pdf", data=PDF))
    for change in (lambda: LibraryFile.objects.update(content=b"x"), lambda: LibraryFile.objects.all().delete()):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
    assert LibraryFile.objects.count() == 1
