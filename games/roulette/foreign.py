"""Roulette: what colour chips of another table are worth (4.7.4, 7.11): by the record of the table that issued them.

The tablet's word counts only where that record does not say. Proved by ``tests/replay/test_elsewhere.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.engine.clauses import implements
from games.engine.judgement import BetResult, Finding, severity_of
from games.engine.table import TableTerms
from games.roulette.facts import BetPlaced, Chips, RouletteRound
from games.roulette.view import Bet


class Worth(NamedTuple):
    """What a bet is worth, in minor units, and what else it may be: at other values that its chips had."""

    stake_minor: int
    others_minor: tuple[int, ...] = ()


@implements("roulette", "4.7.4", "7.11")
def worth(fact: BetPlaced, stake_minor: int, state: RouletteRound) -> Worth:
    """A bet that lay with this stake by the tablet's word. Where chips of the colour had several values there, the
    word decides between them; another than all of them is not believed."""
    chips = fact.chips
    there = None if chips is None or chips.issued_at in (None, state.table) else state.elsewhere.get(chips.issued_at)
    if chips is None or there is None or other_currency(there, state.terms):
        return Worth(stake_minor)
    values = values_of(chips, fact.player, there)
    if not values:
        return Worth(stake_minor)
    count = chips.count if stake_minor == fact.stake_minor else stake_minor // chips.value_minor
    value = chips.value_minor if chips.value_minor in values else values[-1]
    return Worth(count * value, tuple(count * each for each in values if each != value))


def values_of(chips: Chips, player: str | None, there: TableTerms) -> tuple[int, ...]:
    """The values at which chips of this colour were bought there, the latest last: by the player of the bet, where the
    player is known and holds some."""
    held = [each for each in there.colours if each.colour == chips.colour]
    own = [each for each in held if each.player == player] or held
    return tuple(dict.fromkeys(value for each in own for value in (*each.earlier_minor, each.value_minor)))


def other_currency(there: TableTerms, terms: TableTerms | None) -> bool:
    """Does the table that issued the chips play in another currency? Then their value there is no amount of this
    round."""
    here = None if terms is None else terms.currency
    return None not in (here, there.currency) and here != there.currency


@implements("roulette", "7.11")
def of_their_worth(bet: Bet, result: BetResult, there: TableTerms, terms: TableTerms | None) -> Iterator[Finding]:
    """Chips of another currency, with what they win or lose in that by the record there; and chips of which it is not
    known at which of several values they were bought: with the most that this moves."""
    chips = bet.fact.chips
    assert chips is not None
    detail: dict[str, object] = {"table": there.table}
    if other_currency(there, terms):
        detail["currency"] = there.currency
        values = values_of(chips, bet.fact.player, there)
        if values and bet.stake_minor:
            stakes = [chips.count * value for value in values]
            nets = [result.settlement.net_minor * stake // bet.stake_minor for stake in stakes]
            detail |= {"stakes_there": stakes, "nets_there": nets}
        yield _found("chips_of_other_currency", bet, 0, detail)
        return
    others = bet.others_minor
    if others and bet.stake_minor:
        net = result.settlement.net_minor
        moved = {other: net * other // bet.stake_minor for other in others}
        other = max(moved, key=lambda each: abs(moved[each] - net))
        detail |= {"stake": bet.stake_minor, "as_bought": other, "net": net, "net_as_bought": moved[other]}
        yield _found("chip_value_uncertain", bet, moved[other] - net, detail)


def _found(code: str, bet: Bet, amount_minor: int, detail: dict[str, object]) -> Finding:
    return Finding(
        code=code,
        severity=severity_of(amount_minor),
        subject=bet.bet,
        clauses=("7.11",),
        versions=(bet.version,),
        amount_minor=amount_minor,
        detail=detail,
    )
