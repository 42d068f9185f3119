"""Amounts as people write them, and moments by the clocks of the property."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from casino.commands.fields import AmountField, MomentField, write_amount
from casino.core.currencies import PLACES
from casino.core.money import MAX_MINOR, NoAmount, format_minor, minor_digits, read_amount


@pytest.mark.parametrize(
    ("written", "currency", "minor"),
    [
        ("500000", "VND", 500_000),
        ("500.000", "VND", 500_000),
        ("500,000", "VND", 500_000),
        ("500 000", "VND", 500_000),
        ("500'000", "VND", 500_000),
        ("1.500.000 VND", "VND", 1_500_000),
        ("1.500.000\N{NO-BREAK SPACE}VND", "VND", 1_500_000),
        ("500.000 ₫", "VND", 500_000),
        ("500.000đ", "VND", 500_000),
        ("  7 ", "VND", 7),
        ("0", "VND", 0),
        ("12", "HKD", 1_200),
        ("12.5", "HKD", 1_250),
        ("12,50", "HKD", 1_250),
        ("1.234", "HKD", 123_400),
        ("1,234.5", "HKD", 123_450),
        ("1.234,56", "HKD", 123_456),
        ("12 345.60 HKD", "HKD", 1_234_560),
        ("1,5", "PHP", 150),
        ("1.000", "JPY", 1_000),
        ("1,234", "KWD", 1_234),
        ("0,5", "KWD", 500),
        ("12.5", "KWD", 12_500),
        ("1.234,567", "KWD", 1_234_567),
        ("1,234.567", "KWD", 1_234_567),
        ("1234.567 KWD", "KWD", 1_234_567),
        ("1.234.567", "BHD", 1_234_567_000),
        ("1 234", "KWD", 1_234_000),
        ("500.000", "ABC", 500_000),
        ("500.000 ABC (đơn vị nhỏ nhất)", "ABC", 500_000),
    ],
)
def test_an_amount_is_read_as_it_is_written(written: str, currency: str, minor: int) -> None:
    assert read_amount(written, currency, "vi") == minor


@pytest.mark.parametrize(
    ("written", "currency"),
    [
        ("", "VND"),
        ("5k", "VND"),
        ("1,50", "VND"),
        ("12.5", "VND"),
        ("1.23.456", "VND"),
        ("1.234,567", "VND"),
        ("1234.567", "VND"),
        ("-5", "VND"),
        ("+5", "VND"),
        ("5 0", "VND"),
        ("٥", "VND"),
        ("1e6", "VND"),
        ("5 USD", "VND"),
        ("1.234.5", "VND"),
        (".5", "HKD"),
        ("1.2345", "HKD"),
        ("1.5", "JPY"),
        ("1,2345", "KWD"),
        ("1.234", "KWD"),  # one dinar or a thousand?
        ("1.234,5678", "KWD"),
        ("12.5", "ABC"),
    ],
)
def test_what_is_no_amount_is_none(written: str, currency: str) -> None:
    with pytest.raises(NoAmount):
        read_amount(written, currency, "vi")


@pytest.mark.parametrize("language", ["vi", "en"])
@given(minor=st.integers(0, MAX_MINOR), currency=st.sampled_from([*PLACES, "BGN", "ABC"]))
def test_what_a_field_shows_is_read_back(minor: int, currency: str, language: str) -> None:
    with translation.override(language):
        assert read_amount(write_amount(minor, currency), currency, language) == minor
        assert read_amount(format_minor(minor, currency, language), currency, language) == minor


def test_the_decimal_mark_of_three_places_is_the_pages() -> None:
    assert read_amount("1.234", "KWD", "en") == 1_234
    with pytest.raises(NoAmount):
        read_amount("1,234", "KWD", "en")


@pytest.mark.parametrize("currency", [*PLACES, "ABC"])
def test_a_field_refuses_more_places_than_its_currency_has(currency: str) -> None:
    field = AmountField()
    field.use(currency)
    places = minor_digits(currency)
    with translation.override("vi"):
        assert field.clean("0," + "0" * (places - 1) + "7" if places else "7") == 7
        with pytest.raises(ValidationError) as refused:
            field.clean("10," + "1" * (places + 1 if places != 2 else 4))
        assert write_amount(500_000 * 10**places, currency) in refused.value.message


def test_a_field_in_an_unknown_currency_says_its_unit() -> None:
    known, unknown = AmountField(), AmountField(help_text="Trống: chưa biết.")
    known.use("PHP")
    with translation.override("vi"):
        unknown.use("ABC")
    assert known.help_text == ""
    assert unknown.help_text == "Trống: chưa biết. Tính bằng ABC (đơn vị nhỏ nhất)."


def test_the_field_has_bounds() -> None:
    field = AmountField(required=False)
    assert field.clean("") is None
    assert field.clean(None) is None
    assert field.clean(f"{MAX_MINOR}") == MAX_MINOR
    for wrong in ("0", f"{MAX_MINOR + 1}", "9" * 400, "x" * 400):
        with pytest.raises(ValidationError):
            field.clean(wrong)
    assert AmountField(low=0).clean("0") == 0
    with pytest.raises(ValidationError):
        AmountField().clean("")


def test_a_moment_is_of_the_property() -> None:
    field = MomentField(seconds=True)
    field.zone = ZoneInfo("Asia/Ho_Chi_Minh")
    assert field.clean("2026-06-13T10:07:30") == datetime(2026, 6, 13, 3, 7, 30, tzinfo=UTC)
    assert field.clean("2026-06-13T10:07") == datetime(2026, 6, 13, 3, 7, tzinfo=UTC)
    assert field.prepare_value(datetime(2026, 6, 13, 3, 7, 30, tzinfo=UTC)) == "2026-06-13T10:07:30"
    assert field.prepare_value("typed") == "typed"
    for wrong in ("13/06/2026", "2026-13-01T00:00", "now", "0000-00-00T00:00", "0001-01-01T00:00"):
        with pytest.raises(ValidationError):
            field.clean(wrong)
