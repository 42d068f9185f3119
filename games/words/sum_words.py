"""Sums in words: the one place where a step of a working becomes the text that people read.

"2.000.000 × 19/20 = 1.900.000", in either language's numbers; where an amount was rounded, what it was exactly and how:
"50 × 19/20 = 47,5 ≈ 47 (làm tròn xuống bội số của 1)". Whatever shows a sum (pages, command line, remedy form,
papers, JSON) shows this text. Proved by ``tests/words/test_sums.py``, which evaluates it as a reader would.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from casino.core.messages import Catalogue
from casino.core.money import Direction, Rounding, minor_digits
from casino.core.text import Text, figure, shaped
from games.engine import workings as w
from games.engine.judgement import BetResult

_WORDS: Final = Catalogue(__file__)

STAKE: Final = _WORDS.text("stake")
LESSER: Final = _WORDS.text("lesser")
NAMES: Final = {
    w.IN_PLAY: _WORDS.text("names--in_play"),
    w.COVERED: _WORDS.text("names--covered"),
    w.GROSS: _WORDS.text("names--gross"),
    w.TOGETHER: _WORDS.text("names--together"),
    w.OWN: _WORDS.text("names--own"),
    w.AGAINST: _WORDS.text("names--against"),
    w.SPECIAL: _WORDS.text("names--special"),
    w.MULTIPLES: _WORDS.text("names--multiples"),
}
ROUNDED: Final = _WORDS.table("rounded", Direction)
MOST_DECIMALS: Final = 6
"""An exact amount with more decimal places is written with a fraction: 333.333 1/3."""


def sums(steps: w.Steps, currency: str) -> tuple[Text, ...]:
    """Each step of a working as a line of text, the amount last."""
    return tuple(sum_text(step, currency) for step in steps)


def sum_text(step: w.Step, currency: str) -> Text:
    """One step: its name where it is not yet the amount, the sum, and what comes of it."""
    equation = Text.of(lambda language: _equation(step, currency, language))
    name = NAMES.get(step.name)
    return equation if name is None else shaped("{name}: {sum}", name=name.format(seat=step.seat), sum=equation)


def exact_text(minor: Fraction, currency: str) -> Text:
    """An exact amount of minor units, without its currency."""
    return Text.of(lambda language: _Writer(minor_digits(currency), language).amount(minor))


def rounding_text(rounding: Rounding, currency: str) -> Text:
    """How an amount was rounded."""
    return Text.of(lambda language: _Writer(minor_digits(currency), language).rounded(rounding))


def _equation(step: w.Step, currency: str, language: str) -> str:
    digits = 0 if step.counts else minor_digits(currency)
    writer = _Writer(digits, language)
    written = writer.write(step.expression)
    exact, result = writer.amount(step.exact), writer.amount(step.result)
    told = written if written == exact else f"{written} = {exact}"
    if step.rounding is None or step.result == step.exact:
        return told
    return f"{told} ≈ {result} ({writer.rounded(step.rounding)})"


class _Writer:
    """Writes expressions in one language, amounts with a currency's decimal places."""

    def __init__(self, digits: int, language: str) -> None:
        self.digits = digits
        self.language = language

    def write(self, expression: w.Expression) -> str:
        match expression:
            case w.Amount(minor):
                return self.amount(Fraction(minor))
            case w.Stake():
                return STAKE.in_language(self.language)
            case w.Count(number):
                return str(Fraction(number)).replace("-", "\N{MINUS SIGN}")
            case w.Percent(rate):
                return f"{self.number(rate * 100, 0)}%"
            case w.Total(terms):
                return self._total(terms)
            case w.Minus(of):
                return f"\N{MINUS SIGN}{self._inside(of)}"
            case w.Product(factors):
                return " × ".join(self._inside(factor) for factor in factors)
            case w.Ratio(over, under):
                return f"{self._inside(over)}/{self._inside(under)}"
            case w.Lesser(one, other):
                lesser = LESSER.in_language(self.language)
                return lesser.format(one=self.write(one), other=self.write(other))

    def _total(self, terms: tuple[w.Expression, ...]) -> str:
        written = ""
        for term in terms:
            if isinstance(term, w.Minus):
                sign, text = "\N{MINUS SIGN}", self._inside(term.of)
            else:
                text = f"({self.write(term)})" if isinstance(term, w.Total) else self.write(term)
                sign = "\N{MINUS SIGN}" if text.startswith("\N{MINUS SIGN}") else "+"
                text = text.removeprefix("\N{MINUS SIGN}")
            written += f" {sign} {text}" if written else text if sign == "+" else f"{sign}{text}"
        return written

    def _inside(self, expression: w.Expression) -> str:
        """A part of a product or what is taken off: in brackets where it would be read otherwise."""
        text = self.write(expression)
        bare = not isinstance(expression, w.Total | w.Minus | w.Lesser) and not text.startswith("\N{MINUS SIGN}")
        return text if bare else f"({text})"

    def amount(self, minor: Fraction) -> str:
        """An amount of minor units without its currency."""
        if minor.denominator == 1 and self.digits:
            return self.number(minor / 10**self.digits, self.digits)
        return self.number(minor / 10**self.digits, 0)

    def number(self, exact: Fraction, places: int) -> str:
        """A number with at least so many decimal places: as a decimal where it ends, else with a fraction."""
        sign = "\N{MINUS SIGN}" if exact < 0 else ""
        exact = abs(exact)
        for digits in range(places, MOST_DECIMALS + 1):
            scaled = exact * 10**digits
            if scaled.denominator == 1:
                whole, rest = divmod(scaled.numerator, 10**digits)
                text = f"{whole:,}" + (f".{rest:0{digits}d}" if digits else "")
                return sign + self._localised(text)
        whole, rest = divmod(exact.numerator, exact.denominator)
        fraction = self._localised(f"{rest:,}/{exact.denominator:,}")
        return sign + (f"{self._localised(f'{whole:,}')}\N{NO-BREAK SPACE}{fraction}" if whole else fraction)

    def rounded(self, rounding: Rounding) -> str:
        unit = self.amount(Fraction(rounding.unit_minor))
        return ROUNDED[rounding.direction].in_language(self.language).format(unit=unit)

    def _localised(self, text: str) -> str:
        return figure(text).in_language(self.language)


def difference_sum(result: BetResult, currency: str) -> Text:
    """Recorded less due as a sum, where that is not nothing or a case put something right."""
    step = w.difference(result)
    if step is None or not (result.difference_minor or result.recorded.remedies):
        return Text("", "")
    return sum_text(step, currency)
