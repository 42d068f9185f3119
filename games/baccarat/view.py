"""Baccarat: a round as its judgement looks at it: the facts, the document, and what was read off both once.

Proved by the golden rounds.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from games.baccarat.dealing import Dealing, read_dealing
from games.baccarat.facts import BaccaratRound
from games.baccarat.layout import Layout, layout
from games.baccarat.no_bets import NoBets, no_bet_round, session_of
from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.session import SessionBefore
from games.engine.steps import Findings

COMMISSION = "commission"
NO_COMMISSION = "no_commission"


class View:
    """``dealing`` is what the cards come to, ``session`` what the rounds before left, ``no_bets`` whether bets are
    taken, ``commission`` whether the table takes any."""

    def __init__(self, state: BaccaratRound, book: RuleBook, ended: bool, dealing: Dealing) -> None:
        self.state = state
        self.book = book
        self.ended = ended
        self.dealing = dealing
        self.layout: Layout = layout(book)
        self.session: SessionBefore = session_of(state)
        self.no_bets: NoBets = no_bet_round(state, self.session)
        self.commission: bool = plays_with_commission(state)
        self.variant_known: bool = is_variant(state.terms.variant if state.terms else None, book)

    @cached_property
    def seats(self) -> dict[int, str]:
        """Which player sits where, as far as insurances and bets tell both; where they differ, bets."""
        facts = [placed.fact for placed in (*self.state.insurances.values(), *self.state.bets.values())]
        return {fact.seat: fact.player for fact in facts if fact.seat is not None and fact.player is not None}

    def player_of(self, fact: Any) -> str:
        """Who a fact is about: the player, else whoever else's bets stand at that seat, else the seat itself."""
        if fact.player is not None:
            return str(fact.player)
        return "" if fact.seat is None else self.seats.get(fact.seat, f"#{fact.seat}")


def read_round(state: BaccaratRound, book: RuleBook, ended: bool) -> tuple[View, Findings]:
    """The round as it is looked at, and everything about its cards that was not as the document says."""
    dealing, found = read_dealing(state, book)
    return View(state, book, ended, dealing), found


def is_named(who: str) -> bool:
    """Is a player known, and not only a seat? No player's code begins with the sign of a seat."""
    return bool(who) and not who.startswith("#")


@implements("baccarat", "2.2.4", "5.1.2", "5.2")
def plays_with_commission(state: BaccaratRound) -> bool:
    """Does the table take commission? It does unless its variant says ``no_commission``."""
    variant = state.terms.variant if state.terms else None
    return variant is None or NO_COMMISSION not in variant.split(".")


@implements("baccarat", "3.1")
def is_variant(variant: str | None, book: RuleBook) -> bool:
    """Is this a variant of the game: words of the document between dots, which do not say both that the table takes
    commission and that it takes none? A table of which none is said is one."""
    if variant is None:
        return True
    words = variant.split(".")
    both = COMMISSION in words and NO_COMMISSION in words
    return not both and book.derived(_variant_words).issuperset(words)


def _variant_words(book: RuleBook) -> frozenset[str]:
    return frozenset(book.tables["variants"]["words"])
