"""Money as integers of the currency's minor unit, odds as exact fractions, and the one place where rounding happens.

Odds are written "stake : profit", as the documents print them: "1:35" wins 35 for 1, "20:19" wins 19 for 20. No
document rounds; the rounding unit and direction are a choice of the rule book (RULINGS, all games). Proved by
``tests/core/test_money.py``.
"""

from __future__ import annotations

import re
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from typing import Final

import msgspec

from casino.core.currencies import places_of
from casino.core.messages import Catalogue
from casino.core.text import Text

MAX_MINOR: Final = 10**15
"""Largest single amount taken in, in minor units: far above any table, far below what JSON integers carry."""

MAX_AT_TABLE: Final = 10**13
"""Largest amount that moves at a table at once, in minor units: on the highest odds of any game what is found of it
still fits what JSON integers carry (``tests/engine/test_amounts.py``)."""

_WORDS: Final = Catalogue(__file__)


class Odds(msgspec.Struct, frozen=True, gc=False):
    """Profit for one unit of stake, as the exact fraction ``profit / stake`` in lowest terms."""

    profit: int
    stake: int

    @classmethod
    def parse(cls, text: str) -> Odds:
        """Read "stake:profit" as printed in a rule document ("1:10", "1 : 1.5"); decimals allowed.

        Raises :class:`NotOdds` for anything else, and for a stake or profit that is not positive.
        """
        return cls(*_profit_and_stake(text))

    def of(self, stake_minor: int) -> Fraction:
        """Exact winnings of a stake, in minor units."""
        return Fraction(stake_minor * self.profit, self.stake)

    def __str__(self) -> str:
        return f"{self.stake}:{self.profit}"


LEAST_HELD_BACK: Final = Fraction(3, 4)
"""What wins less than this for one is written for a stake of 1 (1:0.5): 10:1 is 1:10 the wrong way round."""
_WRITTEN: Final = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?) ?: ?([0-9]{1,6}(?:\.[0-9]{1,6})?)")


class NotOdds(ValueError):
    """What does not read as odds. ``turned``: as they would read the other way round, where that was meant."""

    def __init__(self, written: str, turned: str = "") -> None:
        meant = f" wins less than the stake, {turned} was meant" if turned else ""
        super().__init__(f"odds are written stake:profit, not {written!r}{meant}")
        self.turned = turned


@lru_cache(maxsize=512)
def _profit_and_stake(text: str) -> tuple[int, int]:
    """Odds as they are written, in lowest terms. A rule document writes few, and its tables write them a lot."""
    written = _WRITTEN.fullmatch(text.strip())
    stake, profit = map(Fraction, written.groups()) if written else (Fraction(0), Fraction(0))
    if stake <= 0 or profit <= 0:
        raise NotOdds(text)
    if profit / stake < LEAST_HELD_BACK and stake != 1:
        assert written is not None
        raise NotOdds(text, f"{written[2]}:{written[1]}")
    ratio = profit / stake
    return ratio.numerator, ratio.denominator


class Direction(StrEnum):
    DOWN = "down"
    NEAREST = "nearest"
    UP = "up"


class Rounding(msgspec.Struct, frozen=True):
    """How an exact amount becomes payable: to a multiple of ``unit_minor``, in a direction (half goes up)."""

    unit_minor: int = 1
    direction: Direction = Direction.DOWN

    def divide(self, numerator: int, denominator: int) -> int:
        """Round ``numerator / denominator`` (not negative) to payable minor units."""
        unit = denominator * self.unit_minor
        whole, rest = divmod(numerator, unit)
        if rest and (self.direction is Direction.UP or (self.direction is Direction.NEAREST and 2 * rest >= unit)):
            whole += 1
        return whole * self.unit_minor

    def __call__(self, amount: Fraction) -> int:
        return self.divide(amount.numerator, amount.denominator)


def minor_digits(currency: str) -> int:
    """Decimal places with which amounts of a currency are shown and typed. None for an unknown one, which can only have
    been recorded before currencies were checked: its amounts stay in the smallest unit, and :func:`currency_name` says
    so wherever they stand."""
    return places_of(currency) or 0


def currency_name(currency: str, language: str = "vi") -> str:
    """What stands behind an amount: the code, of an unknown currency with the unit: "ABC (smallest units)"."""
    if places_of(currency) is not None:
        return currency
    return f"{currency} ({_WORDS.text('smallest').in_language(language)})".lstrip()


def format_number(amount_minor: int, currency: str, language: str = "vi") -> str:
    """An amount for people without its currency: "1.234,56" in Vietnamese, "1,234.56" in English."""
    digits = minor_digits(currency)
    whole, rest = divmod(abs(amount_minor), 10**digits)
    text = f"{whole:,}"
    if digits:
        text += f".{rest:0{digits}d}"
    if language.startswith("vi"):
        text = text.translate(str.maketrans(",.", ".,"))
    sign = "\N{MINUS SIGN}" if amount_minor < 0 else ""
    return f"{sign}{text}"


def format_minor(amount_minor: int, currency: str, language: str = "vi") -> str:
    """An amount for people: "3.500.000 VND" in Vietnamese, "3,500,000 VND" in English; a true minus sign."""
    number = format_number(amount_minor, currency, language)
    return f"{number}\N{NO-BREAK SPACE}{currency_name(currency, language)}"


def amount(minor: int, currency: str) -> Text:
    """An amount as each language writes it."""
    return Text.of(lambda code: format_minor(minor, currency, code))


class Money(msgspec.Struct, frozen=True):
    """An amount of minor units, as an argument of a message."""

    minor: int
    currency: str

    def in_language(self, code: str) -> str:
        """As the language writes it."""
        return format_minor(self.minor, self.currency, code)


# --- Amounts as people write them ------------------------------------------------------------------------------------

_GROUPS: Final = re.compile(r"[0-9]+|[0-9]{1,3}(?P<mark>[ .,'])[0-9]{3}(?:(?P=mark)[0-9]{3})*")
_GROUPED: Final = re.compile(r"[0-9]{1,3}(?P<mark>[.,])[0-9]{3}(?:(?P=mark)[0-9]{3})*")
_MARKS: Final = re.compile(r"[.,]")
_BLANKS: Final = str.maketrans(dict.fromkeys("\t\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}", " "))


class NoAmount(ValueError):
    """It does not read as an amount of this currency."""


def read_amount(written: str, currency: str, language: str) -> int:
    """An amount as people write it, in the smallest unit: "500000", "500.000", "500,000", "500 000 VND". A mark before
    the last digits, no more than the currency has places, is the decimal mark. Where three places and a group of three
    look alike ("1.234 KWD"), only the decimal mark of the ``language`` is read as one, and the other is refused: one
    dinar and a thousand are too far apart to guess. Raises NoAmount."""
    plain = written.translate(_BLANKS).strip()
    for ending in (currency_name(currency, language), currency, currency.lower(), "₫", "đ"):
        plain = plain.removesuffix(ending).strip()
    digits = minor_digits(currency)
    rest = ""
    decimal = re.fullmatch(rf"(.*[0-9])([.,])([0-9]{{1,{digits}}})", plain) if digits else None
    if decimal is not None and _GROUPED.fullmatch(plain):
        if len(_MARKS.findall(plain)) > 1:
            decimal = None  # "1.234.567" groups: no decimal mark stands twice
        elif decimal[2] != ("," if language.startswith("vi") else "."):
            raise NoAmount(written)
    if decimal is not None:
        plain, rest = decimal[1], decimal[3]
    if not _GROUPS.fullmatch(plain):
        raise NoAmount(written)
    return int(re.sub(r"[^0-9]", "", plain) + rest.ljust(digits, "0"))
