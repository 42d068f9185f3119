"""Statistics of a roulette wheel: how often each pocket and group came, what was to be expected, and a chi-square test.

Pearson's test against a fair wheel: the sum of (observed - expected)² / expected, with one degree of freedom less than
there are groups; the p-value is how often a fair wheel would differ at least that much. It says nothing reliable where
fewer than five are expected in a group, and among many tests a small p-value is ordinary; both warnings are part of the
result. Pure. Proved by ``tests/test_statistics.py`` against published tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import msgspec

from casino.core.messages import Catalogue
from casino.core.text import Text, figure
from games.roulette.layout import BLACK, RED, WHEEL

_WORDS: Final = Catalogue(__file__)

POCKETS: Final = 37
LEAST_EXPECTED: Final = 5
NOTABLE: Final = 0.05
RARE: Final = 0.001

_ZERO: Final = ("zero", _WORDS.text("zero--zero"), frozenset({0}))
Group = tuple[str, Text, frozenset[int]]

GROUPINGS: Final[tuple[tuple[str, Text, tuple[Group, ...]], ...]] = (
    (
        "colours",
        _WORDS.text("groupings--colours"),
        (
            ("red", _WORDS.text("groupings--colours--red"), RED),
            ("black", _WORDS.text("groupings--colours--black"), BLACK),
            _ZERO,
        ),
    ),
    (
        "parity",
        _WORDS.text("groupings--parity"),
        (
            ("even", _WORDS.text("groupings--parity--even"), frozenset(range(2, 37, 2))),
            ("odd", _WORDS.text("groupings--parity--odd"), frozenset(range(1, 37, 2))),
            _ZERO,
        ),
    ),
    (
        "halves",
        _WORDS.text("groupings--halves"),
        (
            ("low", Text("1–18", "1–18"), frozenset(range(1, 19))),
            ("high", Text("19–36", "19–36"), frozenset(range(19, 37))),
            _ZERO,
        ),
    ),
    (
        "dozens",
        _WORDS.text("groupings--dozens"),
        (
            *(
                (f"dozen{d}", Text(span, span), frozenset(range(12 * d - 11, 12 * d + 1)))
                for d, span in ((1, "1–12"), (2, "13–24"), (3, "25–36"))
            ),
            _ZERO,
        ),
    ),
    (
        "columns",
        _WORDS.text("groupings--columns"),
        (
            *(
                (f"column{c}", _WORDS.text("groupings--columns--column-c", c=c), frozenset(range(c, 37, 3)))
                for c in (1, 2, 3)
            ),
            _ZERO,
        ),
    ),
)


class Cell(msgspec.Struct, frozen=True):
    """One group: how often it came and how often it was to be expected."""

    code: str
    name: Text
    count: int
    expected: float

    @property
    def deviation(self) -> float:
        """Count less expected."""
        return self.count - self.expected


class Test(msgspec.Struct, frozen=True):
    """A chi-square test over groups. ``p_value`` is None without a single spin."""

    code: str
    name: Text
    cells: tuple[Cell, ...]
    chi_square: float
    degrees: int
    p_value: float | None
    reliable: bool

    @property
    def meaning(self) -> Text:
        """What the p-value says, in a sentence."""
        if self.p_value is None:
            return _WORDS.text("no-spin-yet")
        if not self.reliable:
            return _WORDS.text("too-few-spins-to-conclude")
        p = one_in(self.p_value)
        if self.p_value >= NOTABLE:
            return _WORDS.text(
                "as-a-fair-wheel-would",
                p=p,
            )
        if self.p_value >= RARE:
            return _WORDS.text(
                "more-uneven-than-usual-chance",
                p=p,
            )
        return _WORDS.text(
            "hardly-chance-once-in-p",
            p=p,
        )


def one_in(p_value: float) -> Text:
    """How many times to one: 0.25 -> 4; very small ones are only named as large."""
    if p_value < 1e-6:
        return _WORDS.text("more-than-1-000-000")
    number = 1 / p_value
    whole = f"{number:.1f}" if number < 10 else f"{round(number):,}"
    return figure(whole)


class WheelStatistics(msgspec.Struct, frozen=True):
    """Everything the statistics page shows of a set of spins."""

    spins: int
    pockets: Test
    groups: tuple[Test, ...]

    @property
    def tests(self) -> tuple[Test, ...]:
        return (self.pockets, *self.groups)

    @property
    def chance_of_a_false_alarm(self) -> float:
        """How often at least one of so many tests of a fair wheel is below the usual bound, were they independent."""
        return float(1 - (1 - NOTABLE) ** len(self.tests))


def chi_square_test(code: str, name: Text, cells: tuple[Cell, ...]) -> Test:
    """Pearson's test of counts against expected figures that sum to the same."""
    total = sum(c.count for c in cells)
    degrees = len(cells) - 1
    if total == 0:
        return Test(code, name, cells, 0.0, degrees, None, reliable=False)
    # The special functions load in a fraction of the time that the whole statistics package takes.
    from scipy.special import chdtrc

    statistic = sum(c.deviation**2 / c.expected for c in cells)
    reliable = min(c.expected for c in cells) >= LEAST_EXPECTED
    return Test(code, name, cells, statistic, degrees, float(chdtrc(degrees, statistic)), reliable=reliable)


def of_counts(counts: Mapping[int, int]) -> WheelStatistics:
    """Statistics of a wheel from how often each pocket came; ValueError for a pocket that a wheel does not have."""
    if not set(counts) <= set(range(POCKETS)):
        raise ValueError("pockets are 0 to 36")
    spins = sum(counts.values())
    each = float(Fraction(spins, POCKETS))
    cells = tuple(Cell(str(n), Text(str(n), str(n)), counts.get(n, 0), each) for n in range(POCKETS))
    groups = []
    for code, name, parts in GROUPINGS:
        group_cells = tuple(
            Cell(part, words, sum(counts.get(n, 0) for n in pockets), each * len(pockets))
            for part, words, pockets in parts
        )
        groups.append(chi_square_test(code, name, group_cells))
    return WheelStatistics(spins, chi_square_test("pockets", _WORDS.text("each-pocket"), cells), tuple(groups))


WHEEL_ORDER: Final = WHEEL
