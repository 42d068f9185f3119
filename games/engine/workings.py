"""The sums behind an amount, step by step, as values: what is multiplied, added, cut and rounded, and what comes of it.

Made on demand from a settlement and the figures it was priced with (``games.engine.priced``); a bulk replay makes none.
Every step evaluates itself: what a page prints as its result is computed from what the page prints before the equals
sign. That the last step is the amount of the settlement is what ``tests/engine/test_workings.py`` and
``tests/words/test_sums.py`` prove. Pure.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Final

import msgspec

from casino.core.money import Rounding
from games.engine.document import RuleBook
from games.engine.judgement import AWAITING, PENDING, WON, BetResult, Settlement
from games.engine.priced import Cover, Duel, Most, OfBox, OfMultiples, OfStake, Part, Share

# --- What stands before the equals sign ----------------------------------------------------------------------------


class Amount(msgspec.Struct, frozen=True):
    """Money, exactly, in minor units."""

    minor: int | Fraction


class Stake(msgspec.Struct, frozen=True):
    """The whole stake of the bet, in minor units."""

    minor: int


class Count(msgspec.Struct, frozen=True):
    """A number of times, a multiple, or odds as a fraction."""

    value: int | Fraction


class Percent(msgspec.Struct, frozen=True):
    """A rate, written in hundredths."""

    rate: Fraction


class Total(msgspec.Struct, frozen=True):
    """Terms added up; negative ones and those in :class:`Minus` are taken off."""

    terms: tuple[Expression, ...]


class Minus(msgspec.Struct, frozen=True):
    """Less all of this."""

    of: Expression


class Product(msgspec.Struct, frozen=True):
    """Factors multiplied."""

    factors: tuple[Expression, ...]


class Ratio(msgspec.Struct, frozen=True):
    """One amount over another."""

    over: Expression
    under: Expression


class Lesser(msgspec.Struct, frozen=True):
    """The lesser of two amounts."""

    one: Expression
    other: Expression


Expression = Amount | Stake | Count | Percent | Total | Minus | Product | Ratio | Lesser


def value(expression: Expression) -> Fraction:
    """What an expression comes to, exactly; amounts in minor units."""
    match expression:
        case Amount(minor) | Stake(minor):
            return Fraction(minor)
        case Count(number) | Percent(number):
            return Fraction(number)
        case Total(terms):
            return sum((value(term) for term in terms), Fraction(0))
        case Minus(of):
            return -value(of)
        case Product(factors):
            return prod((value(factor) for factor in factors), start=Fraction(1))
        case Ratio(over, under):
            return value(over) / value(under)
        case Lesser(one, other):
            return min(value(one), value(other))


class Step(msgspec.Struct, frozen=True):
    """One sum. ``name`` says of what (``IN_PLAY``, ``AGAINST``, …; empty for the amount itself), ``seat`` against whom;
    ``counts`` that it is of multiples, not of money; ``rounding`` how the result becomes payable."""

    expression: Expression
    name: str = ""
    rounding: Rounding | None = None
    seat: int = 0
    counts: bool = False

    @property
    def exact(self) -> Fraction:
        return value(self.expression)

    @property
    def result(self) -> Fraction:
        return self.exact if self.rounding is None else Fraction(self.rounding(self.exact))


IN_PLAY: Final = "in_play"
COVERED: Final = "covered"
GROSS: Final = "gross"
TOGETHER: Final = "commission_together"
OWN: Final = "own_commission"
AGAINST: Final = "against"
SPECIAL: Final = "special"
MULTIPLES: Final = "multiples"
NAMES: Final = (IN_PLAY, COVERED, GROSS, TOGETHER, OWN, AGAINST, SPECIAL, MULTIPLES)
"""What a step can be of, where it is not yet the amount."""

Steps = tuple[Step, ...]


class Workings(msgspec.Struct, frozen=True):
    """The sums of one settlement, by amount; each ends in the amount. Empty where the amount is nothing."""

    winnings: Steps = ()
    commission: Steps = ()
    collected: Steps = ()
    returned: Steps = ()


# --- What was due --------------------------------------------------------------------------------------------------


def workings(due: Settlement, book: RuleBook) -> Workings:
    """The sums of every amount of a settlement; none while nothing is due."""
    if due.outcome in (AWAITING, PENDING):
        return Workings()
    made = _won(due, book.rounding) if due.outcome is WON else _not_won(due, book.rounding)
    return Workings(
        winnings=made.winnings if due.winnings_minor else (),
        commission=made.commission if due.commission_minor else (),
        collected=made.collected if due.collected_minor else (),
        returned=made.returned if due.returned_minor else (),
    )


def _won(due: Settlement, rounding: Rounding) -> Workings:
    returned = (Step(Stake(due.stake_minor)),)
    match due.priced:
        case OfStake() as priced:
            return msgspec.structs.replace(_at_odds(due, priced, rounding), returned=returned)
        case OfBox() as priced:
            return msgspec.structs.replace(_in_a_box(due, priced, rounding), returned=returned)
        case OfMultiples() as priced:
            return msgspec.structs.replace(_by_multiples(due, priced, rounding), returned=returned)
    return Workings(returned=returned)


def _not_won(due: Settlement, rounding: Rounding) -> Workings:
    """What was taken, and what of the stake goes back."""
    taken: Steps = (Step(Stake(due.stake_minor)),)
    back: Steps = (Step(Stake(due.stake_minor)),)
    match due.priced:
        case OfStake() as priced:
            taken = _taken(due, priced, rounding)
        case OfMultiples(ante_minor=ante) as priced:
            steps, total = _multiples(priced)
            taken = (*steps, Step(Product((Count(abs(total)), Amount(ante)))))
            back = (*steps, *back)
    if due.collected_minor:
        back = (Step(_less(Stake(due.stake_minor), due.collected_minor)),)
    return Workings(collected=taken, returned=back)


def _less(whole: Expression, *taken_off: int | Fraction) -> Total:
    return Total((whole, *(Minus(Amount(amount)) for amount in taken_off)))


def _in_play(stake_minor: int, parts: tuple[Part, ...]) -> tuple[Steps, Fraction]:
    """How much of a stake plays, exactly."""
    steps: list[Step] = []
    left = Fraction(stake_minor)
    for part in parts:
        match part:
            case Most(most):
                expression: Expression = Lesser(Amount(left), Amount(most))
            case Share(of, whole):
                over = Total(tuple(Amount(each) for each in of)) if len(of) > 1 else Amount(of[0])
                expression = Product((Amount(left), Ratio(over, Amount(whole))))
            case Cover(main, covered, profit, unit):
                open_yet = _less(Amount(Fraction(*main)), Fraction(*covered)) if covered[0] else Amount(Fraction(*main))
                step = Step(Product((open_yet, Count(Fraction(unit, profit)))), COVERED)
                steps.append(step)
                expression = Lesser(Amount(left), Amount(step.exact))
        left = value(expression)
        steps.append(Step(expression, IN_PLAY))
    return tuple(steps), left


def _rounded(steps: Steps, most_minor: int, rounding: Rounding) -> Steps:
    """The last step rounded; where that comes to more than ``most_minor``, it is that."""
    last = msgspec.structs.replace(steps[-1], rounding=rounding)
    if last.result <= most_minor:
        return (*steps[:-1], last)
    return (*steps[:-1], last, Step(Lesser(Amount(last.result), Amount(most_minor)), last.name))


def _unnamed(steps: Steps) -> Steps:
    """The last step as the amount itself."""
    return (*steps[:-1], msgspec.structs.replace(steps[-1], name=""))


def _at_odds(due: Settlement, priced: OfStake, rounding: Rounding) -> Workings:
    steps, playing = _in_play(due.stake_minor, priced.parts)
    odds = Count(Fraction(priced.times, priced.per))
    winnings = Step(Product((Amount(playing), odds)), rounding=rounding)
    if not priced.held_back:
        return Workings(winnings=(*steps, winnings))
    payable = () if playing == due.in_play_minor else _rounded(steps[-1:], due.stake_minor, rounding)
    held_back = Step(_less(Amount(due.in_play_minor), due.winnings_minor))
    return Workings(winnings=(*steps, winnings), commission=(*payable, held_back))


def _taken(due: Settlement, priced: OfStake, rounding: Rounding) -> Steps:
    steps, playing = _in_play(due.stake_minor, priced.parts)
    if priced.times == priced.per:
        whole = steps or (Step(Stake(due.stake_minor)),)
        return _unnamed(whole if priced.as_it_lies else _rounded(whole, due.in_play_minor, rounding))
    part = Step(Product((Amount(playing), Count(Fraction(priced.times, priced.per)))))
    return (*steps, *_rounded((part,), due.in_play_minor, rounding))


def _in_a_box(due: Settlement, priced: OfBox, rounding: Rounding) -> Workings:
    steps, playing = _in_play(due.stake_minor, priced.parts)
    gross = Step(Product((Amount(playing), Count(Fraction(priced.times, priced.per)))), rounding=rounding)
    if not due.commission_minor:
        return Workings(winnings=(*steps, gross))
    gross = msgspec.structs.replace(gross, name=GROSS)
    net = Step(_less(Amount(gross.result), due.commission_minor))
    commission = _commission_of_the_box(priced, rounding)
    moved = commission[-1].result - due.commission_minor
    # Rounding may have left one of the bets less than its part of it: by no more than a unit for each bet.
    if moved and abs(moved) <= rounding.unit_minor * len(priced.base):
        together = commission[0].result
        commission = (commission[0], Step(_less(Amount(together), int(together) - due.commission_minor)))
    return Workings(winnings=(*steps, gross, net), commission=commission)


def _commission_of_the_box(priced: OfBox, rounding: Rounding) -> Steps:
    """The commission on all bets together, and this bet's part of it."""
    bases = tuple(Amount(Fraction(part, priced.per)) for part in priced.base)
    rate = Percent(Fraction(priced.rate, priced.of))
    if len(bases) == 1:
        return (Step(Product((bases[0], rate)), rounding=rounding),)
    together = Step(Product((Total(bases), rate)), TOGETHER, rounding)
    left = _less(Amount(together.result), *priced.borne)
    place = len(priced.borne)
    if place == len(bases) - 1:
        return together, Step(left)
    own = Step(Product((bases[place], rate)), rounding=rounding)
    if own.result <= value(left):
        return together, own
    return together, msgspec.structs.replace(own, name=OWN), Step(Lesser(Amount(own.result), left))


def _by_multiples(due: Settlement, priced: OfMultiples, rounding: Rounding) -> Workings:
    steps, total = _multiples(priced)
    gross = Step(Product((Count(total), Amount(priced.ante_minor))))
    if not due.commission_minor:
        return Workings(winnings=(*steps, gross))
    net = Step(_less(Amount(gross.exact), due.commission_minor))
    commission: Steps = (
        Step(Product((Amount(gross.exact), Percent(Fraction(priced.percent, 100)))), rounding=rounding),
    )
    if commission[0].result != due.commission_minor:  # rounded up it would be more than what was won
        commission = (*commission, Step(Lesser(Amount(commission[0].result), Amount(gross.exact))))
    gross = msgspec.structs.replace(gross, name=GROSS)
    return Workings(winnings=(*steps, gross, net), commission=commission)


def _multiples(priced: OfMultiples) -> tuple[Steps, int]:
    """A seat's multiples against each other seat, and their sum."""
    steps = [_duel(duel, priced.seat) for duel in priced.duels]
    each = tuple(Count(step.exact) for step in steps)
    total = Step(Total(each), MULTIPLES, counts=True)
    if len(each) > 1:
        steps.append(total)
    return tuple(steps), int(total.exact)


def _duel(duel: Duel, seat: int) -> Step:
    """A duel from the side of one of its seats. Where a hand is special no lane counts: its multiple is the duel's."""
    mine = 1 if duel.seat == seat else -1
    other = duel.against if duel.seat == seat else duel.seat
    if not any(duel.lanes):
        return Step(Count(mine * duel.multiple), SPECIAL if duel.multiple else AGAINST, seat=other, counts=True)
    lanes: Expression = Total(tuple(Count(mine * lane) for lane in duel.lanes))
    if duel.times:
        lanes = Product((lanes, *(Count(factor) for factor in duel.times)))
    if duel.more:
        lanes = Total((lanes, Count(mine * duel.more)))
    return Step(lanes, AGAINST, seat=other, counts=True)


# --- What remains --------------------------------------------------------------------------------------------------


def difference(result: BetResult) -> Step | None:
    """Recorded less due, with what cases put right but for the part beyond the rules; None while nothing is due."""
    if result.difference_minor is None:
        return None
    due, recorded = result.settlement, result.recorded
    moved: list[Expression] = [Amount(recorded.paid_minor)] if recorded.paid_minor else []
    if recorded.collected_minor:
        moved.append(Amount(-recorded.collected_minor))
    still_there = max(due.stake_minor - recorded.collected_minor, 0)
    if recorded.returned_minor > still_there:
        moved.append(_less(Amount(recorded.returned_minor), *([still_there] if still_there else [])))
    for made in recorded.remedies:
        moved += [Amount(amount) for amount in (made.to_player_minor, -made.beyond_rules_minor) if amount]
    return less_due(moved or [Amount(0)], due.net_minor)


def less_due(moved: list[Expression], due_minor: int) -> Step:
    """What moved, less what was due (all in minor units, from the player's side)."""
    return Step(Total((*moved, Minus(Amount(due_minor)))))
