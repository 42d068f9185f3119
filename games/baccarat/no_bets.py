"""Baccarat: what the rounds before left to this one, and whether it takes bets at all (2.2.5, 7.5 to 7.8).

Proved by the golden rounds of these clauses and by ``tests/baccarat/test_no_bets.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from games.baccarat.dealing import first_card_face_up, same_shoe
from games.baccarat.facts import BaccaratRound, Noted
from games.engine.clauses import implements
from games.engine.session import SessionBefore

NO_SESSION: Final = SessionBefore()


def session_of(state: BaccaratRound) -> SessionBefore:
    """What the rounds before left. Cards and no-bet rounds do not outlive the shoe they arose in."""
    before = state.before
    if before is None:
        return NO_SESSION
    shoe = state.terms.shoe if state.terms else None
    if shoe is None or before.pack is None or same_shoe(before, state.terms):
        return before
    return msgspec.structs.replace(before, no_bet="", opening_cards=())


class NoBets(msgspec.Struct, frozen=True, gc=False):
    """Whether a round is dealt without bets: ``clause`` is the one by which it is (empty: bets are allowed). Of the
    announcements, ``announced`` mean this round and ``announced_next`` the next."""

    clause: str = ""
    announced: Sequence[Noted] = ()
    announced_next: Sequence[Noted] = ()


BETS_ALLOWED: Final = NoBets()


@implements("baccarat", "2.2.5", "7.5", "7.6", "7.7", "7.8")
def no_bet_round(state: BaccaratRound, session: SessionBefore) -> NoBets:
    """A round takes no bets where an earlier round's card opens it, its first card lay face up in the shoe, or it was
    announced."""
    by_cards = session.no_bet or ("7.5" if first_card_face_up(state) else "")
    if not state.no_bets:
        return NoBets(by_cards) if by_cards else BETS_ALLOWED
    this, following = announced_no_bets(state, by_cards)
    return NoBets(by_cards or ("7.8" if this else ""), this, following)


@implements("baccarat", "2.2.5", "7.8")
def announced_no_bets(state: BaccaratRound, by_cards: str) -> tuple[Sequence[Noted], Sequence[Noted]]:
    """The announcements of a round without bets: those that mean this round, and those that mean the next. Once the
    first card is drawn no accepted bet comes off by being announced; only a round that takes none anyhow (``by_cards``)
    may still be announced as one until its result."""
    until = state.first_card
    this = [noted for noted in state.no_bets if until is None or noted.order < until.order]
    if by_cards:
        this = [n for n in state.no_bets if not state.announced or n.order < state.announced[0].order]
    return this, state.no_bets[len(this) :]
