"""Odds as the documents print them, rounding once, and amounts as people read them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.core.currencies import PLACES, WITHDRAWN
from casino.core.money import Direction, Odds, Rounding, currency_name, format_minor, format_number, minor_digits


@pytest.mark.parametrize(
    ("text", "profit", "stake"),
    [("1:35", 35, 1), ("20:19", 19, 20), ("1:1.5", 3, 2), ("1:1", 1, 1), ("1:0.5", 1, 2)],
)
def test_odds_are_stake_to_profit(text: str, profit: int, stake: int) -> None:
    assert (Odds.parse(text).profit, Odds.parse(text).stake) == (profit, stake)


@pytest.mark.parametrize("text", ["35", "1:", "1:x", "0:1", "1:0", "1:-3", ""])
def test_what_is_no_odds(text: str) -> None:
    with pytest.raises((ValueError, ArithmeticError)):
        Odds.parse(text)


def test_banker_wins_nineteen_twentieths() -> None:
    assert Rounding()(Odds.parse("20:19").of(1_000_001)) == 950_000


@given(
    amount=st.fractions(min_value=0, max_value=10**12),
    unit=st.sampled_from([1, 5, 100, 500, 1000]),
    direction=st.sampled_from(Direction),
)
def test_rounding_is_the_nearest_payable_amount_in_its_direction(
    amount: Fraction, unit: int, direction: Direction
) -> None:
    rounded = Rounding(unit, direction)(amount)
    assert rounded % unit == 0
    distance = rounded - amount
    if direction is Direction.DOWN:
        assert -unit < distance <= 0
    elif direction is Direction.UP:
        assert 0 <= distance < unit
    else:
        assert -unit < 2 * distance <= unit


@pytest.mark.parametrize(
    ("minor", "currency", "language", "text"),
    [
        (3_500_000, "VND", "vi", "3.500.000\N{NO-BREAK SPACE}VND"),
        (3_500_000, "VND", "en", "3,500,000\N{NO-BREAK SPACE}VND"),
        (-123456, "USD", "en", "\N{MINUS SIGN}1,234.56\N{NO-BREAK SPACE}USD"),
        (-5, "USD", "vi", "\N{MINUS SIGN}0,05\N{NO-BREAK SPACE}USD"),
        (123_456, "PHP", "en", "1,234.56\N{NO-BREAK SPACE}PHP"),
        (5, "KWD", "vi", "0,005\N{NO-BREAK SPACE}KWD"),
        (1_234_567, "JPY", "en", "1,234,567\N{NO-BREAK SPACE}JPY"),
        (100, "BGN", "vi", "1,00\N{NO-BREAK SPACE}BGN"),
        (123_456, "ABC", "en", "123,456\N{NO-BREAK SPACE}ABC (smallest units)"),
        (-123_456, "ABC", "vi", "\N{MINUS SIGN}123.456\N{NO-BREAK SPACE}ABC (đơn vị nhỏ nhất)"),
    ],
)
def test_amounts_as_people_read_them(minor: int, currency: str, language: str, text: str) -> None:
    assert format_minor(minor, currency, language) == text


@pytest.mark.parametrize("language", ["vi", "en"])
@given(minor=st.integers(-(10**15), 10**15), currency=st.sampled_from([*PLACES, *WITHDRAWN]))
def test_an_amount_of_any_currency_reads_as_what_it_is(minor: int, currency: str, language: str) -> None:
    """Read as a person does: marks of the language, then as many hundredths or thousandths as the currency has."""
    text = format_minor(minor, currency, language)
    number, _, name = text.partition("\N{NO-BREAK SPACE}")
    assert (name, number) == (currency, format_number(minor, currency, language))
    groups, mark = (".", ",") if language == "vi" else (",", ".")
    plain = number.replace(groups, "").replace(mark, ".").replace("\N{MINUS SIGN}", "-")
    assert len(plain.partition(".")[2]) == minor_digits(currency)
    assert Fraction(plain) * 10 ** minor_digits(currency) == minor


def test_an_unknown_currency_is_never_named_without_its_unit() -> None:
    assert currency_name("ABC", "en") == "ABC (smallest units)"
    assert currency_name("", "vi") == "(đơn vị nhỏ nhất)"
    assert minor_digits("ABC") == 0
