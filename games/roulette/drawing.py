"""The European layout as SVG: chips where they lay, the winning number under the dolly, and the wheel around it.

The layout is drawn twice over from one geometry, lying for a wide screen and standing for a phone: with the areas that
the document has, those that have no place of their own in a further row. A spot that it does not have is drawn as well,
between the numbers it names and marked: what lay there is a fact (6.1, 6.2).
Proved by ``tests/roulette/test_drawing.py``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from casino.core.messages import Catalogue
from casino.core.text import Text, shaped
from games.drawing import svg
from games.drawing.chips import Chip, draw_chip
from games.engine.document import RuleBook
from games.roulette.layout import RED, WHEEL, Place, colour, find_place, positions, rows
from games.roulette.layout import layout as layout_of

_WORDS: Final = Catalogue(__file__)

CELL: Final = 72
RADIUS: Final = 21

EVEN_CHANCES: Final = ("low", "even", "red", "black", "odd", "high")
"""The outer row, in its order from the zero."""

_BESIDE_ZERO: Final = {
    **{frozenset({0, n}): (1.0, 3.5 - n) for n in (1, 2, 3)},
    frozenset({0, 1, 2}): (1.0, 2.0),
    frozenset({0, 2, 3}): (1.0, 1.0),
    frozenset({0, 1, 2, 3}): (1.0, 3.0),
}
_TITLE: Final = _WORDS.text("title")
_WON: Final = _WORDS.text("won")
_NO_RESULT: Final = _WORDS.text("no-result")
_CHIPS: Final = _WORDS.text("chips")
_NOT_THERE: Final = _WORDS.text("not-there")
_WHEEL_TITLE: Final = _WORDS.text("wheel-title")


class Point(msgspec.Struct, frozen=True):
    """A place in cells of the lying layout, from its top left corner. ``exists`` is False for no such spot."""

    x: float
    y: float
    exists: bool = True


class Felt(msgspec.Struct, frozen=True):
    """What a document has on the layout: its places, what is written on the areas (by spot), and the areas that stand
    in a row of their own."""

    places: dict[str, Place]
    areas: dict[str, Text]
    further: tuple[str, ...]

    @property
    def rows(self) -> int:
        """Cells from the top of the lying layout to its foot."""
        return 6 if self.further else 5

    def has(self, spot: str) -> bool:
        return find_place(spot, self.places) is not None


def felt(book: RuleBook) -> Felt:
    """The felt of a document (made once for each)."""
    return book.derived(_felt)


def _felt(book: RuleBook) -> Felt:
    areas: dict[str, Text] = {}
    further = []
    for row in rows(book).values():
        if row.covers is None:
            continue
        named = row.area or row
        for spot, _pockets in positions(row):
            rest = spot.partition(":")[2]
            areas[spot] = shaped("{called} {rest}", called=book.said(named), rest=rest).turned(str.strip)
            if row.code not in (*EVEN_CHANCES, "column", "dozen"):
                further.append(spot)
    return Felt(layout_of(book), areas, tuple(further))


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


def place(spot: str, on: Felt) -> Point:
    """Where a spot lies. A spot without a place of its own lies in the middle of the numbers it names."""
    kind, _, rest = spot.partition(":")
    exists = on.has(spot)
    if spot in on.further:
        return Point(1 + (on.further.index(spot) + 0.8) * 12 / len(on.further), 5.5)
    if kind in EVEN_CHANCES:
        return Point(2.6 + 2 * EVEN_CHANCES.index(kind), 4.5, exists)
    if kind == "column" and rest.isdecimal():
        column = int(rest)
        return Point(13.67, 3.5 - column, exists) if 1 <= column <= 3 else Point(13.5, 3.5, exists=False)
    if kind == "dozen" and rest.isdecimal():
        dozen = int(rest)
        return Point(4.0 * dozen + 0.3, 3.5, exists) if 1 <= dozen <= 3 else Point(0.5, 3.5, exists=False)
    return _inside(spot_numbers(spot), exists)


def _inside(numbers: tuple[int, ...], exists: bool) -> Point:
    wanted = frozenset(n for n in numbers if n <= 36)
    if wanted in _BESIDE_ZERO:
        return Point(*_BESIDE_ZERO[wanted], exists)
    centres = [_centre(n) for n in sorted(wanted)] or [(0.5, 3.5)]
    x = sum(c[0] for c in centres) / len(centres)
    y = sum(c[1] for c in centres) / len(centres)
    streets = {(n - 1) // 3 for n in wanted}
    whole = len(wanted) == 3 * len(streets) and max(streets, default=0) - min(streets, default=0) == len(streets) - 1
    return Point(x, 3.0 if whole and streets else y, exists)


class _Board:
    """Draws in cells; ``standing`` turns the layout a quarter so that zero is on top."""

    def __init__(self, on: Felt, *, standing: bool, language: str) -> None:
        self.felt = on
        self.standing = standing
        self.language = language
        self.margin = 10
        self.width = (on.rows if standing else 14) * CELL + 2 * self.margin
        self.height = (14 if standing else on.rows) * CELL + 2 * self.margin
        self.parts: list[str] = []

    def at(self, x: float, y: float) -> tuple[float, float]:
        if self.standing:
            x, y = self.felt.rows - y, x
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
    chips: Sequence[Chip],
    pocket: int | None,
    book: RuleBook,
    *,
    language: str = "vi",
    standing: bool = False,
    suffix: str = "",
) -> str:
    """The layout of a document with its chips as one SVG element. ``pocket`` is the result, or None; ``suffix`` keeps
    the ids of two drawings in one page apart."""
    board = _Board(felt(book), standing=standing, language=language)
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
    places = board.felt.places
    for column in (1, 2, 3):
        if (found := places.get(f"column:{column}")) is not None:
            board.box(13, 3 - column, 1, 1, svg.FELT)
            board.label(13.17, 3.5 - column, f"{found.stake}:{found.profit}", 15)
    for dozen in (1, 2, 3):
        if (found := places.get(f"dozen:{dozen}")) is not None:
            board.box(4 * dozen - 3, 3, 4, 1, svg.FELT)
            board.label(4 * dozen - 1, 3.5, f"{found.pockets[0]}–{found.pockets[-1]}", 22, turned=board.standing)
    for index, name in enumerate(EVEN_CHANCES):
        if name in places:
            fill = {"red": svg.RED, "black": svg.BLACK}.get(name, svg.FELT)
            board.box(1 + 2 * index, 4, 2, 1, fill)
            _label_area(board, name, 1.8 + 2 * index, 4.5, 20)
    wide = 12 / max(len(board.felt.further), 1)
    for index, name in enumerate(board.felt.further):
        board.box(1 + wide * index, 5, wide, 1, svg.FELT)
        _label_area(board, name, 1 + wide * (index + 0.4), 5.5, 16)


def _label_area(board: _Board, spot: str, x: float, y: float, size: int) -> None:
    written = board.felt.areas[spot].in_language(board.language)
    board.label(x, y, written, size, turned=board.standing and len(written) > 8)


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
    places = {spot: place(spot, board.felt) for spot in sorted(stacks)}
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
