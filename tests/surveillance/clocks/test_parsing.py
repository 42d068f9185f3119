"""Dates and times out of text as recorders write it and readers misread it."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from surveillance.clocks.parsing import moments


def wall(*parts: int) -> datetime:
    """A moment as a clock in a picture shows it: without a zone."""
    return datetime(*parts)  # type: ignore[arg-type]  # noqa: DTZ001


AT = wall(2026, 11, 20, 21, 14, 12)


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-20 21:14:12",
        "2026/11/20 21:14:12",
        "2026.11.20  21:14:12",
        "2026-11-20 Fri 21:14:12",
        "2026-11-20 21:14:12.480",
        "2026-11-20T21:14:12",
        "2026年11月20日 21:14:12",
        "2026年11月20日 星期五 21:14:12",
        "20-11-2026 21:14:12",
        "11/20/2026 21:14:12",
        "20.11.2026 21.14.12",
        "20 Nov 2026 21:14:12",
        "Nov 20 2026 21:14:12",
        "2026-11-20 09:14:12 PM",
        "11/20/2026 09:14:12PM",
        "21:14:12 20/11/2026",
        "Cam 3 2026-11-20 21:14:12",
        # as readers see it
        "2026-11-2021:14:12",
        "20-11-202621:14:12",
        "2O26-11-2O 21:14:12",
        "2026-ll-20 2l:I4:12",
        "2026-11-20 21;14:12",
        "2026-11-20 21.14:12",
        "20261120 21:14:12",
        "2026-11-20  21: 14:12",
    ],
)
def test_the_moment_is_among_its_meanings(text: str) -> None:
    assert AT in moments(text).values(), moments(text)


def test_day_and_month_that_cannot_be_told_apart_have_two_meanings() -> None:
    assert moments("05/06/2026 10:00:00") == {
        "DMY": wall(2026, 6, 5, 10, 0, 0),
        "MDY": wall(2026, 5, 6, 10, 0, 0),
    }
    assert set(moments("20/06/2026 10:00:00")) == {"DMY"}
    assert set(moments("2026-06-05 10:00:00")) == {"YMD"}
    assert set(moments("10-11-12 10:00:00")) == {"YMD", "DMY", "MDY"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "CAM 01",
        "21:14:12",
        "2026-11-20",
        "2026-13-20 21:14:12",
        "2026-02-30 10:00:00",
        "2026-11-20 25:00:00",
        "2026-11-20 21:60:00",
        "2026-11-20 13:00:00 PM",
        "192.168.10.20:554",
        "²026-11-20 21:14:12",
        "-" * 500,
    ],
)
def test_what_is_no_date_and_time_has_none(text: str) -> None:
    assert moments(text) == {}


@settings(max_examples=150)
@given(st.text(alphabet="0123456789:-/. OIlAPMamp年月", max_size=40))
def test_any_text_has_meanings_or_none(text: str) -> None:
    for moment in moments(text).values():
        assert moment.microsecond == 0


@settings(max_examples=100)
@given(
    st.datetimes(wall(2001, 1, 1), wall(2098, 1, 1)),
    st.sampled_from(
        ["%Y-%m-%d %H:%M:%S", "%d/%m/%Y %H:%M:%S", "%m-%d-%Y %I:%M:%S %p", "%Y%m%d %H:%M:%S", "%d %b %Y %H:%M:%S"]
    ),
)
def test_every_moment_is_read_back(moment: datetime, form: str) -> None:
    assert moment.replace(microsecond=0) in moments(moment.strftime(form)).values()
