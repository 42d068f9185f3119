"""The steps that lead to an amount: each evaluates itself, and the last is the amount, to the unit of rounding."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from casino.core.money import Direction, Rounding
from games.catalogue import shipped
from games.engine import workings as w
from games.engine.document import RuleBook
from games.engine.judgement import BetResult, Outcome, Recorded, Remedied, Settlement
from games.engine.priced import Cover, Duel, Most, OfBox, OfMultiples, OfStake, Share
from games.engine.settling import back, lost, won

BOOK = shipped().by_id("baccarat.2024-10-01")
UP = msgspec.structs.replace(BOOK, rounding=Rounding(1000, Direction.UP))


def results(steps: w.Steps) -> list[Fraction]:
    return [step.result for step in steps]


def test_whole_stakes_are_whole_stakes() -> None:
    for due, name in ((back(Outcome.VOID, 700, ()), "returned"), (lost(700, ()), "collected")):
        assert w.workings(due, BOOK) == w.Workings(**{name: (w.Step(w.Stake(700)),)})


@pytest.mark.parametrize("outcome", [Outcome.AWAITING, Outcome.PENDING])
def test_nothing_is_worked_out_while_nothing_is_due(outcome: Outcome) -> None:
    assert w.workings(back(outcome, 700, ()), BOOK) == w.Workings()


@pytest.mark.parametrize(("book", "winnings"), [(BOOK, 1051), (UP, 2000)])
def test_winnings_are_the_stake_times_the_odds_rounded_once(book: RuleBook, winnings: int) -> None:
    made = w.workings(won(701, 3, 2, (), book), book)
    assert made.winnings[-1].exact == Fraction(2103, 2)
    assert results(made.winnings) == [winnings]
    assert made.commission == ()


def _due(outcome: Outcome, stake: int, playing: int, back: int, taken: int, won: int, held: int = 0) -> Settlement:
    return Settlement(outcome, stake, playing, back, taken, won, held, 0, 1, ())


def priced(due: Settlement, by: OfStake | OfBox | OfMultiples, book: RuleBook = BOOK) -> w.Workings:
    return w.workings(msgspec.structs.replace(due, priced=by), book)


def test_parts_apply_one_after_the_other() -> None:
    parts = (Most(900), Share((200, 100), 1000))
    made = priced(_due(Outcome.LOST, 1000, 270, 730, 270, 0), OfStake(1, 1, parts))
    assert results(made.collected) == [900, 270]
    assert results(made.returned) == [730]


def test_an_insurance_counts_what_the_main_bet_leaves() -> None:
    part = Cover((1000, 3), (100, 1), 3, 2)
    made = priced(_due(Outcome.WON, 400, 155, 400, 0, 233), OfStake(3, 2, (part,)))
    assert results(made.winnings) == [Fraction(1400, 9), Fraction(1400, 9), 233]


def test_a_part_rounded_up_is_never_more_than_the_stake() -> None:
    made = priced(_due(Outcome.LOST, 1500, 1500, 0, 1500, 0), OfStake(1, 1, (Share((3,), 4),)), UP)
    assert results(made.collected) == [2000, 1500]
    assert [step.name for step in made.collected] == [w.IN_PLAY, ""]


def test_commission_held_back_is_of_the_part_in_play_as_it_was_rounded() -> None:
    made = priced(_due(Outcome.WON, 1000, 333, 1000, 0, 316, 17), OfStake(19, 20, (Share((1,), 3),), held_back=True))
    assert results(made.winnings) == [Fraction(1000, 3), 316]
    assert results(made.commission) == [333, 17]


def test_the_box_bears_one_commission_and_the_last_bet_what_is_left() -> None:
    base = (150, 900)
    first = priced(_due(Outcome.WON, 15, 15, 15, 0, 15, 0), OfBox(10, 10, (), 1, 20, base, ()))
    assert results(first.winnings) == [15]
    assert first.commission == ()
    last = priced(_due(Outcome.WON, 30, 30, 30, 0, 85, 5), OfBox(30, 10, (), 1, 20, base, (0,)))
    assert results(last.winnings) == [90, 85]
    assert results(last.commission) == [5, 5]


def test_a_bet_bears_no_more_of_the_commission_than_there_is() -> None:
    """Each part rounded up by itself would be more than the commission of all."""
    base = (100, 100, 100)
    second = priced(_due(Outcome.WON, 100, 100, 100, 0, 0, 0), OfBox(1, 1, (), 1, 20, base, (1000,)), UP)
    assert second.commission == ()
    made = priced(_due(Outcome.WON, 100, 100, 100, 0, 0, 500), OfBox(1, 1, (), 1, 20, base, (500,)), UP)
    assert results(made.commission) == [1000, 1000, 500]


SHOT = Duel(1, 2, (1, 2, 3), 24, 1, (), (2, 2))
LOST = Duel(3, 1, (1, -1, 4), 4, 0, ())
SPECIAL = Duel(1, 4, (0, 0, 0), -6, 0, ())


def test_a_seat_plays_its_duels_from_its_own_side() -> None:
    by = OfMultiples(1, 100, (SHOT, LOST, SPECIAL), 5)
    made = priced(_due(Outcome.WON, 100, 100, 100, 0, 1330, 70), by)
    assert results(made.winnings) == [24, -4, -6, 14, 1400, 1330]
    assert [(step.name, step.seat) for step in made.winnings[:3]] == [(w.AGAINST, 2), (w.AGAINST, 3), (w.SPECIAL, 4)]
    assert results(made.commission) == [70]


def test_a_home_run_adds_stakes_by_the_other_reading() -> None:
    ran = Duel(2, 1, (1, 1, 1), 8, 1, (), (2,), 2)
    made = priced(_due(Outcome.LOST, 800, 800, 0, 800, 0), OfMultiples(1, 100, (ran,), 5))
    assert results(made.collected) == [-8, 800]


def test_the_difference_is_what_moved_less_what_was_due() -> None:
    recorded = Recorded(0, 400, 150, 60, 10, (Remedied("C1", "refund", 60, 10),))
    due = lost(500, ())
    result = BetResult("b1", "red", due, recorded, recorded.net_minor(500) + recorded.counted_minor + 500)
    step = w.difference(result)
    assert step is not None
    assert step.exact == result.difference_minor == 200
    assert w.difference(msgspec.structs.replace(result, difference_minor=None)) is None
