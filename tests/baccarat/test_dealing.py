"""Choices about cards that were dealt wrongly, and orders that nobody can tell."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.judgement import Judgement
from tests.baccarat.rounds import bets, changed, codes, judged

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
    options = [(a.decision, a.settlement.outcome) for a in bets(judgement)["b1"].alternatives]
    assert options == [("8S-AH-9H-2D", "awaiting"), ("8S-9H-AH-2D", "won")]


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
        (LONG, ["first=1 count=6"], ["won", "lost", "push"]),
    ],
)
def test_7_13_cards_drawn_together_are_shown_in_every_order(
    cards: str, together: list[str], outcomes: list[str]
) -> None:
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
        (RIGHT, '38 cards_put_in_order clause=7.9 cards=["4S","4H","3H","4D"]', ["wrong_order_restored"]),
        (RIGHT, "38 irregularity_seen kind=dealt_out_of_order", ["order_not_restored"]),
        (RIGHT, "38 irregularity_seen kind=dealt_out_of_order\n39 cards_put_in_order clause=7.9", []),
        (RIGHT, "38 irregularity_seen kind=other", ["matter_without_clause"]),
    ],
)
def test_7_9_cards_out_of_order_are_restored_and_as_the_shoe_gave_them(cards: str, then: str, found: list[str]) -> None:
    judgement = judged(BET + cards + then + DONE + "\n50 payout_made bet=b1 amount_minor=1000")
    assert codes(judgement) == found


def test_7_9_cards_drawn_together_are_no_ground_to_withdraw_under_it() -> None:
    together = "36 cards_drawn_together first=2 count=2 order_known=false"
    out = "\n37 bet_withdrawn bet=b1 clause=7.9 allowed_by=shift_manager/M1"
    assert "withdrawal_without_ground" in codes(judged(BET + RIGHT + together + out, ended="no"))


def test_7_9_cards_that_somebody_saw_out_of_order_are_a_ground_to_withdraw() -> None:
    seen = "38 irregularity_seen kind=dealt_out_of_order"
    out = "\n39 bet_withdrawn bet=b1 clause=7.9 allowed_by=shift_manager/M1"
    judgement = judged(BET + RIGHT + seen + out + DONE)
    assert bets(judgement)["b1"].settlement.outcome == "void"
    found = {f.code: (f.clauses, f.versions) for f in judgement.findings}
    assert found == {"order_not_restored": (("7.9",), (8,))}


# --- What is said of cards, word for word ----------------------------------------------------------------------------

Told = tuple[str, str, str, tuple[str, ...], tuple[int, ...], dict[str, Any]]


def told(judgement: Judgement) -> list[Told]:
    """Every finding about cards: code, severity, subject, clauses, versions and detail."""
    found = [f for f in judgement.findings if f.severity != "money"]
    return [(f.code, str(f.severity), f.subject, f.clauses, f.versions, f.detail) for f in found]


NINE = {"card": "9C", "hand": "player"}


@pytest.mark.parametrize(
    ("extra", "found", "opens", "no_bet"),
    [
        ("player:9C", [("wrong_third_card", "procedure", "player", ("7.6",), (8,), NINE)], ["9C"], "7.6"),
        (
            "banker:9C",
            [("wrong_third_card", "procedure", "banker", ("7.7",), (8,), {**NINE, "hand": "banker"})],
            ["9C"],
            "7.7",
        ),
        ("next:9C", [("next_card_exposed", "remark", "", ("7.5",), (8,), {"card": "9C"})], ["9C"], "7.5"),
        (
            "next:9C banker:2D",
            [
                ("next_card_exposed", "remark", "", ("7.5",), (8,), {"card": "9C"}),
                ("wrong_third_card", "procedure", "banker", ("7.7",), (9,), {"card": "2D", "hand": "banker"}),
            ],
            ["9C", "2D"],
            "7.5",
        ),
    ],
)
def test_what_is_said_of_cards_too_many(extra: str, found: list[Told], opens: list[str], no_bet: str) -> None:
    judgement = judged(BET + RIGHT.replace("\n", f" {extra}\n") + DONE)
    assert told(judgement) == found
    assert (judgement.summary["opens_next"], judgement.summary["next_no_bet"]) == (opens, no_bet)


@pytest.mark.parametrize(
    ("to", "exposed", "choice", "opens", "no_bet"),
    [
        ("next", "false", "opens_next_round", ["9C"], ""),
        ("next", "false", "burned", [], ""),
        ("next", "true", "burned", ["9C"], "7.5"),
        ("banker", "false", "opens_next_round", ["9C"], ""),
        ("banker", "false", "burned", [], ""),
        ("banker", "true", "burned", ["9C"], "7.7"),
        ("player", "false", "burned", ["9C"], "7.6"),
    ],
)
def test_a_card_too_many_that_nobody_saw(to: str, exposed: str, choice: str, opens: list[str], no_bet: str) -> None:
    extra = f"35 card_dealt card=9C to={to} exposed={exposed}"
    judgement = judged(BET + RIGHT + extra + DONE, changed(unexposed_card_drawn=choice))
    assert (judgement.summary["opens_next"], judgement.summary["next_no_bet"]) == (opens, no_bet)
    expected = 0 if (to, exposed) == ("next", "false") else 1
    assert len(told(judgement)) == expected


@pytest.mark.parametrize(
    ("seen", "opens", "no_bet"),
    [
        ("kind=next_card_exposed card=5S", ["5S"], "7.5"),
        ("kind=next_card_exposed", [], "7.5"),
        ("kind=foreign_cards card=5S", [], ""),
    ],
)
def test_7_5_a_card_seen_in_the_shoe_opens_the_next_round(seen: str, opens: list[str], no_bet: str) -> None:
    judgement = judged(BET + RIGHT + f"35 irregularity_seen {seen}" + DONE)
    assert (judgement.summary["opens_next"], judgement.summary["next_no_bet"]) == (opens, no_bet)


def test_7_5_a_card_seen_in_the_shoe_and_drawn_then_opens_it_once() -> None:
    extra = "34 irregularity_seen kind=next_card_exposed card=9C\n35 card_dealt card=9C to=player"
    summary = judged(BET + RIGHT + extra + DONE).summary
    assert (summary["opens_next"], summary["next_no_bet"]) == (["9C"], "7.6")
    both = judged(BET + RIGHT + extra.replace("card=9C to", "card=2D to") + DONE).summary
    assert (both["opens_next"], both["next_no_bet"]) == (["2D", "9C"], "7.6")


def test_7_11_1_cards_taken_back_are_of_no_hand_though_all_together_would_make_a_round() -> None:
    back = "30 cards player:2S banker:3H\n32 cards_taken_back\n33 cards player:2H banker:10H player:2D banker:4C"
    judgement = judged(BET + back, ended="no")
    assert (judgement.summary["player"], judgement.summary["banker"]) == (["2H", "2D"], ["10H", "4C"])
    assert "cards_taken_back_wrongly" in codes(judgement)


TAKEN_BACK = """30 cards player:9S banker:2H
32 cards_taken_back
33 cards player:4S banker:3H player:4H banker:4D"""


@pytest.mark.parametrize(
    ("seen", "facts", "wrong"),
    [
        ("31 irregularity_seen kind=missed_burn", "to", {"exposed": 2, "burn_missed": True}),
        ("31 irregularity_seen kind=missed_burn", "unexposed", None),
        ("31 irregularity_seen kind=other", "unexposed", {"exposed": 0, "burn_missed": False}),
    ],
)
def test_7_11_1_cards_are_taken_back_where_a_burn_was_missed_and_no_face_seen(
    seen: str, facts: str, wrong: dict[str, Any] | None
) -> None:
    hidden = changed(exposed_unless_said=facts == "to")
    judgement = judged(BET + TAKEN_BACK.replace("\n32", f"\n{seen}\n32") + DONE, hidden)
    versions = (7, 4, 5) if wrong and wrong["exposed"] else (7,)
    clauses = ("7.11.1", "7.11.2")
    expected = [("cards_taken_back_wrongly", "procedure", "", clauses, versions, wrong)] if wrong else []
    assert [said for said in told(judgement) if said[0] != "matter_without_clause"] == expected
    assert judgement.summary["player"] == ["4S", "4H"]
    assert bets(judgement)["b1"].settlement.outcome == ("awaiting" if wrong else "won")
    assert bets(judgement)["b1"].decided_by == ("7.22" if wrong else None)


@pytest.mark.parametrize(
    ("moment", "exposed", "found"),
    [(31, False, True), (31, True, False), (25, False, False)],
)
def test_7_11_1_a_burn_found_missed_in_time_is_made_up(moment: int, exposed: bool, found: bool) -> None:
    facts = BET + f"{moment} irregularity_seen kind=missed_burn\n" + RIGHT + DONE
    judgement = judged(facts, changed(exposed_unless_said=exposed))
    version = 4
    expected: Any = [("burn_not_made_up", "procedure", "", ("7.11.1",), (version,), {})] if found else []
    if moment == 25:
        expected = [("irregularity_without_effect", "remark", "missed_burn", ("7.11",), (version,), {})]
    elif not found:
        shown = (version, 5, 6, 7, 8)
        expected = [("pack_choice_not_asked", "procedure", "", ("7.11.2.1",), shown, {})]
    assert told(judgement) == expected


def test_7_11_1_only_the_cards_drawn_until_then_count() -> None:
    """The first card was not seen when the burn was found missing; the others were seen later."""
    facts = BET + (
        "30 card_dealt card=4S to=player exposed=false\n31 irregularity_seen kind=other\n"
        "31.5 irregularity_seen kind=missed_burn\n32 cards banker:3H player:4H banker:4D"
    )
    found = [(said[0], said[4]) for said in told(judged(facts + DONE))]
    assert found == [("burn_not_made_up", (6,)), ("matter_without_clause", (5,))]


@pytest.mark.parametrize(
    ("cards", "found"),
    [
        (
            "player:2S banker:6H player:3H banker:KD banker:KC",
            [
                ("dealt_out_of_order", "procedure", "", ("7.9",), (8,), {"cards": ["KC"]}),
                ("order_not_restored", "procedure", "", ("7.9",), (8,), {}),
            ],
        ),
        (
            "player:2S banker:5H player:4H banker:KD player:KC",
            [("wrong_third_card", "procedure", "player", ("7.6",), (8,), {"card": "KC", "hand": "player"})],
        ),
        (
            "player:4S player:3H banker:4H banker:4D",
            [
                ("dealt_out_of_order", "procedure", "", ("7.9",), (5, 6), {"cards": ["3H", "4H"]}),
                ("order_not_restored", "procedure", "", ("7.9",), (5, 6), {}),
            ],
        ),
    ],
)
def test_what_is_said_of_cards_in_wrong_places(cards: str, found: list[Told]) -> None:
    assert told(judged(BET + f"30 cards {cards}", ended="no")) == found


def test_7_12_cards_drawn_together_in_a_known_order_are_put_in_it() -> None:
    together = "36 cards_drawn_together first=2 count=2 order_known=true"
    judgement = judged(BET + WRONG + together, ended="no")
    assert [(said[0], said[3]) for said in told(judgement)] == [
        ("dealt_out_of_order", ("7.12",)),
        ("order_not_restored", ("7.12",)),
    ]
    assert bets(judgement)["b1"].settlement.outcome == "won"


@pytest.mark.parametrize(
    ("cards", "fits"),
    [
        ('["4S","4H","3H","4D"]', True),
        ('["4S","4H","3H"]', True),
        ('["4S","4H"]', False),
        ('["4S","4H","3H","5D"]', False),
    ],
)
def test_7_13_the_order_decided_is_one_of_the_cards_dealt(cards: str, fits: bool) -> None:
    facts = RIGHT + (
        "36 cards_drawn_together first=2 count=2 order_known=false\n"
        f"38 cards_put_in_order clause=7.13 ordered_by=pit_manager/M1 cards={cards}"
    )
    judgement = judged(BET + facts, ended="no")
    expected: Any = [] if fits else [("order_does_not_fit", "procedure", "order:9", ("7.13",), (9,), {})]
    assert told(judgement) == expected
    assert bets(judgement)["b1"].settlement.outcome == ("lost" if fits else "awaiting")
