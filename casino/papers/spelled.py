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

from babel.core import UnknownLocaleError
from babel.numbers import get_currency_name

from casino.core.messages import Catalogue
from casino.core.money import minor_digits
from casino.core.text import Text

_WORDS: Final = Catalogue(__file__)


VI: Final = ("không", "một", "hai", "ba", "bốn", "năm", "sáu", "bảy", "tám", "chín")
VI_GROUPS: Final = ("", " nghìn", " triệu")
BILLION: Final = 10**9
EN: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
EN_TENS: Final = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
KO: Final = ("영", "일", "이", "삼", "사", "오", "육", "칠", "팔", "구")
KO_UNITS: Final = ("천", "백", "십", "")
KO_GROUPS: Final = ("", "만", "억", "조", "경")
_Say = Callable[[int, bool], str]

EN_GROUPS: Final = ("", " thousand", " million", " billion", " trillion", " quadrillion")


def spelled(minor: int, currency: str) -> Text:
    """An amount of minor units in words; in a language that has no such words here, its figures. Raises ValueError for
    a negative one and beyond what the record can hold."""
    digits = minor_digits(currency)
    whole, rest = divmod(minor, 10**digits)

    def say(language: str) -> str:
        number = NUMBERS.get(language, "{:,}".format)(whole)
        if rest:
            number = _WORDS.text("and", number=number, rest=f"{rest:0{digits}d}/{10**digits}").in_language(language)
        return f"{number} {_called(currency, whole, language)}"

    return Text.of(say)


def _called(currency: str, count: int, language: str) -> str:
    """As CLDR calls the currency; its code in a language that it does not know."""
    try:
        name = get_currency_name(currency, count=count if language == "en" else None, locale=language)
    except UnknownLocaleError:
        return currency
    return name[:1].lower() + name[1:] if language == "vi" and name != currency else name


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


def korean(number: int) -> str:
    """3.600.000 is "삼백육십만": groups of four figures, and one is said only at the end of a group."""
    places = []
    groups = f"{_checked(number):,d}".replace(",", "")
    groups = groups.zfill(-len(groups) % 4 + len(groups))
    fours = [groups[at : at + 4] for at in range(0, len(groups), 4)]
    for name, four in zip(reversed(KO_GROUPS[: len(fours)]), fours, strict=True):
        said = "".join(
            ("" if figure == "1" and unit else KO[int(figure)]) + unit
            for figure, unit in zip(four, KO_UNITS, strict=True)
            if figure != "0"
        )
        places.append(said + name if said else "")
    return " ".join(filter(None, places)) or KO[0]


NUMBERS: Final[dict[str, Callable[[int], str]]] = {"vi": vietnamese, "en": english, "ko": korean}
