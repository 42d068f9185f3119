"""A round folded and judged once more: some facts as received, without others, others by nobody's decision.

What a claim, a report or a word moves is the difference between two such judgements. Pure. Proved by
``tests/engine/test_weighing.py`` and ``test_grounds.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

import msgspec

from games.engine.document import RuleBook
from games.engine.fold import fold
from games.engine.judgement import Judgement
from games.engine.state import RoundState

NONE: Final[frozenset[int]] = frozenset()


def refolded(
    state: RoundState,
    *,
    as_received: frozenset[int] = NONE,
    believed: frozenset[int] = NONE,
    without: frozenset[int] = NONE,
    disowned: frozenset[int] = NONE,
) -> RoundState:
    """The same round folded once more: some facts as received, others as claimed, without others, others by nobody's
    decision."""
    again = fold(
        state.stream,
        state.rows,
        as_received=as_received,
        believed=believed,
        without=without,
        disowned=disowned,
        by_receipt=state.by_receipt,
    )
    again.terms = state.terms
    again.before = state.before
    again.elsewhere = state.elsewhere
    again.overtaken_at = state.overtaken_at
    return again


class Refolds(msgspec.Struct, frozen=True):
    """A round as it was told, and what of it is already known to count otherwise; ``folded`` so, where it is."""

    judge: Callable[..., Judgement]
    state: RoundState
    book: RuleBook
    ended: bool
    late: frozenset[int] = NONE
    believed: frozenset[int] = NONE
    without: frozenset[int] = NONE
    denied: frozenset[int] = NONE
    folded: RoundState | None = None

    def judged(self, *, without: Collection[int] = (), disowned: Collection[int] = ()) -> tuple[Judgement, RoundState]:
        """The round without these facts besides, and by nobody's decision for those."""
        left_out, denied = self.without.union(without), self.denied.union(disowned)
        state = self.state
        if self.folded is not None and left_out == self.without and denied == self.denied:
            state = self.folded
        elif self.late or self.believed or left_out or denied:
            state = refolded(state, as_received=self.late, believed=self.believed, without=left_out, disowned=denied)
        return self.judge(state, self.book, ended=self.ended), state
