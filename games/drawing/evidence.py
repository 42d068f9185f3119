"""Evidence over time as a line, on a logarithmic scale, with the bar that it would have to reach.

Text and axes take the colour of the page around them. Proved by ``tests/drawing/test_evidence.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

import msgspec

from games.drawing import svg

LEFT, TOP, BOTTOM = 56, 18, 30
LINE, OVER, BAR = "#2563eb", "#dc2626", "#d97706"
MOST = 600
"""Points of the line, at most: of more, the highest of each stretch."""


class Look(msgspec.Struct, frozen=True):
    """The evidence (a natural logarithm) after so many results, with when that was, in words."""

    taken: int
    value: float
    words: str


def plot(
    looks: Sequence[Look], bar: float, *, title: str, bar_words: str, results_words: str, narrow: bool = False
) -> str:
    """One SVG element. ``bar`` is a natural logarithm, ``results_words`` names the axis below."""
    width, height = (360, 300) if narrow else (960, 320)
    shown = _thinned(looks)
    last = max((look.taken for look in looks), default=1)
    ten = log(10)
    low = min([-1.0, *(look.value / ten for look in shown)])
    high = max([bar / ten + 0.5, *(look.value / ten for look in shown)])

    def x(taken: int) -> float:
        return LEFT + (width - LEFT - 10) * taken / last

    def y(tens: float) -> float:
        return TOP + (height - TOP - BOTTOM) * (high - tens) / (high - low)

    parts = [svg.title(title), *_grid(low, high, y, width)]
    parts.append(_rule(y(bar / ten), width, BAR, "6 4"))
    beside = 14 if bar / ten % 1 >= 0.5 else -5  # below or above its line, away from the power of ten that is nearest
    parts.append(svg.text(bar_words, x=LEFT + 4, y=y(bar / ten) + beside, font_size=12, fill=BAR))
    points = " ".join(f"{svg.number(x(look.taken))},{svg.number(y(look.value / ten))}" for look in shown)
    crossed = any(look.value >= bar for look in shown)
    parts.append(
        svg.element("polyline", points=f"{LEFT},{svg.number(y(0))} {points}", fill="none", stroke=LINE, stroke_width=2)
    )
    for look in shown:
        if look.value >= bar or look is shown[-1]:
            circle = svg.element(
                "circle",
                svg.title(look.words),
                cx=x(look.taken),
                cy=y(look.value / ten),
                r=3,
                fill=OVER if crossed and look.value >= bar else LINE,
            )
            parts.append(circle)
    bottom = height - 8
    parts.append(svg.text("0", x=LEFT, y=bottom, font_size=12, fill="currentColor"))
    parts.append(svg.text(results_words, x=width - 10, y=bottom, font_size=12, text_anchor="end", fill="currentColor"))
    return svg.plot("".join(parts), width, height, "tp-plot")


def _grid(low: float, high: float, y: object, width: int) -> list[str]:
    assert callable(y)
    span = int(high) - int(low) + 1
    step = 1 if span <= 9 else -(-span // 9)
    parts = []
    for tens in range(int(low), int(high) + 1, step):
        parts.append(_rule(y(tens), width, "currentColor", "1 5"))
        words = "1" if tens == 0 else f"10{_raised(tens)}"
        parts.append(svg.text(words, x=LEFT - 6, y=y(tens) + 4, font_size=12, text_anchor="end", fill="currentColor"))
    return parts


def _rule(height: float, width: int, colour: str, dashes: str) -> str:
    return svg.element(
        "line",
        x1=LEFT,
        x2=width - 10,
        y1=height,
        y2=height,
        stroke=colour,
        stroke_dasharray=dashes,
        stroke_opacity="0.7",
    )


def _raised(number: int) -> str:
    return str(number).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def _thinned(looks: Sequence[Look]) -> list[Look]:
    """At most :data:`MOST` looks; of each stretch the highest, and the last of all."""
    if len(looks) <= MOST:
        return list(looks)
    size = -(-len(looks) // MOST)
    kept = [max(looks[start : start + size], key=lambda look: look.value) for start in range(0, len(looks), size)]
    return kept if kept[-1] is looks[-1] else [*kept, looks[-1]]
