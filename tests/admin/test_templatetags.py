"""Amounts, moments and texts as templates write them."""

from __future__ import annotations

from datetime import UTC, datetime

from django.utils import translation
from django.utils.safestring import SafeString

from casino.core.text import Text
from casino.templatetags.tableproof import (
    brief,
    clock,
    in_capitals,
    labelled,
    minute,
    moment,
    money,
    signed_money,
    words,
)

WHEN = datetime(2026, 6, 13, 20, 5, 9, 250_000, tzinfo=UTC)


def test_amounts_follow_the_language() -> None:
    with translation.override("vi"):
        assert money(1_500_000, "VND") == "1.500.000\N{NO-BREAK SPACE}VND"
    with translation.override("en"):
        assert signed_money(1_500_000, "VND") == "+1,500,000\N{NO-BREAK SPACE}VND"
        assert signed_money(-5, "VND") == "\N{MINUS SIGN}5\N{NO-BREAK SPACE}VND"
        assert signed_money(0, "VND") == "0\N{NO-BREAK SPACE}VND"
        assert money(None, "VND") == "–"


def test_moments_are_in_the_propertys_time() -> None:
    assert ">14/06/2026 03:05:09<" in moment(WHEN, "Asia/Ho_Chi_Minh")
    assert ">03:05:09.250<" in clock(WHEN, "Asia/Ho_Chi_Minh")
    assert ">14/06/2026 03:05<" in minute(WHEN, "Asia/Ho_Chi_Minh")
    assert ">14/06 03:05<" in brief(WHEN, "Asia/Ho_Chi_Minh")
    assert "–" in moment(None)
    assert "–" in minute(None)


def test_texts_follow_the_language() -> None:
    with translation.override("vi"):
        assert words(Text("ván", "round")) == "ván"
    with translation.override("en"):
        assert words(Text("ván", "round")) == "round"
    assert words(None) == ""


def test_columns_begin_with_a_capital_on_a_phone() -> None:
    assert in_capitals(SafeString('<td class="a" data-label="đầu ghi">x data-label="b"</td>')) == (
        '<td class="a" data-label="Đầu ghi">x data-label="b"</td>'
    )
    assert in_capitals(SafeString("<td>x</td>")) == "<td>x</td>"


def test_a_first_column_that_is_no_link_has_its_own_name_on_a_phone() -> None:
    with translation.override("vi"):
        cell = labelled(SafeString('<td data-label="Chọn dòng này">x</td>'), "Thời gian <b>")
        assert "Chọn dòng này" in cell
        cell = labelled(SafeString('<td data-label="Chọn dòng này">x</td>'), 'Thời "gian"')
    assert cell == '<td data-label="Thời &quot;gian&quot;">x</td>'
