"""Baccarat: the kinds of bet of a document, and what each comes to under given hands (2.2.8, 4.5, 5, 6.1 to 6.3).

Which kinds there are, when each wins and at which price is said by the rows of the document (``[[bets]]``), not here. A
kind has cases; the first whose conditions the hands meet decides. Proved by the golden rounds 5.1 to 6.3, by
``tests/baccarat/test_money.py`` and ``tests/baccarat/test_second_document.py`` and, with the published house edges, by
``tests/exhaustive/test_baccarat.py``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from casino.core.text import Text
from games.baccarat.cards import Hands, is_pair
from games.baccarat.facts import Winner
from games.engine.bet_rows import BetRow, bet_rows
from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.document_file import Named, Part
from games.engine.judgement import LOST, PUSH, WON, Outcome
from games.engine.priced import OfStake
from games.engine.unfit import Unfit


class Shown(NamedTuple):
    """All that a bet can turn on: what complete hands show, and whether the table takes commission."""

    winner: str
    player_points: int
    banker_points: int
    player_cards: int
    banker_cards: int
    player_pair: bool
    banker_pair: bool
    commission: bool


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """What a kind of bet comes to, and the clauses; where it won, profit per unit of stake, and how a whole stake is
    priced. ``held_back``: what the odds hold back of the stake is commission."""

    outcome: Outcome
    clauses: tuple[str, ...]
    profit: int = 0
    unit: int = 1
    held_back: bool = False
    whole: OfStake | None = None


class Case(msgspec.Struct, frozen=True, gc=False):
    """``conditions`` are pairs: which member of :class:`Shown`, and the values that it may have."""

    conditions: tuple[tuple[int, tuple[Any, ...]], ...]
    verdict: Verdict


class BetKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of bet. ``area`` is what its area of the layout is called, ``insures`` the hand that it insures, if
    any. ``lost`` is what it comes to where no case fits; an insurance has neither cases nor that."""

    code: str
    name: Text
    area: Text
    insures: str = ""
    cases: tuple[Case, ...] = ()
    lost: Verdict | None = None


class Layout:
    """The kinds of bet of a document by code, in their order on the layout."""

    __slots__ = ("_known", "areas", "insurances", "kinds")

    def __init__(self, book: RuleBook) -> None:
        self.kinds: dict[str, BetKind] = {row.code: _kind(row, book) for row in bet_rows(KindRow, book)}
        self.areas = frozenset(kind.code for kind in self.kinds.values() if not kind.insures)
        """The kinds for which there is an area; insurance is recorded as insurance."""
        self.insurances: dict[str, str] = {kind.insures: kind.code for kind in self.kinds.values() if kind.insures}
        """The kind of bet that insures a hand, where the document has one."""
        self._known: dict[tuple[Any, ...], dict[str, Verdict]] = {}

    def verdicts(self, hands: Hands, commission: bool) -> Mapping[str, Verdict]:
        """What each kind of bet comes to under these hands, by code. Hands that show the same are looked at once."""
        shown = (
            hands.winner,
            hands.player_points,
            hands.banker_points,
            len(hands.player),
            len(hands.banker),
            is_pair(hands.player),
            is_pair(hands.banker),
            commission,
        )
        known = self._known.get(shown)
        if known is None:
            known = {kind.code: verdict(kind, Shown(*shown)) for kind in self.kinds.values() if kind.lost is not None}
            self._known[shown] = known
        return known


def layout(book: RuleBook) -> Layout:
    """The kinds of bet of a document, read off its rows once."""
    return book.derived(Layout)


Points = Annotated[int, Meta(ge=0, le=9)]
HandSize = Annotated[int, Meta(ge=2, le=3)]


class CaseRow(Part, frozen=True, kw_only=True):
    """A case of a row: conditions, each a value or a list of values, and a price or what else it comes to. ``read``:
    only where the choices that it names are read so."""

    clause: str
    odds: str | None = None
    comes_to: Literal["push", "lost"] | None = None
    held_back: bool = False
    read: dict[str, Any] = {}
    winner: Winner | tuple[Winner, ...] | None = None
    player_points: Points | tuple[Points, ...] | None = None
    banker_points: Points | tuple[Points, ...] | None = None
    player_cards: HandSize | tuple[HandSize, ...] | None = None
    banker_cards: HandSize | tuple[HandSize, ...] | None = None
    player_pair: bool | None = None
    banker_pair: bool | None = None
    commission: bool | None = None

    def __post_init__(self) -> None:
        if (self.odds is None) is (self.comes_to is None):
            raise Unfit("either", "", name="odds", other="comes_to")


class KindRow(BetRow, frozen=True, kw_only=True):
    """``insures``: the hand that it insures, recorded by a fact of its own (``recorded_as``)."""

    area: Named
    clause_lost: str | None = None
    cases: tuple[CaseRow, ...] = ()
    insures: Literal["player", "banker", ""] = ""
    recorded_as: Literal["insurance_placed", ""] = ""

    def __post_init__(self) -> None:
        if not self.cases and not self.insures:
            raise Unfit("no_bet_clause", "")
        if bool(self.insures) is not bool(self.recorded_as) or (self.cases and self.insures):
            raise Unfit("either", "", name="cases", other="insures and recorded_as")


def _kind(row: KindRow, book: RuleBook) -> BetKind:
    return BetKind(
        code=row.code,
        name=book.said(row),
        area=book.said(row.area),
        insures=row.insures,
        cases=tuple(_case(case, book) for case in row.cases if _read_so(case, book)),
        lost=None if row.clause_lost is None else Verdict(LOST, (row.clause_lost,)),
    )


def _read_so(row: CaseRow, book: RuleBook) -> bool:
    return all(book.choice(name) == value for name, value in row.read.items())


def _case(row: CaseRow, book: RuleBook) -> Case:
    asked = ((place, getattr(row, name)) for place, name in enumerate(Shown._fields))
    conditions = tuple((place, _allowed(value)) for place, value in asked if value is not None)
    if row.odds is None:
        assert row.comes_to is not None
        return Case(conditions, Verdict({"push": PUSH, "lost": LOST}[row.comes_to], (row.clause,)))
    odds = book.odds[row.odds]
    whole = OfStake(odds.profit, odds.stake, (), row.held_back)
    clauses = (row.clause, book.odds_clauses[row.odds])
    return Case(conditions, Verdict(WON, clauses, odds.profit, odds.stake, row.held_back, whole))


def _allowed(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, (list, tuple)) else (value,)


@implements(
    "baccarat",
    *("2.2.4", "2.2.8", "2.2.10", "2.2.13", "2.2.16"),
    *("5.1.1", "5.1.2", "5.1.3", "5.1.4", "5.1.5", "5.1.6", "5.1.7", "5.2", "5.2.1"),
    *("6.1", "6.1.1.1", "6.1.1.2", "6.1.1.3", "6.1.2.1", "6.1.2.2", "6.1.2.3", "6.1.3"),
    *("6.2.1", "6.2.1.1", "6.2.1.2", "6.3.1", "6.3.1.1", "6.3.1.2"),
)
def verdict(kind: BetKind, shown: Shown) -> Verdict:
    """What a kind of bet comes to: as its first case says that the hands fit, else lost. Player and Banker go by the
    totals and push on a tie; a pair is of the first two cards; Lucky 6 goes by the choice ``lucky6_on``."""
    for case in kind.cases:
        for place, allowed in case.conditions:
            if shown[place] not in allowed:
                break
        else:
            return case.verdict
    assert kind.lost is not None, kind.code
    return kind.lost
