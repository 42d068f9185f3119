"""What the tests of the rule books share: a book read as plain TOML, a document's structure as nested numbers."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from games.engine.lending import composed

GAMES = Path(__file__).parents[2] / "games"
NAMES = sorted(f"{path.parts[-3]}.{path.stem}" for path in GAMES.glob("*/documents/*.toml"))
"""Every document: game and date of effect."""

# A number stands for that many clauses without sub-clauses, letters for one lettered row each, a mapping names the
# children in order, a tuple counts them from one (a text in it is a number printed out of turn).
Tree = int | str | Mapping[Any, "Tree"] | tuple["Tree", ...]


def load(name: str) -> dict[str, Any]:
    """A book as plain TOML, without the program's own reader."""
    game, _, date = name.partition(".")
    return tomllib.loads(composed((GAMES / game / "documents" / f"{date}.toml").read_text("utf-8")))


def numbers(tree: Tree, prefix: str = "") -> Iterator[str]:
    """Every clause number of a structure, parents before children."""
    if isinstance(tree, str):
        yield from (f"{prefix}{letter}" for letter in tree)
        return
    if isinstance(tree, int):
        tree = (0,) * tree
    children = tree.items() if isinstance(tree, Mapping) else enumerate(tree, start=1)
    for child, below in children:
        if isinstance(tree, tuple) and isinstance(below, str):
            yield below
            continue
        yield f"{prefix}{child}"
        yield from numbers(below, f"{prefix}{child}.")


def odds(text: str) -> Fraction:
    """Profit for one unit of stake of odds printed stake:profit."""
    assert re.fullmatch(r"\d+(\.\d+)?:\d+(\.\d+)?", text), text
    stake, profit = text.split(":")
    return Fraction(profit) / Fraction(stake)
