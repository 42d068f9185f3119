"""A niu niu round as SVG: the dealer's hand and that of each box as they are rightly arranged (three cards that make
the tens, two that count), with their class, and what lay on Ante, Double and Additional.

Drawn lying (boxes side by side, two in a row) for a wide screen and standing for a phone, from the same parts. Proved
by ``tests/niuniu/test_drawing.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

import msgspec

from casino.core.messages import Catalogue
from games.drawing import cards, svg
from games.drawing.chips import Chip, draw_chip

_WORDS: Final = Catalogue(__file__)

AREAS: Final = ("ante", "double", "additional")
DEALER: Final = "dealer"

_AREA_NAMES: Final = _WORDS.table("area-names")
_TITLE: Final = _WORDS.text("title")
_DEALER: Final = _WORDS.text("dealer")
_BOX: Final = _WORDS.text("box")
_NTH: Final = _WORDS.text("nth")
_TENS: Final = _WORDS.text("tens")
_UNREAD: Final = _WORDS.text("unread")
_NOTHING: Final = _WORDS.text("nothing")

HAND_WIDTH: Final = 420
HAND_HEIGHT: Final = 152
AREA_HEIGHT: Final = 72
GAP: Final = 24
"""Pixels between the three cards and the two."""
CHIP: Final = 20
_GREY: Final = "#57534e"


class DrawnHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand. ``cards`` as they were dealt (None: nobody read it), ``three`` those that make the tens, ``words`` its
    class, ``won`` whether it beat the dealer's (or, of the dealer's, any other)."""

    hand: str
    cards: tuple[str | None, ...] = ()
    three: tuple[str, ...] = ()
    words: str = ""
    won: bool = False
    void: bool = False
    bets: tuple[Chip, ...] = ()


def table(
    dealer: DrawnHand,
    boxes: Sequence[DrawnHand],
    *,
    language: str = "vi",
    standing: bool = False,
    suffix: str = "",
) -> str:
    """The round as one SVG element. ``suffix`` keeps the ids of two drawings in one page apart."""
    across = 1 if standing or len(boxes) < 2 else 2
    wide = max([_hand_width(hand) for hand in (dealer, *boxes)])
    width = across * wide + (across + 1) * 10
    parts = [_hand(dealer, (width - wide) / 2, 10, wide, language)]
    top = 20.0 + HAND_HEIGHT
    for index, box in enumerate(boxes):
        row, column = divmod(index, across)
        y = top + row * (HAND_HEIGHT + AREA_HEIGHT + 10)
        parts.append(_hand(box, 10 + column * (wide + 10), y, wide, language))
    rows = -(-len(boxes) // across)
    height = top + rows * (HAND_HEIGHT + AREA_HEIGHT + 10)
    felt = svg.element("rect", width=width, height=height, rx=12, fill=svg.FELT)
    none = _NOTHING.in_language(language)
    said = ". ".join(f"{_name(hand, language)}: {hand.words or none}" for hand in (dealer, *boxes))
    head = svg.element("title", _TITLE.in_language(language), id=f"niuniu-title{suffix}")
    head += svg.element("desc", escape(f"{said}.", quote=False), id=f"niuniu-desc{suffix}")
    return svg.element(
        "svg",
        head + felt + "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {svg.number(width)} {svg.number(height)}",
        role="group",
        aria_labelledby=f"niuniu-title{suffix} niuniu-desc{suffix}",
        class_=f"tp-layout tp-layout-{'standing' if standing else 'lying'}",
        font_family="Inter, system-ui, sans-serif",
    )


def _hand_width(hand: DrawnHand) -> float:
    """A hand of more than five cards takes more room."""
    return max(HAND_WIDTH, 32.0 + GAP + len(hand.cards) * (cards.WIDTH + 8))


def _name(hand: DrawnHand, language: str) -> str:
    name = _DEALER if hand.hand == DEALER else _BOX.format(number=hand.hand.removeprefix("box"))
    return name.in_language(language)


def in_order(hand: DrawnHand) -> list[tuple[int, str | None, bool]]:
    """(place as dealt, card, one of the three) in the order in which the cards are drawn: the three first."""
    left = list(hand.three)
    first, then = [], []
    for place, code in enumerate(hand.cards, start=1):
        if code is not None and code in left:
            left.remove(code)
            first.append((place, code, True))
        else:
            then.append((place, code, False))
    return [*first, *then]


def _hand(hand: DrawnHand, x: float, y: float, wide: float, language: str) -> str:
    areas = 0 if hand.hand == DEALER else AREA_HEIGHT
    parts = [
        svg.element(
            "rect",
            x=x,
            y=y,
            width=wide,
            height=HAND_HEIGHT + areas,
            rx=10,
            fill="none",
            stroke=svg.BRASS if hand.won else svg.LINE,
            stroke_width=5 if hand.won else 1.5,
            stroke_dasharray="8 6" if hand.void else None,
        ),
        svg.text(_name(hand, language), x=x + 16, y=y + 30, fill=svg.WHITE, font_size=18, font_weight=700),
        svg.text(
            hand.words,
            x=x + wide - 16,
            y=y + 30,
            fill=svg.BRASS if hand.won else svg.WHITE,
            font_size=16,
            font_weight=600,
            text_anchor="end",
        ),
    ]
    left = x + 16
    previous = False
    for place, code, tens in in_order(hand):
        if previous and not tens:
            left += GAP
        previous = tens
        parts.append(_card(place, code, tens, left, y + 48, language))
        left += cards.WIDTH + 8
    for _missing in range(5 - len(hand.cards)):
        parts.append(cards.empty(left, y + 48))
        left += cards.WIDTH + 8
    if areas:
        parts.append(_areas(hand, x, y + HAND_HEIGHT, wide, language))
    return svg.element("g", "".join(parts), class_=f"tp-hand tp-hand-{hand.hand}")


def _card(place: int, code: str | None, tens: bool, x: float, y: float, language: str) -> str:
    words = _NTH.format(n=place).in_language(language)
    if code is None:
        back = svg.element("rect", x=x, y=y, width=cards.WIDTH, height=cards.HEIGHT, rx=6, fill=_GREY, stroke=svg.LINE)
        return svg.element("g", svg.title(f"{_UNREAD.in_language(language)}, {words}") + back, class_="tp-card")
    if tens:
        words = f"{words}, {_TENS.in_language(language)}"
    return cards.card(code, x, y, language=language, words=words)


def _areas(hand: DrawnHand, x: float, y: float, wide: float, language: str) -> str:
    parts = []
    each = wide / len(AREAS)
    for index, kind in enumerate(AREAS):
        middle = x + (index + 0.5) * each
        parts.append(
            svg.text(
                _AREA_NAMES[kind].in_language(language),
                x=middle,
                y=y + 14,
                fill=svg.LINE,
                font_size=12,
                font_weight=600,
                text_anchor="middle",
            )
        )
        lying = [bet for bet in hand.bets if bet.spot == kind]
        start = middle - 20.0 * (len(lying) - 1)
        parts.extend(draw_chip(bet, start + 40.0 * place, y + 44, CHIP, language) for place, bet in enumerate(lying))
    return svg.element("g", "".join(parts), class_="tp-areas")
