"""Roulette: what is done with the ball besides the call of no spin: taken out, examined, put back (7.1 to 7.5, 7.9).

None of it changes an amount, and where nobody recorded it nothing is concluded. Proved by
``tests/roulette/test_conduct.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.engine.clauses import implements
from games.engine.judgement import Finding, Severity
from games.engine.settling import PROCEDURE, REMARK
from games.engine.steps import Check, Decided
from games.roulette.view import Spin

TAKEN_OUT: Final = ("7.1", "7.2", "7.3", "7.4.1")
"""Grounds on which the dealer takes the ball out before it rests."""
EXAMINERS: Final = ("acting_pit_supervisor", "pit_supervisor")
"""Who looks at a ball that had left the wheel (7.5)."""


def _finding(code: str, clause: str, versions: tuple[int, ...], severity: Severity = PROCEDURE) -> Finding:
    return Finding(code=code, severity=severity, subject="", clauses=(clause,), versions=versions)


@implements("roulette", "7.1", "7.2", "7.3", "7.4.1", "7.9")
def ball_taken_out(spin: Spin, decided: Decided) -> Iterable[Finding]:
    """After a call on these grounds the ball is taken out before it rests in a pocket; and it is taken out only after a
    call."""
    state = spin.state
    if not state.taken_out:
        return
    first, version = state.taken_out[0]
    before = [call for call in state.calls if call.order < first]
    if not before:
        yield _finding("ball_out_without_call", "7.9", (version,))
    elif before[0].ground in TAKEN_OUT and state.dropped is not None and before[0].order < state.dropped < first:
        versions = (before[0].version, state.dropped_version, version)
        yield _finding("ball_taken_out_late", before[0].ground or "", versions, REMARK)


@implements("roulette", "7.5")
def ball_examined(spin: Spin, decided: Decided) -> Iterable[Finding]:
    """A ball that had left the wheel is looked at by the acting pit supervisor or the pit supervisor."""
    for person, version in spin.state.examined:
        if person.post not in EXAMINERS:
            yield _finding("ball_examined_by_other_post", "7.5", (version,))


CONDUCT: Final[tuple[Check[Spin], ...]] = (ball_taken_out, ball_examined)
