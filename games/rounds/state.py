"""The state of a round while its facts are folded: what every game keeps.

An event's handler only assigns: nothing is checked, nothing refused, nothing computed that a rule could change. The
state belongs to the fold that makes it; nobody else writes to it. ``order`` counts the facts in their true order, so
that "before" and "after" can be judged later.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from games.rounds.facts import (
    BettingClosed,
    FactCorrected,
    PayoutMade,
    Person,
    RemedyMade,
    RoundClosed,
    RoundOpened,
    RulingMade,
    StakeCollected,
    StakeReturned,
)
from games.rounds.session import SessionBefore
from games.rounds.table import TableTerms


class Movement(msgspec.Struct, frozen=True, gc=False):
    """Chips moved for a bet: ``order`` in the round, stream version of the fact."""

    kind: str
    bet: str
    amount_minor: int
    order: int
    version: int


class Ruling(msgspec.Struct, frozen=True, gc=False):
    """A recorded decision of a post."""

    clause: str
    made_by: Person
    choice: str
    reason: str
    bets: tuple[str, ...]
    order: int
    version: int

    def covers(self, bet: str) -> bool:
        return not self.bets or bet in self.bets


class Remedy(msgspec.Struct, frozen=True, gc=False):
    """A remedy that a case made for a bet, with its place in the order and its stream version."""

    fact: RemedyMade
    order: int
    version: int


class Correction(msgspec.Struct, frozen=True, gc=False):
    """A correction as it was applied: ``stale`` when its "before" was not what then stood."""

    fact: FactCorrected
    version: int
    target_version: int | None
    stale: bool


class RoundState:
    """Base of every game's state. Games add their own attributes and handlers, never change these."""

    game: str = ""

    __slots__ = (
        "before",
        "closed",
        "closed_version",
        "corrections",
        "decided_at",
        "foreign",
        "movements",
        "no_more_bets",
        "no_more_bets_version",
        "opened",
        "opened_at",
        "opened_recorded_at",
        "opened_version",
        "order",
        "remedies",
        "rulings",
        "stream",
        "terms",
        "versions",
    )

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self.terms: TableTerms | None = None
        self.before: SessionBefore | None = None
        """What the rounds before this one left; set, like the terms, by whoever replays."""
        self.order = 0
        self.opened: RoundOpened | None = None
        self.opened_version = 0
        self.opened_at: datetime | None = None
        self.opened_recorded_at: datetime | None = None
        self.no_more_bets: int | None = None
        self.no_more_bets_version = 0
        self.movements: list[Movement] = []
        self.rulings: list[Ruling] = []
        self.decided_at: dict[int, datetime] = {}
        """When each ruling was made, by its version: as it says, at the latest when it was recorded."""
        self.remedies: list[Remedy] = []
        """What cases put right afterwards, whether or not such a bet is known."""
        self.corrections: list[Correction] = []
        self.foreign: list[int] = []
        """Versions of facts of another game, which no part of the state knows."""
        self.closed: int | None = None
        self.closed_version = 0
        self.versions = 0

    @property
    def table(self) -> str:
        """The table's code, from the stream ``round/<table>/<round>``."""
        return self.stream.split("/")[1]

    @property
    def code(self) -> str:
        """The round's code at its table."""
        return self.stream.split("/")[2]

    @property
    def began_at(self) -> datetime | None:
        """When the round was opened: as its opening says, at the latest when that was recorded; None without one."""
        recorded_at = self.opened_recorded_at
        if recorded_at is None or self.opened_at is None:
            return recorded_at
        return min(self.opened_at, recorded_at)

    # One handler a shared fact. ``order`` has been advanced by the fold before each call.

    def round_opened(self, fact: RoundOpened, version: int) -> None:
        if self.opened is None:
            self.opened = fact
            self.opened_version = version

    def betting_closed(self, fact: BettingClosed, version: int) -> None:
        if self.no_more_bets is None:
            self.no_more_bets = self.order
            self.no_more_bets_version = version

    def payout_made(self, fact: PayoutMade, version: int) -> None:
        self.movements.append(Movement("paid", fact.bet, fact.amount_minor, self.order, version))

    def stake_collected(self, fact: StakeCollected, version: int) -> None:
        self.movements.append(Movement("collected", fact.bet, fact.amount_minor, self.order, version))

    def stake_returned(self, fact: StakeReturned, version: int) -> None:
        self.movements.append(Movement("returned", fact.bet, fact.amount_minor, self.order, version))

    def ruling_made(self, fact: RulingMade, version: int) -> None:
        self.rulings.append(Ruling(fact.clause, fact.made_by, fact.choice, fact.reason, fact.bets, self.order, version))

    def remedy_made(self, fact: RemedyMade, version: int) -> None:
        self.remedies.append(Remedy(fact, self.order, version))

    def fact_corrected(self, fact: FactCorrected, version: int) -> None:
        """Applied by the fold before folding; the state only keeps that it was made."""

    def round_closed(self, fact: RoundClosed, version: int) -> None:
        if self.closed is None:
            self.closed = self.order
            self.closed_version = version

    def as_dict(self) -> dict[str, Any]:
        """Every slot by name, for comparison in tests and for ``replay --json``."""
        names = [name for cls in type(self).__mro__ for name in getattr(cls, "__slots__", ())]
        return {name: getattr(self, name) for name in names}
