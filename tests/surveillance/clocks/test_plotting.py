"""The drawing of a clock: readings lie on the line, a wrong one at the edge, and a setting begins another drawing."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from surveillance.clocks.offsets import Reading, fit
from surveillance.clocks.plotting import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, plots

START = 1_790_000_000_000
HOUR = 3_600_000


def read(*ahead: tuple[int, int]) -> list[Reading]:
    """Readings at these hours, so many milliseconds ahead."""
    return [
        Reading(START + hour * HOUR, START + hour * HOUR + ms, "compared", 100, f"r{number}")
        for number, (hour, ms) in enumerate(ahead)
    ]


def test_a_clock_that_nobody_read_has_no_drawing() -> None:
    assert plots(fit([]), until_ms=START) == ()


def test_a_wrong_reading_stands_at_the_edge_and_does_not_flatten_the_rest() -> None:
    right = [(hour, 3400) for hour in range(0, 60, 10)]
    [plot] = plots(fit(read(*right, (33, 63_400))), until_ms=START + 60 * HOUR)
    kinds = [dot.kind for dot in plot.dots]
    assert (kinds.count("used"), kinds.count("beyond")) == (6, 1)
    [wrong] = [dot for dot in plot.dots if dot.kind == "beyond"]
    assert wrong.y == TOP
    assert max(mark.value for mark in plot.offsets) < 10_000


def test_a_setting_begins_another_drawing_the_latest_first() -> None:
    before, after = [(hour, 62_000) for hour in range(4)], [(hour, 3400) for hour in range(4, 8)]
    latest, earlier = plots(fit(read(*before, *after)), until_ms=START + 8 * HOUR)
    assert latest.piece.offset_ms < 4000 < earlier.piece.offset_ms
    assert earlier.until_ms <= latest.from_ms


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 500), st.integers(-7_200_000, 7_200_000)), min_size=1, max_size=12))
def test_everything_lies_within_the_frame(ahead: list[tuple[int, int]]) -> None:
    found = plots(fit(read(*ahead)), until_ms=START + 600 * HOUR)
    assert sum(len(plot.dots) for plot in found) == len(ahead)
    for plot in found:
        places = [tuple(map(float, each.split(","))) for each in f"{plot.line} {plot.band}".split()]
        places += [(dot.x, y) for dot in plot.dots for y in (dot.y, dot.low, dot.high)]
        assert all(LEFT <= x <= WIDTH - RIGHT and TOP <= y <= HEIGHT - BOTTOM for x, y in places)
        assert 2 <= len(plot.offsets) <= 7
