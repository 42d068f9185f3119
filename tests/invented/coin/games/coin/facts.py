"""Coin toss, a game invented for a test: the facts of a toss and the state they make. Proved by ``tests/coin``."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from casino.core.events import Fact, register
from games.engine.betting import BettingRound
from games.engine.facts import Code, Person, PositiveMinor, register_shared
from games.engine.fold import register_game

Face = Literal["heads", "tails"]


class BetPlaced(Fact, frozen=True):
    """Chips on a face."""

    bet: Code
    spot: Face
    stake_minor: PositiveMinor
    player: Code | None = None
    seat: Annotated[int, msgspec.Meta(ge=1, le=20)] | None = None


class CoinTossed(Fact, frozen=True):
    """The coin was thrown up and turned over this many times (7.2)."""

    turns: Annotated[int, msgspec.Meta(ge=0, le=100)]


class CoinShown(Fact, frozen=True):
    """The face that lies up: the physical result."""

    coin_face: Face


class CoinDropped(Fact, frozen=True):
    """The coin fell off the table (7.1)."""

    seen_by: Person | None = None


register_shared("coin")
for _name, _fact in {
    "bet_placed": BetPlaced,
    "coin_tossed": CoinTossed,
    "coin_shown": CoinShown,
    "coin_dropped": CoinDropped,
}.items():
    register(f"coin.{_name}", _fact, stream_kind="round")


@register_game
class CoinRound(BettingRound):
    """A toss."""

    game = "coin"
    outcome = frozenset(("coin_shown",))
    counts_after = frozenset((*BettingRound.counts_after, "coin_dropped"))
    ends = "winners_paid"

    __slots__ = ("dropped", "face", "shown", "shown_version", "tossed")

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.tossed: list[tuple[int, int]] = []
        """(turns, version) of each throw."""
        self.face: Face | None = None
        self.shown: int | None = None
        self.shown_version = 0
        self.dropped: list[int] = []
        """Versions at which the coin fell off the table."""

    def coin_tossed(self, fact: CoinTossed, version: int) -> None:
        self.tossed.append((fact.turns, version))

    def coin_shown(self, fact: CoinShown, version: int) -> None:
        self.face, self.shown, self.shown_version = fact.coin_face, self.order, version

    def coin_dropped(self, fact: CoinDropped, version: int) -> None:
        self.dropped.append(version)
