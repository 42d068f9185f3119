"""Finding persons by name, with no name in the database."""

from __future__ import annotations

import hmac
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from casino import vault
from casino.core.errors import Problem
from casino.ledger.models import Property
from casino.vault import names
from casino.vault.models import NameIndex

NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Đặng Thị Ánh", ["anh", "dang", "thi"]),
        ("ĐẶNG thị ánh", ["anh", "dang", "thi"]),
        ("Nguye\u0302\u0303n Va\u0306n A", ["a", "nguyen", "van"]),  # accents as signs of their own
        ("  Lê-Văn,  Lê ", ["le", "van"]),
        ("O'Brien_Straße", ["brien", "o", "strasse"]),
        ("Ｗａｎｇ 王小明", ["wang", "小", "明", "王"]),
        ("… — !", []),
        ("", []),
    ],
)
def test_words_without_accents_and_case(name: str, words: list[str]) -> None:
    assert names.fold(name) == words


@given(st.text(max_size=60))
def test_folding_twice_is_folding_once(name: str) -> None:
    once = names.fold(name)
    assert names.fold(" ".join(once)) == once


@pytest.fixture
def people(house: str) -> dict[str, str]:
    """Name -> reference."""
    given_names = ("Nguyễn Văn An", "Nguyễn Thị An", "Đặng Văn Đức", "Wang Xiaoming", "欧阳小明", "Seán O’Brien")
    found = {name: vault.new_person(house) for name in given_names}
    for name, person in found.items():
        vault.index_name(house, person, name)
    return found


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("nguyen van an", ["Nguyễn Văn An"]),
        ("AN NGUYỄN", ["Nguyễn Văn An", "Nguyễn Thị An"]),
        ("văn", ["Nguyễn Văn An", "Đặng Văn Đức"]),
        ("duc dang", ["Đặng Văn Đức"]),
        ("an duc", []),
        ("ngu", []),
        ("%", []),
        ("小明", ["欧阳小明"]),
        ("欧", ["欧阳小明"]),
        ("obrien", ["Seán O’Brien"]),
        ("O'Brien sean", ["Seán O’Brien"]),
        ("", []),
    ],
)
def test_all_words_must_match(house: str, people: dict[str, str], query: str, expected: list[str]) -> None:
    assert vault.persons_named(house, query) == {people[name] for name in expected}


def test_a_corrected_name_takes_the_place_of_the_other(house: str, people: dict[str, str]) -> None:
    person = people["Wang Xiaoming"]
    vault.index_name(house, person, "Wang Xiaoling")
    assert vault.persons_named(house, "xiaoming") == set()
    assert vault.persons_named(house, "xiaoling wang") == {person}


def test_a_long_name_is_found_by_each_word(house: str) -> None:
    person, words = vault.new_person(house), [f"w{n}" for n in range(11)]
    vault.index_name(house, person, " ".join(words))
    assert all(vault.persons_named(house, word) == {person} for word in words)


def test_properties_do_not_see_each_other(house: str, people: dict[str, str]) -> None:
    Property.objects.create(code="HN", name_vi="Khác", name_en="Other")
    assert vault.persons_named("HN", "an") == set()
    with pytest.raises(Problem) as caught:
        vault.index_name("HN", people["Wang Xiaoming"], "Wang")
    assert caught.value.code == "person_unknown"


def test_rows_tell_neither_the_words_nor_their_number(house: str, people: dict[str, str]) -> None:
    rows = {row.person_id: [bytes(token) for token in row.tokens] for row in NameIndex.objects.all()}
    assert {len(tokens) for tokens in rows.values()} == {8}
    assert all(tokens == sorted(tokens) for tokens in rows.values())
    everything = [token for tokens in rows.values() for token in tokens]
    assert len(set(everything)) == len(everything)  # two who are called the same share nothing
    for word in ("nguyen", "an", "văn"):
        assert not {hmac.digest(key, word.encode(), "sha256")[:16] for key in (b"", b"m" * 32)} & set(everything)


def test_an_erased_person_is_found_no_more(house: str, people: dict[str, str]) -> None:
    person = people["Nguyễn Văn An"]
    assert person in vault.persons_named(house, "an")
    vault.erase_person(house, person, now=NOW)
    assert [place for place in names._KEYS if place[2] == person]  # in the memory of a process that does not know yet
    assert vault.persons_named(house, "an") == {people["Nguyễn Thị An"]}
    assert not NameIndex.objects.filter(person=person).exists()
    assert not [place for place in names._KEYS if place[2] == person]


def test_a_lost_key_fails_the_search_aloud(house: str, people: dict[str, str], keys: Path) -> None:
    names._KEYS.clear()
    (keys / house / f"{people['Wang Xiaoming']}.key").unlink()
    with pytest.raises(Problem) as caught:
        vault.persons_named(house, "an")
    assert caught.value.code == "person_key_missing"


def test_a_search_is_one_query(
    house: str, people: dict[str, str], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        vault.persons_named(house, "an")


REACHED = "Zalo 0905.123.456, an@example.com"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("0905123456", True),
        ("0905 123 456", True),
        ("+84 905 123 456", True),
        ("84905123456", True),
        ("nguyen 0905-123-456", True),
        ("duc 0905123456", False),
        ("0905123457", False),
        ("123456", False),
        ("an@example.com", False),
    ],
)
def test_by_telephone_however_it_is_written(house: str, people: dict[str, str], query: str, found: bool) -> None:
    person = people["Nguyễn Văn An"]
    vault.index_name(house, person, "Nguyễn Văn An", REACHED)
    assert vault.persons_named(house, query) == ({person} if found else set())


def test_no_number_stands_in_the_index_and_the_erased_are_found_no_more(house: str, people: dict[str, str]) -> None:
    person, other = people["Nguyễn Văn An"], people["Wang Xiaoming"]
    for each in (person, other):
        vault.index_name(house, each, "X", REACHED)
    rows = [{bytes(token) for token in row.tokens} for row in NameIndex.objects.filter(person__in=(person, other))]
    assert not rows[0] & rows[1], "two with one number share nothing"
    assert {len(tokens) for tokens in rows} == {8}
    assert not any(b"905123456" in token for tokens in rows for token in tokens)
    assert vault.persons_named(house, "0905123456") == {person, other}
    vault.erase_person(house, person, now=NOW)
    assert vault.persons_named(house, "0905123456") == {other}
