"""Playing cards as SVG: a face with rank and suit, standing or lying, for every game of cards.

Proved by ``tests/drawing/test_cards.py``.
"""

from __future__ import annotations

from typing import Final

from casino.core.cards import RED_SUITS, SUIT_SYMBOLS, card_name, rank_of, suit_of
from games.drawing import svg

WIDTH: Final = 64
HEIGHT: Final = 90
PAPER: Final = "#fffdf7"
EDGE: Final = "#57534e"
RED: Final = "#b91c1c"
BLACK: Final = "#171717"


def card(
    code: str, x: float, y: float, *, language: str, lying: bool = False, marked: bool = False, words: str = ""
) -> str:
    """A card with its top left corner at (x, y); ``lying`` turns it a quarter, ``marked`` puts a dashed frame around
    it. ``words`` stand behind its name for a reader."""
    ink = RED if suit_of(code) in RED_SUITS else BLACK
    symbol = SUIT_SYMBOLS[suit_of(code)]
    name = card_name(code).in_language(language)
    frame = (
        svg.element(
            "rect",
            x=-4,
            y=-4,
            width=WIDTH + 8,
            height=HEIGHT + 8,
            rx=9,
            fill="none",
            stroke=svg.BRASS,
            stroke_width=3,
            stroke_dasharray="6 4",
        )
        if marked
        else ""
    )
    face = (
        svg.title(f"{name} – {words}" if words else name)
        + frame
        + svg.element("rect", width=WIDTH, height=HEIGHT, rx=6, fill=PAPER, stroke=EDGE, stroke_width=1.5)
        + svg.text(rank_of(code), x=7, y=22, fill=ink, font_size=20, font_weight=700)
        + svg.text(symbol, x=7, y=40, fill=ink, font_size=17)
        + svg.text(symbol, x=WIDTH / 2 + 5, y=HEIGHT / 2 + 24, fill=ink, font_size=42, text_anchor="middle")
    )
    move = f"translate({svg.number(x)} {svg.number(y)})"
    if lying:
        move = f"translate({svg.number(x + HEIGHT)} {svg.number(y)}) rotate(90)"
    return svg.element("g", face, transform=move, class_="tp-card")


def empty(x: float, y: float) -> str:
    """The place of a card that is not there."""
    return svg.element(
        "rect",
        x=x,
        y=y,
        width=WIDTH,
        height=HEIGHT,
        rx=6,
        fill="none",
        stroke=svg.LINE,
        stroke_width=1.5,
        stroke_dasharray="5 5",
        stroke_opacity=0.5,
    )
