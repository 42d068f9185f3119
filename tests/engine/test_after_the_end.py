"""After the end of a round table facts of any kind change nothing and are found: every type of fact of every game, told
after a round was paid and after it was closed (the reading "a round ends")."""

from __future__ import annotations

from typing import Any, Final
from uuid import uuid4

import msgspec
import pytest

from casino.core import events
from games.catalogue import GAMES
from games.engine.judgement import Judgement
from tests.engine.choices import with_choices
from tests.engine.freeze import load_every_type, place_of
from tests.golden.reader import Golden, Line
from tests.roulette.rounds import played

load_every_type()

MOVED: Final = ("60 payout_made bet=b amount_minor=1000", "61 stake_returned bet=b amount_minor=1000")
ROUNDS: Final = {
    "roulette": (
        "5 bet_placed bet=b spot=red stake_minor=1000",
        "20 betting_closed",
        "45 ball_dropped pocket=9",
        *MOVED,
    ),
    "sicbo": (
        "5 bet_placed bet=b spot=small stake_minor=1000",
        "20 betting_closed",
        "30 dice_shaken times=3",
        "45 dice_shown dice=[1,2,3]",
        *MOVED,
    ),
    "baccarat": (
        "5 bet_placed bet=b kind=player stake_minor=1000 player=P1",
        "20 betting_closed",
        "30 cards player:4S banker:3H player:4H banker:4D",
        "45 result_announced winner=player",
        *MOVED,
    ),
    "niuniu": (
        "5 bet_placed bet=b box=box1 kind=ante stake_minor=1000 player=P1",
        "20 betting_closed",
        '30 cards_dealt to=box1 cards=["KS","QS","JD","4H","5C"]',
        '31 cards_dealt to=dealer cards=["9S","AS","10H","3C","5D"]',
        "50 hands_compared box=box1 winner=player",
        "60 payout_made bet=b amount_minor=950",
        MOVED[1],
    ),
}
"""Rounds that were over once their one bet was paid."""
COUNT: Final = {
    *("payout_made", "stake_collected", "stake_returned", "fact_corrected", "remedy_made", "remedy_followed"),
    *("report_confirmed", "report_denied", "report_unanswered", "commission_collected", "ruling_made"),
}
"""What moves money or is said by people: it counts after the end, and is no table fact."""
CALLED: Final = {("roulette", "no_spin_called")}
"""A call of no spin after the ball rested is before the post of 7.12, whenever it comes: that post decides, not the
call (7.9, 7.12)."""
NEXT: Final = {("baccarat", "no_bet_announced")}
"""What means the table's next round."""
CLOSES: Final = {"round_closed"}


def told(game: str, name: str, ground: str | None = None) -> Line:
    """A fact of this type as the frozen example of it has it; ``ground`` for one that was seen or announced."""
    event_type = next(t for t in events.registered() if t.name == f"{game}.{name}")
    data: dict[str, Any] = msgspec.json.decode(place_of(event_type).read_bytes())["data"]
    if ground is not None:
        data["ground"] = ground
    return Line(seconds=None, name=name, fields=data, id=uuid4(), sender="other")


def case(game: str, at: float, said: Line | None = None) -> Golden:
    """The round, with something said at a moment after it was paid, and the same close."""
    golden = played(*ROUNDS[game], game=game)
    if said is not None:
        said.seconds = at
        golden.facts = sorted([*golden.facts, said], key=lambda line: line.seconds or 0.0)
    if game == "sicbo":
        golden.header["before"] = "pack=null"
    return golden


def kinds(game: str) -> list[str]:
    """The types of facts that a device of this game can tell, without those that count after the end."""
    names = (t.name.partition(".")[2] for t in events.registered() if t.prefix == game and t.from_device)
    return sorted(name for name in names if name not in COUNT | CLOSES and (game, name) not in CALLED | NEXT)


def grounds(game: str) -> list[str]:
    return sorted(case(game, 0).book().clauses)


def settled(judgement: Judgement) -> list[tuple[Any, Any, Any]]:
    """What the bet of the round comes to. One that is laid after the end is another matter: it is late."""
    return [(r.settlement.bare, r.decided_by, r.difference_minor) for r in judgement.results if r.bet == "b"]


def changes_something(game: str, said: Line, at: float) -> bool:
    """Does it change what bets are owed, or leave nothing behind that names it?"""
    golden = case(game, at, said)
    version = golden.facts.index(said) + 1
    judgement, plain = golden.judge(), case(game, at).judge()
    named = any(version in finding.versions for finding in judgement.findings)
    same = settled(judgement) == settled(plain) and judgement.summary["standing"] == plain.summary["standing"]
    return not (named and same)


def test_the_rounds_are_over_once_paid() -> None:
    assert set(ROUNDS) | {"maubinh"} == set(GAMES)
    for game in ROUNDS:
        assert [f.code for f in case(game, 0).judge().findings] == [], game


@pytest.mark.parametrize("at", [100, 400], ids=["paid", "closed"])
@pytest.mark.parametrize("game", ROUNDS)
def test_no_kind_of_table_fact_changes_a_round_that_is_over(game: str, at: float) -> None:
    assert [name for name in kinds(game) if changes_something(game, told(game, name), at)] == []


@pytest.mark.parametrize("at", [100, 400], ids=["paid", "closed"])
@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("roulette", "irregularity_seen"),
        *(("sicbo", name) for name in ("irregularity_seen", "void_announced")),
        ("baccarat", "round_voided"),
        *(("niuniu", name) for name in ("irregularity_seen", "round_voided")),
    ],
)
def test_whatever_clause_is_named_it_changes_nothing(game: str, name: str, at: float) -> None:
    wrong = [clause for clause in grounds(game) if changes_something(game, told(game, name, clause), at)]
    assert wrong == []


LOST: Final = {
    "roulette": ("5 bet_placed bet=b spot=red stake_minor=1000", "20 betting_closed", "45 ball_dropped pocket=8"),
    "sicbo": (
        "5 bet_placed bet=b spot=big stake_minor=1000",
        "20 betting_closed",
        "30 dice_shaken times=3",
        "45 dice_shown dice=[1,2,3]",
    ),
}
TAKEN: Final = "60 stake_collected bet=b amount_minor=1000"


@pytest.mark.parametrize("at", [100, 400], ids=["taken", "closed"])
@pytest.mark.parametrize("choice", ["losing_chips_taken", "closed"])
@pytest.mark.parametrize(("game", "late"), [("roulette", "ball_dropped"), ("sicbo", "dice_shaken")])
def test_a_round_without_winners_is_over_by_choice(game: str, late: str, choice: str, at: float) -> None:
    """Once the losing chips were taken; or with its close only."""
    golden = played(*LOST[game], TAKEN, game=game)
    said = told(game, late)
    said.seconds = at
    golden.facts = sorted([*golden.facts, said], key=lambda line: line.seconds or 0.0)
    if game == "sicbo":
        golden.header["before"] = "pack=null"
    codes = [f.code for f in golden.judge(book=with_choices(golden.book(), ends_without_winners=choice)).findings]
    assert ("fact_after_end" in codes) is (at == 400 or choice == "losing_chips_taken"), codes


@pytest.mark.parametrize(("choice", "standing"), [("losing_chips_taken", "settled"), ("closed", "void")])
def test_roulette_7_8_is_in_time_until_a_spin_without_winners_is_over(choice: str, standing: str) -> None:
    golden = played(*LOST["roulette"], TAKEN, "70 no_spin_called ground=7.8 called_by=pit_supervisor/X01")
    judgement = golden.judge(book=with_choices(golden.book(), ends_without_winners=choice))
    assert (judgement.summary["standing"] == "void") is (standing == "void"), judgement.summary


def test_sic_bo_a_void_is_too_late_once_a_throw_without_winners_is_over() -> None:
    late = "70 void_announced ground=7.4 announced_by=dealer/X01\n71 irregularity_seen ground=7.4"
    for choice, standing in (("losing_chips_taken", "settled"), ("closed", "void")):
        golden = played(*LOST["sicbo"], TAKEN, *late.splitlines(), game="sicbo")
        golden.header["before"] = "pack=null"
        judgement = golden.judge(book=with_choices(golden.book(), ends_without_winners=choice))
        assert judgement.summary["standing"] == standing, (choice, judgement.summary)
