"""A baccarat round as SVG: both hands in their places, the third card across, totals, the winner, and the areas of the
layout with what lay on them.

Drawn lying for a wide screen and standing for a phone, from the same parts. A card that the dealer had put elsewhere is
framed; cards that open the next round lie apart. Proved by ``tests/baccarat/test_drawing.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from casino.core.messages import Catalogue
from casino.core.text import Text
from games.baccarat.layout import BetKind
from games.drawing import cards, svg
from games.drawing.chips import Chip, draw_chip

_WORDS: Final = Catalogue(__file__)

_SIDE_NAMES: Final = _WORDS.table("side-names")
_TITLE: Final = _WORDS.text("title")
_TOTALS: Final = _WORDS.text("totals")
_NEXT: Final = _WORDS.text("next")
_NTH: Final = _WORDS.text("nth")
_MOVED: Final = _WORDS.text("moved")
_TIE: Final = _WORDS.text("tie")

HAND_WIDTH: Final = 340
HAND_HEIGHT: Final = 170
AREA_HEIGHT: Final = 74
CHIP: Final = 19


class DrawnCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card of a hand: ``number`` in the order of the shoe, ``moved`` where the dealer had put it elsewhere."""

    card: str
    number: int
    moved: bool = False


class DrawnHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand with its total (None while it has no card)."""

    cards: tuple[DrawnCard, ...]
    points: int | None


def table(
    player: DrawnHand,
    banker: DrawnHand,
    bets: Sequence[Chip] = (),
    *,
    areas: Sequence[BetKind],
    winner: str = "",
    opens_next: Sequence[str] = (),
    language: str = "vi",
    standing: bool = False,
    suffix: str = "",
) -> str:
    """The round as one SVG element. ``areas`` are the kinds of bet of its document, in their order; those of insurance
    are drawn where there is insurance to show, and a bet of no kind of the document has an area after them. ``winner``
    is ``player``, ``banker``, ``tie`` or empty; ``suffix`` keeps the ids of two drawings in one page apart."""
    width = HAND_WIDTH + 20 if standing else 2 * HAND_WIDTH + 30
    second = (10.0, 20.0 + HAND_HEIGHT) if standing else (20.0 + HAND_WIDTH, 10.0)
    parts = [
        _hand("player", player, 10, 10, winner, language),
        _hand("banker", banker, *second, winner, language),
    ]
    y = second[1] + HAND_HEIGHT + 10
    for row in _rows_of(areas, {bet.spot for bet in bets}, standing=standing):
        wide = (width - 20) / len(row)
        for index, kind in enumerate(row):
            lying = [bet for bet in bets if bet.spot == kind.code]
            parts.append(_area(kind, 10 + index * wide, y, wide, lying, winner, language))
        y += AREA_HEIGHT
    if opens_next:
        parts.append(_next(opens_next, 10, y + 10, language))
        y += cards.HEIGHT + 42
    height = y + 10
    felt = svg.element("rect", width=width, height=height, rx=12, fill=svg.FELT)
    said = _TOTALS.format(player=_points(player), banker=_points(banker)).in_language(language)
    head = svg.element("title", _TITLE.in_language(language), id=f"baccarat-title{suffix}") + svg.element(
        "desc", said, id=f"baccarat-desc{suffix}"
    )
    return svg.element(
        "svg",
        head + felt + "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {svg.number(width)} {svg.number(height)}",
        role="group",
        aria_labelledby=f"baccarat-title{suffix} baccarat-desc{suffix}",
        class_=f"tp-layout tp-layout-{'standing' if standing else 'lying'}",
        font_family="Inter, system-ui, sans-serif",
    )


def _points(hand: DrawnHand) -> str:
    return "–" if hand.points is None else str(hand.points)


def _label(words: str, x: float, y: float, size: int, fill: str = svg.WHITE) -> str:
    return svg.text(
        words,
        x=x,
        y=y,
        fill=fill,
        font_size=size,
        font_weight=700,
        text_anchor="middle",
        dominant_baseline="central",
    )


def _hand(side: str, hand: DrawnHand, x: float, y: float, winner: str, language: str) -> str:
    won = winner == side
    parts = [
        svg.element(
            "rect",
            x=x,
            y=y,
            width=HAND_WIDTH,
            height=HAND_HEIGHT,
            rx=10,
            fill="none",
            stroke=svg.BRASS if won else svg.LINE,
            stroke_width=5 if won else 1.5,
        ),
        _label(_SIDE_NAMES[side].in_language(language), x + 70, y + 26, 20),
    ]
    top = y + 56
    for index in range(max(2, len(hand.cards))):
        left = x + 16 + index * (cards.WIDTH + 12)
        if index >= len(hand.cards):
            parts.append(cards.empty(left, top))
            continue
        drawn = hand.cards[index]
        words = (_MOVED if drawn.moved else _NTH).format(n=drawn.number).in_language(language)
        lying = index == 2
        parts.append(
            cards.card(
                drawn.card,
                left,
                top + (cards.HEIGHT - cards.WIDTH) / 2 if lying else top,
                language=language,
                lying=lying,
                marked=drawn.moved,
                words=words,
            )
        )
    parts.append(svg.element("circle", cx=x + HAND_WIDTH - 40, cy=y + 34, r=24.0, fill=svg.BRASS if won else svg.WHITE))
    parts.append(_label(_points(hand), x + HAND_WIDTH - 40, y + 34, 26, svg.BLACK))
    if winner == "tie":
        parts.append(_label(_TIE.in_language(language), x + HAND_WIDTH - 110, y + 34, 18, svg.BRASS))
    return svg.element("g", "".join(parts), class_=f"tp-hand tp-hand-{side}")


def _rows_of(areas: Sequence[BetKind], lain: set[str], *, standing: bool) -> list[list[BetKind]]:
    """The areas in rows: half of them in each where the drawing stands, insurance apart."""
    placed = [kind for kind in areas if not kind.insures]
    half = (len(placed) + 1) // 2
    rows = [placed[:half], placed[half:]] if standing else [placed]
    insurances = [kind for kind in areas if kind.insures]
    if any(kind.code in lain for kind in insurances):
        rows.append(insurances)
    strange = [
        BetKind(code=code, name=Text(code, code), area=Text(code, code))
        for code in sorted(lain - {kind.code for kind in areas})
    ]
    return [row for row in (*rows, strange) if row]


def _area(kind: BetKind, x: float, y: float, wide: float, lying: Sequence[Chip], winner: str, language: str) -> str:
    parts = [
        svg.element(
            "rect",
            x=x,
            y=y,
            width=wide,
            height=AREA_HEIGHT,
            fill=svg.GREEN if winner == kind.code else svg.FELT,
            stroke=svg.LINE,
            stroke_width=1.5,
        ),
        _label(kind.area.in_language(language), x + wide / 2, y + 13, 13),
    ]
    step = min(34.0, (wide - 40) / max(len(lying) - 1, 1))
    start = x + wide / 2 - step * (len(lying) - 1) / 2
    for index, bet in enumerate(lying):
        parts.append(draw_chip(bet, start + index * step, y + 46, CHIP, language))
    return svg.element("g", "".join(parts), class_=f"tp-area tp-area-{kind.code}")


def _next(codes: Sequence[str], x: float, y: float, language: str) -> str:
    said = _NEXT.in_language(language)
    parts = [svg.text(said, x=x, y=y + 12, fill=svg.WHITE, font_size=15, font_weight=600)]
    for index, code in enumerate(codes):
        parts.append(cards.card(code, x + index * (cards.WIDTH + 12), y + 24, language=language, words=said))
    return svg.element("g", "".join(parts), class_="tp-next")
