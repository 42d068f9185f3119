"""2.2.5: when a round of niu niu is over: a table's fact is found as one after the end, and a void comes too late."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import pytest

from games.catalogue import judge
from games.engine.judgement import Judgement
from tests.roulette.rounds import played

BETS: Final = (
    "5 bet_placed bet=a box=box1 kind=ante stake_minor=1000 player=P1",
    "6 bet_placed bet=b box=box2 kind=ante stake_minor=1000 player=P2",
    "20 betting_closed",
)
CARDS: Final = (
    '30 cards_dealt to=box1 cards=["KS","QS","JD","4H","5C"]',
    '31 cards_dealt to=box2 cards=["2S","2D","4C","6H","7C"]',
    '32 cards_dealt to=dealer cards=["9S","AS","10H","3C","5D"]',
)
SAID: Final = ("50 hands_compared box=box1 winner=player", "51 hands_compared box=box2 winner=dealer")
PAID: Final = "60 payout_made bet=a amount_minor=950"
BACK: Final = "60 stake_returned bet=a amount_minor=1000"
TAKEN: Final = "61 stake_collected bet=b amount_minor=1000"
DEALT: Final = '100 cards_dealt to=box1 cards=["2H"]'
SEEN: Final = "99 irregularity_seen ground=7.1.4"
VOID: Final = "100 round_voided ground=7.1.4 voided_by=pit_manager/M1"


def story(*facts: str, overtaken: float | None = None) -> Judgement:
    """The facts in the order of their seconds; ``overtaken``: when the table's next round opened."""
    golden = played(*sorted(facts, key=lambda each: float(each.partition(" ")[0])), game="niuniu")
    state = golden.state()
    if overtaken is not None:
        state.overtaken_at = golden.opened + timedelta(seconds=overtaken)
    return judge(state, golden.book(), ended=True)


def is_over(*facts: str, **how: float) -> bool:
    """Whether a card dealt in the hundredth second is found as a fact after the end, and a void declared then (7.1)
    comes too late; both say the same."""
    after = "fact_after_end" in [finding.code for finding in story(*facts, DEALT, **how).findings]
    voided = story(*facts, SEEN, VOID, **how)
    late = "void_too_late" in [finding.code for finding in voided.findings]
    assert late != (voided.summary["standing"] == "void"), voided.summary
    assert after == late
    return after


@pytest.mark.parametrize(
    ("facts", "over"),
    [
        ((*SAID, PAID, BACK, TAKEN), True),
        ((*SAID, PAID, TAKEN), True),
        ((*SAID, BACK, TAKEN), True),
        ((*SAID, PAID, BACK), False),
        ((*SAID, TAKEN), False),
        (SAID, False),
    ],
    ids=["paid and taken", "stake not back", "only the stake", "loser not taken", "winner not paid", "nothing moved"],
)
def test_every_accepted_bet_was_answered(facts: tuple[str, ...], over: bool) -> None:
    assert is_over(*BETS, *CARDS, *facts) is over


def test_a_wrong_answer_is_an_answer() -> None:
    """The loser was paid and the winner taken: what is wrong about it is found, and the round is over."""
    wrong = ("60 stake_collected bet=a amount_minor=1000", "61 payout_made bet=b amount_minor=1000")
    assert is_over(*BETS, *CARDS, *SAID, *wrong)
    codes = {finding.code for finding in story(*BETS, *CARDS, *SAID, *wrong).findings}
    assert {"collected_wrongly", "paid_on_lost"} <= codes


def test_where_results_are_announced_that_of_every_box_is() -> None:
    moved = (PAID, BACK, TAKEN)
    assert not is_over(*BETS, *CARDS, SAID[0], *moved)
    assert is_over(*BETS, *CARDS, *SAID, *moved)


def test_chips_that_went_back_before_the_cards_answer_no_bet() -> None:
    early = "10 stake_returned bet=b amount_minor=500"
    assert not is_over(*BETS, early, *CARDS, *SAID, PAID, BACK)


def test_its_close_ends_it_though_nothing_was_answered() -> None:
    assert is_over(*BETS, *CARDS, *SAID, "70 round_closed")
    assert not is_over(*BETS, *CARDS, *SAID, "110 round_closed")


@pytest.mark.parametrize(("at", "over"), [(90, True), (110, False)])
def test_the_opening_of_the_next_round_ends_it(at: int, over: bool) -> None:
    assert is_over(*BETS, *CARDS, *SAID, overtaken=at) is over


@pytest.mark.parametrize("late", [DEALT, VOID])
def test_what_comes_after_the_end_changes_no_amount(late: str) -> None:
    plain, told = (story(*BETS, *CARDS, *SAID, PAID, BACK, TAKEN, *more) for more in ((), (late,)))
    assert [each.settlement.bare for each in told.results] == [each.settlement.bare for each in plain.results]
