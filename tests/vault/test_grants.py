"""The application's role adds what is sealed and reads it; it changes and removes nothing of it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.db import DatabaseError, ProgrammingError, connection, transaction

from casino import vault
from casino.vault.models import NameIndex, Person

NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)


def test_all_of_the_vaults_work_is_done_with_the_rights_it_has(house: str, app_role: str) -> None:
    person = vault.new_person(house)
    vault.index_name(house, person, "Trần Thị Bích")
    vault.index_name(house, person, "Trần Thị Bích Ngọc")
    sealed = vault.seal(house, "lời", [person], kind="text")
    assert vault.open_text(house, sealed) == "lời"
    assert vault.persons_named(house, "ngoc") == {person}
    vault.erase_person(house, person, now=NOW)
    assert vault.open_text(house, sealed) is None
    assert not NameIndex.objects.exists()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE disputes_sealed SET digest = digest",
        "DELETE FROM disputes_sealed",
        "TRUNCATE disputes_sealed",
        "DELETE FROM disputes_person",
        "UPDATE disputes_person SET ref = ref",
        "UPDATE disputes_person SET property_id = property_id",
    ],
)
def test_the_rest_is_refused(house: str, app_role: str, statement: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        with pytest.raises(ProgrammingError, match="permission denied"):
            cursor.execute(statement)
        transaction.set_rollback(True)


@pytest.mark.parametrize("later", ["NULL", "now()"])
@pytest.mark.parametrize("by_owner", [False, True])
def test_who_was_erased_stays_erased(house: str, later: str, by_owner: bool, request: pytest.FixtureRequest) -> None:
    person = vault.new_person(house)
    vault.erase_person(house, person, now=NOW)
    if not by_owner:
        request.getfixturevalue("app_role")
    with connection.cursor() as cursor, pytest.raises(DatabaseError, match="stays erased"), transaction.atomic():
        cursor.execute(f"UPDATE disputes_person SET erased_at = {later}")
    assert Person.objects.get(ref=person).erased_at == NOW
