"""The library's events as timelines tell them."""

from __future__ import annotations

from datetime import date

from casino.vault.attachments import Admitted
from disputes.library import facts as f
from disputes.library.event_words import CLAUSES, KINDS, LABELS
from games import words
from tests.disputes.library.conftest import DIRECTOR, MANAGER


def test_each_kind_has_a_name_and_a_basis_of_8_4() -> None:
    assert set(KINDS) == set(CLAUSES) == set(f.KINDS)
    assert set(LABELS) == set(f.FACTS)


def test_a_version_in_words() -> None:
    stored = f.StoredFile(name="a.pdf", media_type="application/pdf", size_bytes=3, sha256="0" * 64, scan="clean")
    fact = f.VersionAdded(
        version="2", valid_from=date(2026, 6, 1), valid_to=date(2026, 12, 31), file=stored, added_by=MANAGER
    )
    said = words.event_sentence("library.version_added.v1", fact, "VND")
    assert said.en == (
        "Version 2, in force from 1 June 2026, added by pit manager PM01. Up to and including 31 December 2026. "
        "File a.pdf."
    )
    assert "hiệu lực từ 01/06/2026" in said.vi


def test_a_withdrawal_in_words() -> None:
    fact = f.VersionWithdrawn(version="2", withdrawn_by=DIRECTOR, reason="Nhập nhầm")
    said = words.event_sentence("library.version_withdrawn.v1", fact, "VND").en
    assert said == (
        "Version 2, withdrawn by director of table games GD01. As if it had never been in force. Reason: Nhập nhầm"
    )


def test_a_stored_file_says_what_the_check_of_files_said() -> None:
    assert set(f.StoredFile.__struct_fields__) == set(Admitted.__struct_fields__)
