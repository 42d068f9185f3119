"""Niu niu: how the bets of each box lay, and how much of them plays (2.2, 4.4 to 4.8, 7.6).

Order: bets after the call were never accepted, nor what was no chips; then the box must hold a bet that the document
knows (Ante, Double of twice it, Additional of twice that, one of each, two boxes a player); then the maximum. Proved by
the golden rounds of these clauses and by ``tests/rules/test_niuniu_bets.py``.
"""

from __future__ import annotations

from typing import Final

import msgspec

from games.rounds.betting import PlacedBet
from games.rounds.niuniu import NiuNiuRound
from games.rounds.table import TableTerms
from games.rules import betting
from games.rules.book import RuleBook
from games.rules.clauses import implements
from games.rules.judgement import Finding
from games.rules.settling import PROCEDURE

ANTE: Final = "ante"
DOUBLE: Final = "double"
ADDITIONAL: Final = "additional"
_NO_BET: Final = frozenset(("4.4", "4.7", "4.8"))
"""The clauses by which no chips lay on a box when betting ended: they were none, or came too late."""
_KINDS: Final = {ANTE: 0, DOUBLE: 1, ADDITIONAL: 2}


class Lay(msgspec.Struct, gc=False):
    """A bet as it lay, with its box. ``in_play_minor`` is what the maximum leaves of the stake; ``refused`` gives the
    clauses by which the whole goes back; ``extra`` those that took a part out or let it stand."""

    bet: str
    box: str
    kind: str
    stake_minor: int
    version: int
    player: str | None
    in_play_minor: int
    refused: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()


class BoxLay(msgspec.Struct, gc=False):
    """The bets of one box. ``valid`` are those that play, Ante first; empty where the whole box goes back."""

    box: str
    lays: list[Lay] = []
    player: str | None = None
    valid: list[Lay] = []

    @property
    def in_time(self) -> bool:
        """Did chips lie on the box when betting ended, rightly or not?"""
        return bool(self.valid) or any(_NO_BET.isdisjoint(lay.refused) for lay in self.lays)


@implements("niuniu", "2.2.5", "4.5", "4.5.1", "4.7", "4.8")
def betting_ended(state: NiuNiuRound, findings: list[Finding]) -> int | None:
    """The place in the order at which betting ended: the call for no more bets, the first card at the latest."""
    first = first_card(state)
    if first is None:
        return state.no_more_bets
    return betting.betting_ended(state, first[0], first[1], ("4.8",), findings)


def first_card(state: NiuNiuRound) -> tuple[int, int] | None:
    """Order and version of the first card of the round, dealt or (where dealing was not recorded) shown."""
    facts = state.dealt or state.shown
    return (facts[0].order, facts[0].version) if facts else None


def laid_boxes(state: NiuNiuRound, book: RuleBook, findings: list[Finding]) -> dict[str, BoxLay]:
    """Every box with bets that were not taken back in time, in the order of the first bet on each."""
    cutoff = betting_ended(state, findings)
    boxes: dict[str, BoxLay] = {}
    for placed in state.bets.values():
        lay = as_it_lay(placed, cutoff, state, findings)
        if lay is None:
            continue
        box = boxes.get(lay.box)
        if box is None:
            box = boxes[lay.box] = BoxLay(lay.box)
        box.lays.append(lay)
        if box.player is None and not lay.refused:
            box.player = lay.player
    played: dict[str, int] = {}
    for box in boxes.values():
        bets_of_the_box(box, book, played, findings)
    if state.terms is not None and state.terms.limits:
        limits: dict[str, tuple[int, int | None]] = {}
        for box in boxes.values():
            for lay in box.valid:
                limit = limits.get(lay.kind)
                if limit is None:
                    limit = limits[lay.kind] = limits_of(lay.kind, state.terms, book)
                within_limits(lay, limit, findings)
    return boxes


@implements("niuniu", "4.4", "4.7", "4.8")
def as_it_lay(placed: PlacedBet, cutoff: int | None, state: NiuNiuRound, findings: list[Finding]) -> Lay | None:
    """The bet as it lay when betting ended, or None where its player had taken it back in time."""
    fact = placed.fact
    in_time = cutoff is None or placed.order <= cutoff
    if in_time and not placed.changes and fact.with_chips is not False:
        stake = fact.stake_minor
        return Lay(fact.bet, fact.box, fact.kind, stake, placed.version, fact.player, stake)
    if state.no_more_bets == cutoff:
        clauses, ended_version = ("4.8",), state.no_more_bets_version
    else:
        clauses, ended_version = ("4.7",), (state.dealt or state.shown)[0].version
    refused = betting.refused_as_late(placed, cutoff, ended_version, clauses, findings)
    if not refused and fact.with_chips is False:
        refused = ("4.4",)
        findings.append(Finding("bet_without_chips", PROCEDURE, fact.bet, refused, (placed.version,)))
    counted = None if refused else cutoff
    lain = betting.after_changes(placed, placed.changes, fact.box, counted, clauses, findings)
    if lain is None:
        return None
    spot, stake = lain
    return Lay(fact.bet, spot, fact.kind, stake, placed.version, fact.player, stake, refused)


# --- What a box may hold -------------------------------------------------------------------------------------------


def bets_of_the_box(box: BoxLay, book: RuleBook, played: dict[str, int], findings: list[Finding]) -> None:
    """Sets what of the box plays. ``played`` counts the boxes of each player so far."""
    accepted = [lay for lay in box.lays if not lay.refused]
    if not accepted:
        return
    by_kind = {lay.kind: lay for lay in accepted}
    faults = (
        third_box(box, played),
        one_bet(accepted),
        ante_missing(by_kind),
        double_is_twice_ante(by_kind, book),
        additional_is_twice_double(by_kind, book),
    )
    box.valid = sorted(accepted, key=_by_kind) if len(accepted) > 1 else accepted
    if not any(faults):
        return
    wrong = [fault for fault in zip(_FAULTS, faults, strict=True) if fault[1]]
    versions = tuple(lay.version for lay in accepted)
    findings.extend(Finding(code, PROCEDURE, f"box:{box.box[3:]}", clauses, versions) for code, clauses in wrong)
    if book.choice("irregular_box") == "returned":
        box.valid = []
        for lay in accepted:
            lay.refused = tuple(dict.fromkeys(clause for _, clauses in wrong for clause in clauses))


_FAULTS: Final = ("third_box", "second_bet_on_box", "ante_missing", "wrong_double", "wrong_additional")


def _by_kind(lay: Lay) -> int:
    return _KINDS[lay.kind]


@implements("niuniu", "4.6")
def third_box(box: BoxLay, played: dict[str, int]) -> tuple[str, ...]:
    """The clauses broken where a player already bets on two boxes."""
    if box.player is None:
        return ()
    boxes = played[box.player] = played.get(box.player, 0) + 1
    return ("4.6",) if boxes > 2 else ()


@implements("niuniu", "4.5.4")
def one_bet(accepted: list[Lay]) -> tuple[str, ...]:
    """The clauses broken where a box holds more than one bet: one of a kind twice, or bets of two players."""
    if len(accepted) < 2:
        return ()
    kinds = {lay.kind for lay in accepted}
    players = {lay.player for lay in accepted if lay.player is not None}
    return ("4.5.4",) if len(kinds) < len(accepted) or len(players) > 1 else ()


@implements("niuniu", "2.2.1", "4.5.1")
def ante_missing(by_kind: dict[str, Lay]) -> tuple[str, ...]:
    """The clauses broken where no Ante lies on the box."""
    return () if ANTE in by_kind else ("4.5.1",)


@implements("niuniu", "2.2.2", "4.5.2")
def double_is_twice_ante(by_kind: dict[str, Lay], book: RuleBook) -> tuple[str, ...]:
    """The clauses broken by a Double that is not twice the Ante."""
    ante, double = by_kind.get(ANTE), by_kind.get(DOUBLE)
    if ante is None or double is None:
        return ()
    units = book.tables["units"]
    right = double.stake_minor * units[ANTE] == ante.stake_minor * units[DOUBLE]
    return () if right else ("2.2.2",)


@implements("niuniu", "2.2.3", "4.5.3")
def additional_is_twice_double(by_kind: dict[str, Lay], book: RuleBook) -> tuple[str, ...]:
    """The clauses broken by an Additional that is missing beside a Double, not twice it, or there without one."""
    double, additional = by_kind.get(DOUBLE), by_kind.get(ADDITIONAL)
    if double is None and additional is None:
        return ()
    if double is not None and additional is not None:
        units = book.tables["units"]
        if additional.stake_minor * units[DOUBLE] == double.stake_minor * units[ADDITIONAL]:
            return ()
    return ("2.2.3", "4.5.3")


# --- Limits --------------------------------------------------------------------------------------------------------


@implements("niuniu", "7.6")
def within_limits(lay: Lay, limit: tuple[int, int | None], findings: list[Finding]) -> None:
    """A bet below the minimum plays as it lies; of one above the maximum the excess does not play, win or lose."""
    least, most = limit
    if lay.stake_minor < least:
        detail = {"stake": lay.stake_minor, "minimum": least}
        findings.append(Finding("below_minimum", PROCEDURE, lay.bet, ("7.6",), (lay.version,), 0, detail))
        lay.extra = ("7.6",)
    elif most is not None and lay.stake_minor > most:
        detail = {"stake": lay.stake_minor, "maximum": most}
        findings.append(Finding("above_maximum", PROCEDURE, lay.bet, ("7.6",), (lay.version,), 0, detail))
        lay.in_play_minor = most
        lay.extra = ("7.6",)


def limits_of(kind: str, terms: TableTerms, book: RuleBook) -> tuple[int, int | None]:
    """Least and most of a kind of bet at this table, in minor units; most is None where nothing limits it."""
    limit = terms.limit(kind)
    return limit if limit is not None else (0, maximum_from_ante(kind, terms, book))


@implements("niuniu", "7.6")
def maximum_from_ante(kind: str, terms: TableTerms, book: RuleBook) -> int | None:
    """The maximum of a kind of bet for which the table sets none: so many times that of Ante, by the book's choice."""
    ante = terms.limit(ANTE)
    times = book.choice("maximum_multiples_of_ante").get(kind)
    return None if ante is None or times is None else ante[1] * int(times)
