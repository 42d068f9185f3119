"""Facts that every game shares, and the field types all facts are made of.

Each game registers these under its own prefix (``roulette.round_opened.v1``), so that the game of an event is read off
its type. Players appear as a reference or a seat, never by name; persons of the house by staff code and post. The only
defaults are ``None`` and ``()``. Proved by ``tests/engine/test_fold.py`` and the frozen examples beside it.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Final, Literal
from uuid import UUID

import msgspec

from casino.core.events import Fact, register
from casino.core.money import MAX_AT_TABLE, MAX_MINOR
from casino.core.posts import PostCode
from casino.core.reasons import Cause
from casino.core.sealed import Sealed
from casino.core.signed_form import OPEN

# Patterns end in $(?!\n): a bare $ would let a line feed pass at the end, in Python as in JSON Schema's readers.
Code = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$(?!\n)",
        description="A code: letters, digits and . _ : - , 64 characters at most.",
    ),
    OPEN,
]
Minor = Annotated[
    int, msgspec.Meta(ge=0, le=MAX_MINOR, description="An amount in the smallest unit of the table's currency.")
]
PositiveMinor = Annotated[
    int,
    msgspec.Meta(
        ge=1, le=MAX_AT_TABLE, description="An amount above zero in the smallest unit of the table's currency."
    ),
]
SignedMinor = Annotated[
    int,
    msgspec.Meta(
        ge=-MAX_MINOR,
        le=MAX_MINOR,
        description="An amount in the smallest unit of the table's currency: plus to the player, minus from them.",
    ),
]
BET_KIND_WRITTEN: Final = r"^[a-z][a-z0-9_]{0,39}$(?!\n)"
BetKindCode = Annotated[
    str, msgspec.Meta(pattern=BET_KIND_WRITTEN, description="A kind of bet by its code in the document: player_pair")
]
CLAUSE_WRITTEN: Final = r"^[0-9A-G](\.[0-9a-z]{1,2}){0,5}$(?!\n)"
ClauseNumber = Annotated[
    str, msgspec.Meta(pattern=CLAUSE_WRITTEN, description="A clause as the document prints it: 7.4.1"), OPEN
]
Note = Annotated[
    str, msgspec.Meta(min_length=1, max_length=500, description="Free text of the house. Never a player's name.")
]
GameCode = Annotated[
    str,
    msgspec.Meta(pattern=r"^[a-z]{2,16}$(?!\n)", description="The code of a game, as its event types begin with it."),
]


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """A person of the house, in the post in which they acted."""

    post: PostCode
    staff: Code


class RoundOpened(Fact, frozen=True):
    """A round begins at the table. ``document`` names the rule document for rounds whose moment is unknown (imported
    lists); ``source`` marks rounds that no table dealt."""

    number: Annotated[int, msgspec.Meta(ge=1, le=10**9)] | None = None
    dealer: Code | None = None
    supervisor: Code | None = None
    document: Code | None = None
    source: Literal["imported", "simulated"] | None = None


class BettingClosed(Fact, frozen=True):
    """The call for no more bets."""

    called_by: Person | None = None


class PayoutMade(Fact, frozen=True):
    """Winnings handed over for a bet, besides the stake. Part payments add up."""

    bet: Code
    amount_minor: PositiveMinor


class StakeCollected(Fact, frozen=True):
    """Stake of a bet taken by the house."""

    bet: Code
    amount_minor: PositiveMinor


class StakeReturned(Fact, frozen=True):
    """Stake of a bet handed back to the player."""

    bet: Code
    amount_minor: PositiveMinor


REASONED: Final = [{"required": [name]} for name in ("reason", "sealed_reason", "cause")]
"""What a fact that somebody answers for has one of."""


class RulingMade(Fact, frozen=True):
    """A decision that a document leaves to a post: which clause, who, what, why, and for which bets (none: all). The
    reason is in clear where a device says it, sealed where a person gave it in an own session; a chosen ``cause`` may
    stand in its place."""

    SCHEMA: ClassVar[dict[str, Any]] = {"anyOf": REASONED}

    clause: ClauseNumber
    made_by: Person
    choice: Code
    reason: Note | None = None
    bets: tuple[Code, ...] = ()
    sealed_reason: Sealed | None = None
    cause: Cause | None = None

    def __post_init__(self) -> None:
        if self.reason is None and self.sealed_reason is None and self.cause is None:
            raise ValueError("a ruling has its reason")


class MatterOpened(Fact, frozen=True):
    """Something happened that no clause of the document names. It is recorded as open, and the round waits for the post
    of the game's last clause."""

    note: Note
    seen_by: Person | None = None


class FactCorrected(Fact, frozen=True):
    """An earlier fact was recorded wrongly. ``before`` is its data as it stood, ``after`` as it is now held to be;
    null means that it did not happen. The first record stays for good; replay goes by the latest correction.

    ``ask`` is what a first person asked for and ``authorised_by`` confirmed in an own session; without it the
    authorisation was typed by whoever corrected."""

    SCHEMA: ClassVar[dict[str, Any]] = {"anyOf": REASONED}

    target: UUID
    before: dict[str, Any] | None
    after: dict[str, Any] | None
    corrected_by: Person
    authorised_by: Person
    reason: Note | None = None
    sealed_reason: Sealed | None = None
    ask: UUID | None = None
    cause: Cause | None = None

    def __post_init__(self) -> None:
        if self.reason is None and self.sealed_reason is None and self.cause is None:
            raise ValueError("a correction has its reason")


class ReportConfirmed(Fact, frozen=True):
    """What a device reported of a post (a ruling, a leave; ``report`` is the id of that event) is confirmed in an own
    session: by the person named, by one above, or by a second person where a matter asks for one."""

    report: UUID
    confirmed_by: Person


class ReportDenied(Fact, frozen=True):
    """The person named, or one above, says in an own session that it was not so: what was reported has no effect."""

    report: UUID
    denied_by: Person


class ReportUnanswered(Fact, frozen=True):
    """The gaming day ended and nobody had confirmed or denied what was reported. It keeps its effect."""

    report: UUID


class RemedyMade(Fact, frozen=True):
    """What a case decided for a bet was done: ``to_player_minor`` paid to the player (plus) or taken back (minus).
    ``beyond_rules_minor`` is the part that the decision grants (or, minus, withholds) apart from the rules: a player
    who may keep what was paid too much is paid nothing, and the whole of it is beyond the rules. One of the two is not
    zero. ``own_word_minor`` is what besides the rules owe only by the word of who decided it. ``line`` is the case's
    code of it, by which :class:`RemedyFollowed` says what became of the money; None where the decision counted as the
    movement, as it did before that was recorded.
    """

    SCHEMA: ClassVar[dict[str, Any]] = {
        "not": {"properties": {"to_player_minor": {"const": 0}, "beyond_rules_minor": {"const": 0}}}
    }
    """What the fields alone do not say; the JSON Schema of the type carries it too."""

    bet: Code
    to_player_minor: SignedMinor
    beyond_rules_minor: SignedMinor
    kind: Literal["pay_difference", "take_back", "refund", "void", "other"]
    case: Code
    made_by: Person
    clauses: tuple[ClauseNumber, ...] = ()
    authorised_by: Person | None = None
    own_word_minor: Annotated[int, msgspec.Meta(ge=0, le=MAX_MINOR)] | None = None
    line: Code | None = None

    def __post_init__(self) -> None:
        if self.to_player_minor == 0 and self.beyond_rules_minor == 0:
            raise ValueError("a remedy moves money or grants something beyond the rules: both amounts are zero")


Became = Literal["handed_over", "received", "waived", "uncollectable"]


class RemedyFollowed(Fact, frozen=True):
    """What became of money that a remedy (``line`` of ``case``) moves: handed over to the player, received from them,
    or given up, since the house waives it or cannot collect it."""

    bet: Code
    case: Code
    line: Code
    became: Became
    amount_minor: Annotated[int, msgspec.Meta(ge=1, le=MAX_MINOR)]
    said_by: Person


class RoundClosed(Fact, frozen=True):
    """The table has finished with the round: result announced, winners paid, losers collected."""


SHARED: dict[str, type[Fact]] = {
    "round_opened": RoundOpened,
    "betting_closed": BettingClosed,
    "payout_made": PayoutMade,
    "stake_collected": StakeCollected,
    "stake_returned": StakeReturned,
    "matter_opened": MatterOpened,
    "ruling_made": RulingMade,
    "fact_corrected": FactCorrected,
    "remedy_made": RemedyMade,
    "remedy_followed": RemedyFollowed,
    "report_confirmed": ReportConfirmed,
    "report_denied": ReportDenied,
    "report_unanswered": ReportUnanswered,
    "round_closed": RoundClosed,
}

OF_PEOPLE: Final = (
    *("fact_corrected", "remedy_made", "remedy_followed"),
    *("report_confirmed", "report_denied", "report_unanswered"),
)


def register_shared(game: str) -> None:
    """Register the facts that every game has under a game's prefix. Corrections, remedies and what becomes
    of reports are said by people, never by a device."""
    for name, fact in SHARED.items():
        register(f"{game}.{name}", fact, stream_kind="round", from_device=name not in OF_PEOPLE)
