"""``person_keys --reindex``: who was entered before telephone numbers were indexed is found by them."""

from __future__ import annotations

from datetime import UTC, datetime
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from casino import vault
from casino.vault.models import NameIndex

NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)
NUMBER = "0912 345 678"


def run() -> str:
    out = StringIO()
    with translation.override("en"):
        call_command("person_keys", "--reindex", stdout=out, stderr=out)
    return out.getvalue()


def entered(house: str, name: str, contact: str = NUMBER) -> str:
    """Somebody as earlier versions entered them: found by the name alone."""
    person = vault.new_person(house)
    vault.seal(house, msgspec.json.encode({"name": name, "contact": contact}), [person], kind="identity")
    vault.index_name(house, person, name)
    return person


def test_who_was_found_by_name_alone_is_found_by_telephone(house: str) -> None:
    an, binh = entered(house, "Nguyễn Văn An"), entered(house, "Trần Bình", "+84 (0) 98 765 4321, binh@example.com")
    vault.new_person(house)  # nobody's name is sealed under it
    assert vault.persons_named(house, NUMBER) == set()
    assert "Found by name and telephone number now: 2." in run()
    assert vault.persons_named(house, NUMBER) == {an}
    assert vault.persons_named(house, "an +84912345678") == {an}
    assert vault.persons_named(house, "0987654321") == {binh}
    assert vault.persons_named(house, "nguyen van an") == {an}


def test_an_index_that_was_lost_is_written_again(house: str) -> None:
    an = entered(house, "Nguyễn Văn An")
    NameIndex.objects.all().delete()
    assert vault.persons_named(house, "an") == set()
    run()
    assert vault.persons_named(house, "an") == {an}


def test_who_was_erased_comes_back_in_no_way(house: str) -> None:
    gone, there = entered(house, "Lê Gone"), entered(house, "Lê There")
    vault.erase_person(house, gone, now=NOW)
    assert "now: 1." in run()
    assert vault.persons_named(house, "lê") == {there}
    assert set(NameIndex.objects.values_list("person_id", flat=True)) == {there}


def test_a_name_that_does_not_open_is_told_and_holds_up_nobody(house: str, keys: Path) -> None:
    lost, there = entered(house, "Lê Lost"), entered(house, "Lê There")
    (keys / house / f"{lost}.key").unlink()
    out = StringIO()
    with translation.override("en"), pytest.raises(CommandError, match="Names that did not open: 1"):
        call_command("person_keys", "--reindex", stdout=out, stderr=out)
    assert lost in out.getvalue()
    assert "now: 1." in out.getvalue()
    NameIndex.objects.filter(person_id=lost).delete()  # else the search raises the same alarm
    assert vault.persons_named(house, NUMBER) == {there}
