"""Nothing recorded disappears: what was seen or ruled and changes nothing is found, with the reason why.

The words of it that are the same in every game; which fact had no effect, each game says itself (its ``heard.py``).
Proved by ``tests/<game>/test_heard.py``.
"""

from __future__ import annotations

from typing import Any

from games.engine.judgement import Finding
from games.engine.settling import PROCEDURE, REMARK
from games.engine.state import RoundState, Ruling


def irregularity_without_effect(version: int, clauses: tuple[str, ...], subject: str = "") -> Finding:
    """What was seen changes nothing by these clauses: a remark."""
    return Finding(
        code="irregularity_without_effect",
        severity=REMARK,
        subject=subject or f"fact:{version}",
        clauses=clauses,
        versions=(version,),
    )


def ruling_without_effect(ruling: Ruling, why: str, **detail: Any) -> Finding:
    """A decision decides nothing: its clause leaves nothing to decide so (``clause``), the round is void by another one
    (``void``), there is no such bet (``no_such_bet``), nothing waited for it (``nothing_waits``), and the like."""
    return Finding(
        code="ruling_without_effect",
        severity=PROCEDURE,
        subject=f"ruling:{ruling.version}",
        clauses=(ruling.clause,),
        versions=(ruling.version,),
        detail={"why": why, **detail},
    )


def closed_at(state: RoundState) -> int | None:
    """The place in the order from which on the round was closed, or overtaken by the table's next one; None: not yet.
    What else ends a round before that, its game says."""
    ends = [] if state.closed is None else [state.closed]
    overtaken_at = state.overtaken_at
    if overtaken_at is not None:
        ends += [place for place, item in enumerate(state.folded, start=1) if item[0] > overtaken_at][:1]
    return min(ends, default=None)


def during(order: int, over: int | None) -> bool:
    """Does a place in the order lie before the end of the round?"""
    return over is None or order < over
