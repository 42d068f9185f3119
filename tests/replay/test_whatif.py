"""What if: both versions of a story side by side, nothing stored, precise refusals."""

from __future__ import annotations

from typing import Any

import pytest

from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from games.rows.replay import Replayer
from games.rows.whatif import WhatIf, read_changes, what_if
from tests.replay.golden import in_ledger


@pytest.fixture
def stream(db: None) -> str:
    """A red bet of 10,000 and an odd one won on nine; the red one was paid, then no spin was called under 7.8."""
    return in_ledger("roulette/7.8-called-before-winners-are-paid.txt")


def _if(stream: str, **changes: Any) -> WhatIf:
    return what_if(Replayer("TST"), stream, read_changes(changes))


def test_without_the_call_the_spin_counts(stream: str) -> None:
    seen = _if(stream, remove=[8])
    assert seen.before.judgement.summary["standing"] == "void"
    assert seen.after.judgement.summary["standing"] == "settled"
    assert {b.bet: b.due_change_minor for b in seen.bets} == {"b1": 10_000, "b2": 10_000}
    assert seen.due_change_minor == 20_000
    assert all(b.differs for b in seen.bets)


def test_another_result(stream: str) -> None:
    seen = _if(stream, remove=[8], change=[{"version": 6, "data": {"pocket": 8}}])
    assert seen.after.judgement.summary["pocket"] == 8
    assert {b.bet: b.due_change_minor for b in seen.bets} == {"b1": -10_000, "b2": -10_000}


def test_a_call_that_was_not_recorded(stream: str) -> None:
    call = {
        "type": "roulette.no_spin_called.v1",
        "occurred_at": "2026-03-01T12:00:30+07:00",
        "data": {"called_by": {"post": "dealer", "staff": "D01"}, "ground": "7.3"},
    }
    seen = _if(stream, remove=[8], add=[call])
    assert seen.after.judgement.summary["clauses"] == ["7.3", "7.9", "7.10"]
    assert not any(b.due_change_minor for b in seen.bets)


def test_nothing_is_stored(stream: str) -> None:
    before = get_ledger("TST").head(), get_ledger("TST").stream_rows(stream)
    _if(stream, remove=[8])
    assert (get_ledger("TST").head(), get_ledger("TST").stream_rows(stream)) == before


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"remove": [99]}, "whatif_unknown_version"),
        ({"change": [{"version": 6, "data": {"pocket": 37}}]}, "whatif_unreadable"),
        ({"change": [{"version": 6, "data": {}, "occurred_at": "2026-03-01T12:00:30"}]}, "whatif_unreadable"),
        ({"add": [{"type": "roulette.nothing.v1", "data": {}}]}, "whatif_type_not_of_game"),
        ({"add": [{"type": "table.opened.v1", "data": {}}]}, "whatif_type_not_of_game"),
        ({"document": "roulette.1999-01-01"}, "whatif_unknown_document"),
        ({"document": "baccarat.2024-10-01"}, "whatif_unknown_document"),
        ({"remove": list(range(1, 10))}, "whatif_leaves_nothing"),
        ({"remove": [6, 6]}, "whatif_contradicts_itself"),
        ({"remove": [6], "change": [{"version": 6, "data": {"pocket": 8}}]}, "whatif_contradicts_itself"),
        ({"change": [{"version": 6, "data": {"pocket": 8}}] * 2}, "whatif_contradicts_itself"),
        ({"removes": [1]}, "whatif_unreadable"),
    ],
)
def test_what_does_not_fit_is_refused(stream: str, changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Problem) as problem:
        _if(stream, **changes)
    assert problem.value.code == code


@pytest.mark.parametrize("source", [b"{", b"[]", b'{"remove": "x"}', b"[" * 100_000, b"\xff", b'{"document": "\xff"}'])
def test_what_cannot_be_read(source: bytes) -> None:
    with pytest.raises(Problem) as problem:
        read_changes(source)
    assert problem.value.code == "whatif_unreadable"


def test_the_entry_at_fault_is_named(stream: str) -> None:
    good = {"version": 5, "data": {}}
    with pytest.raises(Problem) as problem:
        _if(stream, change=[good, {"version": 6, "data": {"pocket": 37}}])
    assert "$.change[1], roulette.ball_dropped.v1" in problem.value.in_language("en")
    with pytest.raises(Problem) as problem:
        _if(stream, add=[{"type": "roulette.ball_dropped.v1", "data": {"pocket": "x"}}])
    assert "$.add[0], roulette.ball_dropped.v1" in problem.value.in_language("en")
    with pytest.raises(Problem) as problem:
        _if(stream, change=[good, {**good, "version": 6, "occurred_at": "2026-03-01T12:00:30"}])
    assert "$.change[1].occurred_at" in problem.value.in_language("en")


def test_what_is_not_decided_is_no_difference(stream: str) -> None:
    """A call after the ball had come to rest waits for a decision: no bet is owed anything yet in that version."""
    called = {"called_by": {"post": "dealer", "staff": "D01"}, "ground": "7.3"}
    call = {"type": "roulette.no_spin_called.v1", "data": called, "occurred_at": "2026-03-01T12:00:50+07:00"}
    seen = _if(stream, remove=[8], add=[call])
    assert {str(bet.after.settlement.outcome) for bet in seen.bets if bet.after} == {"awaiting"}
    assert [bet.due_change_minor for bet in seen.bets] == [None, None]
    assert (seen.due_change_minor, seen.undecided) == (0, 2)


def test_what_was_recorded_otherwise_is_a_difference(stream: str) -> None:
    paid = next(row for row in get_ledger("TST").stream_rows(stream) if row[3] == "roulette.payout_made.v1")
    seen = _if(stream, remove=[paid[2]])
    (bet,) = [bet for bet in seen.bets if bet.differs]
    assert (bet.bet, bet.due_change_minor) == ("b1", 0)


def test_a_corrected_fact_is_supposed_as_it_would_have_been_from_the_beginning(db: None) -> None:
    """The correction goes with the fact that it corrected; it is no finding of its own."""
    stream = in_ledger("roulette/4.11-corrected-result.txt")
    rows = get_ledger("TST").stream_rows(stream)
    dropped = next(row[2] for row in rows if row[3] == "roulette.ball_dropped.v1")
    held = 9
    same = _if(stream, change=[{"version": dropped, "data": {"pocket": held}}])
    assert (same.findings_new, same.due_change_minor) == ([], 0)
    assert same.after.judgement.summary["pocket"] == held
    without = _if(stream, remove=[dropped])
    assert "correction_not_applicable" not in {finding.code for finding in without.findings_new}
