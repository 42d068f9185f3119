"""Baccarat: how each bet lay, and how much of it plays (4.2 to 4.6, 7.8 to 7.10, 7.12, 7.13, 7.17 to 7.19).

Order: bets after the call were never accepted; bets of a no-bet round come off; a withdrawal under section 7 takes a
bet out; then the minimum (7.17), the maximum (7.18) and the differential (7.19), exactly, without rounding. Proved by
the golden rounds of these clauses and by ``tests/baccarat/test_bets.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Final

from msgspec.structs import replace

from games.baccarat.cards import BANKER, PLAYER
from games.baccarat.dealing import orders_on_record
from games.baccarat.facts import BaccaratRound
from games.baccarat.view import View, is_named
from games.engine import accepting as betting
from games.engine.betting import Change, PlacedBet
from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.grounds import by_another
from games.engine.judgement import Finding
from games.engine.priced import Most, Part, Share
from games.engine.settling import PROCEDURE
from games.engine.steps import NOTHING, AcceptedBet, Findings
from games.engine.table import TableTerms

Clauses = tuple[str, ...]


class LaidBet(AcceptedBet, frozen=True, gc=False, kw_only=True):
    """A bet as it lay. ``in_play`` is exact, in minor units; ``refused`` and ``void`` give the clauses by which the
    whole of it goes back; ``extra`` those that took a part out or let it stand, ``parts`` how much that left; ``who``
    is its player, or a seat, ``seat`` the seat where that was said; ``below`` that it lies under the minimum and
    stands; ``laid_at`` is the place in the order at which chips were last put to it."""

    who: str
    in_play: int | Fraction
    void: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    below: bool = False
    seat: int | None = None
    laid_at: int = 0
    parts: tuple[Part, ...] = ()

    @property
    def plays(self) -> bool:
        return not self.refused and not self.void


def in_money(part: int | Fraction, stake_minor: int, book: RuleBook) -> int:
    """The part of a stake that plays, in minor units: the whole stake as it lies, a part of it rounded, and never
    more than the stake."""
    if part == stake_minor:
        return stake_minor
    return min(stake_minor, book.rounding.divide(part.numerator, part.denominator))


@implements("baccarat", "4.2", "4.6")
def betting_ended(view: View) -> tuple[int | None, Findings]:
    """The place in the order at which betting ended: the call for no more bets, the first card at the latest."""
    state = view.state
    first, call = state.first_card, state.no_more_bets
    if first is None or (call is not None and call < first.order):
        return call, NOTHING
    for_insurance = call is not None and any(first.order < order < call for order in opens_insurance(state))
    return betting.ended_at(state, first.order, first.version, ("4.6",), of_these=not for_insurance)


def opens_insurance(state: BaccaratRound) -> list[int]:
    """The places in the order at which insurance was offered or laid."""
    return [noted.order for noted in state.offers] + [placed.order for placed in state.insurances.values()]


def laid_bets(view: View) -> tuple[list[LaidBet], Findings]:
    """Every bet that was not taken back in time, with what became of it before the cards decided anything."""
    state = view.state
    cutoff, found = betting_ended(view)
    handed = betting.handed_back_in_time(state, cutoff)
    areas = view.layout.areas
    bets: list[LaidBet] = []
    for name, placed in state.bets.items():
        fact, order = placed.fact, placed.order
        kind, stake = fact.kind, fact.stake_minor
        plain = kind in areas and not placed.changes and name not in handed and fact.with_chips is not False
        if plain and (cutoff is None or order <= cutoff):
            bets.append(
                LaidBet(
                    bet=name,
                    kind=kind,
                    spot=kind,
                    stake_minor=stake,
                    version=placed.version,
                    who=fact.player or view.player_of(fact),
                    in_play=stake,
                    seat=fact.seat,
                    laid_at=order,
                )
            )
            continue
        last, said = betting.standing(placed, cutoff, ("4.6",), handed)
        bet, more = as_it_lay(last, cutoff, view)
        found += said + more
        if bet is not None:
            bets.append(bet)
    if view.no_bets.clause:
        bets, more = come_off(bets, view)
        found += more
    terms = state.terms
    if terms is None or all_play_whole(bets, terms):
        return bets, found
    if terms.limits:
        bets, more = within_limits(bets, view)
        found += more
    if terms.differential_minor is not None:
        bets, more = within_differential(bets, terms.differential_minor, view.book)
        found += more
    return bets, found


@implements("baccarat", "4.2", "4.5", "4.5.1", "4.6")
def as_it_lay(placed: PlacedBet, cutoff: int | None, view: View) -> tuple[LaidBet | None, Findings]:
    """The bet as it lay when betting ended, or None where its player had taken it back in time. What was laid after the
    first card (4.2) or the call (4.6), or where the layout has no area (4.2, 4.5), or was no chips (4.2), was never
    accepted."""
    state, fact = view.state, placed.fact
    clauses, ended_version = ("4.6",), state.no_more_bets_version
    first = state.first_card
    if first is not None and state.no_more_bets != cutoff:
        clauses, ended_version = ("4.2",), first.version
    refused, found = betting.late(placed, cutoff, ended_version, clauses)
    if not refused and fact.with_chips is False:
        refused = ("4.2",)
        found += (_finding("bet_without_chips", fact.bet, refused, (placed.version,)),)
    counted = None if refused else cutoff
    changes, void, of_withdrawals = withdrawals(placed, counted, view)
    lain, of_changes = betting.as_changed(placed, fact.kind, counted, clauses, changes)
    found += of_withdrawals + of_changes
    if lain is None:
        return None, found
    kind, stake, off_minor = lain.spot, lain.stake_minor, lain.off_minor
    if kind not in view.layout.areas:
        detail = {"kind": kind}
        refused = refused or ("4.2", "4.5")
        found += (_finding("impossible_spot", fact.bet, ("4.2", "4.5"), (placed.version,), detail),)
    return LaidBet(
        bet=fact.bet,
        kind=kind,
        spot=kind,
        stake_minor=stake,
        version=placed.version,
        refused=refused,
        off_minor=off_minor,
        who=view.player_of(fact),
        in_play=stake,
        seat=fact.seat,
        laid_at=_laid_last(placed),
        void=void,
    ), found


def _finding(
    code: str, subject: str, clauses: Clauses, versions: tuple[int, ...], detail: dict[str, Any] | None = None
) -> Finding:
    return Finding(
        code=code, severity=PROCEDURE, subject=subject, clauses=clauses, versions=versions, detail=detail or {}
    )


@implements("baccarat", "7.5", "7.8")
def come_off(bets: Sequence[LaidBet], view: View) -> tuple[list[LaidBet], Findings]:
    """In a no-bet round all bets leave the areas. Nobody could know it of a round whose first card turns out to lie
    face up: its bets go back as of a void round; elsewhere a bet is a finding."""
    free = view.no_bets.clause
    if free == "7.5" and not view.session.no_bet:
        return [replace(bet, void=("7.5", "7.8")) if bet.plays else bet for bet in bets], NOTHING
    clauses = ("7.8",) if free == "7.8" else (free, "7.8")
    found = tuple(_finding("bet_in_no_bet_round", bet.bet, clauses, (bet.version,)) for bet in bets if bet.plays)
    return [replace(bet, refused=clauses) if bet.plays else bet for bet in bets], found


# --- Withdrawals under section 7 -----------------------------------------------------------------------------------


def withdrawals(placed: PlacedBet, cutoff: int | None, view: View) -> tuple[list[Change], Clauses, Findings]:
    """The changes that are not withdrawals under section 7, and the clauses of the withdrawal that took the bet out."""
    others = []
    void: Clauses = ()
    found: Findings = ()
    for change in placed.changes:
        judged = _WITHDRAWN.get(change.fact.clause) if change.fact is not None and change.fact.clause else None
        if judged is None or cutoff is None or change.order <= cutoff:
            others.append(change)
            continue
        clauses, more = judged(change, view)
        void = void or clauses
        found += more
    return others, void, found


def _found(code: str, change: Change, clause: str, post: str = "") -> Findings:
    return (_finding(code, change.fact.bet, (clause,), (change.version,), {"post": post} if post else {}),)


def _allowed(change: Change, clause: str, book: RuleBook) -> tuple[bool, Findings]:
    """Whether a post let the player withdraw. What a wrong post allowed took place all the same, and is a finding."""
    by = change.fact.allowed_by
    if by is None:
        return False, _found("withdrawal_not_allowed", change, clause)
    if not book.may_act(by.post, clause):
        return True, _found("withdrawal_by_other_post", change, clause, by.post)
    return True, NOTHING


@implements("baccarat", "7.9", "7.12")
def withdrawn_before_ordering(change: Change, view: View) -> tuple[Clauses, Findings]:
    """The shift manager or above may let a player withdraw before the cards are put in order, not after. Cards that
    come out of order again are put in order again."""
    state, dealing = view.state, view.dealing
    clause: str = change.fact.clause
    faults = (*dealing.out_of_order, *(noted.order for noted in state.together))
    last = max((order for order in faults if order < change.order), default=0)
    orders = orders_on_record(state)
    if any(last < noted.order < change.order for noted in orders):
        return (), _found("withdrawal_too_late", change, clause)
    allowed, found = _allowed(change, clause, view.book)
    if not allowed:
        return (), found
    together = [noted.order for noted in state.together]
    ground = together if clause == "7.12" else [*dealing.out_of_order, *(noted.order for noted in orders)]
    if not by_another(state, change.version, ground):
        found += _found("withdrawal_without_ground", change, clause)
    return (clause,), found


@implements("baccarat", "7.10", "7.10.1", "7.10.2")
def withdrawn_after_wrong_delivery(change: Change, view: View) -> tuple[Clauses, Findings]:
    """After cards were passed wrongly the shift manager or above may let a player withdraw, before the result is
    confirmed (7.10.2) and after it (7.10.1)."""
    state = view.state
    confirmed = any(noted.order < change.order for noted in state.announced)
    clause = "7.10.1" if confirmed else "7.10.2"
    allowed, found = _allowed(change, clause, view.book)
    if not allowed:
        return (), found
    ground = [noted.order for noted in state.troubles if noted.fact.kind == "wrong_delivery"]
    if not by_another(state, change.version, ground):
        found += _found("withdrawal_without_ground", change, clause)
    return (clause,), found


@implements("baccarat", "7.13", "7.13.1", "7.13.2")
def withdrawn_from_decided_order(change: Change, view: View) -> tuple[Clauses, Findings]:
    """Each player may withdraw once the order has been decided, until the result is announced; who does not plays the
    round out in that order."""
    state = view.state
    if any(noted.order < change.order for noted in state.announced):
        return (), _found("withdrawal_too_late", change, "7.13.1")
    orders = orders_on_record(state)
    if not any(noted.fact.clause.startswith("7.13") and noted.order < change.order for noted in orders):
        return (), _found("withdrawal_not_allowed", change, "7.13.1")
    return ("7.13.1",), NOTHING


_WITHDRAWN: Final = {
    **dict.fromkeys(("7.9", "7.12"), withdrawn_before_ordering),
    **dict.fromkeys(("7.10", "7.10.1", "7.10.2"), withdrawn_after_wrong_delivery),
    **dict.fromkeys(("7.13", "7.13.1"), withdrawn_from_decided_order),
}


# --- How much plays ------------------------------------------------------------------------------------------------


def all_play_whole(bets: Sequence[LaidBet], terms: TableTerms) -> bool:
    """Whether it is plain at once that no limit and no differential takes anything out: each bet reaches the minimum by
    itself, and all bets of a kind together go beyond neither the maximum nor the differential. So it is in most rounds;
    in the others it matters whose the bets are."""
    limits, of_all, differential = terms.limits, terms.limits.get("*"), terms.differential_minor
    together: dict[str, int] = {}
    for bet in bets:
        kind, stake = bet.kind, bet.stake_minor
        total = together[kind] = together.get(kind, 0) + stake
        limit = limits.get(kind) or of_all
        if limit is not None and (stake < limit[0] or total > limit[1]):
            return False
        if differential is not None and total > differential:
            return False
    return True


@implements("baccarat", "4.4", "7.17", "7.18")
def within_limits(bets: Sequence[LaidBet], view: View) -> tuple[list[LaidBet], Findings]:
    """The bets held to the limits of their kinds, where the table has some: what a player has on an area together,
    however many stacks (choice ``limits_go_by``); each bet by itself where nobody named its player."""
    terms = view.state.terms
    assert terms is not None
    limits, of_all = terms.limits, terms.limits.get("*")
    together = view.book.choice("limits_go_by") == "player_and_area"
    stacks: dict[tuple[str, str], list[LaidBet]] = {}
    for bet in bets:
        if bet.plays:
            stacks.setdefault((bet.who if together and is_named(bet.who) else f"#{bet.bet}", bet.kind), []).append(bet)
    changed: dict[str, LaidBet] = {}
    found: Findings = NOTHING
    for (_who, kind), lying in stacks.items():
        limit = limits.get(kind) or of_all
        total = lying[0].stake_minor if len(lying) == 1 else sum(bet.stake_minor for bet in lying)
        if limit is None or limit[0] <= total <= limit[1]:
            continue
        held, more = under_minimum(lying, total, limit[0], view) if total < limit[0] else (lying, NOTHING)
        if total > limit[1]:
            held, of_most = over_maximum(held, total, limit[1], view)
            more += of_most
        changed |= {bet.bet: bet for bet in held}
        found += more
    return ([changed.get(bet.bet, bet) for bet in bets] if changed else list(bets)), found


@implements("baccarat", "4.4", "7.17")
def under_minimum(lying: list[LaidBet], total: int, least: int, view: View) -> tuple[list[LaidBet], Findings]:
    """What a player bet below the minimum is settled one time; later bets of that player go back."""
    again = is_named(lying[0].who) and lying[0].who in view.session.under_minimum
    code, clauses = ("below_minimum_again", ("7.17",)) if again else ("below_minimum", ("4.4", "7.17"))
    found = tuple(_finding(code, bet.bet, clauses, (bet.version,), {"stake": total, "minimum": least}) for bet in lying)
    if again:
        return [replace(bet, refused=("7.17",)) for bet in lying], found
    return [replace(bet, below=True, extra=("7.17",)) for bet in lying], found


@implements("baccarat", "4.4", "7.18")
def over_maximum(lying: list[LaidBet], total: int, most: int, view: View) -> tuple[list[LaidBet], Findings]:
    """What lies above the maximum does not play, win or lose: it comes off the latest stack, and off those before it
    once that one is gone."""
    above = total - most
    held: dict[str, LaidBet] = {}
    found: Findings = NOTHING
    for bet in sorted(lying, key=lambda bet: bet.laid_at, reverse=True):
        if above <= 0:
            break
        left = max(bet.stake_minor - above, 0)
        above -= bet.stake_minor - left
        detail = {"stake": total, "maximum": most}
        found += (_finding("above_maximum", bet.bet, ("4.4", "7.18"), (bet.version,), detail),)
        if left:
            held[bet.bet] = replace(bet, in_play=left, extra=(*bet.extra, "7.18"), parts=(Most(left),))
        else:
            held[bet.bet] = replace(bet, refused=("7.18",))
    return [held.get(bet.bet, bet) for bet in lying], found


def _laid_last(placed: PlacedBet) -> int:
    """The place in the order at which chips were last put to a stack."""
    return max((change.order for change in placed.changes if change.stake_minor is not None), default=placed.order)


@implements("baccarat", "2.2.15", "4.3", "7.19", "7.19.1")
def within_differential(bets: list[LaidBet], differential: int, book: RuleBook) -> tuple[list[LaidBet], Findings]:
    """Over the differential, bets play in proportion to it; bets below the minimum stand outside (7.19.1)."""
    if book.choice("differential_reading") == "each_area_pro_rata":
        return _each_area(bets, differential)
    sums: dict[str, int | Fraction] = {PLAYER: 0, BANKER: 0}
    for bet in bets:
        if bet.kind in sums and not bet.below and bet.plays:
            sums[bet.kind] += bet.in_play
    player, banker = sums[PLAYER], sums[BANKER]
    most, least = max(player, banker), min(player, banker)
    if most - least <= differential:
        return bets, NOTHING
    larger = PLAYER if player > banker else BANKER
    detail = {"player": int(player), "banker": int(banker), "differential": differential}
    return _in_part(bets, larger, Share((int(least), differential), int(most))), (_over(bets, larger, detail),)


def _each_area(bets: list[LaidBet], differential: int) -> tuple[list[LaidBet], Findings]:
    found: Findings = NOTHING
    for kind in sorted({bet.kind for bet in bets if bet.plays and not bet.below}):
        total = int(sum(bet.in_play for bet in _scaled(bets, kind)))
        if total > differential:
            found += (_over(bets, kind, {"total": total, "differential": differential}),)
            bets = _in_part(bets, kind, Share((differential,), total))
    return bets, found


def _scaled(bets: Iterable[LaidBet], kind: str) -> list[LaidBet]:
    return [bet for bet in bets if bet.kind == kind and bet.plays and not bet.below]


def _in_part(bets: Sequence[LaidBet], kind: str, share: Share) -> list[LaidBet]:
    """The bets, those of the kind with only a share in play."""
    factor = Fraction(sum(share.of), share.whole)

    def lying(bet: LaidBet) -> LaidBet:
        if bet.kind != kind or not bet.plays:
            return bet
        if bet.below:
            return replace(bet, extra=(*bet.extra, "7.19.1"))
        return replace(bet, in_play=bet.in_play * factor, extra=(*bet.extra, "7.19"), parts=(*bet.parts, share))

    return [lying(bet) for bet in bets]


def _over(bets: Iterable[LaidBet], kind: str, detail: dict[str, int]) -> Finding:
    versions = tuple(bet.version for bet in _scaled(bets, kind))
    return _finding("over_differential", kind, ("4.3", "7.19"), versions, detail)
