"""A round folded and judged once more: some facts as received, without others, others by nobody's decision.

What a claim, a report or a word moves is the difference between two such judgements. Pure. Proved by
``tests/engine/test_weighing.py`` and ``test_grounds.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

import msgspec

from games.engine.document import RuleBook
from games.engine.ending import may_have_ended
from games.engine.fold import Item, fold_again
from games.engine.judgement import Judgement
from games.engine.order import OPENING, Told
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
    again = fold_again(state, as_received=as_received, believed=believed, without=without, disowned=disowned)
    again.terms = state.terms
    again.before = state.before
    again.elsewhere = state.elsewhere
    again.overtaken_at = state.overtaken_at
    return again


def stands_alike(state: RoundState, as_received: frozenset[int]) -> bool:
    """Whether bets come to the same with some facts as received, as is seen from the order alone: all facts whose place
    changes amounts stand in one order either way, and nothing by which the round may have ended is passed. Of a round
    in which words are weighed or answered nothing is concluded."""
    if state.speaks or state.answers or not state.movements:
        return False
    # Where chips were handed back, it counts whether that was before or after what shows the outcome.
    back = any(movement.kind == "returned" for movement in state.movements)
    openings, free = 0, True
    for item in state.folded:
        step = item[5]
        openings += step.rank == OPENING
        if item[2] in as_received and (step.placed or (back and step.shows)):
            free = False
    if openings > 1:
        return False
    ends = {movement.version for movement in state.movements} | {state.closed_version}
    if free and state.telling.line is not None and _in_front(state.telling.line, as_received, ends):
        return True
    return not may_have_ended(state) and _stands_alike(state, as_received, ends, back=back)


def _in_front(line: Sequence[Told], as_received: frozenset[int], ends: Collection[int]) -> bool:
    """Whether these facts, as received too, stand in front of everything by which the round may have ended."""
    ended = False
    first, last = line[-1].place, 0
    for each in line:
        ended = ended or each.version in ends
        if ended and each.place < first:
            first = each.place
        if each.version in as_received and each.place > last:
            last = each.place
    return ended and last < first


def _stands_alike(state: RoundState, as_received: frozenset[int], ends: Collection[int], *, back: bool) -> bool:
    folded = state.folded
    kept = {item[2]: item for item in folded}
    order = [kept[version] for version in state.telling.order(as_received, NONE) if version in kept]

    def placed(items: Iterable[Item]) -> list[int]:
        return [item[2] for item in items if item[5].placed or (back and item[5].shows)]

    if placed(order) != placed(folded):
        return False
    ended = False
    for item in order:
        if ended and not item[5].counts_after:
            return False
        ended = ended or item[2] in ends
    return state.overtaken_at is None or order[-1][0] <= state.overtaken_at


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
    amounts: bool = False
    """Only what bets come to is asked for."""

    def judged(self, *, without: Collection[int] = (), disowned: Collection[int] = ()) -> tuple[Judgement, RoundState]:
        """The round without these facts besides, and by nobody's decision for those."""
        left_out, denied = self.without.union(without), self.denied.union(disowned)
        state = self.state
        if self.folded is not None and left_out == self.without and denied == self.denied:
            state = self.folded
        elif self.late or self.believed or left_out or denied:
            state = refolded(state, as_received=self.late, believed=self.believed, without=left_out, disowned=denied)
        return self.judge(state, self.book, ended=self.ended), state
