"""What if: both versions of a story side by side, nothing stored, precise refusals."""

from __future__ import annotations

from typing import Any

import pytest

from casino.core.errors import Problem
from casino.ledger.application import get_ledger
from games.replay import Replayer
from games.whatif import WhatIf, read_changes, what_if
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
        ({"remove": list(range(1, 10))}, "whatif_unreadable"),
        ({"removes": [1]}, "whatif_unreadable"),
    ],
)
def test_what_does_not_fit_is_refused(stream: str, changes: dict[str, Any], code: str) -> None:
    with pytest.raises(Problem) as problem:
        _if(stream, **changes)
    assert problem.value.code == code


@pytest.mark.parametrize("source", [b"{", b"[]", b'{"remove": "x"}', b"[" * 100_000, b"\xff"])
def test_what_cannot_be_read(source: bytes) -> None:
    with pytest.raises(Problem) as problem:
        read_changes(source)
    assert problem.value.code == "whatif_unreadable"
