"""Baccarat cards: what they are worth, who draws, and which hand each card in the order of the shoe belongs to.

Clauses 4.9 and 4.12 to 4.17. The drawing tables come from the rule book; the hands come from the order in which cards
left the shoe and from nothing else, so that a card put in the wrong place still has its right one. Proved by
``tests/baccarat/test_cards.py`` and, over every deal of eight decks, by ``tests/exhaustive/test_baccarat.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from casino.core.cards import DECK
from games.engine.clauses import implements
from games.engine.document import RuleBook

PLAYER: Final = "player"
BANKER: Final = "banker"
TIE: Final = "tie"


@implements("baccarat", "4.12.1", "4.12.2")
def value_of(card: str) -> int:
    """What a card counts: the ace one, 2 to 9 their number, ten and faces nothing."""
    rank = card[:-1]
    return 1 if rank == "A" else int(rank) if len(rank) == 1 and rank.isdecimal() else 0


VALUES: Final = {card: value_of(card) for card in DECK}


@implements("baccarat", "2.2.1", "2.2.11", "4.12.1", "4.12.2", "4.13.1", "4.13.2")
def points(cards: Sequence[str]) -> int:
    """The total of a hand: the values added up, without the left digit. Nothing is called baccarat."""
    return sum(map(VALUES.__getitem__, cards)) % 10


@implements("baccarat", "2.2.10", "4.9.1.3", "4.12.2.1")
def is_pair(cards: Sequence[str]) -> bool:
    """Are the first two cards of one rank? Suits do not matter; ten, jack, queen and king are four ranks."""
    return cards[0][:-1] == cards[1][:-1]


class DrawTables(msgspec.Struct, frozen=True):
    """The drawing tables of one document. ``banker[total]`` has bit n set where Banker draws on Player's third card
    of value n."""

    player: frozenset[int]
    naturals: frozenset[int]
    banker: tuple[int, ...]
    banker_alone: frozenset[int]


def draw_tables(book: RuleBook) -> DrawTables:
    """The drawing tables of a document, read once."""
    return book.derived(_draw_tables)


def _draw_tables(book: RuleBook) -> DrawTables:
    rows = book.tables["banker_draws"]
    return DrawTables(
        player=frozenset(book.tables["player_draws"]["draw"]),
        naturals=frozenset(book.tables["player_draws"]["natural"]),
        banker=tuple(sum(1 << (card % 10) for card in rows.get(str(total), ())) for total in range(10)),
        banker_alone=frozenset(book.tables["banker_draws_player_stands"]["draw"]),
    )


@implements("baccarat", "2.2.9", "4.14")
def natural(player: int, banker: int, tables: DrawTables) -> bool:
    """Does a first total on either side stop both hands?"""
    return player in tables.naturals or banker in tables.naturals


@implements("baccarat", "4.15")
def player_draws(player: int, tables: DrawTables) -> bool:
    """Does Player take a third card on this total of the first two (Table 1)?"""
    return player in tables.player


@implements("baccarat", "4.16")
def banker_draws(banker: int, third: int, tables: DrawTables) -> bool:
    """Does Banker take a third card on this total, after Player's third card of this value (Table 2)?"""
    return bool(tables.banker[banker] >> third & 1)


@implements("baccarat", "4.17")
def banker_draws_alone(banker: int, tables: DrawTables) -> bool:
    """Does Banker take a third card on this total when Player stands?"""
    return banker in tables.banker_alone


class Hands(msgspec.Struct, frozen=True, gc=False):
    """The two hands as far as they are dealt. ``places`` says for each card in its order which hand it is of;
    ``needs`` names the hand that still has to draw (empty: the round is complete)."""

    player: tuple[str, ...]
    banker: tuple[str, ...]
    player_points: int
    banker_points: int
    first_player: int
    first_banker: int
    places: tuple[str, ...]
    needs: str

    @property
    def complete(self) -> bool:
        return not self.needs

    @property
    def winner(self) -> str:
        """``player``, ``banker`` or ``tie`` by the totals (6.1)."""
        if self.player_points == self.banker_points:
            return TIE
        return PLAYER if self.player_points > self.banker_points else BANKER


_FIRST_FOUR: Final = (PLAYER, BANKER, PLAYER, BANKER)


@implements("baccarat", "2.2.6", "2.2.7", "4.9", "4.9.1", "4.9.1.1", "4.9.1.2")
def deal(cards: Sequence[str], tables: DrawTables) -> Hands:
    """The hands that these cards make in this order. Cards beyond a complete round belong to no hand."""
    player, banker = cards[0:4:2], cards[1:4:2]
    ours, theirs = points(player), points(banker)
    if len(cards) < 4:
        places = _FIRST_FOUR[: len(cards)]
        return Hands(tuple(player), tuple(banker), ours, theirs, ours, theirs, places, _FIRST_FOUR[len(cards)])
    drawn = draws(ours, theirs, cards, tables)
    thirds = drawn[: len(cards) - 4]
    places = _FIRST_FOUR + thirds
    needs = drawn[len(thirds)] if len(drawn) > len(thirds) else ""
    end_ours, end_theirs = ours, theirs
    for card, place in zip(cards[4:], thirds, strict=False):
        if place == PLAYER:
            player, end_ours = (*player, card), (ours + VALUES[card]) % 10
        else:
            banker, end_theirs = (*banker, card), (theirs + VALUES[card]) % 10
    return Hands(tuple(player), tuple(banker), end_ours, end_theirs, ours, theirs, places, needs)


@implements("baccarat", "2.2.14", "4.11")
def draws(player: int, banker: int, cards: Sequence[str], tables: DrawTables) -> tuple[str, ...]:
    """Whose the cards after the first four are, as far as the cards dealt let it be told."""
    if natural(player, banker, tables):
        return ()
    if not player_draws(player, tables):
        return (BANKER,) if banker_draws_alone(banker, tables) else ()
    if len(cards) < 5 or not banker_draws(banker, VALUES[cards[4]], tables):
        return (PLAYER,)
    return (PLAYER, BANKER)
