"""Remarks: squeezing, announcements, the shoe and the table (3, 4.7, 4.8, 4.11, 4.18, 7.16)."""

from __future__ import annotations

import pytest

from tests.rules.baccarat_rounds import changed, codes, judged


@pytest.mark.parametrize(("choice", "found"), [("side", []), ("table", ["squeezed_by_other_player"])])
def test_the_largest_bet_is_that_of_the_side_or_of_the_table_by_choice(choice: str, found: list[str]) -> None:
    text = """5 bet_placed bet=b1 kind=banker stake_minor=900 player=P-1
6 bet_placed bet=b2 kind=player stake_minor=100 player=P-2
20 betting_closed
30 cards player:4S banker:3H player:4H banker:4D
38 cards_passed side=player player=P-2
45 result_announced winner=player
50 payout_made bet=b2 amount_minor=100
51 stake_collected bet=b1 amount_minor=900"""
    assert codes(judged(text, changed(squeeze_right=choice))) == found


@pytest.mark.parametrize(("who", "found"), [("P-1", False), ("P-2", True)])
def test_4_7_a_players_bets_on_a_side_count_together(who: str, found: bool) -> None:
    text = f"""5 bet_placed bet=b1 kind=player stake_minor=600 player=P-1
6 bet_placed bet=b2 kind=player stake_minor=1000 player=P-2
7 bet_placed bet=b3 kind=player stake_minor=600 player=P-1
20 betting_closed
30 cards player:4S banker:3H player:4H banker:4D
38 cards_passed side=player player={who}"""
    assert ("squeezed_by_other_player" in codes(judged(text))) == found


def test_4_7_cards_of_a_side_on_which_nobody_bet_are_nobodys_to_squeeze() -> None:
    text = """5 bet_placed bet=b1 kind=player stake_minor=600 player=P-1
20 betting_closed
30 cards player:4S banker:3H player:4H banker:4D
38 cards_passed side=banker player=P-1"""
    assert "squeezed_by_other_player" in codes(judged(text))
