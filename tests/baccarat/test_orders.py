"""Cards drawn together whose order nobody can tell: what a decision may decide, and what still waits (7.13).

Decisions are orders of the cards at the table and rulings whose choice is such an order; both have one effect.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import permutations

import pytest

from games.baccarat.cards import deal, draw_tables
from games.baccarat.dealing import MOST_ORDERS
from games.engine.judgement import Judgement
from tests.baccarat.rounds import BOOK, bets, changed, codes, judged

Decide = Callable[..., str]

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


def ruled(cards: str, at: int = 50, post: str = "pit_manager", bets: str = "") -> str:
    named = f" bets={bets}" if bets else ""
    choice = cards.replace(" ", "-")
    return f"{at} ruling_made clause=7.13 made_by={post}/M1 choice={choice} reason=film{named}\n"


def why(judgement: Judgement) -> list[tuple[str, str]]:
    """What is found of decisions, and why."""
    about = ("order_does_not_fit", "post_not_competent", "ruling_without_effect", "rulings_disagree")
    return [(f.code, f.detail.get("why", "")) for f in judgement.findings if f.code in about]


@pytest.mark.parametrize("decide", [decided, ruled])
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
    blocks: list[tuple[int, int]], order: str, fits: bool, decide: Decide
) -> None:
    """Blocks that share a card are one; blocks that only lie side by side are two."""
    judgement = judged(BET + FOUR + together(*blocks) + decide(order), ended="no")
    assert why(judgement) == ([] if fits else [("order_does_not_fit", "")])
    assert (judgement.summary["standing"] == "awaiting") == (not fits)
    if fits:
        assert judgement.summary["player"] == [*order.split(), "2H", "AD"][:3:2]


@pytest.mark.parametrize("decide", [decided, ruled])
def test_7_13_what_waits_when_a_round_ends_is_still_decided(decide: Decide) -> None:
    """The order of cards drawn together is the ruling of 7.13, not another fact of the table."""
    cards = "30 cards player:4S banker:3H player:4H banker:4D\n"
    waiting = BET + cards + together((2, 2)) + "60 result_announced winner=player\n"
    assert judged(waiting).summary["standing"] == "awaiting"
    decision = judged(waiting + decide("4S 4H 3H 4D", 120))
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
@pytest.mark.parametrize("by_ruling", [(False, False), (True, True), (False, True), (True, False)])
def test_7_13_a_decision_is_about_the_blocks_that_it_names(
    blocks: list[tuple[int, int]], orders: list[str], outcome: str, by_ruling: tuple[bool, bool]
) -> None:
    """Of each block the latest decision counts, whether the table or a ruling gave it."""
    ways = [ruled if ruling else decided for ruling in by_ruling]
    said = "".join(decide(order, 50 + n) for n, (order, decide) in enumerate(zip(orders, ways, strict=False)))
    judgement = judged(BET + SIX + together(*blocks) + said + DONE)
    result = bets(judgement)["b1"]
    assert result.settlement.outcome == outcome
    assert (result.decided_by == "7.13") == (outcome == "awaiting")


def test_7_13_what_waits_is_shown_in_the_order_decided_for_the_rest() -> None:
    judgement = judged(BET + SIX + together((3, 2), (5, 2)) + decided("2S AH AD 2H") + DONE)
    assert [a.decision for a in bets(judgement)["b1"].alternatives] == ["2S-AH-AD-2H-5C-7D", "2S-AH-AD-2H-7D-5C"]


@pytest.mark.parametrize("decide", [decided, ruled])
@pytest.mark.parametrize(("choice", "outcome"), [("decides_nothing", "awaiting"), ("stands", "lost")])
def test_7_13_a_lower_posts_order_decides_by_choice_and_only_if_it_fits(
    choice: str, outcome: str, decide: Decide
) -> None:
    book = changed(ruling_by_lower_post=choice)
    said = decide("2S AH 2H AD 7D 5C", post="dealer")
    judgement = judged(BET + SIX + together((5, 2)) + said + DONE, book)
    assert bets(judgement)["b1"].settlement.outcome == outcome
    assert why(judgement) == [("post_not_competent", "")]
    wrong = judged(BET + SIX + together((5, 2)) + decide("AH 2S 2H AD 7D 5C", post="dealer") + DONE, book)
    assert bets(wrong)["b1"].settlement.outcome == "awaiting"
    assert why(wrong) == [("order_does_not_fit", "")]


@pytest.mark.parametrize("decide", [decided, ruled])
@pytest.mark.parametrize(
    ("decided_at", "withdrawn_at", "found"),
    [(50, 55, []), (50, 45, ["withdrawal_not_allowed"]), (50, 65, ["withdrawal_too_late"])],
)
def test_7_13_1_a_player_withdraws_after_the_decision_and_before_the_result(
    decided_at: int, withdrawn_at: int, found: list[str], decide: Decide
) -> None:
    facts = [decide("2S AH 2H AD 7D 5C", decided_at), f"{withdrawn_at} bet_withdrawn bet=b1 clause=7.13.1\n", DONE]
    said = "".join(sorted(facts, key=lambda line: int(line.split()[0])))
    judgement = judged(BET + SIX + together((5, 2)) + said)
    assert bets(judgement)["b1"].settlement.outcome == ("lost" if found else "void")
    assert [code for code in codes(judgement) if code.startswith("withdrawal")] == found


TWO = "6 bet_placed bet=b2 kind=tie stake_minor=1000 player=P-2\n"


@pytest.mark.parametrize(
    ("said", "outcome", "found"),
    [
        (ruled("2S AH 2H AD 7D 5C", bets='["b1","b2"]'), "lost", []),
        (ruled("2S AH 2H AD 7D 5C", bets='["b1"]'), "awaiting", [("ruling_without_effect", "clause")]),
        (ruled("2S AH 2H AD 7D 5C", bets='["b1","b2","b3"]'), "awaiting", [("ruling_without_effect", "clause")]),
        (ruled("void"), "awaiting", [("ruling_without_effect", "clause")]),
        (ruled("as_dealt"), "awaiting", [("ruling_without_effect", "clause")]),
        (ruled("2S AH 2H AD 7D 5C").replace("7.13", "7.13.2"), "awaiting", [("ruling_without_effect", "clause")]),
    ],
)
def test_7_13_a_ruling_that_gives_no_order_for_the_whole_round_decides_nothing(
    said: str, outcome: str, found: list[tuple[str, str]]
) -> None:
    """Cards lie in one order for all bets: a ruling names all of them, or none."""
    judgement = judged(TWO + BET + SIX + together((5, 2)) + said + DONE)
    assert bets(judgement)["b1"].settlement.outcome == outcome
    assert why(judgement) == found


FOREIGN = "55 irregularity_seen kind=foreign_cards card=4S\n56 round_voided called_by=dealer/D1 ground=7.1\n"


@pytest.mark.parametrize(
    ("facts", "found"),
    [
        (ruled("2S AH 2H AD 5C 7D"), [("ruling_without_effect", "nothing_waits")]),
        (ruled("AH 2S 2H AD 5C 7D"), [("ruling_without_effect", "nothing_waits")]),
        (together((7, 2)) + ruled("2S AH 2H AD 5C 7D"), [("ruling_without_effect", "nothing_waits")]),
        (together((5, 2)) + ruled("2S AH 2H AD 7D 5C") + FOREIGN, [("ruling_without_effect", "void")]),
        (together((5, 2)) + ruled("2S AH 2H AD 7D 6C") + FOREIGN, [("order_does_not_fit", "")]),
        (together((5, 2)) + ruled("2S AH 2H AD 7D 5C", post="dealer") + FOREIGN, [("post_not_competent", "")]),
    ],
)
def test_7_13_a_ruling_where_no_order_is_open_is_found_once(facts: str, found: list[tuple[str, str]]) -> None:
    assert why(judged(BET + SIX + facts + DONE)) == found


def test_7_13_a_ruling_after_the_round_changes_no_order_that_was_decided() -> None:
    """As any ruling after the end of a round for which nothing waits."""
    decision = decided("2S AH 2H AD 5C 7D")
    paid = "70 stake_returned bet=b1 amount_minor=1000\n"
    late = judged(BET + SIX + together((5, 2)) + decision + DONE + paid + ruled("2S AH 2H AD 7D 5C", 120))
    assert bets(late)["b1"].settlement.outcome == "push"
    assert why(late) == [("ruling_without_effect", "round_over")]


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
