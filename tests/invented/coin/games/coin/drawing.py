"""A toss as SVG: the coin, and the two faces with the chips that lay on them. Proved by ``tests/coin``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from casino.core.messages import Catalogue
from games.drawing import svg
from games.drawing.chips import Chip, draw_chip

_WORDS: Final = Catalogue(__file__)

FACES: Final = _WORDS.table("faces")
_TITLE: Final = _WORDS.text("title")
RADIUS: Final = 18


def layout(chips: Sequence[Chip], face: str, *, language: str, standing: bool) -> str:
    """The toss as one SVG element; ``face`` is empty while nobody has seen it."""
    width, kind = (420, "standing") if standing else (640, "lying")
    label = FACES[face].in_language(language) if face else "?"
    parts = [
        svg.element("rect", width=width, height=230, rx=12, fill=svg.FELT),
        svg.element("circle", cx=width / 2, cy=55, r=42, fill=svg.BRASS, stroke=svg.LINE, class_="tp-coin"),
        svg.text(
            label, x=width / 2, y=55, fill=svg.BLACK, font_size=15, text_anchor="middle", dominant_baseline="central"
        ),
    ]
    for index, (spot, words) in enumerate(FACES.items()):
        left, wide = 10 + index * (width / 2 - 5), width / 2 - 15
        edge = svg.BRASS if spot == face else svg.LINE
        parts.append(
            svg.element("rect", x=left, y=110, width=wide, height=110, fill="none", stroke=edge, stroke_width=3)
        )
        parts.append(svg.text(words.in_language(language), x=left + 10, y=132, fill=svg.WHITE, font_size=16))
        lain = [chip for chip in chips if chip.spot == spot]
        step = min(2.0 * RADIUS + 4, (wide - 2 * RADIUS - 20) / max(len(lain) - 1, 1))
        parts += [draw_chip(c, left + RADIUS + 10 + step * n, 180, RADIUS, language) for n, c in enumerate(lain)]
    name = f"coin-title-{kind}"
    return svg.element(
        "svg",
        svg.element("title", _TITLE.in_language(language), id=name) + "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} 230",
        role="group",
        aria_labelledby=name,
        class_=f"tp-layout tp-layout-{kind}",
    )
