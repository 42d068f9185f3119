"""The end of a round as its own record tells it, for the clauses that ask whether something came in time.

Proved by ``tests/<game>/test_void*.py`` and the golden rounds of those clauses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.document import RuleBook
from games.engine.state import Movement, RoundState


def may_have_ended(state: RoundState) -> bool:
    """Whether a fact of the table stands after one by which the round may have ended: only then is it looked for."""
    last = state.last_of_the_table
    if (state.movements and state.movements[0].order < last) or (state.closed is not None and state.closed < last):
        return True
    overtaken_at = state.overtaken_at
    if overtaken_at is None:
        return False
    last_moment = state.last_moment
    return last_moment is not None and last_moment > overtaken_at


def closed_at(state: RoundState) -> int | None:
    """The place in the order from which on the round was closed, or overtaken by the table's next one; None: not yet.
    What else ends a round before that, its game says."""
    ends = [] if state.closed is None else [state.closed]
    overtaken_at = state.overtaken_at
    if overtaken_at is not None:
        received = {row[2]: row[5] for row in state.rows}  # nothing is recorded before it happened
        moments = [min(item[0], received[item[2]]) for item in state.folded]
        ends += [place for place, moment in enumerate(moments, start=1) if moment > overtaken_at][:1]
    return min(ends, default=None)


def during(order: int, over: int | None) -> bool:
    """Does a place in the order lie before the end of the round?"""
    return over is None or order < over


WITHOUT_WINNERS: Final = "ends_without_winners"
"""The choice when a spin or throw is over that nobody has won."""


def ends_with_collection(book: RuleBook) -> bool:
    """Whether a round without winners is over once the losing chips were taken; else with its close only."""
    return bool(book.choice(WITHOUT_WINNERS, "losing_chips_taken") == "losing_chips_taken")


def answers(state: RoundState) -> Sequence[Movement]:
    """The movements of chips that answer bets: what went back before anything of the outcome was shown its player had
    taken off. A round without any outcome is answered by what goes back."""
    movements = state.movements
    if not any(movement.kind == "returned" for movement in movements):
        return movements
    shown = next((order for order, item in enumerate(state.folded, start=1) if item[5].shows), 0)
    return [movement for movement in movements if movement.kind != "returned" or movement.order > shown]
