"""The European layout as SVG: chips where they lay, the winning number under the dolly, and the wheel around it.

The layout is drawn twice over from one geometry, lying for a wide screen and standing for a phone. A spot that the
layout does not have is drawn as well, between the numbers it names and marked: what lay there is a fact (6.1, 6.2).
Proved by ``tests/drawing/test_roulette.py``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from casino.core.text import Text
from games.drawing import svg
from games.drawing.chips import Chip, draw_chip
from games.rules.roulette_layout import RED, WHEEL, colour

CELL: Final = 72
RADIUS: Final = 21

EVEN_CHANCES: Final = ("low", "even", "red", "black", "odd", "high")
"""The outer row, in its order from the zero."""

_ZERO_THREES: Final = {frozenset({0, 1, 2}): (1.0, 2.0), frozenset({0, 2, 3}): (1.0, 1.0)}
_FIRST_FOUR: Final = frozenset({0, 1, 2, 3})

_OUTER_LABELS: Final = {
    "low": Text("1–18", "1–18"),
    "even": Text("CHẴN", "EVEN"),
    "red": Text("ĐỎ", "RED"),
    "black": Text("ĐEN", "BLACK"),
    "odd": Text("LẺ", "ODD"),
    "high": Text("19–36", "19–36"),
}
_TITLE: Final = Text("Mặt bàn Cò Quay", "Roulette layout")
_WON: Final = Text("Số thắng cuộc: {pocket}.", "Winning number: {pocket}.")
_NO_RESULT: Final = Text("Chưa có số thắng cuộc.", "No winning number.")
_CHIPS: Final = Text("Số khoản cược trên bàn: {count}.", "Bets on the layout: {count}.")
_NOT_THERE: Final = Text("vị trí không có trên mặt bàn", "no such position on the layout")
_WHEEL_TITLE: Final = Text("Các ô cạnh số thắng trên Cò Quay", "Pockets beside the winning one on the wheel")


class Point(msgspec.Struct, frozen=True):
    """A place in cells of the lying layout, from its top left corner. ``exists`` is False for no such spot."""

    x: float
    y: float
    exists: bool = True


def _centre(pocket: int) -> tuple[float, float]:
    if pocket == 0:
        return 0.5, 1.5
    street, row = divmod(pocket - 1, 3)
    return street + 1.5, 2.5 - row


def spot_numbers(spot: str) -> tuple[int, ...]:
    """The numbers written in an inside spot (``split:14-17``); empty for an outside one, and for what is no spot at all
    (a ruling may name anything)."""
    kind, _, rest = spot.partition(":")
    if kind in ("column", "dozen"):
        return ()
    return tuple(int(part) for part in rest.split("-") if part.isdecimal())


def place(spot: str) -> Point:
    """Where a spot lies. A spot without a place of its own lies in the middle of the numbers it names."""
    kind, _, rest = spot.partition(":")
    if kind in EVEN_CHANCES:
        return Point(2.6 + 2 * EVEN_CHANCES.index(kind), 4.5)
    if kind == "column" and rest.isdecimal():
        column = int(rest)
        return Point(13.67, 3.5 - column) if 1 <= column <= 3 else Point(13.5, 3.5, exists=False)
    if kind == "dozen" and rest.isdecimal():
        dozen = int(rest)
        return Point(4.0 * dozen + 0.3, 3.5) if 1 <= dozen <= 3 else Point(0.5, 3.5, exists=False)
    return _inside(kind, spot_numbers(spot))


def _inside(kind: str, numbers: tuple[int, ...]) -> Point:
    known = [n for n in numbers if n <= 36]
    centres = [_centre(n) for n in known] or [(0.5, 3.5)]
    x = sum(c[0] for c in centres) / len(centres)
    y = sum(c[1] for c in centres) / len(centres)
    sizes = {"straight": 1, "split": 2, "street": 3, "corner": 4, "six_line": 6}
    wanted = frozenset(known)
    if len(known) != len(numbers) or len(wanted) != sizes.get(kind):
        return Point(x, y, exists=False)
    if kind == "straight":
        return Point(x, y)
    if 0 in wanted:
        return _beside_zero(wanted, x, y)
    low = min(wanted)
    streets = {(n - 1) // 3 for n in wanted}
    whole = len(wanted) == 3 * len(streets) and max(streets) - min(streets) == len(streets) - 1
    if kind in ("street", "six_line"):
        return Point(x, 3.0, exists=whole)
    step = (1, 3) if low % 3 else (3,)
    if kind == "split":
        return Point(x, y, exists=max(wanted) - low in step)
    return Point(x, y, exists=bool(low % 3) and wanted == {low, low + 1, low + 3, low + 4})


def _beside_zero(wanted: frozenset[int], x: float, y: float) -> Point:
    if wanted in _ZERO_THREES:
        return Point(*_ZERO_THREES[wanted])
    if wanted == _FIRST_FOUR:
        return Point(1.0, 3.0)
    if len(wanted) == 2 and max(wanted) <= 3:
        return Point(1.0, _centre(max(wanted))[1])
    return Point(x, y, exists=False)


class _Board:
    """Draws in cells; ``standing`` turns the layout a quarter so that zero is on top."""

    def __init__(self, *, standing: bool, language: str) -> None:
        self.standing = standing
        self.language = language
        self.margin = 10
        self.width = (5 if standing else 14) * CELL + 2 * self.margin
        self.height = (14 if standing else 5) * CELL + 2 * self.margin
        self.parts: list[str] = []

    def at(self, x: float, y: float) -> tuple[float, float]:
        if self.standing:
            x, y = 5 - y, x
        return x * CELL + self.margin, y * CELL + self.margin

    def box(self, x: float, y: float, wide: float, high: float, fill: str, **more: object) -> None:
        left, top = self.at(x, y + high) if self.standing else self.at(x, y)
        wide, high = (high, wide) if self.standing else (wide, high)
        self.parts.append(
            svg.element(
                "rect",
                x=left,
                y=top,
                width=wide * CELL,
                height=high * CELL,
                fill=fill,
                **{"stroke": svg.LINE, "stroke_width": 2, **more},
            )
        )

    def label(self, x: float, y: float, words: str, size: int, *, turned: bool = False) -> None:
        left, top = self.at(x, y)
        self.parts.append(
            svg.text(
                words,
                x=left,
                y=top,
                fill=svg.WHITE,
                font_size=size,
                font_weight=600,
                text_anchor="middle",
                dominant_baseline="central",
                transform=f"rotate(90 {svg.number(left)} {svg.number(top)})" if turned else None,
            )
        )


def layout(
    chips: Sequence[Chip], pocket: int | None, *, language: str = "vi", standing: bool = False, suffix: str = ""
) -> str:
    """The layout with its chips as one SVG element. ``pocket`` is the result, or None; ``suffix`` keeps the ids of two
    drawings in one page apart."""
    board = _Board(standing=standing, language=language)
    _draw_felt(board)
    if pocket is not None:
        _mark_winner(board, pocket)
    _draw_chips(board, chips)
    if pocket is not None:
        _draw_dolly(board, pocket)
    said = (_WON.format(pocket=pocket) if pocket is not None else _NO_RESULT).in_language(language)
    count = _CHIPS.format(count=len(chips)).in_language(language)
    head = svg.element("title", _TITLE.in_language(language), id=f"layout-title{suffix}") + svg.element(
        "desc", f"{said} {count}", id=f"layout-desc{suffix}"
    )
    return svg.element(
        "svg",
        head + "".join(board.parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {board.width} {board.height}",
        role="group",
        aria_labelledby=f"layout-title{suffix} layout-desc{suffix}",
        class_=f"tp-layout tp-layout-{'standing' if standing else 'lying'}",
        font_family="Inter, system-ui, sans-serif",
    )


def _draw_felt(board: _Board) -> None:
    board.parts.append(
        svg.element("rect", width=board.width, height=board.height, rx=12, fill=svg.FELT, stroke=svg.FELT)
    )
    board.box(0, 0, 1, 3, svg.GREEN)
    board.label(0.5, 1.5, "0", 30)
    for pocket in range(1, 37):
        x, y = _centre(pocket)
        board.box(x - 0.5, y - 0.5, 1, 1, svg.RED if pocket in RED else svg.BLACK)
        board.label(x, y, str(pocket), 26)
    for column in (1, 2, 3):
        board.box(13, 3 - column, 1, 1, svg.FELT)
        board.label(13.17, 3.5 - column, "1:2", 15)
    for dozen in (1, 2, 3):
        board.box(4 * dozen - 3, 3, 4, 1, svg.FELT)
        board.label(4 * dozen - 1, 3.5, f"{12 * dozen - 11}–{12 * dozen}", 22, turned=board.standing)
    for index, name in enumerate(EVEN_CHANCES):
        fill = {"red": svg.RED, "black": svg.BLACK}.get(name, svg.FELT)
        board.box(1 + 2 * index, 4, 2, 1, fill)
        board.label(1.8 + 2 * index, 4.5, _OUTER_LABELS[name].in_language(board.language), 20, turned=board.standing)


def _mark_winner(board: _Board, pocket: int) -> None:
    if pocket == 0:
        board.box(0, 0, 1, 3, "none", stroke=svg.BRASS, stroke_width=6)
    else:
        x, y = _centre(pocket)
        board.box(x - 0.5, y - 0.5, 1, 1, "none", stroke=svg.BRASS, stroke_width=6)


def _draw_dolly(board: _Board, pocket: int) -> None:
    """The marker of 2.1, in the corner of the winning number so that chips stay readable."""
    x, y = _centre(pocket)
    left, top = board.at(x, y)
    left, top = left + 0.36 * CELL, top - 0.36 * CELL
    shape = (
        svg.element("circle", cx=left, cy=top + 9, r=10.0, fill="#fffbeb", stroke="#78350f", stroke_width=2)
        + svg.element(
            "path",
            d=f"M{svg.number(left - 5)} {svg.number(top + 5)}L{svg.number(left)} {svg.number(top - 14)}"
            f"L{svg.number(left + 5)} {svg.number(top + 5)}Z",
            fill="#fde68a",
            stroke="#78350f",
            stroke_width=2,
            stroke_linejoin="round",
        )
        + svg.element("circle", cx=left, cy=top - 12, r=5.0, fill="#fde68a", stroke="#78350f", stroke_width=2)
    )
    words = _WON.format(pocket=pocket).in_language(board.language)
    board.parts.append(svg.element("g", svg.title(words) + shape, class_="tp-dolly"))


def _draw_chips(board: _Board, chips: Iterable[Chip]) -> None:
    stacks: dict[str, list[Chip]] = {}
    for chip in chips:
        stacks.setdefault(chip.spot, []).append(chip)
    places = {spot: place(spot) for spot in sorted(stacks)}
    for spot, where in places.items():
        if not where.exists:
            _draw_lost_spot(board, spot, where)
    for spot, where in places.items():
        _draw_stack(board, stacks[spot], where)


def _draw_lost_spot(board: _Board, spot: str, where: Point) -> None:
    """Dashed lines from a spot that the layout does not have to each number that it names."""
    x1, y1 = board.at(where.x, where.y)
    for pocket in spot_numbers(spot):
        if pocket <= 36:
            x2, y2 = board.at(*_centre(pocket))
            board.parts.append(
                svg.element(
                    "line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=svg.BRASS, stroke_width=3, stroke_dasharray="5 5"
                )
            )


_FAN: Final = 13
"""Pixels by which each further chip of a stack is moved."""


def _draw_stack(board: _Board, stack: list[Chip], where: Point) -> None:
    """Chips fan out upwards; the first one down lies lowest. Above five, the fan gets closer rather than longer."""
    x, y = board.at(where.x, where.y)
    step = _FAN if len(stack) <= 5 else _FAN * 4 / (len(stack) - 1)
    start = -step * (len(stack) - 1) / 2
    not_there = "" if where.exists else _NOT_THERE.in_language(board.language)
    for index, chip in enumerate(stack):
        offset = start + step * index
        board.parts.append(draw_chip(chip, x + offset, y - offset, RADIUS, board.language, not_there))


def neighbours(pocket: int, reach: int = 4) -> tuple[int, ...]:
    """The pockets on the wheel from ``reach`` before to ``reach`` after a pocket, clockwise."""
    index = WHEEL.index(pocket)
    return tuple(WHEEL[(index + step) % len(WHEEL)] for step in range(-reach, reach + 1))


def wheel_strip(pocket: int, *, language: str = "vi", reach: int = 4) -> str:
    """The winning pocket with its neighbours on the wheel, as an arc of the wheel's edge."""
    shown = neighbours(pocket, reach)
    width, height, radius = 360, 92, 420.0
    parts = [svg.title(f"{_WHEEL_TITLE.in_language(language)}: {', '.join(map(str, shown))}")]
    fills = {"green": svg.GREEN, "red": svg.RED, "black": svg.BLACK}
    for index, number in enumerate(shown):
        angle = (index - reach) * 0.092
        x = width / 2 + radius * math.sin(angle)
        y = 44 + radius * (1 - math.cos(angle))
        middle = number == pocket
        side = 38 if middle else 32
        turn = f"rotate({svg.number(math.degrees(angle))} {svg.number(x)} {svg.number(y)})"
        parts.append(
            svg.element(
                "rect",
                x=x - side / 2,
                y=y - side / 2,
                width=side,
                height=side,
                rx=5,
                fill=fills[colour(number)],
                stroke=svg.BRASS if middle else svg.LINE,
                stroke_width=4 if middle else 1.5,
                transform=turn,
            )
            + svg.text(
                number,
                x=x,
                y=y,
                fill=svg.WHITE,
                font_size=18 if middle else 14,
                font_weight=700,
                text_anchor="middle",
                dominant_baseline="central",
                transform=turn,
            )
        )
    return svg.element(
        "svg",
        "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        role="img",
        class_="tp-wheel",
        font_family="Inter, system-ui, sans-serif",
    )
