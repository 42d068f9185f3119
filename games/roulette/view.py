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
    """A bet as it lay when betting ended. ``place`` is None where the layout has no such spot. ``besides`` are clauses
    by which it was accepted, or lay, as it did; ``ruled`` those by which a post said where it lay, ``ruling`` the
    version of that decision, ``recorded`` the bet as it was put down; ``others_minor`` what else chips of another
    table may be worth (7.11)."""

    fact: BetPlaced
    place: Place | None
    besides: tuple[str, ...] = ()
    ruled: tuple[str, ...] = ()
    ruling: int = 0
    recorded: Bet | None = None
    others_minor: tuple[int, ...] = ()

    @property
    def waits_for_its_spot(self) -> bool:
        """Could nobody make out where it lay, and has nobody decided?"""
        return bool(self.fact.unclear) and not self.ruled

    def is_foreign(self, state: RouletteRound) -> bool:
        """Is it laid with colour chips that another table than that of the spin issued?"""
        chips = self.fact.chips
        return chips is not None and chips.issued_at is not None and chips.issued_at != state.table
