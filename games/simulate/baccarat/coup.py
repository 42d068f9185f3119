"""The plan of one simulated round of baccarat: its cards, its bets, its insurance, and what goes wrong in it.

Proved by ``tests/simulate/test_audit_finds_baccarat.py``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from games.simulate.baccarat import felt
from games.simulate.play import Bet, Plan, Player

MOMENTS: Final = (0, 3_000, 6_000, 9_000, 24_000, 39_000)
"""When each card leaves the shoe, in ms from the first."""

RESULT_AT: Final = 52_000


@dataclass(slots=True)
class Insurance:
    """An insurance as planned; ``back`` says that it goes back whatever happens."""

    id: str
    player: Player
    side: str
    stage: str
    stake_minor: int
    at: int
    odds: str | None = None
    allowed_by: dict[str, str] | None = None
    back: str = ""
    gone: bool = False

    def data(self) -> dict[str, Any]:
        said = {"bet": self.id, "side": self.side, "stage": self.stage, "stake_minor": self.stake_minor}
        who = {"player": self.player.ref, "seat": self.player.seat}
        return {**said, **who, "odds": self.odds, "allowed_by": self.allowed_by}


@dataclass(slots=True, kw_only=True)
class Coup(Plan):
    """The plan of one round. ``start`` is when the first card is drawn."""

    start: int
    cards: list[str]
    """The next cards of the shoe, in their order."""
    commission: bool
    insurance: bool
    memory: frozenset[str]
    """Players who bet below the minimum before today."""
    players: list[Player]
    free: bool = False
    """Dealt without bets."""
    free_announced: bool = True
    free_more: dict[str, Any] = field(default_factory=dict)
    opens: int = 0
    """How many cards were carried over from the round before."""
    in_use: bool = False
    """The round before was dealt from the same shoe."""
    stop: int | None = None
    """Dealing stops after this many cards; ``short``: and the dealer announces a result all the same."""
    short: bool = False
    false_start: list[bool | None] = field(default_factory=list)
    """Cards drawn before the round and taken back: whether each was exposed; and which, where that matters."""
    false_cards: list[str] = field(default_factory=list)
    recorded: list[str] | None = None
    """The first four cards in the order in which they were recorded, where that is not theirs."""
    places: dict[int, str] = field(default_factory=dict)
    """Where the dealer put cards, by their place in the order, where that is not theirs."""
    card_more: dict[int, dict[str, Any]] = field(default_factory=dict)
    extras: list[tuple[str, str, bool | None]] = field(default_factory=list)
    """(card, to, exposed) drawn after the last card of the hands."""
    leaves: tuple[str, ...] = ()
    """Cards that open the next round."""
    leaves_free: bool = False
    new_pack: bool = False
    """The shoe must be replaced after the round; ``keeps_pack``: it is not."""
    keeps_pack: bool = False
    announced: dict[str, Any] | None = field(default_factory=dict)
    """What the dealer announces otherwise than it is; None: nothing is announced."""
    buyers: bool = True
    """Players take insurance of their own accord."""
    insured: list[Insurance] = field(default_factory=list)
    silent: set[tuple[str, str]] = field(default_factory=set)
    """(side, stage) at which the dealer does not offer insurance."""
    offered_odds: str | None = None
    forgone: set[str] = field(default_factory=set)
    """Players who may not insure any more in this round."""
    unshuffled: bool = False

    @property
    def laid(self) -> dict[str, Any]:
        laid: list[Any] = [*self.bets, *self.past, *self.insured]
        return {each.id: each for each in laid}

    @property
    def shows(self) -> int | None:
        return self.moment(0) if self.hands.places else None

    def moment(self, card: int) -> int:
        return self.start + MOMENTS[card]

    @property
    def hands(self) -> felt.Hands:
        """The hands as far as they are dealt."""
        whole = felt.play(self.cards)
        return whole if self.stop is None else whole.cut(self.stop)

    @property
    def announced_at(self) -> int:
        return self.start + RESULT_AT

    def on(self, *areas: str) -> list[Bet]:
        return [bet for bet in self.bets if bet.spot in areas]
