"""Counts as bars with a line where they were to be expected, or a line across each where that differs.

Text and axes take the colour of the page around them, so that one drawing serves light and dark. Proved by
``tests/drawing/test_bars.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from games.drawing import svg

FILLS: Final = {"red": "#dc2626", "black": "#52525b", "green": "#16a34a", "plain": "#2563eb"}


class Bar(msgspec.Struct, frozen=True):
    """One bar: its label, its count, its colour (one of :data:`FILLS`), what a pointer is told, and what was to be
    expected of it, where that is not the same of all."""

    label: str
    count: int
    colour: str
    words: str
    expected: float | None = None


def plot(bars: Sequence[Bar], expected: float | None, *, title: str, line_words: str, standing: bool = False) -> str:
    """A bar plot as one SVG element. ``expected`` is the same of all bars, or None: each has its own. ``line_words``
    names the line of the expected count; ``standing`` gives every bar a row of its own, for a phone."""
    highest = max([expected or 0.0, *(max(bar.count, bar.expected or 0.0) for bar in bars)]) or 1.0
    draw = _rows if standing else _columns
    width, height, parts = draw(bars, expected, highest, line_words)
    return svg.plot(
        svg.title(title) + "".join(parts), width, height, f"tp-plot tp-plot-{'standing' if standing else 'lying'}"
    )


def _columns(
    bars: Sequence[Bar], expected: float | None, highest: float, line_words: str
) -> tuple[int, int, list[str]]:
    step, top, tall = 26, 34, 220
    width, height = step * len(bars) + 20, top + tall + 30
    bottom = top + tall
    parts = []
    for index, bar in enumerate(bars):
        x = 10 + step * index
        high = tall * bar.count / highest
        parts.append(
            svg.element(
                "g",
                svg.title(bar.words)
                + svg.element(
                    "rect", x=x + 2, y=bottom - high, width=step - 4, height=high, rx=2, fill=FILLS[bar.colour]
                )
                + _count(bar.count, x + step / 2, bottom, high)
                + _label(bar.label, x + step / 2, bottom + 14, 13),
            )
        )
        if bar.expected is not None:
            line = bottom - tall * bar.expected / highest
            parts.append(_line(x + 1, line, x + step - 1, line))
    if expected is not None:
        line = bottom - tall * expected / highest
        parts.append(_line(6.0, line, width - 6.0, line, dashes="6 4"))
    parts.append(_label(line_words, width - 10, 14, 13, anchor="end"))
    return width, height, parts


def _count(count: int, x: float, bottom: float, high: float) -> str:
    """A count at the foot of its bar, above it where the bar is too low."""
    if high < 18:
        return _label(count, x, bottom - high - 8, 11)
    return svg.text(
        count, x=x, y=bottom - 10, font_size=11, fill=svg.WHITE, text_anchor="middle", dominant_baseline="central"
    )


def _count_in_row(count: int, end: float, y: float, long: float) -> str:
    """A count at the end of its bar, beyond it where the bar is too short."""
    if long < 40:
        return _label(count, end + 5, y, 12, anchor="start")
    return svg.text(count, x=end - 5, y=y, font_size=12, fill=svg.WHITE, text_anchor="end", dominant_baseline="central")


def _rows(bars: Sequence[Bar], expected: float | None, highest: float, line_words: str) -> tuple[int, int, list[str]]:
    step, top, left, wide = 20, 26, 34, 270
    width, height = 360, top + step * len(bars) + 8
    parts = [_label(line_words, width - 4, 12, 12, anchor="end")]
    for index, bar in enumerate(bars):
        y = top + step * index
        long = wide * bar.count / highest
        parts.append(
            svg.element(
                "g",
                svg.title(bar.words)
                + _label(bar.label, left - 8, y + step / 2, 13, anchor="end")
                + svg.element("rect", x=left, y=y + 2, width=long, height=step - 4, rx=2, fill=FILLS[bar.colour])
                + _count_in_row(bar.count, left + long, y + step / 2, long),
            )
        )
        if bar.expected is not None:
            line = left + wide * bar.expected / highest
            parts.append(_line(line, y + 1.0, line, y + step - 1.0))
    if expected is not None:
        line = left + wide * expected / highest
        parts.append(_line(line, top - 4.0, line, height - 6.0, dashes="6 4"))
    return width, height, parts


def _line(x1: float, y1: float, x2: float, y2: float, *, dashes: str | None = None) -> str:
    return svg.element(
        "line", x1=x1, x2=x2, y1=y1, y2=y2, stroke="currentColor", stroke_width=1.5, stroke_dasharray=dashes
    )


def _label(content: object, x: float, y: float, size: int, *, anchor: str = "middle") -> str:
    return svg.text(
        content, x=x, y=y, font_size=size, fill="currentColor", text_anchor=anchor, dominant_baseline="central"
    )
