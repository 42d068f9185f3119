"""A sic bo throw as SVG: the three dice under the dome, and the layout with what lay on it; winning areas are lit.

The layout is drawn lying for a wide screen and standing for a phone, from one list of rows: with the areas that the
document has, those that have no place of their own in further rows. A bet on an area that it does not have lies apart,
below it. Proved by ``tests/sicbo/test_drawing.py``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from casino.core.messages import Catalogue
from games.drawing import svg
from games.drawing.chips import Chip, draw_chip
from games.engine.document import RuleBook
from games.sicbo.layout import AreaRow, rows
from games.sicbo.layout import layout as layout_of

_WORDS: Final = Catalogue(__file__)

CELL_HEIGHT: Final = 80
LYING_WIDTH: Final = 980
STANDING_WIDTH: Final = 420
MARGIN: Final = 10
RADIUS: Final = 18

_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_TITLE: Final = _WORDS.text("title")
_RESULT: Final = _WORDS.text("result")
_NO_RESULT: Final = _WORDS.text("no_result")
_NOT_THERE: Final = _WORDS.text("not_there")

Row = Sequence[tuple[str, float]]
"""Areas of one row from left to right: (written form, width in parts of the row)."""

_PAIRS: Final = tuple(f"pair:{a}-{b}" for a in range(1, 7) for b in range(a + 1, 7))
_LYING: Final[tuple[Row, ...]] = (
    (
        ("small", 3),
        *((f"specific_double:{n}", 1) for n in (1, 2, 3)),
        ("any_triple", 2),
        *((f"specific_double:{n}", 1) for n in (4, 5, 6)),
        ("big", 3),
    ),
    tuple((f"specific_triple:{n}", 1) for n in range(1, 7)),
    tuple((f"total:{n}", 1) for n in range(4, 18)),
    tuple((pair, 1) for pair in _PAIRS),
    tuple((f"single:{n}", 1) for n in range(1, 7)),
)
_STANDING: Final[tuple[Row, ...]] = (
    (("small", 2), ("any_triple", 2), ("big", 2)),
    tuple((f"specific_double:{n}", 1) for n in range(1, 7)),
    tuple((f"specific_triple:{n}", 1) for n in range(1, 7)),
    tuple((f"total:{n}", 1) for n in range(4, 11)),
    tuple((f"total:{n}", 1) for n in range(11, 18)),
    *(tuple((pair, 1) for pair in _PAIRS[start : start + 5]) for start in (0, 5, 10)),
    tuple((f"single:{n}", 1) for n in range(1, 7)),
)


def rows_of(book: RuleBook, *, standing: bool) -> list[Row]:
    """The rows of a document's layout. A row that it has nothing of is left out."""
    areas = layout_of(book)
    known = {spot for row in _LYING for spot, _share in row}
    further = [spot for spot in areas if spot not in known]
    a_row = 7 if standing else 14
    more = [tuple((spot, 1.0) for spot in further[start : start + a_row]) for start in range(0, len(further), a_row)]
    rows = [tuple(area for area in row if area[0] in areas) for row in (_STANDING if standing else _LYING)]
    return [row for row in (*rows, *more) if row]


def layout(
    chips: Sequence[Chip],
    dice: Sequence[int] | None,
    book: RuleBook,
    *,
    lit: Collection[str] = (),
    language: str = "vi",
    standing: bool = False,
    suffix: str = "",
) -> str:
    """The throw on a document's layout as one SVG element. ``lit`` are the areas that win by the dice; ``suffix`` keeps
    the ids of two drawings in one page apart."""
    width = STANDING_WIDTH if standing else LYING_WIDTH
    parts = [_dice(dice, width / 2, 58.0)]
    by_spot: dict[str, list[Chip]] = {}
    for chip in chips:
        by_spot.setdefault(chip.spot, []).append(chip)
    y = 116.0
    named = rows(book)
    for row in rows_of(book, standing=standing):
        whole = sum(share for _, share in row)
        x = float(MARGIN)
        for spot, share in row:
            wide = (width - 2 * MARGIN) * share / whole
            label = _label(spot, named[spot.partition(":")[0]], book, language)
            parts.append(_area(label, x, y, wide, by_spot.pop(spot, []), spot in lit, language))
            x += wide
        y += CELL_HEIGHT
    if by_spot:
        parts.append(_apart(by_spot, y + 14, language))
        y += 78
    height = y + MARGIN
    felt = svg.element("rect", width=width, height=height, rx=12, fill=svg.FELT)
    told = _RESULT.format(dice=", ".join(map(str, dice)), sum=sum(dice)) if dice else _NO_RESULT
    head = svg.element("title", _TITLE.in_language(language), id=f"sicbo-title{suffix}") + svg.element(
        "desc", told.in_language(language), id=f"sicbo-desc{suffix}"
    )
    return svg.element(
        "svg",
        head + felt + "".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {svg.number(width)} {svg.number(height)}",
        role="group",
        aria_labelledby=f"sicbo-title{suffix} sicbo-desc{suffix}",
        class_=f"tp-layout tp-layout-{'standing' if standing else 'lying'}",
        font_family="Inter, system-ui, sans-serif",
    )


def _dice(dice: Sequence[int] | None, x: float, y: float) -> str:
    """The dome with the dice as they lay; empty where no result is recorded."""
    parts = [
        svg.element(
            "ellipse", cx=x, cy=y + 6, rx=150, ry=48, fill="#0f3d22", stroke=svg.BRASS, stroke_width=3, class_="tp-dome"
        )
    ]
    for index, face in enumerate(dice or ()):
        parts.append(_die(face, x + (index - 1) * 76, y + 2))
    return "".join(parts)


def _die(face: int, x: float, y: float) -> str:
    side = 56
    pips = "".join(
        svg.element("circle", cx=x + dx * 15, cy=y + dy * 15, r=5.5, fill=svg.RED if face in (1, 4) else svg.BLACK)
        for dx, dy in _PIPS[face]
    )
    return svg.element(
        "g",
        svg.title(str(face))
        + svg.element(
            "rect",
            x=x - side / 2,
            y=y - side / 2,
            width=side,
            height=side,
            rx=9,
            fill=svg.WHITE,
            stroke="#a8a29e",
            stroke_width=2,
        )
        + pips,
        class_="tp-die",
    )


def _label(spot: str, row: AreaRow, book: RuleBook, language: str) -> tuple[str, str]:
    """(main label, small one above it): the numbers of an area under what is written on its kind, or that alone."""
    rest = spot.partition(":")[2]
    named = row.area if rest else row.area or row
    written = book.said(named).in_language(language) if named else ""
    return (rest.replace("-", "·"), written) if rest else (written, "")


def _area(label: tuple[str, str], x: float, y: float, wide: float, lying: list[Chip], lit: bool, language: str) -> str:
    main, small = label
    middle = x + wide / 2
    parts = [
        svg.element(
            "rect",
            x=x,
            y=y,
            width=wide,
            height=CELL_HEIGHT,
            fill="#1f6b3b" if lit else "none",
            stroke=svg.BRASS if lit else svg.LINE,
            stroke_width=4 if lit else 1.5,
            class_="tp-area tp-area-lit" if lit else "tp-area",
        ),
        _words(main, middle, y + (27 if small else 19), 15 if len(main) > 4 else 19),
    ]
    if small:
        parts.append(_words(small, middle, y + 11, 11))
    parts.append(_stack(lying, middle, y + CELL_HEIGHT - RADIUS - 3, wide, language))
    return "".join(parts)


def _words(words: str, x: float, y: float, size: int) -> str:
    return svg.text(
        words,
        x=x,
        y=y,
        fill=svg.WHITE,
        font_size=size,
        font_weight=600,
        text_anchor="middle",
        dominant_baseline="central",
    )


def _stack(lying: list[Chip], x: float, y: float, wide: float, language: str) -> str:
    """Chips side by side, closer together where the area is narrow."""
    if not lying:
        return ""
    step = min(2.0 * RADIUS + 4, (wide - 2 * RADIUS - 4) / max(len(lying) - 1, 1))
    start = x - step * (len(lying) - 1) / 2
    return "".join(draw_chip(chip, start + step * index, y, RADIUS, language) for index, chip in enumerate(lying))


def _apart(by_spot: dict[str, list[Chip]], y: float, language: str) -> str:
    """Bets on areas that the layout does not have: what lay there is a fact all the same."""
    chips = [chip for spot in sorted(by_spot) for chip in by_spot[spot]]
    not_there = _NOT_THERE.in_language(language)
    label = svg.text(
        not_there,
        x=MARGIN,
        y=y,
        fill=svg.BRASS,
        font_size=13,
        dominant_baseline="central",
    )
    drawn = "".join(
        draw_chip(chip, MARGIN + RADIUS + 4 + index * (2 * RADIUS + 8), y + 34, RADIUS, language, not_there)
        for index, chip in enumerate(chips)
    )
    return label + drawn
