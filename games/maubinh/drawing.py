"""A mậu binh round as SVG: every seat's front, middle and back with their classes, fouls and special hands, and the
multiple of the Ante that the seat won or lost.

Drawn lying (two seats in a row) for a wide screen and standing for a phone, from the same parts. Proved by
``tests/maubinh/test_drawing.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

import msgspec

from casino.core.messages import Catalogue
from games.drawing import cards, svg

_WORDS: Final = Catalogue(__file__)

WIDTH: Final = 560
LANE_HEIGHT: Final = cards.HEIGHT + 12
HEAD: Final = 52
HEIGHT: Final = HEAD + 3 * LANE_HEIGHT + 8
LEFT: Final = 16
WORDS: Final = LEFT + 5 * (cards.WIDTH + 8) + 8
"""Where the classes of the lanes stand."""
SIZES: Final = (3, 5, 5)
IN_A_ROW: Final = 7

_TITLE: Final = _WORDS.text("title")
_SEAT: Final = _WORDS.text("seat")
_FOUL: Final = _WORDS.text("foul")
_NOT_YET: Final = _WORDS.text("not_yet")


class Lane(msgspec.Struct, frozen=True, kw_only=True):
    """A lane: its cards and the class they make, in words."""

    cards: tuple[str, ...] = ()
    words: str = ""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat. ``lanes`` are front, middle and back, or empty where the hand was not arranged; its cards then stand in
    ``cards`` as dealt. ``words`` is the special hand, ``sum`` the multiple, both in words; ``state`` an outcome."""

    seat: int
    lanes: tuple[Lane, ...] = ()
    cards: tuple[str, ...] = ()
    words: str = ""
    sum: str = ""
    foul: bool = False
    state: str = ""
    href: str | None = None


def table(seats: Sequence[Seat], *, language: str = "vi", standing: bool = False, suffix: str = "") -> str:
    """The round as one SVG element. ``suffix`` keeps the ids of two drawings in one page apart."""
    across = 1 if standing or len(seats) < 2 else 2
    rows = max(1, -(-len(seats) // across))
    width = across * WIDTH + (across + 1) * 10
    height = rows * (HEIGHT + 10) + 10
    parts = []
    for index, seat in enumerate(seats):
        row, column = divmod(index, across)
        parts.append(_seat(seat, 10 + column * (WIDTH + 10), 10 + row * (HEIGHT + 10), language))
    felt = svg.element("rect", width=width, height=height, rx=12, fill=svg.FELT)
    said = ". ".join(_said(seat, language) for seat in seats)
    head = svg.element("title", _TITLE.in_language(language), id=f"maubinh-title{suffix}")
    head += svg.element("desc", escape(f"{said}.", quote=False), id=f"maubinh-desc{suffix}")
    return svg.element(
        "svg",
        head + felt + "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        role="group",
        aria_labelledby=f"maubinh-title{suffix} maubinh-desc{suffix}",
        class_=f"tp-layout tp-layout-{'standing' if standing else 'lying'}",
        font_family="Inter, system-ui, sans-serif",
    )


def _name(seat: Seat, language: str) -> str:
    return _SEAT.format(number=seat.seat).in_language(language)


def _verdict(seat: Seat, language: str) -> str:
    """What stands beside the seat's name: its special hand, a foul, or that nothing was arranged."""
    if seat.words:
        return seat.words
    if seat.foul:
        return _FOUL.in_language(language)
    return "" if seat.lanes else _NOT_YET.in_language(language)


def _said(seat: Seat, language: str) -> str:
    told = [_verdict(seat, language), *(lane.words for lane in seat.lanes), seat.sum]
    return f"{_name(seat, language)}: {', '.join(part for part in told if part)}"


def _seat(seat: Seat, x: float, y: float, language: str) -> str:
    won = seat.state == "won"
    frame = svg.element(
        "rect",
        x=x,
        y=y,
        width=WIDTH,
        height=HEIGHT,
        rx=10,
        fill="none",
        stroke=svg.BRASS if won else svg.LINE,
        stroke_width=5 if won else 1.5,
        stroke_dasharray="8 6" if seat.state in ("void", "refused") else None,
    )
    name = svg.text(_name(seat, language), x=x + LEFT, y=y + 32, fill=svg.WHITE, font_size=18, font_weight=700)
    if seat.href:
        name = svg.element("a", name, href=seat.href)
    verdict = svg.text(
        _verdict(seat, language), x=x + LEFT + 110, y=y + 32, fill=svg.BRASS, font_size=16, font_weight=600
    )
    total = svg.text(
        seat.sum,
        x=x + WIDTH - LEFT,
        y=y + 32,
        fill=svg.BRASS if won else svg.WHITE,
        font_size=16,
        font_weight=600,
        text_anchor="end",
    )
    hand = _lanes(seat, x, y + HEAD, language) if seat.lanes else _as_dealt(seat, x, y + HEAD, language)
    return svg.element("g", frame + name + verdict + total + hand, class_=f"tp-hand tp-hand-seat{seat.seat}")


def _lanes(seat: Seat, x: float, y: float, language: str) -> str:
    parts = []
    for row, (lane, size) in enumerate(zip(seat.lanes, SIZES, strict=True)):
        top = y + row * LANE_HEIGHT
        drawn = []
        for place in range(max(size, len(lane.cards))):
            left = x + LEFT + place * (cards.WIDTH + 8)
            if place < len(lane.cards):
                drawn.append(cards.card(lane.cards[place], left, top, language=language, words=lane.words))
            else:
                drawn.append(cards.empty(left, top))
        drawn.append(svg.text(lane.words, x=x + WORDS, y=top + cards.HEIGHT / 2 + 5, fill=svg.WHITE, font_size=15))
        parts.append(svg.element("g", "".join(drawn), class_="tp-lane"))
    return "".join(parts)


def _as_dealt(seat: Seat, x: float, y: float, language: str) -> str:
    """A hand that nobody arranged: seven cards in a row, as they were dealt."""
    parts = []
    for place, code in enumerate(seat.cards):
        row, column = divmod(place, IN_A_ROW)
        left, top = x + LEFT + column * (cards.WIDTH + 8), y + row * LANE_HEIGHT
        parts.append(cards.card(code, left, top, language=language))
    return "".join(parts)
