"""What a round needs to know of the rounds before it at its table: shoes, no-bet rounds, memory of players, holds.

A round's state carries it as ``before`` (None: nothing is known, and nothing may then be concluded from it). Each
game says with a pure ``carry(before, state, judgement)`` what stands after one of its rounds; the replayer goes through
a table's rounds in their order. Proved by ``tests/engine/test_session.py`` and the tests of each game's ``carry``.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

import msgspec


class SessionBefore(msgspec.Struct, frozen=True, gc=False):
    """A table's session as it stood when a round opened. The defaults say that nothing is carried over."""

    under_minimum: frozenset[str] = frozenset()
    """Players of whom a bet below the minimum was already paid or collected (baccarat 7.17)."""
    no_bet: str = ""
    """The clause by which this round is dealt without bets; empty: bets are allowed."""
    opening_cards: tuple[str, ...] = ()
    """Cards of an earlier round that open this one, in their order (baccarat 7.5 to 7.8)."""
    pack: str | None = None
    """The shoe or pack that the round before was dealt from, where it is known."""
    pack_loading: int = 0
    """Which loading of a shoe at the table it was then, counted from one; nought where that is not known. The same pack
    shuffled and loaded again is another shoe."""
    new_pack: str = ""
    """The clause by which this round may not be dealt from ``pack`` any more; empty: it may."""
    removed_packs: frozenset[str] = frozenset()
    """Packs that left the table for good (niu niu 7.2)."""
    barred: frozenset[str] = frozenset()
    """Players who may not arrange cards (niu niu 7.10)."""
    hold: str = ""
    """The clause by which the table is held until a named post releases it (sic bo 7.1); empty: not held."""
    hold_stream: str = ""
    """The round in which the hold arose."""
    hold_version: int = 0
    """Stream version there of the fact that holds the table."""
    released_at: datetime | None = None
    """When that hold ended, where it did: what was opened before was played while held."""


def next_gaming_day(before: SessionBefore, counted_for: str | Collection[str]) -> SessionBefore:
    """The session as a new gaming day begins. ``counted_for`` is the rule book's choice of what a player's memory is
    counted for: with ``gaming_day`` (in older documents: in it), each day begins afresh."""
    if "gaming_day" not in counted_for or not before.under_minimum:
        return before
    return msgspec.structs.replace(before, under_minimum=frozenset())
