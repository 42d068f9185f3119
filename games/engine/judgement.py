"""What a judgement is: for each bet what it was owed and why, and every finding at once.

A judgement is a value: the same facts and the same rule book give the same one, whoever computes it, wherever. Nothing
here knows a database or a clock. Recorded movements and what was due are compared as the player's net: winnings paid
less stake collected, plus anything handed back beyond what still lay on the table. What a case put right afterwards
stands apart from what was done at the table, and counts in the difference (``games.engine.remedies``).
"""

from __future__ import annotations

import hashlib
from enum import StrEnum
from fractions import Fraction
from typing import Any, Final

import msgspec

from casino.core.canonical import canonical_bytes, encode_sorted
from games.engine.priced import Priced


class Outcome(StrEnum):
    WON = "won"
    LOST = "lost"
    PUSH = "push"
    VOID = "void"
    """Back, nothing won or lost: the round or the bet has no result."""
    REFUSED = "refused"
    """Never accepted, back whatever the result."""
    AWAITING = "awaiting"
    """Waits for a named post's decision; the amounts under each possible one stand in ``alternatives``."""
    PENDING = "pending"
    """The round has no result yet: nothing can be owed. Never the last word on a closed round without a finding."""


# Read off the class, a member of an enumeration takes ten times as long as a name (until Python 3.12).
WON: Final = Outcome.WON
LOST: Final = Outcome.LOST
PUSH: Final = Outcome.PUSH
REFUSED: Final = Outcome.REFUSED
AWAITING: Final = Outcome.AWAITING
PENDING: Final = Outcome.PENDING


class Settlement(msgspec.Struct, frozen=True, gc=False):
    """What one bet was owed, in minor units. returned + collected = stake; winnings are besides and already net of
    commission. ``exact_numerator / exact_denominator`` are the winnings before rounding; ``priced`` the figures that an
    amount rests on which is not simply the stake."""

    outcome: Outcome
    stake_minor: int
    in_play_minor: int
    returned_minor: int
    collected_minor: int
    winnings_minor: int
    commission_minor: int
    exact_numerator: int
    exact_denominator: int
    clauses: tuple[str, ...]
    priced: Priced | None = None

    @property
    def exact_winnings(self) -> Fraction:
        return Fraction(self.exact_numerator, self.exact_denominator)

    @property
    def bare(self) -> Settlement:
        """What the bet comes to, and by which clauses, without the figures behind it."""
        return msgspec.structs.replace(self, priced=None)

    @property
    def net_minor(self) -> int:
        """What the player gains (or loses, negative)."""
        return self.winnings_minor - self.collected_minor


class Alternative(msgspec.Struct, frozen=True, gc=False):
    """What the bet is owed if the named post decides this way."""

    decision: str
    settlement: Settlement


class Remedied(msgspec.Struct, frozen=True, gc=False):
    """What a case made good for a bet: to the player (minus: taken back), and the part of it beyond the rules, both
    without what was given up; ``out_minor`` of it has not been handed over (minus: received) yet."""

    case: str
    kind: str
    to_player_minor: int
    beyond_rules_minor: int
    out_minor: int = 0


class Recorded(msgspec.Struct, frozen=True, gc=False):
    """What the house did with one bet, summed, in minor units: at the table, and by remedies of cases afterwards."""

    paid_minor: int = 0
    collected_minor: int = 0
    returned_minor: int = 0
    remedied_minor: int = 0
    beyond_rules_minor: int = 0
    remedies: tuple[Remedied, ...] = ()
    out_minor: int = 0
    """Of the remedies: decided and not handed over yet (minus: not received from the player)."""

    @property
    def counted_minor(self) -> int:
        """The part of the remedies that counts against what the rules owe, from the player's side."""
        return self.remedied_minor - self.beyond_rules_minor

    def net_minor(self, stake_minor: int) -> int:
        """The player's net as recorded at the table. Chips not moved stay the player's; what was handed back counts
        only beyond what still lay there."""
        if not self.returned_minor:
            return self.paid_minor - self.collected_minor
        still_there = max(stake_minor - self.collected_minor, 0)
        handed_back = self.returned_minor - still_there if self.returned_minor > still_there else 0
        return self.paid_minor - self.collected_minor + handed_back


NOTHING_RECORDED: Final = Recorded()


class BetResult(msgspec.Struct, frozen=True, gc=False):
    """One bet: what was due, what was recorded, and the difference (recorded and remedied less due; positive: the
    player has too much). ``difference_minor`` is None while nothing is due yet."""

    bet: str
    kind: str
    settlement: Settlement
    recorded: Recorded
    difference_minor: int | None
    alternatives: tuple[Alternative, ...] = ()
    decided_by: str | None = None
    """The clause whose named post must decide, while the outcome is awaiting."""
    spot: str = ""
    """Where the bet lay when betting ended, for games with a layout."""


class Severity(StrEnum):
    MONEY = "money"
    """Somebody has too much or too little."""
    PROCEDURE = "procedure"
    """A rule was not kept; the money may still be right."""
    REMARK = "remark"
    """Worth reading in an audit, no rule of money or competence broken."""


def severity_of(moved_minor: int) -> Severity:
    """Of what may move money, and may not: whoever looks for money finds what it moves."""
    return Severity.MONEY if moved_minor else Severity.PROCEDURE


class Finding(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One thing that is not as the document says. ``subject`` is a bet, a call or empty for the round; ``versions`` are
    the stream versions of the facts it rests on; ``amount_minor`` is recorded less due where money is concerned."""

    code: str
    severity: Severity
    subject: str
    clauses: tuple[str, ...]
    versions: tuple[int, ...] = ()
    amount_minor: int = 0
    detail: dict[str, Any] = {}

    @property
    def identity(self) -> str:
        """Sixteen bytes of hex over everything the finding says: the same finding again has the same identity."""
        said = encode_sorted(self)
        if not said.isascii():  # the order of keys beyond ASCII is the general encoder's
            said = canonical_bytes(msgspec.to_builtins(self))
        return hashlib.sha256(said).hexdigest()[:32]


class Judgement(msgspec.Struct, frozen=True, gc=False):
    """The judgement of one round under one document."""

    game: str
    document: str
    results: tuple[BetResult, ...]
    findings: tuple[Finding, ...]
    summary: dict[str, Any]
    """The round's result in the game's own terms (``{"pocket": 17}``, ``{"void": "7.1"}``)."""

    @property
    def due_net_minor(self) -> int:
        """What the players gain together, as far as it is decided."""
        return sum(r.settlement.net_minor for r in self.results if r.difference_minor is not None)

    @property
    def remedied_minor(self) -> int:
        """What cases put right for the players together, as far as it is decided what they were owed."""
        return sum(r.recorded.remedied_minor for r in self.results if r.difference_minor is not None)

    @property
    def beyond_rules_minor(self) -> int:
        """The part of it that decisions granted apart from the rules."""
        return sum(r.recorded.beyond_rules_minor for r in self.results if r.difference_minor is not None)

    @property
    def out_minor(self) -> int:
        """What of it has not been handed over yet (minus: not received)."""
        return sum(r.recorded.out_minor for r in self.results if r.difference_minor is not None)

    @property
    def difference_minor(self) -> int:
        return sum(r.difference_minor for r in self.results if r.difference_minor is not None)
