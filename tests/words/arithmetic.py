"""Does the arithmetic of people who read a page: takes a sum as it is printed, in either language, and works it out.

Knows nothing of how sums are made: numbers as the language groups them, + − × / %, brackets, a mixed number
(``333.333 1/3``), the words for the whole stake and for the lesser of two, and what is said about rounding. Exact.
"""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape
from math import ceil, floor

WHOLE = {"vi": "cả tiền cược", "en": "the whole stake"}
LESSER = {"vi": ("số nhỏ hơn giữa", "và"), "en": ("the lesser of", "and")}
ROUNDED = {
    "vi": {
        r"làm tròn xuống bội số của (\S+)": floor,
        r"làm tròn đến bội số gần nhất của (\S+), nửa thì lên": lambda x: floor(x + Fraction(1, 2)),
        r"làm tròn lên bội số của (\S+)": ceil,
    },
    "en": {
        r"rounded down to a multiple of (\S+)": floor,
        r"rounded to the nearest multiple of (\S+), half goes up": lambda x: floor(x + Fraction(1, 2)),
        r"rounded up to a multiple of (\S+)": ceil,
    },
}
_NUMBER = {"vi": r"\d{1,3}(?:\.\d{3})*(?:,\d+)?(?![\d.,])", "en": r"\d{1,3}(?:,\d{3})*(?:\.\d+)?(?![\d.,])"}


class FalseSum(AssertionError):
    """What stands before the equals sign is not what stands after it, or cannot be worked out."""


def number(text: str, language: str) -> Fraction:
    """A number as the language writes it; :class:`FalseSum` where it is written otherwise."""
    if not re.fullmatch(_NUMBER[language], text):
        raise FalseSum(f"no number in {language}: {text!r}")
    plain = text.replace(".", "").replace(",", ".") if language == "vi" else text.replace(",", "")
    return Fraction(plain)


def money(text: str, language: str) -> Fraction:
    """An amount as lines show it: sign, number, currency; of an unknown currency, the words that say its unit."""
    unit = r"(?: \((?:đơn vị nhỏ nhất|smallest units)\))?"
    sign, digits = re.fullmatch(rf"([+−]?)(\S+)\xa0[A-Z]{{3}}{unit}", text).groups()  # type: ignore[union-attr]
    return number(digits, language) * (-1 if sign == "−" else 1)


class Reader:
    """Reads sums of one bet, whose stake is shown beside them."""

    def __init__(self, language: str, stake: Fraction) -> None:
        self.language = language
        self.stake = stake
        one, other = LESSER[language]
        words = "|".join(map(re.escape, (one, WHOLE[language])))
        figure = _NUMBER[language]
        self._token = re.compile(
            rf"\s*((?:{figure})\xa0(?:{figure})/(?:{figure})|{figure}|{words}|{other}\b|[-+−×/%()])"
        )

    def works_out(self, line: str) -> Fraction:
        """What a line comes to, its name left aside; :class:`FalseSum` where one of its equations is not true."""
        _name, colon, rest = line.partition(": ")
        parts = re.split(r" ([=≈]) ", rest if colon else line)
        left = self.value(parts[0])
        for sign, part in zip(parts[1::2], parts[2::2], strict=True):
            if sign == "=":
                right = self.value(part)
                if left != right:
                    raise FalseSum(f"{line!r}: {left} is not {right}")
            else:
                right = self._as_rounded(left, part, line)
            left = right
        return left

    def _as_rounded(self, exact: Fraction, said: str, line: str) -> Fraction:
        shown, _, how = said.removesuffix(")").partition(" (")
        for pattern, rounding in ROUNDED[self.language].items():
            found = re.fullmatch(pattern, how)
            if found is not None:
                unit = number(found[1], self.language)
                right = number(shown, self.language)
                if right == exact or rounding(exact / unit) * unit != right:
                    raise FalseSum(f"{line!r}: {exact} does not round to {right}")
                return right
        raise FalseSum(f"{line!r} does not say how it is rounded")

    def value(self, text: str) -> Fraction:
        """What an expression comes to."""
        tokens, at = [], 0
        while at < len(text.rstrip()):
            found = self._token.match(text, at)
            if found is None:
                raise FalseSum(f"cannot read {text[at:]!r} of {text!r}")
            tokens.append(found[1])
            at = found.end()
        self._left = tokens
        result = self._sum()
        if self._left:
            raise FalseSum(f"{text!r} goes on with {self._left}")
        return result

    def _next(self, *wanted: str) -> str:
        return self._left.pop(0) if self._left and self._left[0] in wanted else ""

    def _sum(self) -> Fraction:
        result = -self._product() if self._next("−") else self._product()
        while sign := self._next("+", "−"):
            term = self._product()
            result += term if sign == "+" else -term
        return result

    def _product(self) -> Fraction:
        result = self._factor()
        while sign := self._next("×", "/"):
            factor = self._factor()
            result = result * factor if sign == "×" else result / factor
        return result

    def _factor(self) -> Fraction:
        if not self._left:
            raise FalseSum("something is missing at the end")
        token = self._left.pop(0)
        if token == "(":
            result = self._sum()
            if not self._next(")"):
                raise FalseSum("a bracket is not closed")
        elif token == WHOLE[self.language]:
            result = self.stake
        elif token == LESSER[self.language][0]:
            one = self._sum()
            if not self._next(LESSER[self.language][1]):
                raise FalseSum("the lesser of what?")
            result = min(one, self._sum())
        elif "\xa0" in token:
            whole, over, under = re.split(r"[\xa0/]", token)
            result = number(whole, self.language) + number(over, self.language) / number(under, self.language)
        else:
            result = number(token, self.language)
        return result / 100 if self._next("%") else result


def lines_of(page: str, language: str) -> list[tuple[Fraction, list[str]]]:
    """The amounts with a name in a piece of a page, each with the sums that stand under it."""
    found = []
    marked = r'<span class="tp-line"><span class="tp-dim">[^<]*</span> <span class="tp-amount">([^<]*)</span></span>'
    for each in re.finditer(rf'{marked}((?:\s*<span class="tp-sum">[^<]*</span>)*)', unescape(page)):
        sums = re.findall(r'<span class="tp-sum">([^<]*)</span>', each[2])
        found.append((money(each[1], language), sums))
    return found


def amounts_summed(page: str, language: str, stake: Fraction) -> int:
    """How many amounts of a piece of a page about one bet have sums, all of them true; :class:`FalseSum` otherwise."""
    reader = Reader(language, stake)
    count = 0
    for amount, sums in lines_of(page, language):
        if sums:
            count += 1
            if [reader.works_out(each) for each in sums][-1] != amount:
                raise FalseSum(f"{sums} do not come to {amount}")
    return count
