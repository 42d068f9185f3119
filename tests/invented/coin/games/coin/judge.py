"""The coin toss judged: clauses 4 to 7 of its invented document. Proved by ``tests/coin``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import msgspec
from games.coin.facts import CoinRound

from casino.core.money import Odds
from games.engine import accepting, steps
from games.engine.betting import PlacedBet
from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.judgement import PENDING, REFUSED, Alternative, Finding, Outcome, Settlement
from games.engine.settling import PROCEDURE, back, lost, won
from games.engine.steps import NOTHING, AcceptedBet, Decided, Due, Findings, RoundStatus, Steps

AS_TOSSED: Final = "as_tossed"
VOID: Final = "void"


class Kind(msgspec.Struct, frozen=True):
    """A kind of bet of the document: the face that it is on, its odds, the clauses by which it wins and is paid."""

    face: str
    odds: Odds
    wins_by: str
    paid_by: str


class View(msgspec.Struct, frozen=True, gc=False):
    """A toss and its document."""

    state: CoinRound
    book: RuleBook
    ended: bool
    kinds: Mapping[str, Kind]


def kinds_of(book: RuleBook) -> Mapping[str, Kind]:
    """The kinds of bet of a document by their code, from its rows."""
    return {
        row["code"]: Kind(row["face"], Odds.parse(row["odds"]), row["clause_wins"], row["clause_odds"])
        for row in book.bets
    }


def view_of(state: CoinRound, book: RuleBook, ended: bool) -> tuple[View, Findings]:
    """The toss beside its document."""
    return View(state, book, ended, book.derived(kinds_of)), NOTHING


@implements("coin", "4.1", "4.2")
def accepted_bets(view: View) -> tuple[Sequence[AcceptedBet], Findings]:
    """Each bet, and whether it came before the call."""
    state = view.state
    cutoff, findings = accepting.ended_at(state, state.shown, state.shown_version, ("4.2",))
    bets = []
    for placed in state.bets.values():
        bet, found = _as_it_lay(placed, state, cutoff)
        bets.append(bet)
        findings += found
    return bets, findings


def _as_it_lay(placed: PlacedBet, state: CoinRound, cutoff: int | None) -> tuple[AcceptedBet, Findings]:
    fact = placed.fact
    refused, found = accepting.late(placed, cutoff, state.shown_version, ("4.2",))
    bet = AcceptedBet(
        bet=fact.bet,
        kind=fact.spot,
        spot=fact.spot,
        stake_minor=fact.stake_minor,
        version=placed.version,
        refused=refused,
    )
    return bet, found


@implements("coin", "7.1")
def round_status(view: View, bets: Sequence[AcceptedBet]) -> tuple[RoundStatus, Findings]:
    """A toss whose coin fell off the table waits for the pit supervisor or above."""
    state = view.state
    shown = "pending" if state.face is None else "settled"
    if not state.dropped:
        status, findings = RoundStatus(shown), NOTHING
    else:
        ruling, findings = steps.competent_ruling(state, view.book, "7.1", choices=(AS_TOSSED, VOID))
        kind = "awaiting" if ruling is None else VOID if ruling.choice == VOID else shown
        status = RoundStatus(kind, ("7.1",))
    if view.ended and status.kind == "pending":
        findings += (_finding("no_result", ("6.1", "6.2"), state.closed_version),)
    return status, findings


def settle(view: View, bets: Sequence[AcceptedBet], status: RoundStatus) -> tuple[Sequence[Due], Findings]:
    """What each bet is owed; where the toss waits, under each decision."""
    return [_due(view, bet, status) for bet in bets], NOTHING


def _due(view: View, bet: AcceptedBet, status: RoundStatus) -> Due:
    stake = bet.stake_minor
    if bet.refused:
        return Due(back(REFUSED, stake, bet.refused))
    if status.kind == VOID:
        return Due(back(Outcome.VOID, stake, status.clauses))
    by_the_face = settlement(view.kinds[bet.kind], stake, view)
    if status.kind != "awaiting":
        return Due(by_the_face)
    options = (Alternative(AS_TOSSED, by_the_face), Alternative(VOID, back(Outcome.VOID, stake, ("7.1",))))
    return steps.waits(bet, "7.1", options)


@implements("coin", "5.1", "6.1", "6.2")
def settlement(kind: Kind, stake_minor: int, view: View) -> Settlement:
    """A bet by the face that lay up; pending while nobody has seen it."""
    face = view.state.face
    if face is None:
        return back(PENDING, stake_minor, ())
    if kind.face != face:
        return lost(stake_minor, tuple(each.wins_by for each in view.kinds.values() if each.face == face))
    return won(stake_minor, kind.odds.profit, kind.odds.stake, (kind.wins_by, kind.paid_by), view.book)


# --- What changes no amount ----------------------------------------------------------------------------------------


@implements("coin", "7.2")
def turned_enough(view: View, _decided: Decided) -> Iterable[Finding]:
    """Each throw that turned the coin too little: a finding, which changes no amount."""
    least = view.book.tables["turns"]["least"]
    for turns, version in view.state.tossed:
        if turns < least:
            yield _finding("coin_hardly_turned", ("7.2",), version, turns=turns)


def within_limits(view: View, decided: Decided) -> Iterable[Finding]:
    """Stakes beyond the table's limits are settled as they lie, and found."""
    return accepting.stakes_within_limits(view.state.terms, decided.bets, decided.results, ("4.1",))


def recorded_once(view: View, _decided: Decided) -> Iterable[Finding]:
    """One id stands for one bet at a time, until the call."""
    state = view.state
    cutoff, _said = accepting.ended_at(state, state.shown, state.shown_version, ("4.2",))
    return accepting.bets_recorded_once(state, ("4.1",), cutoff)


def _finding(code: str, clauses: tuple[str, ...], version: int, **detail: int) -> Finding:
    return Finding(code=code, severity=PROCEDURE, subject="", clauses=clauses, versions=(version,), detail={**detail})


def summary_of(view: View, decided: Decided) -> dict[str, Any]:
    """The toss in the game's own terms."""
    status = decided.status
    return {"standing": status.kind, "outcome": view.state.face or "", "clauses": [*status.clauses]}


STEPS: Final = Steps[View](
    game="coin",
    view=view_of,
    accepted_bets=accepted_bets,
    round_status=round_status,
    settle=settle,
    checks=(turned_enough, within_limits, recorded_once),
    summary=summary_of,
)
judge: Final = partial(steps.judge, STEPS)
