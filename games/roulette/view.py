"""A spin as its judgement sees it: the state and the document, with the layout and the end of betting read off them."""

from __future__ import annotations

import msgspec

from games.engine.document import RuleBook
from games.engine.steps import AcceptedBet
from games.roulette.facts import BetPlaced, RouletteRound
from games.roulette.layout import Place


class Spin(msgspec.Struct, frozen=True, gc=False):
    """``cutoff`` is the place in the order at which betting ended (None: it goes on), ``ended_version`` the stream
    version of what ended it."""

    state: RouletteRound
    book: RuleBook
    ended: bool
    places: dict[str, Place]
    cutoff: int | None
    ended_version: int


class Bet(AcceptedBet, frozen=True, gc=False, kw_only=True):
    """A bet as it lay when betting ended. ``place`` is None where the layout has no such spot; ``ruled`` are the
    clauses by which a post said where it lay."""

    fact: BetPlaced
    place: Place | None
    ruled: tuple[str, ...] = ()

    @property
    def waits_for_its_spot(self) -> bool:
        """Could nobody make out where it lay, and has nobody decided?"""
        return bool(self.fact.unclear) and not self.ruled
