"""4.7.4, 7.11: chips of another table go by what that table's record says of them."""

from __future__ import annotations

import json

import msgspec
import pytest

from games.catalogue import judge
from games.engine.judgement import Judgement
from games.engine.table import ColourSet, TableTerms
from tests.roulette.rounds import BALL, CLOSED, bet, played

CHIPS = {"colour": "blue", "count": 2, "value_minor": 1_000, "issued_at": "RL09"}
THERE = TableTerms(table="RL09", currency="VND", colours=(ColourSet("P1", "blue", 5_000, None),))


def judged(there: TableTerms | None) -> Judgement:
    """Two blue chips of RL09 on red, which wins: a thousand each by the word of the tablet."""
    more = "player=P1 chips=" + json.dumps(CHIPS, separators=(",", ":"))
    golden = played(bet("b1", "red", 2_000, more=more), CLOSED, BALL)
    state = golden.state()
    state.elsewhere = {} if there is None else {"RL09": there}
    here = state.terms or TableTerms(table=state.table)
    state.terms = msgspec.structs.replace(here, currency="VND")
    return judge(state, golden.book(), ended=True)


def codes(judgement: Judgement) -> dict[str, int]:
    told = ("chip_value_uncertain", "chips_of_other_currency")
    return {found.code: found.amount_minor for found in judgement.findings if found.code in told}


def test_7_11_they_are_owed_by_the_value_at_which_they_were_issued() -> None:
    [result] = judged(THERE).results
    assert (result.settlement.stake_minor, result.settlement.net_minor) == (10_000, 10_000)
    assert codes(judged(THERE)) == {}


def test_7_11_where_that_record_is_silent_the_tablet_is_believed() -> None:
    for there in (None, msgspec.structs.replace(THERE, colours=())):
        [result] = judged(there).results
        assert result.settlement.net_minor == 2_000
        assert codes(judged(there)) == {}


@pytest.mark.parametrize(("other", "moves"), [(5_000, 8_000), (500, -1_000)])
def test_7_11_of_several_values_the_tablet_decides_and_what_the_other_moves_is_found(other: int, moves: int) -> None:
    several = (ColourSet("P1", "blue", other, None, earlier_minor=(1_000,)),)
    judgement = judged(msgspec.structs.replace(THERE, colours=several))
    [result] = judgement.results
    assert result.settlement.net_minor == 2_000
    assert codes(judgement) == {"chip_value_uncertain": moves}


def test_7_11_chips_of_another_currency_are_found_and_not_converted() -> None:
    judgement = judged(msgspec.structs.replace(THERE, currency="USD"))
    [result] = judgement.results
    assert result.settlement.net_minor == 2_000
    assert codes(judgement) == {"chips_of_other_currency": 0}
    [found] = [each for each in judgement.findings if each.code == "chips_of_other_currency"]
    assert found.detail == {"table": "RL09", "currency": "USD", "stakes_there": [10_000], "nets_there": [10_000]}


def test_7_11_of_another_currency_and_several_values_each_is_told_in_that_currency() -> None:
    several = (ColourSet("P1", "blue", 5_000, None, earlier_minor=(500,)),)
    judgement = judged(msgspec.structs.replace(THERE, currency="USD", colours=several))
    [found] = [each for each in judgement.findings if each.code == "chips_of_other_currency"]
    assert (found.detail["stakes_there"], found.detail["nets_there"]) == ([1_000, 10_000], [1_000, 10_000])
