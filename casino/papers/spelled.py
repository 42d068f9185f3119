"""An amount in words, as papers about money have it beside the figures ("Bằng chữ: …").

Vietnamese as money is read: a group of three figures that is not the first says its hundreds (1.005 is "một nghìn không
trăm lẻ năm"), one and five change behind tens (mốt, lăm). English as in American cheques, without "and". Currencies are
called as CLDR calls them. Decimal places stand as a fraction: 12.34 USD is "twelve and 34/100".

No library: num2words leaves the hundreds out in Vietnamese, and needs a package that is built from source. Proved by
``tests/papers/test_spelled.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from babel.numbers import get_currency_name

from casino.core.money import minor_digits
from casino.core.text import Text

VI: Final = ("không", "một", "hai", "ba", "bốn", "năm", "sáu", "bảy", "tám", "chín")
VI_GROUPS: Final = ("", " nghìn", " triệu")
BILLION: Final = 10**9
EN: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
EN_TENS: Final = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_Say = Callable[[int, bool], str]

EN_GROUPS: Final = ("", " thousand", " million", " billion", " trillion", " quadrillion")


def spelled(minor: int, currency: str) -> Text:
    """An amount of minor units in words. Raises ValueError for a negative one and beyond what the record can hold."""
    digits = minor_digits(currency)
    whole, rest = divmod(minor, 10**digits)
    vi, en = vietnamese(whole), english(whole)
    if rest:
        vi, en = f"{vi} và {rest:0{digits}d}/{10**digits}", f"{en} and {rest:0{digits}d}/{10**digits}"
    name = get_currency_name(currency, locale="vi")
    called = name[:1].lower() + name[1:] if name != currency else currency
    return Text(f"{vi} {called}", f"{en} {get_currency_name(currency, count=whole, locale='en')}")


def vietnamese(number: int) -> str:
    """14.700.000.000.000 is "mười bốn nghìn bảy trăm tỷ": what stands before tỷ is a number by itself."""
    high, low = divmod(_checked(number), BILLION)
    if not high:
        return _of_groups(low, VI_GROUPS, _vietnamese_group) or VI[0]
    rest = _of_groups(low, VI_GROUPS, lambda group, _first: _vietnamese_group(group, first=False))
    return f"{vietnamese(high)} tỷ {rest}".rstrip()


def english(number: int) -> str:
    return _of_groups(_checked(number), EN_GROUPS, lambda group, _first: _english_group(group)) or EN[0]


def _checked(number: int) -> int:
    if not 0 <= number < 1000 ** len(EN_GROUPS):
        raise ValueError(f"not an amount to be spelled: {number}")
    return number


def _of_groups(number: int, names: tuple[str, ...], say: _Say) -> str:
    """The groups of three figures that are not nothing; ``say`` is told whether a group is the first of all."""
    groups = []
    while number:
        number, group = divmod(number, 1000)
        groups.append(group)
    places = [place for place in reversed(range(len(groups))) if groups[place]]
    return " ".join(say(groups[place], place == len(groups) - 1) + names[place] for place in places)


def _vietnamese_group(group: int, first: bool) -> str:
    hundreds, rest = divmod(group, 100)
    tens, ones = divmod(rest, 10)
    said = [] if first and not hundreds else [f"{VI[hundreds]} trăm"]
    if tens == 0:
        if ones:
            said.append(f"lẻ {VI[ones]}" if said else VI[ones])
        return " ".join(said)
    said.append("mười" if tens == 1 else f"{VI[tens]} mươi")
    if ones:
        last = "mốt" if ones == 1 and tens > 1 else "lăm" if ones == 5 else VI[ones]
        said.append(last)
    return " ".join(said)


def _english_group(group: int) -> str:
    hundreds, rest = divmod(group, 100)
    said = [f"{EN[hundreds]} hundred"] if hundreds else []
    if rest >= len(EN):
        tens, ones = divmod(rest, 10)
        said.append(EN_TENS[tens] + (f"-{EN[ones]}" if ones else ""))
    elif rest:
        said.append(EN[rest])
    return " ".join(said)
