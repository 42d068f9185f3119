"""When betting ended, and how a bet lay then."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from games.engine.accepting import (
    Lain,
    as_changed,
    bets_recorded_once,
    ended_at,
    late,
    stakes_within_limits,
)
from games.engine.betting import BettingRound, Change, PlacedBet
from games.engine.judgement import BetResult, Finding, Outcome, Recorded, Severity
from games.engine.settling import back
from games.engine.steps import AcceptedBet
from games.engine.table import TableTerms

LIMITS = TableTerms("T01", limits={"*": (100, 500), "straight": (10, 20)})


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
        (None, 5, 5, ["no_call_recorded"]),
        (5, None, 5, []),
        (None, None, None, []),
    ],
)
def test_betting_ends_with_the_call_or_with_the_last_fact(
    call: int | None, last: int | None, ended: int | None, found: list[str]
) -> None:
    place, findings = ended_at(_state(call), last, 7, ("4.6",))
    assert place == ended
    assert [(f.code, f.severity, f.subject, f.clauses, f.versions) for f in findings] == [
        (code, "procedure", "", ("4.6",), (7,)) for code in found
    ]


def test_a_call_after_the_last_fact_is_on_record_and_too_late() -> None:
    state = _state(9)
    state.no_more_bets_version = 8
    place, (finding,) = ended_at(state, 5, 7, ("4.6",))
    assert (place, finding.code, finding.versions) == (5, "called_too_late", (7, 8))


def test_a_missing_call_matters_only_where_there_are_bets() -> None:
    assert ended_at(_state(None, bets=False), 5, 7, ("4.6",)) == (5, ())


def test_a_bet_after_the_end_was_never_accepted() -> None:
    found = Finding(
        code="late_bet",
        severity=Severity.PROCEDURE,
        subject="b1",
        clauses=("4.6",),
        versions=(6, 5),
        detail={"stake": 100},
    )
    assert late(_placed(order=6), 5, 5, ("4.6",)) == (("4.6",), (found,))
    assert late(_placed(order=5), 5, 5, ("4.6",)) == ((), ())
    assert late(_placed(order=9), None, 0, ("4.6",)) == ((), ())


def test_changes_count_until_betting_ended() -> None:
    placed = _placed()
    placed.changes = [Change("red", None, False, 4, 4), Change(None, 700, False, 5, 5), Change("black", 1, False, 6, 6)]
    lain, findings = as_changed(placed, "odd", 5, ("4.6",))
    assert lain == Lain("red", 700, 0)
    assert findings == (
        Finding(code="changed_after_call", severity=Severity.PROCEDURE, subject="b1", clauses=("4.6",), versions=(6,)),
    )
    assert as_changed(placed, "odd", None, ("4.6",)) == (Lain("black", 1, 699), ())


def test_each_change_after_the_end_is_found() -> None:
    placed = _placed()
    placed.changes = [Change("red", None, False, 6, 6), Change("black", 1, False, 7, 7), Change(None, None, True, 8, 8)]
    lain, findings = as_changed(placed, "odd", 5, ("4.6",))
    assert lain == Lain("odd", 100, 0)
    assert [(f.code, f.versions) for f in findings] == [
        ("changed_after_call", (6,)),
        ("changed_after_call", (7,)),
        ("withdrawn_after_call", (8,)),
    ]


@pytest.mark.parametrize("cutoff", [6, 9, None])
def test_what_is_laid_on_a_bet_that_was_taken_back_is_a_change_of_nothing(cutoff: int | None) -> None:
    placed = _placed()
    placed.changes = [Change(None, None, True, 5, 5), Change("red", 70, False, 7, 7), Change(None, None, True, 8, 8)]
    lain, findings = as_changed(placed, "odd", cutoff, ("4.6",))
    assert lain is None
    assert list(findings) == [
        Finding(
            code="change_without_bet", severity=Severity.PROCEDURE, subject="b1", clauses=("4.6",), versions=(version,)
        )
        for version in (7, 8)
    ]


def test_a_bet_taken_back_in_time_is_gone() -> None:
    placed = _placed()
    placed.changes = [Change(None, None, True, 5, 5)]
    lain, findings = as_changed(placed, "odd", 5, ("4.6",))
    assert lain is None
    assert findings == ()
    lain, findings = as_changed(placed, "odd", 4, ("4.6",))
    assert lain == Lain("odd", 100, 0)
    assert findings == (
        Finding(
            code="withdrawn_after_call", severity=Severity.PROCEDURE, subject="b1", clauses=("4.6",), versions=(5,)
        ),
    )


def _results(*stakes: tuple[str, str, int, Outcome]) -> tuple[list[AcceptedBet], list[BetResult]]:
    """Bets (id, kind, stake, outcome) and what they came to."""
    bets, results = [], []
    for version, (bet, kind, stake, outcome) in enumerate(stakes, start=2):
        bets.append(AcceptedBet(bet=bet, kind=kind, spot="", stake_minor=stake, version=version))
        results.append(BetResult(bet, kind, back(outcome, stake, ()), Recorded(), None))
    return bets, results


def test_limits_are_held_against_every_bet_but_a_refused_one() -> None:
    bets, results = _results(
        ("refused", "red", 1, Outcome.REFUSED),
        ("low", "red", 99, Outcome.VOID),
        ("least", "red", 100, Outcome.WON),
        ("most", "red", 500, Outcome.WON),
        ("high", "red", 501, Outcome.PENDING),
        ("inside", "straight", 21, Outcome.WON),
    )
    assert list(stakes_within_limits(LIMITS, bets, results, ("7.12",))) == [
        _outside("below_minimum", "low", 3, stake=99, minimum=100, maximum=500),
        _outside("above_maximum", "high", 6, stake=501, minimum=100, maximum=500),
        _outside("above_maximum", "inside", 7, stake=21, minimum=10, maximum=20),
    ]


def _outside(code: str, bet: str, version: int, **detail: int) -> Finding:
    return Finding(
        code=code,
        severity=Severity.PROCEDURE,
        subject=bet,
        clauses=("7.12",),
        versions=(version,),
        detail=detail,
    )


def test_a_kind_or_a_table_without_limits_is_held_against_none() -> None:
    bets, results = _results(("b1", "red", 1, Outcome.WON), ("b2", "straight", 1, Outcome.WON))
    straights = TableTerms("T01", limits={"straight": (10, 20)})
    assert [f.subject for f in stakes_within_limits(straights, bets, results, ())] == ["b2"]
    for terms in (None, TableTerms("T01")):
        assert list(stakes_within_limits(terms, bets, results, ())) == []


def test_one_id_is_one_bet_and_what_was_changed_had_been_put_down() -> None:
    state = _state(None)
    state.bets["b2"] = _placed(order=4)
    for version in (5, 6):
        state.bets["b2"].lay_again(version)
    state.orphans = [("b7", 8), ("b7", 9)]
    assert list(bets_recorded_once(state, ("4.5",), None)) == [
        Finding(
            code="bet_recorded_twice", severity=Severity.PROCEDURE, subject="b2", clauses=("4.5",), versions=(4, 5, 6)
        ),
        Finding(code="change_without_bet", severity=Severity.PROCEDURE, subject="b7", clauses=("4.5",), versions=(8,)),
        Finding(code="change_without_bet", severity=Severity.PROCEDURE, subject="b7", clauses=("4.5",), versions=(9,)),
    ]
