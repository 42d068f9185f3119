"""Bets as they lay: seats and players, limits, the differential and its other reading, the memory of 7.17."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.baccarat_bets import Lay, within_differential
from games.rules.judgement import Finding
from tests.rules.baccarat_rounds import BOOK, bets, changed, codes, judged

NATURAL = "\n20 betting_closed\n30 cards player:4S banker:3H player:4H banker:4D\n45 result_announced winner=player"
TIED = "\n20 betting_closed\n30 cards player:2S banker:2H player:4H banker:4D\n45 result_announced winner=tie"
LIMITS = "player 100 5000; banker 100 5000"


def _lays(*stakes: tuple[str, int]) -> list[Lay]:
    return [Lay(f"b{n}", kind, stake, n, f"P-{n}", stake) for n, (kind, stake) in enumerate(stakes)]


def test_within_the_differential_every_bet_plays_whole() -> None:
    findings: list[Finding] = []
    lays = _lays(("player", 3000), ("banker", 2000), ("tie", 90_000))
    within_differential(lays, 1000, BOOK, findings)
    assert [lay.in_play for lay in lays] == [3000, 2000, 90_000]
    assert findings == []


def test_over_the_differential_the_larger_side_plays_in_proportion() -> None:
    findings: list[Finding] = []
    lays = _lays(("player", 2000), ("player", 1000), ("banker", 500), ("tie", 90_000))
    within_differential(lays, 1000, BOOK, findings)
    assert [lay.in_play for lay in lays] == [1000, 500, 500, 90_000]
    assert [f.detail for f in findings] == [{"player": 3000, "banker": 500, "differential": 1000}]


def test_the_other_reading_takes_each_area_by_itself() -> None:
    findings: list[Finding] = []
    lays = _lays(("player", 3000), ("banker", 2500), ("tie", 2000), ("lucky6", 900))
    within_differential(lays, 1000, changed(differential_reading="each_area_pro_rata"), findings)
    assert [lay.in_play for lay in lays] == [1000, 1000, 1000, 900]
    assert [f.subject for f in findings] == ["banker", "player", "tie"]


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(["player", "banker"]), st.integers(1, 10**9)), min_size=1, max_size=8),
    st.integers(1, 10**9),
)
def test_what_plays_keeps_the_differential_exactly(stakes: list[tuple[str, int]], differential: int) -> None:
    lays = _lays(*stakes)
    within_differential(lays, differential, BOOK, [])
    totals = {
        side: sum((Fraction(x.in_play) for x in lays if x.kind == side), Fraction(0)) for side in ("player", "banker")
    }
    assert abs(totals["player"] - totals["banker"]) <= differential
    over = [lay for lay in lays if lay.in_play != lay.stake_minor]
    if over:
        assert abs(totals["player"] - totals["banker"]) == differential
        assert len({Fraction(lay.in_play) / lay.stake_minor for lay in over}) == 1
        assert len({lay.kind for lay in over}) == 1


def test_7_17_comes_before_7_18_and_7_19() -> None:
    """A bet that goes back under 7.17 counts for no side; one above the maximum counts with the maximum."""
    facts = (
        "5 bet_placed bet=b1 kind=player stake_minor=9000 player=P-1\n"
        "6 bet_placed bet=b2 kind=player stake_minor=50 player=P-2\n"
        "7 bet_placed bet=b3 kind=banker stake_minor=1000 player=P-3" + NATURAL
    )
    terms = "differential_set differential_minor=3000"
    judgement = judged(facts, limits=LIMITS, terms=terms, before="under_minimum=P-2")
    due = {bet: r.settlement for bet, r in bets(judgement).items()}
    assert (due["b1"].in_play_minor, due["b1"].winnings_minor) == (4000, 4000)
    assert due["b1"].clauses == ("6.1.1.1", "5.1.1", "7.18", "7.19")
    assert due["b2"].outcome == "refused"
    assert due["b3"].in_play_minor == 1000


@pytest.mark.parametrize(("counted_on", "remembered"), [("paid_or_collected", []), ("settled", ["P-1"])])
def test_a_push_below_the_minimum_is_remembered_by_choice(counted_on: str, remembered: list[str]) -> None:
    facts = "5 bet_placed bet=b1 kind=player stake_minor=50 player=P-1" + TIED
    book = changed(below_minimum_counted_on=counted_on)
    assert judged(facts, book, limits=LIMITS).summary["below_minimum"] == remembered


def test_both_bets_below_the_minimum_of_one_round_are_the_first_time() -> None:
    facts = (
        "5 bet_placed bet=b1 kind=player stake_minor=50 player=P-1\n"
        "6 bet_placed bet=b2 kind=banker stake_minor=60 player=P-1" + NATURAL
    )
    judgement = judged(facts, limits=LIMITS)
    assert [r.settlement.outcome for r in judgement.results] == ["won", "lost"]
    assert judgement.summary["below_minimum"] == ["P-1"]


def test_a_player_nobody_named_is_not_remembered() -> None:
    facts = "5 bet_placed bet=b1 kind=player stake_minor=50" + NATURAL
    judgement = judged(facts, limits=LIMITS, before="under_minimum=P-1")
    assert bets(judgement)["b1"].settlement.outcome == "won"
    assert judgement.summary["below_minimum"] == []


def test_a_seat_stands_for_the_player_who_sits_there() -> None:
    facts = (
        "5 bet_placed bet=b1 kind=player stake_minor=500 player=P-1 seat=3\n"
        "6 bet_placed bet=b2 kind=banker stake_minor=60 seat=3" + NATURAL
    )
    judgement = judged(facts, limits=LIMITS, before="under_minimum=P-1")
    assert bets(judgement)["b2"].settlement.outcome == "refused"


def test_a_change_moves_the_bet_before_the_call() -> None:
    facts = (
        "5 bet_placed bet=b1 kind=player stake_minor=500 player=P-1\n"
        "6 bet_changed bet=b1 kind=banker\n7 bet_changed bet=b1 stake_minor=700\n"
        "8 bet_changed bet=b9 stake_minor=700" + NATURAL + "\n50 stake_collected bet=b1 amount_minor=700"
    )
    judgement = judged(facts)
    result = bets(judgement)["b1"]
    assert (result.kind, result.spot) == ("banker", "banker")
    assert (result.settlement.outcome, result.settlement.collected_minor) == ("lost", 700)
    assert codes(judgement) == ["change_without_bet"]


def test_a_bet_recorded_twice_counts_once() -> None:
    facts = (
        "5 bet_placed bet=b1 kind=player stake_minor=500 player=P-1\n"
        "6 bet_placed bet=b1 kind=player stake_minor=500 player=P-1"
        + NATURAL
        + "\n50 payout_made bet=b1 amount_minor=500"
    )
    judgement = judged(facts)
    assert len(judgement.results) == 1
    assert codes(judgement) == ["bet_recorded_twice"]


@pytest.mark.parametrize("stake", [100, 5000])
def test_a_stake_of_just_the_minimum_or_the_maximum_is_within_the_limits(stake: int) -> None:
    facts = f"5 bet_placed bet=b1 kind=player stake_minor={stake} player=P-1{NATURAL}"
    judgement = judged(f"{facts}\n50 payout_made bet=b1 amount_minor={stake}", limits=LIMITS)
    assert codes(judgement) == []
    assert bets(judgement)["b1"].settlement.clauses == ("6.1.1.1", "5.1.1")


WRONG_PLACE = "30 cards player:4S player:3H banker:4H banker:4D"
RIGHT_PLACE = "30 cards player:4S banker:3H player:4H banker:4D"


@pytest.mark.parametrize(
    ("cards", "clause", "then", "grounded"),
    [
        (WRONG_PLACE, "7.9", "", True),
        (WRONG_PLACE, "7.9", "42 cards_put_in_order clause=7.9", True),
        (RIGHT_PLACE, "7.9", "42 cards_put_in_order clause=7.9", True),
        (RIGHT_PLACE, "7.9", "", False),
        (RIGHT_PLACE + "\n36 cards_drawn_together first=2 count=2 order_known=true", "7.12", "", True),
        (WRONG_PLACE, "7.12", "42 cards_put_in_order clause=7.12", False),
    ],
)
def test_a_withdrawal_rests_on_cards_out_of_order_or_drawn_together(
    cards: str, clause: str, then: str, grounded: bool
) -> None:
    facts = f"""5 bet_placed bet=b1 kind=player stake_minor=500 player=P-1
20 betting_closed
{cards}
40 bet_withdrawn bet=b1 clause={clause} allowed_by=shift_manager/M1
{then}"""
    judgement = judged(facts)
    assert bets(judgement)["b1"].settlement.clauses == (clause,)
    assert ("withdrawal_without_ground" in codes(judgement)) == (not grounded)
