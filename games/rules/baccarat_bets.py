"""Baccarat: how each bet lay, and how much of it plays (4.2 to 4.6, 7.8 to 7.10, 7.12, 7.13, 7.17 to 7.19).

Order: bets after the call were never accepted; bets of a no-bet round come off; a withdrawal under section 7 takes a
bet out; then the minimum (7.17), the maximum (7.18) and the differential (7.19), exactly, without rounding. Proved by
the golden rounds of these clauses and by ``tests/rules/test_baccarat_bets.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

import msgspec

from games.rounds.baccarat import BaccaratRound, Noted
from games.rounds.betting import Change, PlacedBet
from games.rounds.session import SessionBefore
from games.rules import betting
from games.rules.baccarat_cards import BANKER, PLAYER
from games.rules.baccarat_dealing import Dealing, first_card_face_up
from games.rules.book import RuleBook
from games.rules.clauses import implements
from games.rules.judgement import Finding
from games.rules.settling import PROCEDURE

NO_SESSION: Final = SessionBefore()


class Lay(msgspec.Struct, gc=False):
    """A bet as it lay. ``in_play`` is exact, in minor units; ``refused`` and ``void`` give the clauses by which the
    whole of it goes back; ``extra`` those that took a part out or let it stand; ``who`` is its player, or a seat."""

    bet: str
    kind: str
    stake_minor: int
    version: int
    who: str
    in_play: int | Fraction
    refused: tuple[str, ...] = ()
    void: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    below: bool = False

    @property
    def plays(self) -> bool:
        return not self.refused and not self.void


def in_money(part: int | Fraction, stake_minor: int, book: RuleBook) -> int:
    """The part of a stake that plays, in minor units: the whole stake as it lies, a part of it rounded, and never
    more than the stake."""
    if part == stake_minor:
        return stake_minor
    return min(stake_minor, book.rounding.divide(part.numerator, part.denominator))


def player_of(fact: Any, seats: dict[int, str]) -> str:
    """Who a fact is about: the player, else whoever else's bets stand at that seat, else the seat itself."""
    if fact.player is not None:
        return str(fact.player)
    return "" if fact.seat is None else seats.get(fact.seat, f"#{fact.seat}")


def is_named(who: str) -> bool:
    """Is a player known, and not only a seat? No player's code begins with the sign of a seat."""
    return bool(who) and not who.startswith("#")


def seats_of(state: BaccaratRound) -> dict[int, str]:
    """Which player sits where, as far as insurances and bets tell both; where they differ, bets."""
    facts = [placed.fact for placed in (*state.insurances.values(), *state.bets.values())]
    return {fact.seat: fact.player for fact in facts if fact.seat is not None and fact.player is not None}


@implements("baccarat", "4.2", "4.6")
def betting_ended(state: BaccaratRound, findings: list[Finding]) -> int | None:
    """The place in the order at which betting ended: the call for no more bets, the first card at the latest."""
    first = state.first_card
    if first is None:
        return state.no_more_bets
    return betting.betting_ended(state, first.order, first.version, ("4.6",), findings)


def laid_bets(
    state: BaccaratRound,
    book: RuleBook,
    dealing: Dealing,
    session: SessionBefore,
    no_bets: NoBets,
    seats: dict[int, str],
    findings: list[Finding],
) -> list[Lay]:
    """Every bet that was not taken back in time, with what became of it before the cards decided anything."""
    cutoff = betting_ended(state, findings)
    free = no_bets.clause
    lays = []
    for placed in state.bets.values():
        lay = as_it_lay(placed, cutoff, state, book, dealing, seats, findings)
        if lay is not None:
            if free and lay.plays:
                bets_come_off(lay, free, session, findings)
            lays.append(lay)
    terms = state.terms
    if terms is not None and (terms.limits or terms.differential_minor is not None):
        for lay in lays:
            limit = terms.limit(lay.kind)
            if limit is not None:
                within_minimum(lay, limit[0], session, findings)
                within_maximum(lay, limit[1], findings)
        if terms.differential_minor is not None:
            within_differential(lays, terms.differential_minor, book, findings)
    return lays


@implements("baccarat", "4.2", "4.5", "4.5.1", "4.6")
def as_it_lay(
    placed: PlacedBet,
    cutoff: int | None,
    state: BaccaratRound,
    book: RuleBook,
    dealing: Dealing,
    seats: dict[int, str],
    findings: list[Finding],
) -> Lay | None:
    """The bet as it lay when betting ended, or None where its player had taken it back in time."""
    fact = placed.fact
    who = player_of(fact, seats)
    if not placed.changes and (cutoff is None or placed.order <= cutoff):
        return Lay(fact.bet, fact.kind, fact.stake_minor, placed.version, who, fact.stake_minor)
    clauses, ended_version = ("4.6",), state.no_more_bets_version
    first = state.first_card
    if first is not None and state.no_more_bets != cutoff:
        clauses, ended_version = ("4.2",), first.version
    refused = betting.refused_as_late(placed, cutoff, ended_version, clauses, findings)
    counted = None if refused else cutoff
    changes, void = withdrawals(placed, counted, state, book, dealing, findings)
    lain = betting.after_changes(placed, changes, fact.kind, counted, clauses, findings)
    if lain is None:
        return None
    kind, stake = lain
    return Lay(fact.bet, kind, stake, placed.version, who, stake, refused, void)


# --- No-bet rounds -------------------------------------------------------------------------------------------------


class NoBets(msgspec.Struct, frozen=True, gc=False):
    """Whether a round is dealt without bets: ``clause`` is the one by which it is (empty: bets are allowed). Of the
    announcements, ``announced`` mean this round and ``announced_next`` the next."""

    clause: str = ""
    announced: Sequence[Noted] = ()
    announced_next: Sequence[Noted] = ()


@implements("baccarat", "2.2.5", "7.5", "7.6", "7.7", "7.8")
def no_bet_round(state: BaccaratRound, session: SessionBefore) -> NoBets:
    """A round takes no bets where an earlier round's card opens it, its first card lay face up in the shoe, or it was
    announced."""
    by_cards = session.no_bet or ("7.5" if first_card_face_up(state) else "")
    this, following = announced_no_bets(state, by_cards)
    return NoBets(by_cards or ("7.8" if this else ""), this, following)


@implements("baccarat", "2.2.5", "7.8")
def announced_no_bets(state: BaccaratRound, by_cards: str) -> tuple[list[Noted], list[Noted]]:
    """The announcements of a round without bets: those that mean this round, and those that mean the next. Once the
    first card is drawn no accepted bet comes off by being announced; only a round that takes none anyhow (``by_cards``)
    may still be announced as one until its result."""
    until = state.first_card
    this = [noted for noted in state.no_bets if until is None or noted.order < until.order]
    if by_cards:
        this = [n for n in state.no_bets if not state.announced or n.order < state.announced[0].order]
    return this, state.no_bets[len(this) :]


@implements("baccarat", "7.5", "7.8")
def bets_come_off(lay: Lay, free: str, session: SessionBefore, findings: list[Finding]) -> None:
    """In a no-bet round all bets leave the areas. Nobody could know it of a round whose first card turns out to lie
    face up: its bets go back as of a void round; elsewhere a bet is a finding."""
    if free == "7.5" and not session.no_bet:
        lay.void = ("7.5", "7.8")
        return
    lay.refused = ("7.8",) if free == "7.8" else (free, "7.8")
    findings.append(Finding("bet_in_no_bet_round", PROCEDURE, lay.bet, lay.refused, (lay.version,)))


# --- Withdrawals under section 7 -----------------------------------------------------------------------------------


def withdrawals(
    placed: PlacedBet,
    cutoff: int | None,
    state: BaccaratRound,
    book: RuleBook,
    dealing: Dealing,
    findings: list[Finding],
) -> tuple[list[Change], tuple[str, ...]]:
    """The changes that are not withdrawals under section 7, and the clauses of the withdrawal that took the bet out."""
    others = []
    void: tuple[str, ...] = ()
    for change in placed.changes:
        judged = _WITHDRAWN.get(change.fact.clause) if change.fact is not None and change.fact.clause else None
        if judged is None or cutoff is None or change.order <= cutoff:
            others.append(change)
            continue
        clauses = judged(change, state, book, dealing, findings)
        void = void or clauses
    return others, void


def _found(findings: list[Finding], code: str, change: Change, clause: str, post: str = "") -> None:
    detail = {"post": post} if post else {}
    findings.append(Finding(code, PROCEDURE, change.fact.bet, (clause,), (change.version,), 0, detail))


def _allowed(change: Change, clause: str, book: RuleBook, findings: list[Finding]) -> bool:
    """Whether a post let the player withdraw. What a wrong post allowed took place all the same, and is a finding."""
    by = change.fact.allowed_by
    if by is None:
        _found(findings, "withdrawal_not_allowed", change, clause)
        return False
    if not book.may_act(by.post, clause):
        _found(findings, "withdrawal_by_other_post", change, clause, by.post)
    return True


@implements("baccarat", "7.9", "7.12")
def withdrawn_before_ordering(
    change: Change, state: BaccaratRound, book: RuleBook, dealing: Dealing, findings: list[Finding]
) -> tuple[str, ...]:
    """The shift manager or above may let a player withdraw before the cards are put in order, not after. Cards that
    come out of order again are put in order again."""
    clause: str = change.fact.clause
    faults = (*dealing.out_of_order, *(noted.order for noted in state.together))
    last = max((order for order in faults if order < change.order), default=0)
    if any(last < noted.order < change.order for noted in state.ordered):
        _found(findings, "withdrawal_too_late", change, clause)
        return ()
    if not _allowed(change, clause, book, findings):
        return ()
    grounded = bool(state.together) if clause == "7.12" else bool(dealing.out_of_order or state.ordered)
    if not grounded:
        _found(findings, "withdrawal_without_ground", change, clause)
    return (clause,)


@implements("baccarat", "7.10", "7.10.1", "7.10.2")
def withdrawn_after_wrong_delivery(
    change: Change, state: BaccaratRound, book: RuleBook, dealing: Dealing, findings: list[Finding]
) -> tuple[str, ...]:
    """After cards were passed wrongly the shift manager or above may let a player withdraw, before the result is
    confirmed (7.10.2) and after it (7.10.1)."""
    confirmed = any(noted.order < change.order for noted in state.announced)
    clause = "7.10.1" if confirmed else "7.10.2"
    if not _allowed(change, clause, book, findings):
        return ()
    if not any(noted.fact.kind == "wrong_delivery" for noted in state.troubles):
        _found(findings, "withdrawal_without_ground", change, clause)
    return (clause,)


@implements("baccarat", "7.13", "7.13.1", "7.13.2")
def withdrawn_from_decided_order(
    change: Change, state: BaccaratRound, book: RuleBook, dealing: Dealing, findings: list[Finding]
) -> tuple[str, ...]:
    """Each player may withdraw once the order has been decided, until the result is announced; who does not plays the
    round out in that order."""
    if any(noted.order < change.order for noted in state.announced):
        _found(findings, "withdrawal_too_late", change, "7.13.1")
        return ()
    if not any(noted.fact.clause.startswith("7.13") and noted.order < change.order for noted in state.ordered):
        _found(findings, "withdrawal_not_allowed", change, "7.13.1")
        return ()
    return ("7.13.1",)


def _before_ordering(*given: Any) -> tuple[str, ...]:
    return withdrawn_before_ordering(*given)


def _wrong_delivery(*given: Any) -> tuple[str, ...]:
    return withdrawn_after_wrong_delivery(*given)


def _decided_order(*given: Any) -> tuple[str, ...]:
    return withdrawn_from_decided_order(*given)


_WITHDRAWN: Final = {
    **dict.fromkeys(("7.9", "7.12"), _before_ordering),
    **dict.fromkeys(("7.10", "7.10.1", "7.10.2"), _wrong_delivery),
    **dict.fromkeys(("7.13", "7.13.1"), _decided_order),
}


# --- How much plays ------------------------------------------------------------------------------------------------


@implements("baccarat", "4.4", "7.17")
def within_minimum(lay: Lay, least: int, session: SessionBefore, findings: list[Finding]) -> None:
    """A player's bet below the minimum is settled one time; later ones of that player go back."""
    if lay.stake_minor >= least or not lay.plays:
        return
    detail = {"stake": lay.stake_minor, "minimum": least}
    if is_named(lay.who) and lay.who in session.under_minimum:
        lay.refused = ("7.17",)
        findings.append(Finding("below_minimum_again", PROCEDURE, lay.bet, ("7.17",), (lay.version,), 0, detail))
        return
    lay.below = True
    lay.extra = ("7.17",)
    findings.append(Finding("below_minimum", PROCEDURE, lay.bet, ("4.4", "7.17"), (lay.version,), 0, detail))


@implements("baccarat", "4.4", "7.18")
def within_maximum(lay: Lay, most: int, findings: list[Finding]) -> None:
    """What lies above the maximum does not play, win or lose."""
    if lay.stake_minor <= most or not lay.plays:
        return
    lay.in_play = most
    lay.extra = ("7.18",)
    detail = {"stake": lay.stake_minor, "maximum": most}
    findings.append(Finding("above_maximum", PROCEDURE, lay.bet, ("4.4", "7.18"), (lay.version,), 0, detail))


@implements("baccarat", "2.2.15", "4.2.1", "4.3", "7.19", "7.19.1")
def within_differential(lays: list[Lay], differential: int, book: RuleBook, findings: list[Finding]) -> None:
    """Over the differential, bets play in proportion to it; bets below the minimum stand outside (7.19.1)."""
    scaled = [lay for lay in lays if lay.plays and not lay.below]
    outside = [lay for lay in lays if lay.plays and lay.below]
    if book.choice("differential_reading") == "each_area_pro_rata":
        for kind in sorted({lay.kind for lay in scaled}):
            area = [lay for lay in scaled if lay.kind == kind]
            total = sum(lay.in_play for lay in area)
            if total > differential:
                _play_in_part(area, Fraction(differential) / total, outside)
                _over(findings, area, {"total": int(total), "differential": differential})
        return
    totals = {side: sum(lay.in_play for lay in scaled if lay.kind == side) for side in (PLAYER, BANKER)}
    larger = PLAYER if totals[PLAYER] > totals[BANKER] else BANKER
    most, least = totals[larger], min(totals.values())
    if most - least <= differential:
        return
    over = [lay for lay in scaled if lay.kind == larger]
    _play_in_part(over, Fraction(least + differential) / most, outside)
    detail = {"player": int(totals[PLAYER]), "banker": int(totals[BANKER]), "differential": differential}
    _over(findings, over, detail)


def _play_in_part(area: Sequence[Lay], share: Fraction, outside: Sequence[Lay]) -> None:
    for lay in area:
        lay.in_play = lay.in_play * share
        lay.extra = (*lay.extra, "7.19")
    for lay in outside:
        if lay.kind == area[0].kind:
            lay.extra = (*lay.extra, "7.19.1")


def _over(findings: list[Finding], area: list[Lay], detail: dict[str, int]) -> None:
    versions = tuple(lay.version for lay in area)
    findings.append(Finding("over_differential", PROCEDURE, area[0].kind, ("4.3", "7.19"), versions, 0, detail))
