"""Counts as lying bars, each with its name and, where wanted, parts of several shades. Text takes the colour of the
page around it, so that one drawing serves light and dark, and a phone as well as a wide screen. Proved by
``tests/drawing/test_stacks.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from games.drawing import svg

WIDTH: Final = 360
NAME_HEIGHT: Final = 16
BAR_HEIGHT: Final = 16
STEP: Final = NAME_HEIGHT + BAR_HEIGHT + 10
COUNT_ROOM: Final = 44
SHADES: Final = ("#16a34a", "#ca8a04", "#ea580c", "#b91c1c")
"""From young to old, from harmless to urgent; a bar of one part is drawn in the plain colour instead."""
PLAIN: Final = "#2563eb"


class Row(msgspec.Struct, frozen=True):
    """One bar: its name, its parts, and what a pointer is told of each."""

    name: str
    parts: tuple[int, ...]
    words: tuple[str, ...] = ()


def plot(rows: Sequence[Row], *, title: str) -> str:
    """The bars under one another as one SVG element; their lengths are in proportion to the longest."""
    longest = max((sum(row.parts) for row in rows), default=0) or 1
    parts = [_row(row, STEP * place, longest) for place, row in enumerate(rows)]
    return svg.element(
        "svg",
        svg.title(title) + "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {max(STEP * len(rows), 1)}",
        role="img",
        class_="tp-plot tp-plot-stacks",
        font_family="Inter, system-ui, sans-serif",
    )


def _row(row: Row, top: int, longest: int) -> str:
    total = sum(row.parts)
    pieces = [
        svg.text(row.name, x=0, y=top + NAME_HEIGHT / 2, font_size=12, fill="currentColor", dominant_baseline="central")
    ]
    x = 0.0
    for place, count in enumerate(row.parts):
        if not count:
            continue
        wide = (WIDTH - COUNT_ROOM) * count / longest
        colour = PLAIN if len(row.parts) == 1 else SHADES[place % len(SHADES)]
        told = svg.title(row.words[place]) if place < len(row.words) else ""
        bar = svg.element("rect", told, x=x, y=top + NAME_HEIGHT, width=wide, height=BAR_HEIGHT, fill=colour)
        pieces.append(bar)
        x += wide
    pieces.append(
        svg.text(
            total,
            x=x + 6,
            y=top + NAME_HEIGHT + BAR_HEIGHT / 2,
            font_size=13,
            font_weight=600,
            fill="currentColor",
            dominant_baseline="central",
        )
    )
    return svg.element("g", "".join(pieces))


COLUMN: Final = 9
"""Width of a column with its gap."""
HIGH: Final = 24


def columns(counts: Sequence[int], *, title: str) -> str:
    """Counts in their order as small columns side by side, for a cell of a table."""
    highest = max(counts, default=0) or 1
    bars = [
        svg.element(
            "rect",
            x=COLUMN * place,
            y=HIGH - max(HIGH * count / highest, 1),
            width=COLUMN - 2,
            height=max(HIGH * count / highest, 1),
            fill=PLAIN,
        )
        for place, count in enumerate(counts)
    ]
    return svg.element(
        "svg",
        svg.title(title) + "".join(bars),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {max(COLUMN * len(counts), 1)} {HIGH}",
        width=COLUMN * len(counts),
        height=HIGH,
        role="img",
        class_="tp-plot-columns",
    )
