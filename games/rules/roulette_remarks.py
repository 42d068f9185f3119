"""Roulette checks that change no bet's amount: limits, chips, display, order of payment (4.5, 4.7, 6.3 to 6.5, 7.12).

Each check is a function of (state, rule book, results) to findings; the list of checks is data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from games.rounds.roulette import RouletteRound
from games.rounds.table import ColourSet
from games.rules import betting
from games.rules.book import RuleBook
from games.rules.clauses import implements
from games.rules.judgement import WON, BetResult, Finding
from games.rules.roulette_layout import Place, find_place, layout
from games.rules.settling import PROCEDURE, REMARK

Check = Callable[[RouletteRound, RuleBook, Sequence[BetResult]], Iterable[Finding]]


@implements("roulette", "7.12")
def stakes_within_limits(state: RouletteRound, book: RuleBook, results: Sequence[BetResult]) -> Iterable[Finding]:
    """No clause limits the stake: a bet under or over the table's limits is settled as it lies, and is for 7.12."""
    return betting.stakes_within_limits(state, results, ("7.12",))


@implements("roulette", "4.7.2", "4.7.3", "4.7.3.1", "4.7.4", "4.7.5", "7.11")
def colour_chips_in_order(state: RouletteRound, book: RuleBook, results: Sequence[BetResult]) -> Iterable[Finding]:
    """Colour chips: whose they are, what they are worth, and from which table."""
    issued = {c.colour: c for c in state.terms.colours} if state.terms else {}
    for result in results:
        placed = state.bets[result.bet]
        chips = placed.fact.chips
        if chips is None:
            continue
        at = (placed.version,)
        if chips.count * chips.value_minor != placed.fact.stake_minor:
            detail = {"count": chips.count, "value": chips.value_minor, "stake": placed.fact.stake_minor}
            yield Finding("chip_count_mismatch", PROCEDURE, result.bet, ("4.7.5",), at, 0, detail)
        if chips.issued_at is not None and chips.issued_at != state.table:
            yield Finding("foreign_chips", REMARK, result.bet, ("4.7.4", "7.11"), at, 0, {"table": chips.issued_at})
            continue
        known = issued.get(chips.colour)
        if known is None:
            continue
        if placed.fact.player is not None and known.player != placed.fact.player:
            yield Finding("colour_of_other_player", PROCEDURE, result.bet, ("4.7.2",), at)
        if known.value_minor != chips.value_minor:
            detail = {"value": chips.value_minor, "issued": known.value_minor}
            yield Finding("chip_value_mismatch", PROCEDURE, result.bet, ("4.7.5",), at, 0, detail)
    yield from _colours_authorised(state, book, results)


def _colours_authorised(state: RouletteRound, book: RuleBook, results: Sequence[BetResult]) -> Iterable[Finding]:
    """One colour of a player needs no leave (4.7.2), every other the pit manager's (4.7.3), also for another value
    (4.7.3.1). A colour that is issued again stands last at the table, so the first one without leave is taken as the
    one that needs none."""
    if state.terms is None or len(state.terms.colours) < 2:
        return
    held: dict[str, list[ColourSet]] = {}
    for colour_set in state.terms.colours:
        held.setdefault(colour_set.player, []).append(colour_set)
    playing = {state.bets[r.bet].fact.player for r in results}
    for player, colours in held.items():
        if player not in playing:
            continue
        own = next((each for each in colours if not _allowed(each, "4.7.3", book)), colours[0])
        for colour_set in colours:
            clause = "4.7.3" if colour_set.value_minor == own.value_minor else "4.7.3.1"
            if colour_set is not own and not _allowed(colour_set, clause, book):
                subject = f"colour:{colour_set.colour}"
                yield Finding("second_colour_without_authority", PROCEDURE, subject, ("4.7.2", clause))


def _allowed(colour_set: ColourSet, clause: str, book: RuleBook) -> bool:
    by = colour_set.authorised_by
    return by is not None and book.may_act(by.post, clause)


@implements("roulette", "4.5", "4.11")
def record_agrees_with_itself(state: RouletteRound, book: RuleBook, results: Sequence[BetResult]) -> Iterable[Finding]:
    """The ball decides, not the display; two records of the ball, or of one bet, must not disagree."""
    for shown, version in state.displayed:
        if state.pocket is not None and shown != state.pocket:
            detail = {"shown": shown, "pocket": state.pocket}
            yield Finding("display_mismatch", PROCEDURE, "", ("4.11",), (version, state.dropped_version), 0, detail)
    for pocket, version in state.further_pockets:
        if pocket != state.pocket:
            both = {"first": state.pocket, "then": pocket}
            yield Finding("results_disagree", PROCEDURE, "", ("4.11",), (state.dropped_version, version), 0, both)
    yield from betting.bets_recorded_once(state, ("4.5",))


_FIRST: Final = {"column": 0, "low": 1, "high": 1, "red": 1, "black": 1, "odd": 1, "even": 1, "dozen": 2}
_THEN: Final = {"six_line": 3, "street": 4, "corner": 5, "split": 6, "straight": 7}
_LOW_NUMBERS: Final = {"six_line": 3, "corner": 4, "street": 5, "split": 8, "straight": 9}


@implements(
    "roulette",
    *(f"6.5.2.1.{n}" for n in (1, 2, 3)),
    *(f"6.5.2.2.{n}" for n in (1, 2, 3, 4)),
)
def _rank(place: Place, pocket: int) -> int:
    """The rank of a winning bet in the order of payment for this pocket (6.3, 6.5.2)."""
    kind = place.kind
    if kind in _FIRST:
        return _FIRST[kind]
    if pocket > 3:
        return _THEN[kind]
    if 0 in place.pockets and kind in ("corner", "street"):
        return 6 if kind == "corner" else 7
    return _LOW_NUMBERS[kind]


FIRST_OF_THE_ROWS: Final = 3
"""The rank from which 6.5.2 orders the payments; below it stand the bets of 6.3.1."""


@implements("roulette", "6.4")
def paid_at_once(state: RouletteRound, winners: Mapping[str, Place | None], pocket: int) -> set[str]:
    """The players who win on more than one spot under 6.5.2: what each of them won may be paid at once, in an order of
    its own among the payments to others."""
    if pocket > 3:
        return set()
    owners = Counter(
        state.bets[bet].fact.player
        for bet, place in winners.items()
        if place is not None and _rank(place, pocket) >= FIRST_OF_THE_ROWS
    )
    return {player for player, spots in owners.items() if player is not None and spots > 1}


@implements("roulette", "6.3", "6.3.1", "6.3.2", "6.5", "6.5.2", "6.5.2.1", "6.5.2.2")
def paid_in_order(state: RouletteRound, book: RuleBook, results: Sequence[BetResult]) -> Iterable[Finding]:
    """Winners are paid in the order of 6.3 to 6.5. The order never changes money: a remark for the audit."""
    pocket = state.pocket
    if pocket is None or len(state.movements) < 2:
        return
    places = layout(book)
    winners = {r.bet: find_place(r.spot, places) for r in results if r.settlement.outcome is WON}
    apart = paid_at_once(state, winners, pocket)
    highest: dict[str, int] = {}
    seen = set()
    for movement in state.movements:
        winner = winners.get(movement.bet)
        if winner is None or movement.kind != "paid" or movement.bet in seen:
            continue
        seen.add(movement.bet)
        rank = _rank(winner, pocket)
        player = state.bets[movement.bet].fact.player
        order = player if player in apart and rank >= FIRST_OF_THE_ROWS else ""
        others = highest.values() if rank < FIRST_OF_THE_ROWS else [highest.get(order, rank)]
        if rank < max(others, default=rank):
            clause = "6.5.2" if pocket <= 3 else "6.3"
            yield Finding("payment_order", REMARK, "", (clause,), (movement.version,))
            return
        highest[order] = rank


CHECKS: Final[tuple[Check, ...]] = (
    stakes_within_limits,
    colour_chips_in_order,
    record_agrees_with_itself,
    paid_in_order,
)
