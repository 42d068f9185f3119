"""What every game's picture shares: whose bet lay where, the chips in words, the legend.

One module a game says where its bets lay (``places``)
and draws its round (``picture``); ``games.pages.game_parts`` finds them. Proved by ``tests/admin``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from casino.core.money import minor_digits
from casino.core.text import Text, shaped
from games import words
from games.drawing import svg
from games.drawing.chips import Chip
from games.engine.betting import PlacedBet
from games.pages.bets import BetRow, Place


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


def places_of(
    placed: Iterable[tuple[str, PlacedBet]], spot: Callable[[str, Any], Text], seat: str = "seat"
) -> dict[str, Place]:
    """Where each bet (id and placement) lay, with the letter and colour of whoever put it down: players are numbered in
    the order of their first bets. ``spot`` puts a bet in words, by id and fact; ``seat`` names the field of a fact that
    tells players without a name apart."""
    numbers: dict[str, int] = {}
    places = {}
    for bet, one in placed:
        fact = one.fact
        where = getattr(fact, seat)
        name = fact.player or (f"#{where}" if where else "?")
        owner = numbers.setdefault(name, len(numbers))
        fill, ink = svg.PLAYER_COLOURS[owner % len(svg.PLAYER_COLOURS)]
        places[bet] = Place(spot(bet, fact), name, owner, svg.letter(owner), fill, ink, one.version)
    return places


def chip_of(row: BetRow, spot: str, currency: str, language: str, *, unclear: bool = False) -> Chip:
    """The chip of a bet on a spot, with a link to its row."""
    return Chip(
        spot=spot,
        stake_minor=row.stake_minor,
        owner=row.place.owner,
        words=_chip_words(row, currency, language),
        state=row.outcome_code,
        href=f"#bet-{row.bet}",
        unclear=unclear,
        places=minor_digits(currency),
    )


def _chip_words(row: BetRow, currency: str, language: str) -> str:
    """A chip in words: player, spot, stake, outcome."""
    said = shaped(
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
