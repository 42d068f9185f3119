"""What stays in clear for good names nobody: a person is known by two words of the name, or by a form of address."""

from __future__ import annotations

import re

import pytest

from casino.core.naming import LETTERED, VISIBLE, joined, names_somebody, words

NAME = "Nguyễn Thị Ánh Án"
CONTACT = "anh.nguyen@khach.example, 0900 123 456"


def test_words_are_told_without_accents_in_their_order() -> None:
    assert words("Đặng-Thị  ÁNH, 2") == ["dang", "thi", "anh", "2"]


@pytest.mark.parametrize(
    "text",
    [
        f"Theo đơn của {NAME}.",
        "Theo đơn của NGUYEN THI A.",
        "Yêu cầu của bà Ánh.",
        "Request of Ms. Anh",
        "Khách Án yêu cầu.",
        "Gọi 0900123456.",
        "Gọi 0900.123.456",
        "Thư từ anh.nguyen@khach.example",
    ],
)
def test_a_name_or_a_contact_is_found(text: str) -> None:
    assert names_somebody(text, NAME, CONTACT)


@pytest.mark.parametrize(
    "text",
    [
        "Luật thi hành án dân sự.",
        "Quyết định số 0900/2026 của tòa án, ngày 13/06/2026.",
        "Luật 91/2025/QH15, điều 14.",
        "Theo yêu cầu của chủ thể dữ liệu.",
        "",
    ],
)
def test_a_law_and_its_number_name_nobody(text: str) -> None:
    assert not names_somebody(text, NAME, CONTACT)


def test_a_name_of_one_word_counts_wherever_it_stands() -> None:
    assert names_somebody("Yêu cầu từ Zoë", "Zoe")
    assert not names_somebody("Yêu cầu", "Zoe")
    assert not names_somebody("Yêu cầu", "")


def test_names_without_spaces_are_words_character_by_character() -> None:
    assert words("毛泽东") == ["毛", "泽", "东"]
    assert words("김철수 An") == ["김", "철", "수", "an"]
    assert names_somebody("Khách 泽东 khiếu nại.", "毛泽东")


def test_parts_of_a_name_are_also_typed_as_one() -> None:
    assert words(joined("Seán O’Brien")) == ["sean", "obrien"]
    assert joined("Jean-Paul d'Arc - ba") == "JeanPaul dArc - ba"


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\u2060\ufeff", "–", "?"])
def test_what_is_no_name(name: str) -> None:
    assert re.search(LETTERED, name) is None


@pytest.mark.parametrize(("text", "seen"), [("\u200b", False), (" \ufeff\n", False), ("?", True), ("毛", True)])
def test_what_is_seen(text: str, seen: bool) -> None:
    assert bool(re.search(VISIBLE, text)) is seen
