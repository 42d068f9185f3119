"""Each game's part of a round's page: the module that its descriptor names (``games.engine.game``).

Proved by ``tests/admin/test_round_page.py`` and ``tests/architecture/test_games.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Protocol, cast

from casino.core.text import Text
from games.catalogue import GAMES
from games.engine.replay import Replay
from games.pages.bets import BetRow, Place
from games.pages.picture import Picture


class Part(Protocol):
    """What a game adds to a round's page."""

    def places(self, replay: Replay) -> dict[str, Place]:
        """Bet -> where it lay, and whose it was."""
        ...

    def picture(self, replay: Replay, rows: list[BetRow], language: str, currency: str) -> Picture | None:
        """The round drawn; None where there is nothing to draw."""
        ...


Badge = tuple[str, Text]
"""A result as lists show it: a colour by name, and words."""


@cache
def part_of(game: str) -> Part:
    """A game's part. KeyError for a game that is not listed."""
    return cast(Part, import_module(GAMES[game].page))


def badge_of(game: str, outcome: str) -> Badge | None:
    """A result as a coloured badge, where the game has one (``badge`` in its part)."""
    badge: Callable[[str], Badge] | None = getattr(part_of(game), "badge", None)
    return None if badge is None else badge(outcome)


def statistics_of(game: str) -> str:
    """The name of the page that has statistics of a game's tables (``STATISTICS`` in its part); empty without one, and
    for a table of a game that is not listed."""
    return getattr(part_of(game), "STATISTICS", "") if game in GAMES else ""
