"""Cards drawn together whose order nobody can tell: what a decision may decide, and what still waits (7.13)."""

from __future__ import annotations

import time
from itertools import permutations

import pytest

from games.baccarat.cards import deal, draw_tables
from games.baccarat.dealing import MOST_ORDERS
from tests.baccarat.rounds import BOOK, bets, changed, codes, judged

BET = "5 bet_placed bet=b1 kind=player stake_minor=1000 player=P-1\n20 betting_closed\n"
FOUR = "30 cards player:2S banker:AH player:2H banker:AD\n"
SIX = "30 cards player:2S banker:AH player:2H banker:AD player:5C banker:7D\n"
"""In this order nine against nine; with the last two exchanged Player one against seven."""
DONE = "60 result_announced winner=banker\n"


def together(*blocks: tuple[int, int]) -> str:
    return "".join(f"36 cards_drawn_together first={first} count={n} order_known=false\n" for first, n in blocks)


def decided(cards: str, at: int = 50, post: str = "pit_manager") -> str:
    listed = ",".join(f'"{card}"' for card in cards.split())
    return f"{at} cards_put_in_order clause=7.13 ordered_by={post}/M1 cards=[{listed}]\n"


@pytest.mark.parametrize(
    ("blocks", "order", "fits"),
    [
        ([(3, 2)], "2S AH 2H AD", True),
        ([(3, 2)], "2S AH AD 2H", True),
        ([(3, 2)], "2H AH 2S AD", False),
        ([(3, 2)], "AH 2S 2H AD", False),
        ([(3, 2)], "2S AH 2H", False),
        ([(1, 2)], "AH 2S 2H AD", True),
        ([(1, 2)], "AH 2S", True),
        ([(1, 2)], "AH 2S AD 2H", False),
        ([(1, 2), (3, 2)], "AH 2S AD 2H", True),
        ([(1, 2), (3, 2)], "2H AH 2S AD", False),
        ([(1, 3), (3, 2)], "AD AH 2S 2H", True),
        ([(1, 4), (2, 2)], "AD AH 2S 2H", True),
        ([(3, 2), (3, 2)], "2S AH AD 2H", True),
        ([(3, 2)], "2S AH 2H AD 5C", False),
        ([(3, 4)], "2S AH AD 2H", True),
    ],
)
def test_7_13_a_decision_moves_only_cards_that_were_drawn_together(
    blocks: list[tuple[int, int]], order: str, fits: bool
) -> None:
    """Blocks that share a card are one; blocks that only lie side by side are two."""
    judgement = judged(BET + FOUR + together(*blocks) + decided(order), ended="no")
    assert ("order_does_not_fit" in codes(judgement)) == (not fits)
    assert (judgement.summary["standing"] == "awaiting") == (not fits)
    if fits:
        assert judgement.summary["player"] == [*order.split(), "2H", "AD"][:3:2]


def test_7_13_what_waits_when_a_round_ends_is_still_decided() -> None:
    """The order of cards drawn together is the ruling of 7.13, not another fact of the table."""
    cards = "30 cards player:4S banker:3H player:4H banker:4D\n"
    waiting = BET + cards + together((2, 2)) + "60 result_announced winner=player\n"
    assert judged(waiting).summary["standing"] == "awaiting"
    decision = judged(waiting + decided("4S 4H 3H 4D", 120))
    assert decision.summary["standing"] != "awaiting"
    assert bets(decision)["b1"].settlement.outcome.value == "lost"
    assert "fact_after_end" not in codes(decision)


def test_7_9_cards_put_back_in_the_shoes_order_after_the_end_change_nothing() -> None:
    over = BET + FOUR + "35 irregularity_seen kind=dealt_out_of_order\n" + DONE
    assert {"order_not_restored", "dealt_out_of_order"} & set(codes(judged(over))) == {"order_not_restored"}
    late = codes(judged(over + '120 cards_put_in_order clause=7.9 cards=["2S"]\n'))
    assert {"order_not_restored", "fact_after_end"} <= set(late)


@pytest.mark.parametrize(
    ("blocks", "orders", "outcome"),
    [
        ([(3, 2), (5, 2)], ["2S AH 2H AD"], "awaiting"),
        ([(3, 2), (5, 2)], ["2S AH 2H AD 5C 7D"], "push"),
        ([(3, 2), (5, 2)], ["2S AH 2H AD 7D 5C"], "lost"),
        ([(3, 2), (5, 2)], ["2S AH 2H AD", "2S AH 2H AD 7D 5C"], "lost"),
        ([(3, 2), (5, 2)], ["2S AH 2H AD 7D 5C", "2S AH 2H AD"], "lost"),
        ([(3, 2), (5, 2)], ["2S AH 2H AD 7D 5C", "2S AH AD 2H"], "lost"),
        ([(3, 2), (5, 2)], ["2S AH 2H AD 7D 5C", "2S AH 2H AD 5C 7D"], "push"),
        ([(5, 2)], ["2S AH 2H AD"], "awaiting"),
        ([(3, 2)], ["2S AH 2H AD"], "push"),
    ],
)
def test_7_13_a_decision_is_about_the_blocks_that_it_names(
    blocks: list[tuple[int, int]], orders: list[str], outcome: str
) -> None:
    """Of each block the latest decision counts."""
    said = "".join(decided(order, 50 + n) for n, order in enumerate(orders))
    judgement = judged(BET + SIX + together(*blocks) + said + DONE)
    result = bets(judgement)["b1"]
    assert result.settlement.outcome == outcome
    assert (result.decided_by == "7.13") == (outcome == "awaiting")


def test_7_13_what_waits_is_shown_in_the_order_decided_for_the_rest() -> None:
    judgement = judged(BET + SIX + together((3, 2), (5, 2)) + decided("2S AH AD 2H") + DONE)
    assert [a.decision for a in bets(judgement)["b1"].alternatives] == ["2S-AH-AD-2H-5C-7D", "2S-AH-AD-2H-7D-5C"]


@pytest.mark.parametrize(("choice", "outcome"), [("decides_nothing", "awaiting"), ("stands", "lost")])
def test_7_13_a_lower_posts_order_decides_by_choice_and_only_if_it_fits(choice: str, outcome: str) -> None:
    book = changed(ruling_by_lower_post=choice)
    said = decided("2S AH 2H AD 7D 5C", post="dealer")
    judgement = judged(BET + SIX + together((5, 2)) + said + DONE, book)
    assert bets(judgement)["b1"].settlement.outcome == outcome
    wrong = judged(BET + SIX + together((5, 2)) + decided("AH 2S 2H AD 7D 5C", post="dealer") + DONE, book)
    assert bets(wrong)["b1"].settlement.outcome == "awaiting"
    assert "post_not_competent" not in codes(wrong)


@pytest.mark.parametrize(
    ("block", "standing"), [((4, 2), "awaiting"), ((5, 2), "settled"), ((6, 2), "settled"), ((1, 2), "awaiting")]
)
def test_7_13_cards_that_are_not_dealt_have_no_order_to_decide(block: tuple[int, int], standing: str) -> None:
    natural = "30 cards player:4S banker:3H player:4H banker:4D\n"
    assert judged(BET + natural + together(block) + DONE).summary["standing"] == standing


def test_7_13_all_six_cards_of_a_round_are_shown_in_every_order() -> None:
    """Each settlement that one of the 720 orders makes, under the first order that makes it."""
    codes_of_six = ["2S", "AH", "2H", "AD", "5C", "7D"]
    tables = draw_tables(BOOK)
    expected: dict[str, str] = {}
    for order in permutations(codes_of_six):
        hands = deal(order, tables)
        if hands.complete:
            outcome = {"player": "won", "banker": "lost", "tie": "push"}[hands.winner]
            expected.setdefault(outcome, "-".join(order))
    judgement = judged(BET + SIX + together((1, 6)) + DONE)
    shown = {str(a.settlement.outcome): a.decision for a in bets(judgement)["b1"].alternatives}
    assert shown == expected
    assert set(shown) == {"won", "lost", "push"}
    assert MOST_ORDERS == 720


def test_7_13_more_orders_than_six_cards_have_are_not_listed() -> None:
    """Seven cards drawn together, as two reports tell, lie as recorded; what is open besides is still shown."""
    seven = SIX.replace("banker:7D", "banker:7D next:9C")
    judgement = judged(BET + seven + together((1, 4), (4, 4)) + DONE)
    assert [a.decision for a in bets(judgement)["b1"].alternatives] == ["2S-AH-2H-AD-5C-7D-9C"]
    assert bets(judgement)["b1"].decided_by == "7.13"
    eight = seven.replace("next:9C", "next:9C next:9D")
    both = judged(BET + eight + together((1, 5), (6, 3)) + DONE)
    assert len(bets(both)["b1"].alternatives) == 3


def test_7_13_a_block_reported_many_times_is_one_block() -> None:
    started = time.perf_counter()
    judgement = judged(BET + SIX + together(*[(1, 5)] * 6, (2, 3)) + DONE)
    assert time.perf_counter() - started < 2
    once = judged(BET + SIX + together((1, 5)) + DONE)
    assert bets(judgement)["b1"].alternatives == bets(once)["b1"].alternatives


@pytest.mark.parametrize(("clause", "cited"), [("7.9", "7.9"), ("7.12", "7.12"), ("9.99", "7.9")])
def test_7_9_a_wrong_order_is_cited_by_a_clause_that_there_is(clause: str, cited: str) -> None:
    wrong = f'38 cards_put_in_order clause={clause} cards=["AH","2S","2H","AD"]\n'
    judgement = judged(BET + FOUR + wrong, ended="no")
    found = [(f.subject, f.clauses, f.versions) for f in judgement.findings if f.code == "wrong_order_restored"]
    assert found == [("order:8", (cited,), (8,))]
