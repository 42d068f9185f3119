"""Who calls no more bets, and how often, in every game (roulette 4.6, sic bo 4.4, baccarat 4.6, niu niu 4.8)."""

from __future__ import annotations

import pytest

from games.engine.judgement import Judgement
from tests.engine.test_after_the_end import ROUNDS
from tests.roulette.rounds import played

CLAUSE = {"roulette": "4.6", "sicbo": "4.4", "baccarat": "4.6", "niuniu": "4.8"}


def judged(game: str, *calls: str) -> Judgement:
    facts = [fact for fact in ROUNDS[game] if "betting_closed" not in fact]
    return played(*sorted([*facts, *calls], key=lambda line: float(line.split()[0])), game=game).judge()


def said(judgement: Judgement) -> list[tuple[str, str, tuple[str, ...], tuple[int, ...]]]:
    return [(f.code, f.severity.value, f.clauses, f.versions) for f in judgement.findings]


@pytest.mark.parametrize("game", CLAUSE)
def test_the_dealer_calls_and_a_call_by_another_post_stands_with_a_finding(game: str) -> None:
    assert said(judged(game, "20 betting_closed called_by=dealer/D01")) == []
    assert said(judged(game, "20 betting_closed")) == []
    for post in ("pit_supervisor", "surveillance"):
        judgement = judged(game, f"20 betting_closed called_by={post}/S01")
        assert said(judgement) == [("called_by_other_post", "procedure", (CLAUSE[game],), (3,))]
        assert [r.settlement.outcome.value for r in judgement.results] == ["won"]


@pytest.mark.parametrize("game", CLAUSE)
def test_a_second_call_does_not_disappear(game: str) -> None:
    twice = judged(game, "20 betting_closed", "22 betting_closed called_by=pit_manager/M01")
    assert said(twice) == [
        ("called_by_other_post", "procedure", (CLAUSE[game],), (4,)),
        ("called_again", "remark", (CLAUSE[game],), (3, 4)),
    ]
    assert [r.difference_minor for r in twice.results] == [0]


def test_4_10_a_call_for_insurance_is_no_second_call() -> None:
    facts = (
        "5 bet_placed bet=b kind=banker stake_minor=1000 player=P1",
        "20 betting_closed",
        "30 cards player:KS banker:5H player:3H banker:KD",
        "35 insurance_offered side=banker stage=first_deal odds=1:2",
        "38 betting_closed",
        "44 cards player:6C banker:2S",
        "60 result_announced winner=player",
        "61 stake_collected bet=b amount_minor=1000",
    )
    assert said(played(*facts, game="baccarat").judge()) == []
    again = played(*facts[:5], "39 betting_closed", *facts[5:], game="baccarat").judge()
    assert [finding[0] for finding in said(again)] == ["called_again"]
