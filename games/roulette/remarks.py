"""Roulette checks that change no bet's amount: limits, chips, display, order of payment (4.5, 4.7, 6.3 to 6.5, 7.12).

Each check is a function of (spin, spin as it was judged) to findings; the list of checks is data. Proved by
``tests/roulette/test_remarks.py`` and ``test_payment_order.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

from games.engine import accepting
from games.engine.clauses import implements
from games.engine.document import RuleBook
from games.engine.judgement import WON, Finding, Severity
from games.engine.settling import PROCEDURE, REMARK
from games.engine.steps import NOTHING, Check, Decided, Findings
from games.engine.table import ColourSet, TableTerms
from games.roulette.facts import Chips
from games.roulette.foreign import of_their_worth
from games.roulette.layout import Place
from games.roulette.view import Bet, Spin


@implements("roulette", "7.12")
def stakes_within_limits(spin: Spin, decided: Decided) -> Iterable[Finding]:
    """No clause limits the stake: a bet under or over the table's limits is settled as it lies, and is for 7.12."""
    return accepting.stakes_within_limits(spin.state.terms, decided.bets, decided.results, ("7.12",))


@implements("roulette", "4.7.2", "4.7.3", "4.7.3.1", "4.7.4", "4.7.5", "7.11")
def colour_chips_in_order(spin: Spin, decided: Decided) -> Iterable[Finding]:
    """Colour chips: whose they are, what they are worth, and from which table."""
    state, terms = spin.state, spin.state.terms
    issued: dict[str, ColourSet] | None = None
    for bet, result in zip(decided.bets, decided.results, strict=True):
        chips = bet.fact.chips
        if chips is None:
            continue
        if chips.count * chips.value_minor != bet.fact.stake_minor:
            detail = {"count": chips.count, "value": chips.value_minor, "stake": bet.fact.stake_minor}
            yield _about(bet, "chip_count_mismatch", PROCEDURE, ("4.7.5",), **detail)
        if chips.issued_at is not None and chips.issued_at != state.table:
            yield _about(bet, "foreign_chips", REMARK, ("4.7.4", "7.11"), table=chips.issued_at)
            there = state.elsewhere.get(chips.issued_at)
            colours = {c.colour: c for c in there.colours} if there else {}
            yield from _as_issued(bet, chips, colours.get(chips.colour), there, table=chips.issued_at)
            if there is not None:
                yield from of_their_worth(bet, result, there, terms)
        else:
            if issued is None:
                issued = {c.colour: c for c in terms.colours} if terms is not None else {}
            yield from _as_issued(bet, chips, issued.get(chips.colour), terms)
    if terms is None or not terms.colours:
        return
    if any(held.marked is False for held in terms.colours):
        yield from _colours_marked(terms, {bet.fact.player for bet in decided.bets})
    if len({held.player for held in terms.colours}) < len(terms.colours):
        yield from _colours_authorised(terms.colours, spin.book, {bet.fact.player for bet in decided.bets})


def _as_issued(bet: Bet, chips: Chips, known: ColourSet | None, terms: TableTerms | None, **there: str) -> Findings:
    """The chips of a bet held against the record of the table that issued them (``terms``, ``known`` of this colour;
    ``there`` names it where it is another one). Of a table of which nothing is known nothing is concluded."""
    if known is None:
        if terms is not None and (terms.colours or terms.game is not None):
            return (_about(bet, "colour_not_issued", PROCEDURE, ("4.7.4",), colour=chips.colour, **there),)
        return NOTHING
    found = NOTHING
    if bet.fact.player is not None and known.player != bet.fact.player:
        found += (_about(bet, "colour_of_other_player", PROCEDURE, ("4.7.2",), **there),)
    if chips.value_minor not in (known.value_minor, *known.earlier_minor):
        detail = {"value": chips.value_minor, "issued": known.value_minor}
        found += (_about(bet, "chip_value_mismatch", PROCEDURE, ("4.7.5",), **detail, **there),)
    return found


def _colours_marked(terms: TableTerms, playing: Collection[str | None]) -> Iterable[Finding]:
    """Colour chips above the table's minimum carry a marker of their value (4.7.5); where it is said that they do
    not."""
    if not terms.limits:
        return
    minimum = min(least for least, _most in terms.limits.values())
    for held in terms.colours:
        if held.marked is False and held.value_minor > minimum and held.player in playing:
            yield Finding(
                code="colour_not_marked",
                severity=PROCEDURE,
                subject=f"colour:{held.colour}",
                clauses=("4.7.5",),
                detail={"value": held.value_minor, "minimum": minimum},
            )


def _about(bet: Bet, code: str, severity: Severity, clauses: tuple[str, ...], **detail: Any) -> Finding:
    return Finding(
        code=code, severity=severity, subject=bet.bet, clauses=clauses, versions=(bet.version,), detail=detail
    )


def _colours_authorised(
    issued: Sequence[ColourSet], book: RuleBook, playing: Collection[str | None]
) -> Iterable[Finding]:
    """One colour of a player needs no leave (4.7.2), every other the pit manager's (4.7.3), also for another value
    (4.7.3.1). A colour that is issued again stands last at the table, so the first one without leave is taken as the
    one that needs none."""
    held: dict[str, list[ColourSet]] = {}
    for colour_set in issued:
        held.setdefault(colour_set.player, []).append(colour_set)
    for player, colours in held.items():
        if player not in playing:
            continue
        own = next((each for each in colours if not _allowed(each, "4.7.3", book)), colours[0])
        for colour_set in colours:
            clause = "4.7.3" if colour_set.value_minor == own.value_minor else "4.7.3.1"
            if colour_set is not own and not _allowed(colour_set, clause, book):
                yield Finding(
                    code="second_colour_without_authority",
                    severity=PROCEDURE,
                    subject=f"colour:{colour_set.colour}",
                    clauses=("4.7.2", clause),
                )


def _allowed(colour_set: ColourSet, clause: str, book: RuleBook) -> bool:
    by = colour_set.authorised_by
    return by is not None and book.may_act(by.post, clause)


@implements("roulette", "4.6")
def no_more_bets_called_by_right(spin: Spin, decided: Decided) -> Iterable[Finding]:
    """The dealer calls no more bets, once."""
    return accepting.calls_in_order(spin.state, spin.book, "4.6")


@implements("roulette", "4.5", "4.11")
def record_agrees_with_itself(spin: Spin, decided: Decided) -> Iterable[Finding]:
    """The ball decides, not the display; two records of the ball, or of one bet, must not disagree."""
    state = spin.state
    dropped = state.dropped_version
    for shown, version in state.displayed:
        if state.pocket is not None and shown != state.pocket:
            yield _of_the_spin("display_mismatch", (version, dropped), shown=shown, pocket=state.pocket)
    for pocket, version in state.further_pockets:
        if pocket != state.pocket:
            yield _of_the_spin("results_disagree", (dropped, version), first=state.pocket, then=pocket)
    yield from accepting.bets_recorded_once(state, ("4.5",), spin.cutoff)


def _of_the_spin(code: str, versions: tuple[int, ...], **detail: Any) -> Finding:
    return Finding(code=code, severity=PROCEDURE, subject="", clauses=("4.11",), versions=versions, detail=detail)


@implements(
    "roulette",
    *(f"6.5.2.1.{n}" for n in (1, 2, 3)),
    *(f"6.5.2.2.{n}" for n in (1, 2, 3, 4)),
)
def _ranks(place: Place, low: bool) -> tuple[int, ...]:
    """The ranks that a winning bet may have in the order of payment, in rising order; ``low``: for the numbers of which
    6.5.2 says another one than 6.3."""
    return place.order_low if low else (place.order,)


OTHERWISE_BEFORE: Final = {"numbers": [0, 1, 2, 3]}
"""The numbers of 6.5.2 where a document that the record holds from before does not list them."""


FIRST_OF_THE_ROWS: Final = 3
"""The rank from which 6.5.2 orders the payments; below it stand the bets of 6.3.1."""


@implements("roulette", "6.4")
def paid_at_once(winners: Iterable[Bet], low: bool) -> set[str]:
    """The players who win on more than one spot under 6.5.2: what each of them won may be paid at once, in an order of
    its own among the payments to others."""
    if not low:
        return set()
    owners = Counter(
        bet.fact.player for bet in winners if bet.place is not None and _ranks(bet.place, low)[0] >= FIRST_OF_THE_ROWS
    )
    return {player for player, spots in owners.items() if player is not None and spots > 1}


@implements("roulette", "6.3", "6.3.1", "6.3.2", "6.5", "6.5.2", "6.5.2.1", "6.5.2.2")
def paid_in_order(spin: Spin, decided: Decided) -> Iterable[Finding]:
    """Winners are paid in the order of 6.3 to 6.5. The order never changes money: a remark for the audit."""
    pocket = spin.state.pocket
    payments = [movement for movement in spin.state.movements if movement.kind == "paid"]
    if pocket is None or len(payments) < 2:
        return
    judged = zip(decided.bets, decided.results, strict=True)
    winners: dict[str, Bet] = {bet.bet: bet for bet, result in judged if result.settlement.outcome is WON}
    if len(winners) < 2:
        return
    low = pocket in spin.book.tables.get("paid_otherwise", OTHERWISE_BEFORE)["numbers"]
    apart = paid_at_once(winners.values(), low)
    highest: dict[str, int] = {}
    seen = set()
    for movement in payments:
        winner = winners.get(movement.bet)
        if winner is None or winner.place is None or movement.bet in seen:
            continue
        seen.add(movement.bet)
        ranks = _ranks(winner.place, low)
        player = winner.fact.player
        order = player if player in apart and ranks[0] >= FIRST_OF_THE_ROWS else ""
        others = highest.values() if ranks[0] < FIRST_OF_THE_ROWS else [highest.get(order, 0)]
        floor = max(others, default=0)
        rank = next((each for each in ranks if each >= floor), None)
        if rank is None:
            clause = "6.5.2" if low else "6.3"
            yield Finding(
                code="payment_order", severity=REMARK, subject="", clauses=(clause,), versions=(movement.version,)
            )
            return
        highest[order] = rank


CHECKS: Final[tuple[Check[Spin], ...]] = (
    stakes_within_limits,
    colour_chips_in_order,
    no_more_bets_called_by_right,
    record_agrees_with_itself,
    paid_in_order,
)
