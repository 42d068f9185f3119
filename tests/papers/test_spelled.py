"""Amounts in words: as they are read, and read back to the same amount by a reader that knows nothing of how."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.papers.spelled import english, spelled, vietnamese

DIGITS = ["không", "một", "hai", "ba", "bốn", "năm", "sáu", "bảy", "tám", "chín"]
VI = {"mốt": 1, "lăm": 5}
VI |= {word: value for value, word in enumerate(DIGITS)}
FIRST = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
EN = {word: n for n, word in enumerate([*FIRST.split(), "seventeen", "eighteen", "nineteen"])}
TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
EN |= {word: 10 * n for n, word in enumerate(TENS, 2)}


@pytest.mark.parametrize(
    ("number", "vi", "en"),
    [
        (0, "không", "zero"),
        (15, "mười lăm", "fifteen"),
        (21, "hai mươi mốt", "twenty-one"),
        (105, "một trăm lẻ năm", "one hundred five"),
        (1_005, "một nghìn không trăm lẻ năm", "one thousand five"),
        (1_021, "một nghìn không trăm hai mươi mốt", "one thousand twenty-one"),
        (3_500_000, "ba triệu năm trăm nghìn", "three million five hundred thousand"),
        (1_000_055, "một triệu không trăm năm mươi lăm", "one million fifty-five"),
        (14_700_000_000_000, "mười bốn nghìn bảy trăm tỷ", "fourteen trillion seven hundred billion"),
    ],
)
def test_as_they_are_read(number: int, vi: str, en: str) -> None:
    assert (vietnamese(number), english(number)) == (vi, en)


def vietnamese_read(said: str) -> int:
    before, billion, after = said.rpartition("tỷ")
    total = vietnamese_read(before) * 10**9 if billion else 0
    for power, unit in ((2, "triệu"), (1, "nghìn")):
        head, found, tail = after.partition(unit)
        if found:
            total, after = total + vietnamese_group(head.split()) * 1000**power, tail
    return total + vietnamese_group(after.split())


def vietnamese_group(words: list[str]) -> int:
    value = one = 0
    for word in words:
        match word:
            case "trăm":
                value, one = value + one * 100, 0
            case "mươi":
                value, one = value + one * 10, 0
            case "mười":
                value += 10
            case "lẻ":
                pass
            case _:
                one = VI[word]
    return value + one


def english_read(said: str) -> int:
    scales = {"thousand": 1, "million": 2, "billion": 3, "trillion": 4, "quadrillion": 5}
    total = group = 0
    for word in said.replace("-", " ").split():
        if word in scales:
            total, group = total + group * 1000 ** scales[word], 0
        else:
            group = group * 100 if word == "hundred" else group + EN[word]
    return total + group


@given(st.one_of(st.integers(0, 2_000), st.integers(0, 2**53)))
def test_read_back_they_are_the_same_amount(number: int) -> None:
    assert vietnamese_read(vietnamese(number)) == number
    assert english_read(english(number)) == number


def test_with_its_currency_and_decimal_places() -> None:
    assert spelled(3_500_000, "VND").vi == "ba triệu năm trăm nghìn đồng Việt Nam"
    assert spelled(3_500_000, "VND").en == "three million five hundred thousand Vietnamese dong"
    assert spelled(105_025, "USD").vi == "một nghìn không trăm năm mươi và 25/100 đô la Mỹ"
    assert spelled(105_025, "USD").en == "one thousand fifty and 25/100 US dollars"


def test_what_is_no_amount_is_refused() -> None:
    for number in (-1, 1000**6):
        with pytest.raises(ValueError, match="not an amount"):
            vietnamese(number)
