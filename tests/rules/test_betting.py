"""When betting ended, and how a bet lay then."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from games.rounds.betting import BettingRound, Change, PlacedBet
from games.rules.betting import after_changes, betting_ended, refused_as_late
from games.rules.judgement import Finding


def _placed(order: int = 3) -> PlacedBet:
    return PlacedBet(SimpleNamespace(bet="b1", stake_minor=100), order, version=order)


def _state(call: int | None, *, bets: bool = True) -> BettingRound:
    state = BettingRound("round/T01/1")
    state.no_more_bets = call
    if bets:
        state.bets["b1"] = _placed()
    return state


@pytest.mark.parametrize(
    ("call", "last", "ended", "found"),
    [
        (5, 9, 5, []),
        (9, 5, 5, ["no_call_recorded"]),
        (None, 5, 5, ["no_call_recorded"]),
        (5, None, 5, []),
        (None, None, None, []),
    ],
)
def test_betting_ends_with_the_call_or_with_the_last_fact(
    call: int | None, last: int | None, ended: int | None, found: list[str]
) -> None:
    findings: list[Finding] = []
    assert betting_ended(_state(call), last, 7, ("4.6",), findings) == ended
    assert [f.code for f in findings] == found


def test_a_missing_call_matters_only_where_there_are_bets() -> None:
    findings: list[Finding] = []
    assert betting_ended(_state(None, bets=False), 5, 7, ("4.6",), findings) == 5
    assert findings == []


def test_a_bet_after_the_end_was_never_accepted() -> None:
    findings: list[Finding] = []
    assert refused_as_late(_placed(order=6), 5, 5, ("4.6",), findings) == ("4.6",)
    assert [(f.code, f.subject, f.versions, f.detail) for f in findings] == [("late_bet", "b1", (6, 5), {"stake": 100})]
    assert refused_as_late(_placed(order=5), 5, 5, ("4.6",), findings) == ()
    assert refused_as_late(_placed(order=9), None, 0, ("4.6",), findings) == ()
    assert len(findings) == 1


def test_changes_count_until_betting_ended() -> None:
    findings: list[Finding] = []
    placed = _placed()
    placed.changes = [Change("red", None, False, 4, 4), Change(None, 700, False, 5, 5), Change("black", 1, False, 6, 6)]
    assert after_changes(placed, placed.changes, "odd", 5, ("4.6",), findings) == ("red", 700)
    assert [(f.code, f.versions) for f in findings] == [("changed_after_call", (6,))]
    assert after_changes(placed, placed.changes, "odd", None, ("4.6",), []) == ("black", 1)


def test_a_bet_taken_back_in_time_is_gone() -> None:
    findings: list[Finding] = []
    placed = _placed()
    placed.changes = [Change(None, None, True, 5, 5)]
    assert after_changes(placed, placed.changes, "odd", 5, ("4.6",), findings) is None
    assert findings == []
    assert after_changes(placed, placed.changes, "odd", 4, ("4.6",), findings) == ("odd", 100)
    assert [f.code for f in findings] == ["withdrawn_after_call"]
