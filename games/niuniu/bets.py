"""Niu niu: how the bets of each box lay, and how much of them plays (2.2, 4.4 to 4.8, 7.6).

Order: bets after the call were never accepted, nor what was no chips; then the box must hold a bet that the document
knows (Ante, Double of twice it, Additional of twice that, one of each, two boxes a player); then the maximum. Proved by
the golden rounds of these clauses and by ``tests/niuniu/test_bets.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from games.engine import accepting
from games.engine.accepting import Lain
from games.engine.betting import PlacedBet
from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.judgement import Finding
from games.engine.priced import Most
from games.engine.settling import PROCEDURE
from games.engine.steps import NOTHING, AcceptedBet, Findings
from games.engine.table import TableTerms
from games.niuniu.facts import NiuNiuRound

ANTE: Final = "ante"
DOUBLE: Final = "double"
ADDITIONAL: Final = "additional"
_NO_BET: Final = frozenset(("4.4", "4.7", "4.8"))
"""The clauses by which no chips lay on a box when betting ended: they were none, or came too late."""
_BY_NO_CLAUSE: Final[tuple[str, ...]] = ()
"""By which a bet is refused that was put down in time, with chips, and left alone."""
_KINDS: Final = {ANTE: 0, DOUBLE: 1, ADDITIONAL: 2}
BEFORE: Final = {"most": 2}
"""Boxes of one player where a document that the record holds from before does not say how many."""


class BoxBet(AcceptedBet, frozen=True, gc=False, kw_only=True):
    """A bet as it lay, with its box. ``in_play_minor`` is what the maximum leaves of the stake; ``refused`` gives the
    clauses by which the whole goes back; ``extra`` those that took a part out or let it stand."""

    box: str
    player: str | None
    in_play_minor: int
    extra: tuple[str, ...] = ()

    @property
    def parts(self) -> tuple[Most, ...]:
        """What leaves only a part of the stake in play."""
        return () if self.in_play_minor == self.stake_minor else (Most(self.in_play_minor),)


class BoxBets(msgspec.Struct, frozen=True, gc=False):
    """The bets of one box, and whose it is. ``valid`` are those that play, Ante first; empty where the whole box goes
    back."""

    box: str
    bets: Sequence[BoxBet]
    player: str | None
    valid: Sequence[BoxBet]

    @property
    def in_time(self) -> bool:
        """Did chips lie on the box when betting ended, rightly or not?"""
        return bool(self.valid) or any(_NO_BET.isdisjoint(bet.refused) for bet in self.bets)


Boxes = Mapping[str, BoxBets]
Units = Mapping[str, int]
"""By kind of bet: stakes in units of Ante."""


@implements("niuniu", "2.2.5", "4.5", "4.5.1", "4.7", "4.8")
def betting_ended(state: NiuNiuRound) -> tuple[int | None, Findings]:
    """The place in the order at which betting ended: the call for no more bets, the first card at the latest."""
    first = first_card(state)
    if first is None:
        return state.no_more_bets, NOTHING
    return accepting.ended_at(state, first[0], first[1], ("4.8",))


def first_card(state: NiuNiuRound) -> tuple[int, int] | None:
    """Order and version of the first card of the round, dealt or (where dealing was not recorded) shown."""
    facts = state.dealt or state.shown
    return (facts[0].order, facts[0].version) if facts else None


def laid_boxes(state: NiuNiuRound, book: RuleBook) -> tuple[dict[str, BoxBets], Findings]:
    """Every box with bets that were not taken back in time, in the order of the first bet on each."""
    cutoff, findings = betting_ended(state)
    together: dict[str, list[BoxBet]] = {}
    handed = accepting.handed_back_in_time(state, cutoff)
    for placed in state.bets.values():
        fact = placed.fact
        box, stake, off_minor, refused = fact.box, fact.stake_minor, 0, _BY_NO_CLAUSE
        in_time = cutoff is None or placed.order <= cutoff
        if placed.changes or not in_time or fact.with_chips is False or fact.bet in handed:
            placed, found = accepting.standing(placed, cutoff, ("4.5",), handed)
            findings += found
            lain, refused, found = as_it_lay(placed, cutoff, state)
            findings += found
            if lain is None:
                continue
            fact, box, stake, off_minor = placed.fact, lain.spot, lain.stake_minor, lain.off_minor
        kind = fact.kind
        bet = BoxBet(
            bet=fact.bet,
            kind=kind,
            spot=f"{box}:{kind}",
            stake_minor=stake,
            version=placed.version,
            refused=refused,
            off_minor=off_minor,
            box=box,
            player=fact.player,
            in_play_minor=stake,
        )
        if box in together:
            together[box].append(bet)
        else:
            together[box] = [bet]
    boxes = {}
    played: dict[str, int] = {}
    for name, bets in together.items():
        box_bets, found = bets_of_the_box(name, bets, book, played)
        boxes[name] = box_bets
        player = box_bets.player
        if player is not None:
            played[player] = played.get(player, 0) + 1
        if found:
            findings += found
    if state.terms is not None and state.terms.limits:
        boxes, found = kept_to_limits(boxes, state.terms, book)
        findings += found
    return boxes, findings


@implements("niuniu", "4.4", "4.7", "4.8")
def as_it_lay(
    placed: PlacedBet, cutoff: int | None, state: NiuNiuRound
) -> tuple[Lain | None, tuple[str, ...], Findings]:
    """How the bet lay when betting ended, and the clauses by which it was never accepted; None where its player had
    taken it back in time."""
    fact = placed.fact
    clauses, ended_version = forbidden_by(placed.order, state)
    refused, findings = accepting.late(placed, cutoff, ended_version, clauses)
    if not refused and fact.with_chips is False:
        refused = ("4.4",)
        findings += (_about(fact.bet, "bet_without_chips", refused, placed.version),)
    lain, found = accepting.as_changed(placed, fact.box, None if refused else cutoff, ())
    if found:
        orders = {change.version: change.order for change in placed.changes}
        findings += tuple([_forbidden(finding, orders[finding.versions[0]], state) for finding in found])
    return lain, refused, findings


@implements("niuniu", "4.7", "4.8")
def forbidden_by(order: int, state: NiuNiuRound) -> tuple[tuple[str, ...], int]:
    """The clause by which chips may not be touched any more at this place in the order, and the version of the fact
    from which it holds: after the call 4.8, from the first card on 4.7, whether or not the call was made."""
    first = first_card(state)
    if first is not None and (order > first[0] or state.no_more_bets is None):
        return ("4.7",), first[1]
    return ("4.8",), state.no_more_bets_version


def _forbidden(finding: Finding, order: int, state: NiuNiuRound) -> Finding:
    return msgspec.structs.replace(finding, clauses=forbidden_by(order, state)[0])


def _about(subject: str, code: str, clauses: tuple[str, ...], *versions: int, **detail: int) -> Finding:
    return Finding(
        code=code, severity=PROCEDURE, subject=subject, clauses=clauses, versions=versions, detail={**detail}
    )


# --- What a box may hold -------------------------------------------------------------------------------------------


def bets_of_the_box(
    name: str, bets: Sequence[BoxBet], book: RuleBook, played: Mapping[str, int]
) -> tuple[BoxBets, Findings]:
    """A box and what of it plays. ``played`` are the boxes of each player before it."""
    ordinary = _as_most_boxes(bets, book)
    accepted = bets if ordinary else [bet for bet in bets if not bet.refused]
    if not accepted:
        return BoxBets(name, bets, None, ()), NOTHING
    player = accepted[0].player or next((bet.player for bet in accepted if bet.player is not None), None)
    third = third_box(player, played, book.tables.get("boxes", BEFORE)["most"])
    if ordinary and not third:
        return BoxBets(name, bets, player, bets), NOTHING
    by_kind = {bet.kind: bet for bet in accepted}
    ante, double, additional = (by_kind.get(kind) for kind in _KINDS)
    units = book.tables["units"]
    faults = (
        third,
        one_bet(accepted),
        ante_missing(ante),
        double_is_twice_ante(ante, double, units),
        additional_is_twice_double(double, additional, units),
    )
    accepted = sorted(accepted, key=_by_kind)
    if not any(faults):
        return BoxBets(name, bets, player, accepted), NOTHING
    wrong = [(code, clauses) for code, clauses in zip(_FAULTS, faults, strict=True) if clauses]
    versions = tuple(bet.version for bet in bets if not bet.refused)
    findings = tuple(_about(f"box:{name[3:]}", code, clauses, *versions) for code, clauses in wrong)
    if book.choice("irregular_box") != "returned":
        return BoxBets(name, bets, player, accepted), findings
    cited = tuple(dict.fromkeys(clause for _, clauses in wrong for clause in clauses))
    back = [bet if bet.refused else msgspec.structs.replace(bet, refused=cited) for bet in bets]
    return BoxBets(name, back, player, ()), findings


_FAULTS: Final = ("third_box", "second_bet_on_box", "ante_missing", "wrong_double", "wrong_additional")


def _by_kind(bet: BoxBet) -> int:
    return _KINDS[bet.kind]


def _as_most_boxes(bets: Sequence[BoxBet], book: RuleBook) -> bool:
    """Is it an Ante alone, with which nothing can be wrong, or the three bets of one player as they are put down, Ante
    first, each of its right size?"""
    if len(bets) == 1:
        return bets[0].kind == ANTE and not bets[0].refused
    if len(bets) != len(_KINDS):
        return False
    ante, double, additional = bets
    if ante.refused or double.refused or additional.refused:
        return False
    if ante.kind != ANTE or double.kind != DOUBLE or additional.kind != ADDITIONAL:
        return False
    if not ante.player == double.player == additional.player:
        return False
    units = book.tables["units"]
    return not (double_is_twice_ante(ante, double, units) or additional_is_twice_double(double, additional, units))


@implements("niuniu", "4.6")
def third_box(player: str | None, played: Mapping[str, int], most: int) -> tuple[str, ...]:
    """The clauses broken where a player already bets on as many boxes as one may (``most``)."""
    return ("4.6",) if player is not None and played.get(player, 0) >= most else ()


@implements("niuniu", "4.5.4")
def one_bet(accepted: Sequence[BoxBet]) -> tuple[str, ...]:
    """The clauses broken where a box holds more than one bet: one of a kind twice, or bets of two players."""
    if len(accepted) == 1:
        return ()
    kinds = {bet.kind for bet in accepted}
    players = {bet.player for bet in accepted}
    players.discard(None)
    return ("4.5.4",) if len(kinds) < len(accepted) or len(players) > 1 else ()


@implements("niuniu", "2.2.1", "4.5.1")
def ante_missing(ante: BoxBet | None) -> tuple[str, ...]:
    """The clauses broken where no Ante lies on the box."""
    return () if ante is not None else ("4.5.1",)


@implements("niuniu", "2.2.2", "4.5.2")
def double_is_twice_ante(ante: BoxBet | None, double: BoxBet | None, units: Units) -> tuple[str, ...]:
    """The clauses broken by a Double that is not twice the Ante."""
    if ante is None or double is None:
        return ()
    right = double.stake_minor * units[ANTE] == ante.stake_minor * units[DOUBLE]
    return () if right else ("2.2.2",)


@implements("niuniu", "2.2.3", "4.5.3")
def additional_is_twice_double(double: BoxBet | None, additional: BoxBet | None, units: Units) -> tuple[str, ...]:
    """The clauses broken by an Additional that is missing beside a Double, not twice it, or there without one."""
    if double is None and additional is None:
        return ()
    if double is None or additional is None:
        return ("2.2.3", "4.5.3")
    right = additional.stake_minor * units[DOUBLE] == double.stake_minor * units[ADDITIONAL]
    return () if right else ("2.2.3", "4.5.3")


# --- Limits --------------------------------------------------------------------------------------------------------


def kept_to_limits(boxes: dict[str, BoxBets], terms: TableTerms, book: RuleBook) -> tuple[dict[str, BoxBets], Findings]:
    """The boxes with what of the bets that play the table's limits leave in play, and what was beyond them."""
    limits = {kind: terms.limits.get(kind) or limits_of(kind, terms, book) for kind in _KINDS}
    findings = NOTHING
    kept_boxes: dict[str, BoxBets] = {}
    for name, box in boxes.items():
        found = tuple([finding for bet in box.valid if (finding := beyond(bet, limits[bet.kind]))])
        if found:
            findings += found
            kept = {finding.subject: finding.detail.get("maximum") for finding in found}
            kept_boxes[name] = msgspec.structs.replace(
                box,
                bets=[_kept(bet, kept) for bet in box.bets],
                valid=[_kept(bet, kept) for bet in box.valid],
            )
    return (boxes | kept_boxes if kept_boxes else boxes), findings


def _kept(bet: BoxBet, kept: Mapping[str, int | None]) -> BoxBet:
    """The bet as it plays: up to the maximum where it was above it, as it lies where it was below the minimum."""
    if bet.bet not in kept:
        return bet
    most = kept[bet.bet]
    return msgspec.structs.replace(bet, in_play_minor=bet.stake_minor if most is None else most, extra=("7.6",))


@implements("niuniu", "7.6")
def beyond(bet: BoxBet, limit: tuple[int, int | None]) -> Finding | None:
    """A bet below the minimum plays as it lies; of one above the maximum the excess does not play, win or lose."""
    least, most = limit
    stake = bet.stake_minor
    if stake < least:
        return _about(bet.bet, "below_minimum", ("7.6",), bet.version, stake=stake, minimum=least)
    if most is not None and stake > most:
        return _about(bet.bet, "above_maximum", ("7.6",), bet.version, stake=stake, maximum=most)
    return None


def limits_of(kind: str, terms: TableTerms, book: RuleBook) -> tuple[int, int | None]:
    """Least and most of a kind of bet at this table, in minor units; most is None where nothing limits it. A limit for
    every kind (``*``) is the one that is posted for a box, which is that of Ante: a kind that the table does not name
    follows it. Where Ante has a limit of its own, one for every kind is that of the others."""
    if kind == ANTE or kind in terms.limits or ANTE in terms.limits:
        limit = terms.limit(kind)
        if limit is not None:
            return limit
    return 0, maximum_from_ante(kind, terms, book)


@implements("niuniu", "7.6")
def maximum_from_ante(kind: str, terms: TableTerms, book: RuleBook) -> int | None:
    """The maximum of a kind of bet for which the table sets none: so many times that of Ante, by the book's choice."""
    ante = terms.limit(ANTE)
    times = book.choice("maximum_multiples_of_ante").get(kind)
    return None if ante is None or times is None else ante[1] * int(times)
