"""Nothing recorded disappears: what was seen, decided or registered has an effect, or it is found why not."""

from __future__ import annotations

from typing import get_args

import pytest

from games.baccarat.facts import Trouble
from games.engine.judgement import Judgement
from tests.baccarat.rounds import BOOK, bets, changed, codes, judged

BET = "5 bet_placed bet=b1 kind=player stake_minor=1000 player=P-1\n20 betting_closed\n"
NATURAL = "30 cards player:4S banker:3H player:4H banker:4D"
PAID = "\n45 result_announced winner=player\n50 payout_made bet=b1 amount_minor=1000"
ROUND = BET + NATURAL + PAID


def _same(one: Judgement, other: Judgement) -> bool:
    return (one.results, codes(one), one.summary) == (other.results, codes(other), other.summary)


@pytest.mark.parametrize("when", [25, 31, 40, 60])
@pytest.mark.parametrize("kind", get_args(Trouble))
def test_every_irregularity_has_an_effect_or_is_found(kind: str, when: int) -> None:
    judgement = judged(f"{BET}{NATURAL}\n{when} irregularity_seen kind={kind}{PAID}")
    assert not _same(judgement, judged(ROUND))


@pytest.mark.parametrize("choice", ["as_dealt", "void", "replay"])
@pytest.mark.parametrize("clause", sorted(clause for clause in BOOK.clauses if "." in clause))
def test_every_ruling_has_an_effect_or_is_found(clause: str, choice: str) -> None:
    ruling = f"\n60 ruling_made clause={clause} made_by=assistant_director/A1 choice={choice} reason=so"
    assert not _same(judged(ROUND + ruling), judged(ROUND))


@pytest.mark.parametrize("named", ['["b9"]', '["b1","b9"]'])
def test_7_22_a_ruling_for_a_bet_that_was_not_made_is_found(named: str) -> None:
    ruling = f"\n60 ruling_made clause=7.22 made_by=assistant_director/A1 choice=void reason=so bets={named}"
    judgement = judged(ROUND + ruling)
    (finding,) = [f for f in judgement.findings if f.code == "ruling_without_effect"]
    assert finding.detail == {"why": "no_such_bet", "bets": ["b9"]}


def test_7_22_a_ruling_about_a_round_void_by_another_clause_is_found() -> None:
    void = "\n40 irregularity_seen kind=foreign_cards card=4S\n41 round_voided called_by=dealer/D1 ground=7.1"
    ruling = "\n60 ruling_made clause=7.22 made_by=assistant_director/A1 choice=as_dealt reason=so"
    judgement = judged(BET + NATURAL + void + ruling)
    assert [f.detail["why"] for f in judgement.findings if f.code == "ruling_without_effect"] == ["void"]


MISSED = "26 card_dealt card=4S to=player exposed={exposed}\n27 irregularity_seen kind=missed_burn\n"
REST = "30 cards banker:3H player:4H banker:4D"


@pytest.mark.parametrize(
    ("exposed", "chosen", "found"),
    [
        ("true", "", ["pack_choice_not_asked"]),
        ("true", "\n60 pack_decided choice=keep", []),
        ("false", "", ["burn_not_made_up"]),
    ],
)
def test_7_11_2_1_the_players_are_asked(exposed: str, chosen: str, found: list[str]) -> None:
    assert codes(judged(BET + MISSED.format(exposed=exposed) + REST + PAID + chosen)) == found


LOADED = "shoe_loaded shoe=S1"


@pytest.mark.parametrize(
    ("terms", "before", "found"),
    [
        (LOADED, "pack=S1 pack_loading=1 new_pack=7.11.2.1", ["pack_not_replaced"]),
        (f"{LOADED}; {LOADED}", "pack=S1 pack_loading=1 new_pack=7.11.2.1", []),
        (f"{LOADED}; {LOADED} shuffled=false", "pack=S1 pack_loading=1 new_pack=7.8.1", ["pack_not_replaced"]),
        (f"{LOADED}; {LOADED}", "pack=S1 pack_loading=1 new_pack=7.10.2", ["pack_not_replaced"]),
        (LOADED, "pack=S1 new_pack=7.11.2.1", ["pack_not_replaced"]),
    ],
)
def test_7_11_2_1_a_pack_shuffled_and_loaded_again_is_another_shoe(terms: str, before: str, found: list[str]) -> None:
    judgement = judged(ROUND, terms=terms, before=before)
    assert [code for code in codes(judgement) if code == "pack_not_replaced"] == found


@pytest.mark.parametrize(
    ("variant", "known"),
    [
        ("commission", True),
        ("no_commission", True),
        ("midi.no_commission", True),
        ("no-commission", False),
        ("commission.no_commission", False),
        ("nocommission", False),
    ],
)
def test_5_2_what_is_no_variant_is_found_and_what_turns_on_it_waits(variant: str, known: bool) -> None:
    facts = """5 bet_placed bet=b1 kind=banker stake_minor=1000 player=P-1
6 bet_placed bet=b2 kind=tie stake_minor=100 player=P-1
20 betting_closed
30 cards player:2S banker:9H player:3H banker:KD
45 result_announced winner=banker"""
    judgement = judged(facts, terms=f"registered game=baccarat currency=VND variant={variant}")
    due = bets(judgement)
    assert ("variant_unknown" in codes(judgement)) != known
    assert due["b1"].settlement.outcome == ("won" if known else "awaiting")
    assert due["b2"].settlement.outcome == "lost"
    if not known:
        assert [a.settlement.winnings_minor for a in due["b1"].alternatives] == [950, 1000]


STACKS = """5 bet_placed bet=b1 kind=player stake_minor=600 player=P-1
6 bet_placed bet=b2 kind=player stake_minor=600 player=P-1
7 bet_placed bet=b3 kind=player stake_minor=600
20 betting_closed
"""


def test_7_18_the_maximum_goes_by_player_and_area_and_the_latest_stack_gives_way() -> None:
    due = bets(judged(STACKS + NATURAL, limits="player 100 1000"))
    assert [due[bet].settlement.winnings_minor for bet in ("b1", "b2", "b3")] == [600, 400, 600]
    assert due["b2"].settlement.returned_minor == 600
    by_bet = bets(judged(STACKS + NATURAL, changed(limits_go_by="bet"), limits="player 100 1000"))
    assert by_bet["b2"].settlement.winnings_minor == 600
    far = bets(judged(STACKS + NATURAL, limits="player 100 600"))
    assert (far["b1"].settlement.outcome, far["b2"].settlement.outcome) == ("won", "refused")


def test_7_17_the_minimum_goes_by_player_and_area() -> None:
    assert "below_minimum" not in codes(
        judged(STACKS.replace("=b3", "=b3 player=P-1") + NATURAL, limits="player 1000 9000")
    )
    judgement = judged(STACKS + NATURAL, limits="player 1000 9000")
    assert [f.subject for f in judgement.findings if f.code == "below_minimum"] == ["b3"]


LOWERED = """5 bet_placed bet=b1 kind=player stake_minor=1000 player=P-1
8 bet_changed bet=b1 stake_minor=400
9 stake_returned bet=b1 amount_minor={back}
20 betting_closed
30 cards player:4S banker:3H player:4H banker:4D
45 result_announced winner=player
50 payout_made bet=b1 amount_minor=400
51 stake_returned bet=b1 amount_minor=400"""


@pytest.mark.parametrize(("back", "difference"), [(600, 0), (700, 200)])
def test_4_5_chips_of_a_bet_that_was_lowered_go_back_rightly(back: int, difference: int) -> None:
    """Of 400, with 100 more handed back, 300 play: 100 too much was paid, and 100 too much went back."""
    assert bets(judged(LOWERED.format(back=back)))["b1"].difference_minor == difference


@pytest.mark.parametrize(("back", "found"), [(1000, []), (1500, ["movement_without_bet"])])
def test_4_5_chips_of_a_bet_that_was_taken_back_go_back_rightly(back: int, found: list[str]) -> None:
    taken_back = "2 bet_placed bet=b9 kind=tie stake_minor=1000\n3 bet_withdrawn bet=b9\n"
    judgement = judged(f"{taken_back}4 stake_returned bet=b9 amount_minor={back}\n" + ROUND)
    assert codes(judgement) == found
    assert [f.amount_minor for f in judgement.findings] == [back - 1000 for _ in found]
