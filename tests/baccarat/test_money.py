"""Properties of every baccarat settlement, over random rounds with random bets, limits and faults."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.core.cards import DECK
from casino.core.money import Direction
from games.engine.codes import NOT_IN_THE_BOOKS
from games.engine.judgement import Judgement, Outcome
from tests.baccarat.rounds import BOOK, judged

KINDS = ("player", "banker", "tie", "player_pair", "banker_pair", "lucky6")
BETS = st.lists(st.tuples(st.sampled_from(KINDS), st.integers(1, 10**7), st.integers(1, 4)), min_size=1, max_size=8)
FAULTS = st.sampled_from(
    [
        "",
        "40 irregularity_seen kind=foreign_cards",
        "40 round_voided called_by=dealer/D1",
        "40 cards_drawn_together first=2 count=2 order_known=false",
        "41 bet_withdrawn bet=b0 clause=7.9 allowed_by=shift_manager/M1",
        "41 ruling_made clause=7.22 made_by=assistant_director/A1 choice=void reason=so",
    ]
)


def _facts(stakes: list[tuple[str, int, int]], cards: list[str], fault: str, insured: int) -> str:
    lines = [f"5 bet_placed bet=b{n} kind={k} stake_minor={s} player=P-{p}" for n, (k, s, p) in enumerate(stakes)]
    to = ("player", "banker", "player", "banker", "player", "banker")
    dealt = [f"{place}:{card}" for place, card in zip(to, cards, strict=True)]
    lines += ["20 betting_closed", f"30 cards {' '.join(dealt[:4])}"]
    if insured:
        lines.append(f"32 insurance_placed bet=i1 side=banker stage=first_deal stake_minor={insured} player=P-1")
    lines += [f"34 cards {' '.join(dealt[4:])}", fault]
    return "\n".join(filter(None, lines))


ROUNDS = st.builds(
    _facts,
    BETS,
    st.lists(st.sampled_from(DECK), min_size=6, max_size=6),
    FAULTS,
    st.one_of(st.just(0), st.integers(1, 10**7)),
)
HEADERS = st.fixed_dictionaries(
    {
        "limits": st.sampled_from(["", "* 1000 1000000"]),
        "terms": st.sampled_from(["", "differential_set differential_minor=50000", "insurance_set offered=true"]),
        "before": st.sampled_from(["", "under_minimum=P-2"]),
    }
)


def _settlements(judgement: Judgement) -> list[Any]:
    alone = [r.settlement for r in judgement.results]
    return alone + [a.settlement for r in judgement.results for a in r.alternatives]


@settings(max_examples=300, deadline=None)
@given(ROUNDS, HEADERS)
def test_money_is_conserved_in_every_settlement(facts: str, header: dict[str, str]) -> None:
    for s in _settlements(judged(facts, BOOK, **header)):
        assert s.returned_minor + s.collected_minor == s.stake_minor
        assert 0 <= s.in_play_minor <= s.stake_minor
        assert min(s.collected_minor, s.winnings_minor, s.commission_minor, s.returned_minor) >= 0
        assert s.winnings_minor == s.exact_winnings // 1
        if s.outcome in (Outcome.WON, Outcome.LOST):
            assert s.collected_minor in (0, s.in_play_minor)
        else:
            assert (s.winnings_minor, s.collected_minor) == (0, 0)
        if s.commission_minor:
            assert s.winnings_minor + s.commission_minor == s.in_play_minor


@settings(max_examples=100, deadline=None)
@given(ROUNDS, HEADERS)
def test_the_same_facts_give_the_same_judgement(facts: str, header: dict[str, str]) -> None:
    first, again = judged(facts, BOOK, **header), judged(facts, BOOK, **header)
    assert msgspec.to_builtins(first) == msgspec.to_builtins(again)


@settings(max_examples=150, deadline=None)
@given(ROUNDS, HEADERS)
def test_paid_as_due_there_is_no_money_finding(facts: str, header: dict[str, str]) -> None:
    """Whatever the round: chips moved exactly as the judgement says leave no finding of money and no difference."""
    moves = []
    for result in judged(facts, BOOK, **header).results:
        s = result.settlement
        if s.outcome in (Outcome.AWAITING, Outcome.PENDING):
            continue
        if s.winnings_minor:
            moves.append(f"80 payout_made bet={result.bet} amount_minor={s.winnings_minor}")
        if s.collected_minor:
            moves.append(f"80 stake_collected bet={result.bet} amount_minor={s.collected_minor}")
    paid = judged("\n".join([facts, *moves]), BOOK, **header)
    assert [f for f in paid.findings if f.severity == "money" and f.code not in NOT_IN_THE_BOOKS] == []
    assert paid.difference_minor == 0


@settings(max_examples=150, deadline=None)
@given(ROUNDS, st.integers(1, 10**6))
def test_a_wrong_payment_is_found_with_its_amount(facts: str, extra: int) -> None:
    due = next((r for r in judged(facts).results if r.settlement.outcome is Outcome.WON), None)
    if due is None:
        return
    amount = due.settlement.winnings_minor + extra
    paid = judged(f"{facts}\n80 payout_made bet={due.bet} amount_minor={amount}")
    found = [f for f in paid.findings if f.subject == due.bet and f.severity == "money"]
    assert [f.amount_minor for f in found] == [extra]


@pytest.mark.parametrize(
    ("direction", "stake", "won"), [("down", 19, 18), ("up", 19, 19), ("nearest", 10, 10), ("down", 10, 9)]
)
def test_the_rounding_of_the_book_is_used(direction: str, stake: int, won: int) -> None:
    """19/20 of 19 is 18.05, of 10 it is 9.5."""
    rounding = msgspec.structs.replace(BOOK.rounding, direction=Direction(direction))
    book = msgspec.structs.replace(BOOK, rounding=rounding)
    facts = (
        f"5 bet_placed bet=b0 kind=banker stake_minor={stake} player=P-1\n20 betting_closed\n"
        "30 cards player:2S banker:9H player:3H banker:KD"
    )
    settlement = judged(facts, book).results[0].settlement
    assert settlement.winnings_minor == won
    assert settlement.exact_winnings == Fraction(19 * stake, 20)


ROUND_OF_100 = msgspec.structs.replace(BOOK, rounding=msgspec.structs.replace(BOOK.rounding, unit_minor=100))
INSURED = """5 bet_placed bet=b0 kind=banker stake_minor=10050 player=P-1
20 betting_closed
30 cards player:KS banker:5H player:3H banker:KD
42 insurance_placed bet=i0 side=banker stage=first_deal stake_minor={stake} player=P-1
44 cards {then}"""


@pytest.mark.parametrize(("direction", "taken"), [("down", 0), ("up", 700), ("nearest", 700)])
def test_7_19_whatever_the_unit_of_rounding_no_more_is_taken_than_was_staked(direction: str, taken: int) -> None:
    """Of a stake of 700 under a differential of 600 exactly 600 plays; in units of 1,000 that is nothing or all."""
    rounding = msgspec.structs.replace(BOOK.rounding, unit_minor=1000, direction=Direction(direction))
    book = msgspec.structs.replace(BOOK, rounding=rounding)
    facts = (
        "5 bet_placed bet=b1 kind=player stake_minor=700 player=P-1\n20 betting_closed\n"
        "30 cards player:2S banker:9H player:3H banker:KD"
    )
    due = judged(facts, book, terms="differential_set differential_minor=600").results[0].settlement
    assert (due.outcome, due.collected_minor, due.returned_minor) == (Outcome.LOST, taken, 700 - taken)


def test_a_stake_that_plays_whole_is_never_rounded() -> None:
    """Whatever the unit of rounding: what is lost whole is taken whole, of a part whole units are."""
    lost = {
        r.bet: r.settlement for r in judged(INSURED.format(stake=150, then="player:6C banker:2S"), ROUND_OF_100).results
    }
    assert (lost["b0"].in_play_minor, lost["b0"].collected_minor) == (10050, 10050)
    assert (lost["i0"].in_play_minor, lost["i0"].winnings_minor) == (150, 300)
    won = {r.bet: r.settlement for r in judged(INSURED.format(stake=150, then="player:9C"), ROUND_OF_100).results}
    assert (won["b0"].in_play_minor, won["b0"].winnings_minor, won["b0"].commission_minor) == (10050, 9500, 550)
    assert (won["i0"].collected_minor, won["i0"].returned_minor) == (150, 0)
    part = {r.bet: r.settlement for r in judged(INSURED.format(stake=9000, then="player:9C"), ROUND_OF_100).results}
    assert (part["i0"].collected_minor, part["i0"].returned_minor) == (5000, 4000)


@pytest.mark.parametrize(
    ("variant", "won"),
    [("no_commission", 1000), ("midi.no_commission", 1000), ("midi", 950), ("midi.commission", 950)],
)
def test_5_2_a_variant_may_say_more_than_that_there_is_no_commission(variant: str, won: int) -> None:
    facts = (
        "5 bet_placed bet=b0 kind=banker stake_minor=1000 player=P-1\n30 cards player:2S banker:9H player:3H banker:KD"
    )
    terms = f"registered game=baccarat currency=VND variant={variant}"
    assert judged(facts, terms=terms).results[0].settlement.winnings_minor == won


LOST_BANKER = """5 bet_placed bet=b1 kind=banker stake_minor=1000 player=P-1
20 betting_closed
30 cards player:{first} banker:3H player:4H banker:4D
45 result_announced winner={winner}
{then}"""
COMMISSION = "51 commission_collected bet=b1 amount_minor=50"


@pytest.mark.parametrize(
    ("first", "winner", "then", "found"),
    [
        ("4S", "player", "50 stake_collected bet=b1 amount_minor=1000", [("collected_too_much", -50)]),
        ("4S", "player", "", [("collected_too_little", 950)]),
        ("3S", "tie", "", [("collected_on_push", -50)]),
        ("2S", "banker", "50 payout_made bet=b1 amount_minor=1000", []),
        ("2S", "banker", "", [("paid_too_little", -1000)]),
        (
            "4S",
            "player",
            "50 stake_collected bet=b1 amount_minor=1000\n52 payout_made bet=b1 amount_minor=90",
            [("paid_on_lost", 40)],
        ),
    ],
)
def test_2_2_4_commission_of_a_bet_that_won_nothing_was_taken_too_much(
    first: str, winner: str, then: str, found: list[tuple[str, int]]
) -> None:
    judgement = judged(LOST_BANKER.format(first=first, winner=winner, then=f"{then}\n{COMMISSION}"))
    money = [(f.code, f.amount_minor) for f in judgement.findings if f.severity == "money"]
    assert money == found
    assert sum(amount for _code, amount in money) == judgement.results[0].difference_minor


def test_2_2_4_commission_of_a_push_whose_stake_went_back_is_still_missing() -> None:
    then = f"50 stake_returned bet=b1 amount_minor=1000\n{COMMISSION}"
    judgement = judged(LOST_BANKER.format(first="3S", winner="tie", then=then))
    assert judgement.results[0].difference_minor == -50
