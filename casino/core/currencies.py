"""The currencies to play in, and their decimal places: ISO 4217, current list, as published on :data:`PUBLISHED`.

The list stands here and is no dependency: what judges (``docs/judging.md``) is installed with next to nothing, and an
update of a library must not move the comma of amounts that are recorded already. It is SIX's list one, the maintenance
agency's, and not what CLDR (Babel, ICU) says: CLDR gives the places that are customary in shops, none for LAK, MMK or
IQD, where devices count by the standard in hundredths and thousandths. ``python -m tests.core.listed`` prints the list
anew from the development dependency ``iso4217``, which carries SIX's own file; ``tests/core/test_currencies.py``
compares this module with it and, but for the differences named there, with Babel.

Not among them, and refused as unknown: codes without a unit to pay in (XXX, XTS, metals, units of account), funds codes
(CLF, MXV), and accounting units that no territory uses as money (UYW, XAD). Historic currencies (DEM) are refused too:
nobody buys chips with them. One that leaves the list moves to :data:`WITHDRAWN`: nothing new is made in it, and what is
recorded in it is shown as before. Nothing is ever taken out of both, and no code changes its places.
"""

from __future__ import annotations

from typing import Final

from casino.core.errors import ERRORS, Problem

PUBLISHED: Final = "2026-01-01"
_BY_PLACES: Final = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
    2: """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP
        CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES
        KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK
        NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB
        TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
    """,
    3: "BHD IQD JOD KWD LYD OMR TND",
}
PLACES: Final = {code: places for places, codes in _BY_PLACES.items() for code in codes.split()}
"""Decimal places by currency."""
WITHDRAWN: Final = {"BGN": 2}
"""Currencies that ISO 4217 withdrew with or after the list above (the lev: the euro since 2026-01-01)."""

ERRORS.register_all({"unknown_currency": 422})


def check_currency(code: str, field: str = "currency") -> None:
    """Raises Problem unknown_currency where nothing new may be made in this currency."""
    if code not in PLACES:
        raise Problem("unknown_currency", field, currency=code)


def places_of(code: str) -> int | None:
    """Decimal places of a currency, also of one withdrawn; None for one that is unknown."""
    return PLACES.get(code, WITHDRAWN.get(code))
