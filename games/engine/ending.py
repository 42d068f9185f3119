"""The end of a round as its own record tells it, for the clauses that ask whether something came in time.

Proved by ``tests/<game>/test_void*.py`` and the golden rounds of those clauses.
"""

from __future__ import annotations

from games.engine.state import RoundState


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
