"""Nothing recorded disappears: every kind of fact, said wrongly at every stage of a deal, and every ruling changes what
the deal comes to, or a finding rests on it."""

from __future__ import annotations

from typing import Any, Final

import pytest

from casino.core import events
from games.engine.facts import SHARED
from games.engine.judgement import Judgement
from tests.maubinh.rounds import BOOK, CARDS, ante, arranged, dealt, played

SHORT: Final = "2H 3H 4H"
STAGES: Final = {"Antes": 5, "dealt": 15, "arranged": 25, "compared": 35, "paid": 85, "closed": 350}
DEALS: Final[dict[str, tuple[str, ...]]] = {
    "two seats": (
        ante(1),
        ante(2),
        dealt(1),
        dealt(2),
        arranged(1),
        arranged(2),
        "30 lane_compared seat=1 against=2 lane=front multiple=1",
        "80 payout_made bet=b2 amount_minor=95000",
        "80 stake_collected bet=b1 amount_minor=100000",
    ),
    "no deal": (ante(1), ante(2), dealt(1), dealt(2, SHORT)),
    "alone": (ante(1), dealt(1)),
    "not arranged": (ante(1), ante(2), dealt(1), dealt(2), arranged(1)),
}
WRONGLY: Final[dict[str, tuple[str, ...]]] = {
    "bet_placed": ("{at} bet_placed bet=b9 seat=3 stake_minor=70000", "{at} bet_placed bet=b9 seat=9 stake_minor=7"),
    "bet_changed": ("{at} bet_changed bet=b1 stake_minor=70000", "{at} bet_changed bet=b9 stake_minor=7"),
    "bet_withdrawn": ("{at} bet_withdrawn bet=b1", "{at} bet_withdrawn bet=b9"),
    "hand_dealt": (dealt(4, at="{at}"), dealt(1, CARDS[3], at="{at}")),
    "hand_arranged": (arranged(3).replace("20 ", "{at} ", 1),),
    "time_ran_out": (),
    "lane_compared": ("{at} lane_compared seat=1 against=2 lane=back multiple=9",),
    "special_announced": ("{at} special_announced seat=1 special=dragon",),
    "shot_waived": ("{at} shot_waived seat=1 against=2",),
    "result_announced": ("{at} result_announced seat=1 multiple=77",),
    "void_announced": (
        "{at} void_announced announced_by=dealer/D01",
        "{at} void_announced announced_by=pit_manager/M01",
    ),
}


def came_to(judgement: Judgement) -> tuple[Any, ...]:
    return judgement.results, judgement.summary, [f for f in judgement.findings if f.code != "round_not_closed"]


def test_every_kind_of_fact_is_said_wrongly() -> None:
    """A time that ran out is no fault: what it cuts short is shown in ``test_arranging.py``."""
    own = {event.name.partition(".")[2] for event in events.registered() if event.prefix == "maubinh"} - SHARED.keys()
    assert own == WRONGLY.keys()


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("kind", [kind for kind, said in WRONGLY.items() if said])
def test_every_fact_is_heard(kind: str, stage: str, deal: str) -> None:
    if (kind, deal) == ("void_announced", "alone") and stage != "closed":
        return  # it says what is so: a seat alone has played no game
    without = came_to(played(*DEALS[deal]).judge())
    for said in WRONGLY[kind]:
        assert came_to(played(*DEALS[deal], said.format(at=STAGES[stage])).judge()) != without, said


@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("choice", ["void", "as_dealt", "refuse"])
@pytest.mark.parametrize("bets", ["", ' bets=["b1"]', ' bets=["b9"]'])
def test_every_ruling_is_heard(bets: str, choice: str, deal: str) -> None:
    without = came_to(played(*DEALS[deal]).judge())
    for clause in [*BOOK.clauses, "8.1", "7.1"]:
        for post in ("dealer", "pit_manager", "director_of_table_games"):
            ruling = f"90 ruling_made clause={clause} choice={choice} made_by={post}/X01 reason=so{bets}"
            assert came_to(played(*DEALS[deal], ruling).judge()) != without, (clause, post)


def test_of_a_deal_that_was_none_it_is_said_while_the_round_lasts() -> None:
    late = played(*DEALS["no deal"], "350 void_announced announced_by=dealer/D01").judge()
    said = [(f.code, f.subject, f.clauses, f.versions) for f in late.findings if f.code.startswith("void")]
    assert said == [
        ("void_not_announced", "", ("G.2",), (5,)),
        ("void_too_late", "call:6", ("G.2",), (6,)),
    ]
    assert late.summary["standing"] == "void"
