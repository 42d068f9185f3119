"""Which function carries out which clause: noted where the function is written, so that it cannot be typed in wrongly
elsewhere. The coverage of the documents is computed from this and from the tests.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])

_IMPLEMENTED: dict[tuple[str, str], list[str]] = {}


def implements(game: str, *numbers: str) -> Callable[[F], F]:
    """Mark a function as carrying out these clauses of a game's document."""

    def note(function: F) -> F:
        where = f"{function.__module__}.{function.__qualname__}"
        for number in numbers:
            _IMPLEMENTED.setdefault((game, number), []).append(where)
        return function

    return note


def implemented(game: str) -> dict[str, tuple[str, ...]]:
    """Clause number -> dotted names of the functions that carry it out, for one game."""
    return {number: tuple(where) for (of, number), where in sorted(_IMPLEMENTED.items()) if of == game}
