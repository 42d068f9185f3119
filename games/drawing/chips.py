"""Chips as every layout shows them: whose, how much, what became of the bet, and a link to its row.

Proved by ``tests/drawing/test_chips.py``.
"""

from __future__ import annotations

from typing import Final

import msgspec

from games.drawing import svg

RINGS: Final = {"won": svg.BRASS, "lost": "#a8a29e"}
"""The ring of a chip by the outcome of its bet; white for every other."""
UNSETTLED: Final = ("void", "refused", "awaiting")
"""Outcomes whose chips have a dashed ring."""


class Chip(msgspec.Struct, frozen=True, kw_only=True):
    """One bet as it lay on a ``spot``, written as the game writes it. ``owner`` numbers the players from zero in the
    order of their first bets; ``words`` is what a reader is told about the chip; ``href`` leads to its row; ``state``
    is an outcome; ``unclear`` says that nobody can tell where it lay; ``places`` are the currency's decimal places."""

    spot: str
    stake_minor: int
    owner: int
    words: str
    state: str = ""
    href: str | None = None
    unclear: bool = False
    places: int = 0


def draw_chip(chip: Chip, x: float, y: float, radius: int, language: str, not_there: str = "") -> str:
    """A chip around a point. ``not_there`` are words for a chip on a spot that the layout does not have."""
    fill, ink = svg.PLAYER_COLOURS[chip.owner % len(svg.PLAYER_COLOURS)]
    doubtful = chip.unclear or bool(not_there)
    words = f"{chip.words} ({not_there})" if not_there else chip.words
    size = 13 if radius > 20 else 12
    inside = {"x": x, "fill": ink, "text_anchor": "middle", "dominant_baseline": "central"}
    letter = svg.letter(chip.owner) + ("?" if doubtful else "")
    amount = svg.short_amount(chip.stake_minor, language, chip.places)
    shape = (
        svg.title(words)
        + svg.element("circle", cx=x, cy=y, r=radius + 2.5, fill=svg.BLACK, fill_opacity=0.7)
        + svg.element(
            "circle",
            cx=x,
            cy=y,
            r=radius,
            fill=fill,
            stroke=RINGS.get(chip.state, svg.WHITE),
            stroke_width=4 if chip.state == "won" else 2.5,
            stroke_dasharray="4 3" if doubtful or chip.state in UNSETTLED else None,
        )
        + svg.text(letter, y=y - 0.28 * radius, font_size=size, font_weight=800, **inside)
        + svg.text(amount, y=y + 0.38 * radius, font_size=size - 1, font_weight=600, **inside)
    )
    group = svg.element("g", shape, class_=f"tp-chip tp-chip-{chip.state or 'plain'}")
    return group if chip.href is None else svg.element("a", group, href=chip.href, aria_label=words)
