"""Chips laid again under the id of a bet, and chips handed back before betting ended: one rule for every game."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import pytest

from games.catalogue import GAMES
from games.engine.judgement import Judgement, Severity
from tests.golden.reader import parse
from tests.maubinh.rounds import arranged, dealt


class Case(NamedTuple):
    """A round of a game in which bet ``b`` is laid: how it is written besides its stake, and on a losing place (None: a
    game without places), what lies there besides, the end of betting, and the outcome."""

    lay: str
    losing: str | None
    besides: tuple[str, ...]
    ends: str
    outcome: tuple[str, ...]


NATURAL: Final = "30 cards player:4S banker:3H player:4H banker:4D"
DEALT: Final = (
    '30 cards_dealt to=box1 cards=["KS","QS","JS","10S","9H"]',
    '31 cards_dealt to=dealer cards=["AS","2D","4C","6H","8C"]',
    '32 hand_shown hand=box1 cards=["KS","QS","JS","10S","9H"]',
    '33 hand_shown hand=dealer cards=["AS","2D","4C","6H","8C"]',
)
CASES: Final = {
    "roulette": Case("spot=red", "spot=black", (), "20 betting_closed", ("45 ball_dropped pocket=9",)),
    "sicbo": Case(
        "spot=small", "spot=big", (), "20 betting_closed", ("30 dice_shaken times=3", "45 dice_shown dice=[1,2,3]")
    ),
    "baccarat": Case(
        "kind=player player=P1",
        "kind=tie player=P1",
        (),
        "20 betting_closed",
        (NATURAL, "45 result_announced winner=player"),
    ),
    "niuniu": Case("box=box1 kind=ante player=P1", None, (), "20 betting_closed", DEALT),
    "maubinh": Case(
        "seat=1",
        None,
        ("6 bet_placed bet=c seat=2 stake_minor=1000",),
        "20 betting_closed",
        (dealt(1, at=30), dealt(2, at=30), arranged(1, at=40), arranged(2, at=40)),
    ),
}


def laid(game: str, stake: int = 1000, at: float = 5, *, losing: bool = False, bet: str = "b") -> str:
    case = CASES[game]
    return f"{at} bet_placed bet={bet} stake_minor={stake} {case.losing if losing else case.lay}"


def judged(game: str, *bets: str, after: tuple[str, ...] = ()) -> Judgement:
    case = CASES[game]
    head = ["", f"game: {game}", "opened: 2026-03-01T12:00:00+07:00", "facts", "0 round_opened"]
    lines = [*head, *bets, *case.besides, case.ends, *case.outcome, *after, "300 round_closed"]
    lines[5:-1] = sorted(lines[5:-1], key=lambda line: float(line.split()[0]))
    return parse("\n".join(lines), Path("written-in-a-test")).judge()


def came_to(judgement: Judgement, bet: str = "b") -> tuple[str, int, int] | None:
    """Outcome, stake and net of a bet."""
    for result in judgement.results:
        if result.bet == bet:
            due = result.settlement
            return due.outcome.value, due.stake_minor, due.net_minor
    return None


def said(judgement: Judgement) -> list[str]:
    return [f.code for f in judgement.findings if f.severity is not Severity.MONEY]


def test_every_game_is_tried() -> None:
    assert set(CASES) == set(GAMES)


@pytest.mark.parametrize("game", CASES)
def test_a_bet_that_its_player_had_back_and_laid_again_plays_as_it_was_laid_again(game: str) -> None:
    plain = judged(game, laid(game, at=9))
    back = "7 bet_withdrawn bet=b", "8 stake_returned bet=b amount_minor=700"
    again = judged(game, laid(game, 700), *back, laid(game, at=9))
    assert came_to(again) == came_to(plain)
    assert said(again) == said(plain) == []
    unrecorded = judged(game, laid(game, 700), back[1], laid(game, at=9))
    assert came_to(unrecorded) == came_to(plain)
    assert said(unrecorded) == []


@pytest.mark.parametrize("game", [game for game in CASES if CASES[game].losing])
def test_it_plays_where_it_was_laid_again(game: str) -> None:
    facts = laid(game, losing=True), "7 bet_withdrawn bet=b", laid(game, at=9)
    judgement = judged(game, *facts)
    assert came_to(judgement) == ("won", 1000, 1000)


@pytest.mark.parametrize("game", CASES)
def test_what_was_handed_back_before_the_call_does_not_play(game: str) -> None:
    lower = judged(game, laid(game, 1000))
    part = judged(game, laid(game, 1400), "8 stake_returned bet=b amount_minor=400")
    recorded = judged(
        game, laid(game, 1400), "7 bet_changed bet=b stake_minor=1000", "8 stake_returned bet=b amount_minor=400"
    )
    assert came_to(part) == came_to(recorded) == came_to(lower)
    assert said(part) == said(recorded) == said(lower)
    for judgement in (part, recorded):  # what went back in time is not held against what lay there
        (result,) = [r for r in judgement.results if r.bet == "b"]
        (plain,) = [r for r in lower.results if r.bet == "b"]
        assert result.difference_minor == plain.difference_minor


@pytest.mark.parametrize("game", CASES)
def test_a_bet_handed_back_whole_before_the_call_is_none(game: str) -> None:
    judgement = judged(game, laid(game), "8 stake_returned bet=b amount_minor=1000")
    assert came_to(judgement) is None
    assert not [f for f in judgement.findings if f.subject == "b"]


@pytest.mark.parametrize("game", CASES)
def test_a_change_after_chips_went_back_says_how_the_bet_lies(game: str) -> None:
    facts = laid(game, 1400), "7 stake_returned bet=b amount_minor=400", "9 bet_changed bet=b stake_minor=1200"
    outcome = came_to(judged(game, *facts))
    assert outcome is not None
    assert outcome == came_to(judged(game, laid(game, 1200)))


@pytest.mark.parametrize("game", CASES)
def test_what_goes_back_after_the_call_is_no_part_taken_off(game: str) -> None:
    plain = judged(game, laid(game))
    late = judged(game, laid(game), after=("25 stake_returned bet=b amount_minor=400",))
    assert came_to(late) == came_to(plain)


@pytest.mark.parametrize("game", CASES)
def test_laid_again_while_it_lies_there_is_a_bet_recorded_twice(game: str) -> None:
    judgement = judged(game, laid(game), laid(game, 700, at=9))
    assert came_to(judgement) == came_to(judged(game, laid(game)))
    assert "bet_recorded_twice" in said(judgement)


@pytest.mark.parametrize("game", CASES)
def test_laid_again_after_the_call_it_is_late(game: str) -> None:
    judgement = judged(game, laid(game), "8 bet_withdrawn bet=b", laid(game, 700, at=25))
    assert came_to(judgement) == ("refused", 700, 0)
    assert "late_bet" in said(judgement)


VOIDS: Final = {
    "roulette": "15 no_spin_called ground=7.1 called_by=dealer/X01",
    "sicbo": "15 void_announced ground=7.6 announced_by=dealer/X01",
    "baccarat": "15 round_voided ground=7.3 called_by=pit_supervisor/X01",
    "niuniu": "15 round_voided ground=7.1.1 voided_by=pit_manager/X01",
}


@pytest.mark.parametrize("game", VOIDS)
def test_what_goes_back_because_the_round_was_called_off_lay_there(game: str) -> None:
    judgement = judged(game, laid(game), VOIDS[game], "16 stake_returned bet=b amount_minor=1000")
    assert came_to(judgement) == ("void", 1000, 0)


@pytest.mark.parametrize("game", CASES)
def test_a_return_that_claims_to_have_been_in_time_is_weighed(game: str) -> None:
    """Sent after the outcome with a moment before the call, it would take a losing bet off."""
    case = CASES[game]
    head = ["", f"game: {game}", "opened: 2026-03-01T12:00:00+07:00", "facts", "0 round_opened"]
    returned = "8 stake_returned bet=b amount_minor=1000"
    lines = [*head, laid(game), *case.besides, case.ends, *case.outcome, returned, "300 round_closed"]
    judgement = parse("\n".join(lines), Path("written-in-a-test")).judge()
    assert [f.subject for f in judgement.findings if f.code == "claim_unsupported"] == ["b"]
