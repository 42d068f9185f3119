"""What every game's picture shares: whose bet lay where, the chips in words, the legend.

One module a game (``roulette``, ``sicbo``, ``baccarat``, ``niuniu``, ``maubinh``) says where its bets lay (``places``)
and draws its round (``picture``); ``GAMES`` in ``games.pages.games`` lists them. Proved by ``tests/admin``.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from casino.core.text import Text
from games import words
from games.drawing import svg
from games.pages.bets import BetRow, Place
from games.words.say import say


class Picture(msgspec.Struct, frozen=True):
    """The drawings of a round: lying for wide screens, standing for phones, and a strip besides. Safe markup."""

    lying: str
    standing: str
    strip: str = ""


class Player(msgspec.Struct, frozen=True):
    """A player at the table by reference or seat, with the letter and colour of their chips in the drawing."""

    name: str
    letter: str
    fill: str
    ink: str
    staked_minor: int
    bets: int


class Owners:
    """The players of a round, numbered in the order of their first bets."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def place(self, spot: Text, player: str | None, seat: int | str | None, version: int) -> Place:
        """A bet's place, with the letter and colour of whoever put it down."""
        name = player or (f"#{seat}" if seat else "?")
        owner = self._numbers.setdefault(name, len(self._numbers))
        fill, ink = svg.PLAYER_COLOURS[owner % len(svg.PLAYER_COLOURS)]
        return Place(spot, name, owner, svg.letter(owner), fill, ink, version)


def chip_words(row: BetRow, currency: str, language: str) -> str:
    """A chip in words: player, spot, stake, outcome."""
    said = say(
        "{player}: {spot}, {amount} – {outcome}",
        "{player}: {spot}, {amount} – {outcome}",
        player=row.place.player,
        spot=row.place.spot,
        amount=words.money(row.stake_minor, currency),
        outcome=row.outcome,
    )
    return said.in_language(language)


def players(rows: Iterable[BetRow]) -> list[Player]:
    """The legend of the drawing: the players by their letters."""
    found: dict[int, Player] = {}
    for row in rows:
        place = row.place
        known = found.get(place.owner)
        found[place.owner] = Player(
            place.player,
            place.letter,
            place.fill,
            place.ink,
            row.stake_minor + (known.staked_minor if known else 0),
            1 + (known.bets if known else 0),
        )
    return [found[owner] for owner in sorted(found)]
