"""Counts round a circle, as their places lie on the wheel, with a circle where they were to be expected.

A run of neighbours that came too often is seen at once here, and hardly in a row of bars. Text takes the colour of the
page around it. Proved by ``tests/drawing/test_ring.py``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import cos, pi, sin
from typing import Final

from games.drawing import svg
from games.drawing.bars import FILLS, Bar

SIZE: Final = 420
HUB: Final = 60.0
RIM: Final = 178.0
"""Radii of the circle on which wedges stand, and of the highest one."""
NUMBERS: Final = 194.0
GAP: Final = 0.08
"""Of a place's angle, what is left open between wedges."""


def plot(bars: Sequence[Bar], expected: float, *, title: str, line_words: str, marked: Collection[str] = ()) -> str:
    """One SVG element: a wedge for each bar, the first at the top, clockwise. Labels in ``marked`` are set in bold, and
    their wedges outlined; ``line_words`` names the circle of the expected count."""
    highest = max([expected, *(float(bar.count) for bar in bars)]) or 1.0
    turn = 2 * pi / len(bars)
    parts = [svg.title(title)]
    for index, bar in enumerate(bars):
        middle = index * turn
        reach = HUB + (RIM - HUB) * bar.count / highest
        half = turn * (1 - GAP) / 2
        wedge = svg.element(
            "path",
            d=_wedge(middle - half, middle + half, reach),
            fill=FILLS[bar.colour],
            stroke=svg.BRASS if bar.label in marked else None,
            stroke_width=3 if bar.label in marked else None,
        )
        x, y = _point(middle, NUMBERS)
        label = svg.text(
            bar.label,
            x=x,
            y=y,
            font_size=13,
            font_weight=700 if bar.label in marked else None,
            fill="currentColor",
            text_anchor="middle",
            dominant_baseline="central",
        )
        parts.append(svg.element("g", svg.title(bar.words) + wedge + label))
    centre = SIZE / 2
    parts.append(
        svg.element(
            "circle",
            svg.title(line_words),
            cx=centre,
            cy=centre,
            r=HUB + (RIM - HUB) * expected / highest,
            fill="none",
            stroke="currentColor",
            stroke_width=1.5,
            stroke_dasharray="6 4",
        )
    )
    return svg.plot("".join(parts), SIZE, SIZE, "tp-plot tp-plot-ring")


def _point(angle: float, radius: float) -> tuple[float, float]:
    """Where an angle (radians, clockwise from the top) meets a circle."""
    return SIZE / 2 + radius * sin(angle), SIZE / 2 - radius * cos(angle)


def _wedge(begin: float, end: float, reach: float) -> str:
    near, far = svg.number(HUB), svg.number(reach)
    corners = [_point(begin, HUB), _point(begin, reach), _point(end, reach), _point(end, HUB)]
    one, two, three, four = (f"{svg.number(x)} {svg.number(y)}" for x, y in corners)
    return f"M{one}L{two}A{far} {far} 0 0 1 {three}L{four}A{near} {near} 0 0 0 {one}Z"
