"""Which function carries out which clause: noted where the function is written, so that it cannot be typed in wrongly
elsewhere. The coverage of the documents is computed from this and from the tests.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from casino.core.seams import Seam

F = TypeVar("F", bound=Callable[..., object])

IMPLEMENTED: Final[Seam[tuple[str, str], tuple[str, ...]]] = Seam(
    "The numbers of the clauses that a function carries out, by game and function.", beside="the function"
)


def implements(game: str, *numbers: str) -> Callable[[F], F]:
    """Mark a function as carrying out these clauses of a game's document."""

    def note(function: F) -> F:
        IMPLEMENTED.register((game, f"{function.__module__}.{function.__qualname__}"), numbers)
        return function

    return note


def implemented(game: str) -> dict[str, tuple[str, ...]]:
    """Clause number -> dotted names of the functions that carry it out, for one game."""
    found: dict[str, tuple[str, ...]] = {}
    for (of, where), numbers in IMPLEMENTED.items():
        for number in numbers if of == game else ():
            found[number] = (*found.get(number, ()), where)
    return dict(sorted(found.items()))
