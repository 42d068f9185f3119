"""The list of currencies is ISO 4217's, and what is not in it is refused."""

from __future__ import annotations

from datetime import date

import pytest
from babel.core import get_global

from casino.core.currencies import PLACES, PUBLISHED, WITHDRAWN, check_currency, places_of
from casino.core.errors import Problem
from tests.core.listed import listed

CUSTOMARY = {
    *("AFN", "ALL", "COP", "HUF", "IDR", "IQD", "IRR", "KPW"),
    *("LAK", "LBP", "MGA", "MMK", "SOS", "SYP", "YER"),
}
"""CLDR gives no places for them, because nobody pays with less than one; the standard has two, for IQD three."""
NOT_TENDER = {"SVC", "VED"}
"""In the standard's list; for CLDR no longer, or beside another code, what is paid with."""


def test_the_list_is_the_standards() -> None:
    published, places = listed()
    assert date.fromisoformat(published) >= date.fromisoformat(PUBLISHED)
    assert places == PLACES, "see tests/core/listed.py"


def test_it_differs_from_babel_where_it_is_known_to_and_nowhere_else() -> None:
    """CLDR as a second witness. Tender without an end is money; its places are those of shops."""
    used = {
        code
        for rows in get_global("territory_currencies").values()
        for code, _from, end, tender in rows
        if end is None and tender
    }
    assert set(PLACES) - used == NOT_TENDER
    assert used - set(PLACES) <= set(WITHDRAWN)
    fractions = get_global("currency_fractions")
    differs = {code for code in PLACES if fractions.get(code, fractions["DEFAULT"])[0] != PLACES[code]}
    assert differs == CUSTOMARY


@pytest.mark.parametrize(
    ("code", "places"), [("VND", 0), ("JPY", 0), ("PHP", 2), ("USD", 2), ("LAK", 2), ("KWD", 3), ("BHD", 3), ("IQD", 3)]
)
def test_places_of_currencies(code: str, places: int) -> None:
    assert places_of(code) == places
    check_currency(code)


@pytest.mark.parametrize(
    "code",
    [
        "XXX",
        "XTS",
        "XAU",
        "XAG",
        "XDR",
        "XUA",
        "CLF",
        "MXV",
        "USN",
        "UYW",
        "XAD",
        "DEM",
        "BGN",
        "ABC",
        "vnd",
        "VND\n",
        "",
    ],
)
def test_what_nobody_plays_in_is_refused(code: str) -> None:
    with pytest.raises(Problem) as refused:
        check_currency(code, "data.currency")
    assert (refused.value.code, refused.value.field) == ("unknown_currency", "data.currency")
    assert "ISO 4217" in refused.value.text.vi
    assert "ISO 4217" in refused.value.text.en


def test_a_withdrawn_currency_keeps_its_places_and_is_not_listed() -> None:
    assert not set(WITHDRAWN) & set(PLACES)
    assert places_of("BGN") == 2
