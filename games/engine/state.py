"""The state of a round while its facts are folded: what every game keeps.

An event's handler only assigns: nothing is checked, nothing refused, nothing computed that a rule could change. The
state belongs to the fold that makes it; nobody else writes to it. ``order`` counts the facts in their true order, so
that "before" and "after" can be judged later.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar, Final, Literal

import msgspec

from casino.core.stored import Instant, Row, moment_of, says_when
from games.engine.document import RuleBook
from games.engine.facts import (
    BettingClosed,
    FactCorrected,
    MatterOpened,
    PayoutMade,
    Person,
    RemedyFollowed,
    RemedyMade,
    ReportConfirmed,
    ReportDenied,
    ReportUnanswered,
    RoundClosed,
    RoundOpened,
    RulingMade,
    StakeCollected,
    StakeReturned,
)
from games.engine.order import Claim
from games.engine.session import SessionBefore
from games.engine.table import TableTerms

COUNTS_AFTER: Final = frozenset(
    (
        "payout_made",
        "stake_collected",
        "stake_returned",
        "ruling_made",
        "fact_corrected",
        "remedy_made",
        "remedy_followed",
        "report_confirmed",
        "report_denied",
        "report_unanswered",
        "round_closed",
    )
)


UNTIMED: Final = frozenset(
    (
        "payout_made",
        "stake_collected",
        "fact_corrected",
        "remedy_made",
        "remedy_followed",
        "report_confirmed",
        "report_denied",
        "report_unanswered",
    )
)
"""Payments and collections always count; what people say of the record counts in the order of the log."""

Ends = Literal["closed", "winners_paid", "all_answered"]
"""Roulette 2.2 and sic bo 2.1: the result is known and every winning bet was answered by a payment, right or wrong;
without winners when the losing chips are taken. Baccarat 2.2.12 and niu niu 2.2.5: every accepted bet was answered by a
payment, return or collection; in baccarat once the result, or that there is none, was announced."""

FOLDED: Final = frozenset(
    (
        "rows",
        "_told",
        "_folded",
        "tell",
        "telling",
        "by_receipt",
        "claims",
        "last_of_the_table",
        "instants",
        "overtaken_at",
    )
)
"""What a state keeps of what it was folded from."""


class Envelope(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What came with a fact: where it stands in the log, both clocks, who said it, under which running number.

    ``moment`` is the sender's clock moved by its measured skew; where the sender gave none, that of the fact received
    before it. ``skew_ms`` is the server's clock less the sender's, in milliseconds, as measured with the request."""

    version: int
    position: int
    type: str
    id: str
    actor: str
    sequence: int | None
    correlation: str | None
    occurred_at: datetime | None
    recorded_at: datetime
    skew_ms: int | None
    moment: datetime

    @classmethod
    def of(cls, row: Row, moment: datetime, body: Any) -> Envelope:
        position, _stream, version, type_name, occurred_at, recorded_at, actor, _body = row
        return cls(
            version=version,
            position=position,
            type=type_name,
            id=body.id,
            actor=actor,
            sequence=body.sequence,
            correlation=body.correlation,
            occurred_at=occurred_at,
            recorded_at=recorded_at,
            skew_ms=body.clock_skew_ms,
            moment=moment,
        )


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
    reason: str | None
    bets: tuple[str, ...]
    order: int
    version: int

    def covers(self, bet: str) -> bool:
        return not self.bets or bet in self.bets

    def covers_all(self, bets: Collection[str]) -> bool:
        """Whether it decides each of these bets, by their names or as bets of the round. False of no bets."""
        return bool(bets) and (not self.bets or set(bets) <= set(self.bets))


class Remedy(msgspec.Struct, frozen=True, gc=False):
    """A remedy that a case made for a bet, with its place in the order and its stream version."""

    fact: RemedyMade
    order: int
    version: int


class Followed(msgspec.Struct, frozen=True, gc=False):
    """What became of a remedy's money, with its stream version."""

    fact: RemedyFollowed
    version: int


class Answer(msgspec.Struct, frozen=True, gc=False):
    """What became of a fact that a device reported of a post. ``report`` is the id of its event, ``by`` None where
    nobody answered until the gaming day ended."""

    kind: Literal["confirmed", "denied", "unanswered"]
    report: str
    by: Person | None
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
    outcome: ClassVar[frozenset[str]] = frozenset()
    """The facts that show any of the outcome."""
    result: ClassVar[frozenset[str]] = frozenset()
    """The facts that show the result of a round, or that it has none: what every money finding rests on besides its bet
    (``games.engine.resting``). Those of ``outcome``, unless the game says others."""
    stakes: ClassVar[frozenset[str]] = frozenset(("bet_placed", "bet_changed", "bet_withdrawn", "stake_returned"))
    """The facts by which chips are put down, changed, taken back or handed back."""
    untimed: ClassVar[frozenset[str]] = UNTIMED
    """The facts whose moment changes nothing that is owed: all others are weighed where they claim a moment of before
    (``games.engine.weighing``)."""
    placeless: ClassVar[frozenset[str]] = frozenset(("round_opened",))
    """The facts whose place among the others changes no amount (of two openings the first counts): in a round whose
    other facts stand in one order either way, a claim of time moves nothing (``games.engine.refolding``)."""
    counts_after: ClassVar[frozenset[str]] = COUNTS_AFTER
    """The facts that still count after the end of a round (chips moved, what people decide and put right), or of which
    the game's own clauses say what they are worth then. Chips put down late are for those clauses as well."""
    ends: ClassVar[Ends] = "closed"
    """What ends a round before it is closed."""
    decisions: ClassVar[Mapping[str, str]] = {"ruling_made": "made_by"}
    """The facts by which a post decides or gives leave, with the field that names the person; where a device says them
    of a pit supervisor or above, that person confirms them (``games.engine.reported``). Calls and announcements are
    none of them."""
    leaves: ClassVar[frozenset[str]] = frozenset()
    """Those of them by which a player takes a stake back."""
    decide_rounds: ClassVar[frozenset[str]] = frozenset()
    """The clauses, by their numbers in the game's first document, under which a post decides a round and no single bets
    of it."""
    boxes: bool = False
    """Whether players sit at boxes (``box`` of a bet's fact, changed with its spot) and not at seats (``seat``)."""

    __slots__ = (
        "_folded",
        "_told",
        "answers",
        "before",
        "by_receipt",
        "called_by",
        "claims",
        "closed",
        "closed_version",
        "corrections",
        "decided_at",
        "elsewhere",
        "followed",
        "foreign",
        "further_calls",
        "instants",
        "last_of_the_table",
        "matters",
        "movements",
        "no_more_bets",
        "no_more_bets_version",
        "opened",
        "opened_at",
        "opened_recorded_at",
        "opened_version",
        "order",
        "overtaken_at",
        "remedies",
        "rows",
        "rulings",
        "stream",
        "tell",
        "telling",
        "terms",
        "versions",
    )

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self.terms: TableTerms | None = None
        self.before: SessionBefore | None = None
        """What the rounds before this one left; set, like the terms, by whoever replays."""
        self.elsewhere: Mapping[str, TableTerms] = {}
        """What other tables were when the round opened (``other_tables``); set, like the terms, by whoever replays.
        Of one that is not there nothing is concluded."""
        self.overtaken_at: datetime | None = None
        """When the next round opened at its table, of whatever game, where one did after this one; set by whoever
        replays."""
        self.order = 0
        self.last_of_the_table = 0
        """The place in the order of the last fact that does not count after the end."""
        self.instants: Sequence[Instant] = ()
        """When the facts took place, in their true order; of one that says nothing of it, that of the fact before."""
        self.rows: Sequence[Row] = []
        """The stored rows that were folded."""
        self.tell: Callable[[Sequence[Row]], list[Any]] = list
        """What the fold makes of rows (``games.engine.fold.Item``), in their order."""
        self.telling: Any = None
        """What the rows tell (``games.engine.fold.Telling``), where more was made of them than this state."""
        self._told: list[Any] | None = None
        self._folded: list[Any] | None = None
        self.by_receipt = True
        """Whether the rows stand in the order in which a server received them."""
        self.claims: Sequence[Claim] = ()
        """The facts dated before one that was received earlier, in the order of receipt."""
        self.opened: RoundOpened | None = None
        self.opened_version = 0
        self.opened_at: datetime | None = None
        self.opened_recorded_at: datetime | None = None
        self.no_more_bets: int | None = None
        self.no_more_bets_version = 0
        self.called_by: Person | None = None
        """Who called no more bets."""
        self.further_calls: Sequence[tuple[Person | None, int, int]] = ()
        """(who called it, place in the order, version) of each call for no more bets after the first."""
        self.movements: list[Movement] = []
        self.matters: Sequence[int] = ()
        """Versions of matters recorded as open because no clause names them."""
        self.rulings: Sequence[Ruling] = ()
        self.decided_at: dict[int, datetime] = {}
        """When each ruling was made, by its version: as it says, at the latest when it was recorded."""
        self.remedies: Sequence[Remedy] = ()
        """What cases put right afterwards, whether or not such a bet is known."""
        self.followed: Sequence[Followed] = ()
        """What became of that money."""
        self.answers: Sequence[Answer] = ()
        """What became of reported decisions, in the order in which it was said."""
        self.corrections: Sequence[Correction] = ()
        self.foreign: Sequence[int] = ()
        """Versions of facts of another game, which no part of the state knows."""
        self.closed: int | None = None
        self.closed_version = 0
        self.versions = 0

    @property
    def told(self) -> list[Any]:
        """What the fold made of the rows, in the order of receipt (``games.engine.fold.Item``): made when it is asked
        for, since nobody asks it of a round in which nothing is to be found."""
        if self._told is None:
            self._told = self.tell(self.rows)
        return self._told

    @property
    def folded(self) -> list[Any]:
        """What the fold made of the facts, in their true order, as corrected; as they were told, where nothing was to
        be put right."""
        return self.told if self._folded is None else self._folded

    def keep(self, told: list[Any], folded: list[Any]) -> None:
        """Facts that were not in their true order, or not as they count, with their order and as corrected."""
        self._told, self._folded = told, folded

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

    @property
    def other_tables(self) -> Collection[str]:
        """The tables besides its own whose record the judgement of the round asks for."""
        return ()

    def placed(self, bet: str) -> Any:
        """The bet as it was put down (``games.engine.betting.PlacedBet``), or None where none was."""
        return None

    def shows_the_result_of(self, bet: str, fact: Any) -> bool:
        """Whether a fact that shows the result of the round (``result``) shows that of this bet: of all of them, unless
        each bet is decided by cards of its own."""
        return True

    def settles_a_matter(self, fact: Any, book: RuleBook) -> bool:
        """Whether a fact of the table is what a post decides on a matter that a clause leaves to it: as a ruling, it
        still counts after the end."""
        return False

    def asks_for_a_second(self, fact: RulingMade, book: RuleBook) -> bool:
        """Whether what a post decided counts with a finding of what it moves, until a second person confirms it."""
        return False

    @property
    def speaks(self) -> bool:
        """Whether anything is on record by which the round may be void, or that was decided of it."""
        return bool(self.rulings)

    @property
    def result_said(self) -> bool:
        """Whether the round may be over as far as words go: games whose clause has the result announced say so."""
        return True

    def envelope(self, version: int) -> Envelope:
        """What came with a fact, by its version; KeyError where the round has none of that version."""
        for row, item in zip(self.rows, self.told, strict=True):
            if row[2] == version:
                return Envelope.of(row, item[0], item[4])
        raise KeyError(version)

    def moment_of(self, order: int) -> datetime | None:
        """When the fact at this place in the order took place: as its sender says, moved by the sender's measured skew;
        None where it says nothing of it."""
        instant = self.instant_of(order)
        return None if instant is None else moment_of(instant)

    def instant_of(self, order: int) -> Instant | None:
        """The same as the fold has it: all of a round are of one kind."""
        place = order - 1
        if self._folded is not None:
            place = self._folded[place][2] - self.rows[0][2]
        return self.instants[order - 1] if says_when(self.rows, place) else None

    @property
    def last_moment(self) -> datetime | None:
        """The moment of the last fact; None where none counts."""
        return moment_of(self.instants[-1]) if self.instants else None

    def envelopes(self) -> Iterator[Envelope]:
        """What came with each fact, in the order of receipt."""
        for row, item in zip(self.rows, self.told, strict=True):
            yield Envelope.of(row, item[0], item[4])

    def confirmed_by(self, version: int) -> tuple[Person, ...]:
        """Who confirmed the fact of this version in an own session, in the order in which they did."""
        if not self.answers:
            return ()
        ids = {item[4].id for item in self.told if item[2] == version}
        return tuple(a.by for a in self.answers if a.kind == "confirmed" and a.by is not None and a.report in ids)

    # One handler a shared fact. ``order`` has been advanced by the fold before each call.

    def round_opened(self, fact: RoundOpened, version: int) -> None:
        if self.opened is None:
            self.opened = fact
            self.opened_version = version

    def betting_closed(self, fact: BettingClosed, version: int) -> None:
        if self.no_more_bets is None:
            self.no_more_bets = self.order
            self.no_more_bets_version = version
            self.called_by = fact.called_by
        else:
            self.further_calls = (*self.further_calls, (fact.called_by, self.order, version))

    def payout_made(self, fact: PayoutMade, version: int) -> None:
        self.movements.append(Movement("paid", fact.bet, fact.amount_minor, self.order, version))

    def stake_collected(self, fact: StakeCollected, version: int) -> None:
        self.movements.append(Movement("collected", fact.bet, fact.amount_minor, self.order, version))

    def stake_returned(self, fact: StakeReturned, version: int) -> None:
        self.movements.append(Movement("returned", fact.bet, fact.amount_minor, self.order, version))

    def matter_opened(self, fact: MatterOpened, version: int) -> None:
        self.matters = (*self.matters, version)

    def ruling_made(self, fact: RulingMade, version: int) -> None:
        self.rulings = (
            *self.rulings,
            Ruling(fact.clause, fact.made_by, fact.choice, fact.reason, fact.bets, self.order, version),
        )

    def remedy_made(self, fact: RemedyMade, version: int) -> None:
        self.remedies = (*self.remedies, Remedy(fact, self.order, version))

    def remedy_followed(self, fact: RemedyFollowed, version: int) -> None:
        self.followed = (*self.followed, Followed(fact, version))

    def report_confirmed(self, fact: ReportConfirmed, version: int) -> None:
        self.answers = (*self.answers, Answer("confirmed", str(fact.report), fact.confirmed_by, version))

    def report_denied(self, fact: ReportDenied, version: int) -> None:
        self.answers = (*self.answers, Answer("denied", str(fact.report), fact.denied_by, version))

    def report_unanswered(self, fact: ReportUnanswered, version: int) -> None:
        self.answers = (*self.answers, Answer("unanswered", str(fact.report), None, version))

    def fact_corrected(self, fact: FactCorrected, version: int) -> None:
        """Applied by the fold before folding; the state only keeps that it was made."""

    def round_closed(self, fact: RoundClosed, version: int) -> None:
        if self.closed is None:
            self.closed = self.order
            self.closed_version = version

    def as_dict(self) -> dict[str, Any]:
        """Every slot by name, for comparison in tests and for ``replay --json``; not the facts it was folded from."""
        names = [name for cls in type(self).__mro__ for name in getattr(cls, "__slots__", ()) if name not in FOLDED]
        return {name: getattr(self, name) for name in names}
