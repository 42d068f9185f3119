"""Whose a bet is, as far as the table's own record tells: what the table calls its player.

A bet's own fact comes first. Where it names only a place (a seat, or the box of a game whose players sit at boxes), the
bet is that of the player whose other bets lie there; where it was laid in colour chips that the table had issued to one
player, it is that player's (roulette 4.7.2). A place at which two players bet, and a bet that was moved between places
of two, tell nothing: an unknown player is asked for, never guessed. Facts are taken as they stand corrected. Pure.
Proved by ``tests/engine/test_whose.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.engine.betting import PlacedBet
from games.engine.state import RoundState


def players(state: RoundState) -> dict[str, str | None]:
    """Bet (or insurance) -> what the table calls its player, or None where the record does not tell."""
    placed: dict[str, PlacedBet] = {**getattr(state, "bets", {}), **getattr(state, "insurances", {})}
    at: dict[Any, set[str]] = {}
    for one in placed.values():
        if one.fact.player is not None:
            for place in _places(one, state):
                at.setdefault(place, set()).add(one.fact.player)
    return {bet: one.fact.player or _by_place(one, at, state) or _by_colour(one, state) for bet, one in placed.items()}


def _places(one: PlacedBet, state: RoundState) -> set[Any]:
    """Where a bet lay, at any time: its seat, or every box that it was on."""
    if not state.boxes:
        seat = getattr(one.fact, "seat", None)
        return set() if seat is None else {seat}
    return {one.fact.box, *(change.spot for change in one.changes if change.spot is not None)}


def _by_place(one: PlacedBet, at: dict[Any, set[str]], state: RoundState) -> str | None:
    return _only(at.get(place, set()) for place in _places(one, state))


def _by_colour(one: PlacedBet, state: RoundState) -> str | None:
    """Chips of another table say nothing here: their colour may be anybody's."""
    chips = getattr(one.fact, "chips", None)
    if chips is None or state.terms is None or chips.issued_at not in (None, state.table):
        return None
    return _only({held.player} for held in state.terms.colours if held.colour == chips.colour)


def _only(found: Iterable[set[str]]) -> str | None:
    """The one player among those found, or None."""
    known = set().union(*found)
    return known.pop() if len(known) == 1 else None
