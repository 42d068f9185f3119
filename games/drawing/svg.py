"""The few pieces of SVG that every drawing needs: elements with escaped attributes, and short amounts on chips.

A drawing is one string that stands inside a page or on its own: no style sheet, no script, no reference to the outside.
Proved by ``tests/drawing/test_cards.py``.
"""

from __future__ import annotations

from html import escape
from typing import Final

from casino.core.messages import Catalogue
from casino.core.text import figure

_WORDS: Final = Catalogue(__file__)


NON_BREAKING: Final = "\N{NO-BREAK SPACE}"

FELT: Final = "#14532d"
LINE: Final = "#e8e4d3"
RED: Final = "#b91c1c"
BLACK: Final = "#171717"
GREEN: Final = "#15803d"
BRASS: Final = "#facc15"
WHITE: Final = "#ffffff"

PLAYER_COLOURS: Final = (
    ("#1d4ed8", WHITE),
    ("#f59e0b", "#111827"),
    ("#db2777", WHITE),
    ("#0e7490", WHITE),
    ("#7c3aed", WHITE),
    ("#a3e635", "#111827"),
    ("#ea580c", WHITE),
    ("#f8fafc", "#111827"),
)
"""(chip, letters) by order of first bet; they begin again for a ninth player, whom the letter then tells apart."""


def number(value: float) -> str:
    """A coordinate, two decimals at most, so that the same drawing is the same bytes."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def element(name: str, content: str = "", /, **attributes: object) -> str:
    """One element. Underscores in attribute names become hyphens, floats are shortened, None leaves one out."""
    written = []
    for key, value in attributes.items():
        if value is None:
            continue
        text = number(value) if isinstance(value, float) else str(value)
        written.append(f' {key.rstrip("_").replace("_", "-")}="{escape(text)}"')
    return f"<{name}{''.join(written)}>{content}</{name}>" if content else f"<{name}{''.join(written)}/>"


def text(content: object, /, **attributes: object) -> str:
    """A text element with its content escaped."""
    return element("text", escape(str(content), quote=False), **attributes)


def plot(content: str, width: float, height: float, class_: str) -> str:
    """A whole plot of this size, in the units of its parts."""
    return element(
        "svg",
        content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
        role="img",
        class_=class_,
        font_family="Inter, system-ui, sans-serif",
    )


def title(content: str) -> str:
    """What a pointer or a screen reader is told about the element around it."""
    return element("title", escape(content, quote=False)) if content else ""


def short_amount(amount_minor: int, language: str, places: int = 0) -> str:
    """An amount for a chip: 50k, 1,5tr (English 1.5M), 2tỷ (English 2B); 12,5 where the currency has ``places``.
    At most four characters before the unit, but for less than ten with three places; what is left out is cut off."""
    one = 10**places
    units = ((10**9, "billion"), (10**6, "million"), (10**3, "thousand"), (1, ""))
    size, unit = next((u for u in units if amount_minor >= u[0] * one), units[-1])
    decimals = places if size == 1 and amount_minor < 10 * one else 1
    whole, rest = divmod(amount_minor * 10**decimals // (size * one), 10**decimals)
    body = str(whole)
    if rest and whole < 100:
        body = figure(f"{body}.{rest:0{decimals}d}".rstrip("0")).in_language(language)
    return body + (_WORDS.text(unit).in_language(language) if unit else "")


def letter(index: int) -> str:
    """A, B, … Z, AA, AB, … for the index from zero."""
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = chr(ord("A") + rest) + name
    return name
