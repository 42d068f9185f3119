"""Choices about cards that were dealt wrongly, and orders that nobody can tell."""

from __future__ import annotations

import pytest

from tests.rules.baccarat_rounds import bets, changed, codes, judged

BET = "5 bet_placed bet=b1 kind=player stake_minor=1000 player=P-1\n20 betting_closed\n"
DONE = "\n45 result_announced winner=player"


def test_an_unexposed_card_may_be_burned_by_choice() -> None:
    facts = BET + "30 cards player:4S banker:3H player:4H banker:4D\n35 card_dealt card=9C to=next exposed=false" + DONE
    assert judged(facts).summary["opens_next"] == ["9C"]
    burned = judged(facts, changed(unexposed_card_drawn="burned")).summary
    assert (burned["opens_next"], burned["next_no_bet"]) == ([], "")


def test_a_card_of_which_nobody_said_counts_as_exposed_by_choice() -> None:
    facts = BET + "30 cards player:4S banker:3H player:4H banker:4D\n35 card_dealt card=9C to=banker" + DONE
    assert judged(facts).summary["next_no_bet"] == "7.7"
    assert judged(facts, changed(exposed_unless_said=False)).summary["next_no_bet"] == ""


def test_several_cards_too_many_open_the_next_round_in_their_order() -> None:
    facts = BET + "30 cards player:4S banker:3H player:4H banker:4D player:9C banker:2D next:5S" + DONE
    summary = judged(facts).summary
    assert summary["opens_next"] == ["9C", "2D", "5S"]
    assert summary["next_no_bet"] == "7.6"


def test_a_missing_third_card_counts_as_dealt_by_choice() -> None:
    facts = BET + "30 cards player:2S banker:7H player:3H banker:KD\n45 result_announced winner=banker"
    assert bets(judged(facts))["b1"].settlement.outcome == "awaiting"
    as_dealt = judged(facts, changed(missing_third_card="as_dealt"))
    assert bets(as_dealt)["b1"].settlement.outcome == "lost"
    assert as_dealt.summary["standing"] == "settled"


def test_a_call_without_ground_voids_by_choice() -> None:
    facts = BET + "30 cards player:4S banker:3H player:4H banker:4D\n40 round_voided called_by=dealer/D01 ground=7.4"
    assert bets(judged(facts))["b1"].settlement.outcome == "awaiting"
    assert bets(judged(facts, changed(unsettled_call="void")))["b1"].settlement.outcome == "void"


@pytest.mark.parametrize("count", [2, 3])
def test_every_order_that_the_cards_can_have_is_shown(count: int) -> None:
    """Eight against seven or seven against eight: each with its money, under the first order that makes it."""
    facts = (
        BET
        + "30 cards player:4S banker:3H player:4H banker:4D\n"
        + f"36 cards_drawn_together first=2 count={count} order_known=false"
        + DONE
    )
    judgement = judged(facts)
    assert judgement.summary["standing"] == "awaiting"
    result = bets(judgement)["b1"]
    assert result.decided_by == "7.13"
    assert [(a.decision, a.settlement.outcome) for a in result.alternatives] == [
        ("4S-3H-4H-4D", "won"),
        ("4S-4H-3H-4D", "lost"),
    ]


def test_an_open_order_waits_though_the_recorded_one_would_need_a_card() -> None:
    """In the order recorded Banker, on three, would have to draw; in the other, Player has a natural."""
    facts = (
        BET
        + "30 cards player:8S banker:AH player:9H banker:2D\n36 cards_drawn_together first=2 count=2 order_known=false"
        + DONE
    )
    judgement = judged(facts)
    assert bets(judgement)["b1"].decided_by == "7.13"
    assert [a.decision for a in bets(judgement)["b1"].alternatives] == ["8S-9H-AH-2D"]


def test_a_lower_posts_order_stands_by_choice() -> None:
    facts = (
        BET
        + "30 cards player:4S banker:3H player:4H banker:4D\n"
        + "36 cards_drawn_together first=2 count=2 order_known=false\n"
        + '38 cards_put_in_order clause=7.13 ordered_by=dealer/D1 cards=["4S","4H","3H","4D"]'
        + "\n45 result_announced winner=banker"
    )
    assert bets(judged(facts))["b1"].settlement.outcome == "awaiting"
    stands = judged(facts, changed(ruling_by_lower_post="stands"))
    assert bets(stands)["b1"].settlement.outcome == "lost"
    assert "post_not_competent" in codes(stands)


def test_a_burned_card_belongs_to_no_hand() -> None:
    facts = BET + "29 card_dealt card=9C to=burn\n30 cards player:4S banker:3H player:4H banker:4D" + DONE
    judgement = judged(facts)
    assert codes(judgement) == ["not_paid"]
    assert judgement.summary["player"] == ["4S", "4H"]


def test_the_first_order_decided_may_be_decided_anew() -> None:
    decided = '38 cards_put_in_order clause=7.13 ordered_by=pit_manager/M1 cards=["4S","4H","3H","4D"]\n'
    again = '39 cards_put_in_order clause=7.13 ordered_by=shift_manager/M2 cards=["4S","3H","4H","4D"]\n'
    facts = (
        BET
        + "30 cards player:4S banker:3H player:4H banker:4D\n"
        + "36 cards_drawn_together first=2 count=2 order_known=false\n"
    )
    assert judged(facts + decided + "45 result_announced winner=banker").summary["outcome"] == "banker"
    assert judged(facts + decided + again + "45 result_announced winner=player").summary["outcome"] == "player"


def test_7_13_other_orderings_before_it_decide_nothing() -> None:
    facts = (
        BET
        + "30 cards player:4S banker:3H player:4H banker:4D\n"
        + "36 cards_drawn_together first=2 count=2 order_known=false\n"
        + "37 cards_put_in_order clause=7.12\n"
        + '38 cards_put_in_order clause=7.13 ordered_by=pit_manager/M1 cards=["4S","4H","3H","4D"]\n'
        + "45 result_announced winner=banker"
    )
    assert judged(facts).summary["outcome"] == "banker"


def test_7_13_an_order_that_nobody_is_named_for_decides_nothing() -> None:
    facts = (
        BET
        + "30 cards player:4S banker:3H player:4H banker:4D\n"
        + "36 cards_drawn_together first=2 count=2 order_known=false\n"
        + '38 cards_put_in_order clause=7.13 cards=["4S","4H","3H","4D"]'
        + DONE
    )
    judgement = judged(facts)
    assert bets(judgement)["b1"].settlement.outcome == "awaiting"
    found = next(f for f in judgement.findings if f.code == "post_not_competent")
    assert (found.subject, found.clauses, found.detail) == ("order:9", ("7.13",), {"post": ""})


LONG = "30 cards player:KS banker:5H player:4H banker:KD player:4C banker:KC\n"


@pytest.mark.parametrize(
    ("cards", "together", "outcomes"),
    [
        ("30 cards player:4S banker:3H player:5H banker:4D\n", ["first=3 count=2"], ["won", "push"]),
        (LONG, ["first=1 count=5"], ["won", "lost"]),
        (LONG, ["first=1 count=6"], ["won"]),
        (LONG, ["first=1 count=6", "first=3 count=2"], ["won", "lost"]),
    ],
)
def test_7_13_up_to_five_cards_drawn_together_are_shown_in_every_order(
    cards: str, together: list[str], outcomes: list[str]
) -> None:
    """Of six the orders would be too many to list: they are shown as they were recorded."""
    drawn = "\n".join(f"36 cards_drawn_together {block} order_known=false" for block in together)
    alternatives = bets(judged(BET + cards + drawn + DONE))["b1"].alternatives
    assert [a.settlement.outcome for a in alternatives] == outcomes


RIGHT = "30 cards player:4S banker:3H player:4H banker:4D\n"
WRONG = "30 cards player:4S player:3H banker:4H banker:4D\n"


@pytest.mark.parametrize(
    ("cards", "then", "found"),
    [
        (WRONG, "38 cards_put_in_order clause=7.9", ["dealt_out_of_order"]),
        (WRONG, '38 cards_put_in_order clause=7.9 cards=["4S","3H","4H","4D"]', ["dealt_out_of_order"]),
        (
            WRONG,
            '38 cards_put_in_order clause=7.9 cards=["4S","4H","3H","4D"]',
            ["dealt_out_of_order", "wrong_order_restored"],
        ),
        (RIGHT, "38 irregularity_seen kind=dealt_out_of_order", ["order_not_restored"]),
        (RIGHT, "38 irregularity_seen kind=dealt_out_of_order\n39 cards_put_in_order clause=7.9", []),
        (RIGHT, "38 irregularity_seen kind=other", []),
    ],
)
def test_7_9_cards_out_of_order_are_restored_and_as_the_shoe_gave_them(cards: str, then: str, found: list[str]) -> None:
    judgement = judged(BET + cards + then + DONE + "\n50 payout_made bet=b1 amount_minor=1000")
    assert codes(judgement) == found


def test_7_9_cards_that_somebody_saw_out_of_order_are_a_ground_to_withdraw() -> None:
    seen = "38 irregularity_seen kind=dealt_out_of_order"
    out = "\n39 bet_withdrawn bet=b1 clause=7.9 allowed_by=shift_manager/M1"
    judgement = judged(BET + RIGHT + seen + out + DONE)
    assert bets(judgement)["b1"].settlement.outcome == "void"
    found = {f.code: (f.clauses, f.versions) for f in judgement.findings}
    assert found == {"order_not_restored": (("7.9",), (8,))}
