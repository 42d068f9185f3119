"""Which facts of a table came after the end of their round, by their weighed moments.

Chips moved, corrections, remedies, rulings and confirmations count after it; so do facts of which a clause of the game
says itself what they are worth then (calls, incidents, chips put down late). Every other fact of the table changes
nothing, and is found. A round ends as :data:`~games.engine.state.Ends` says, with its close, or with the opening of the
table's next round, whichever is first; by the moments as they were weighed. What claims a moment without support does
not keep a round open. Whether a round was over when something was said is asked of the facts before it alone.

Pure. Source: the reading "a round ends" (docs/rulings.md). Proved by ``tests/engine/test_weighing.py`` and
``test_after_the_end.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime

import msgspec

from games.engine.document import RuleBook
from games.engine.ending import answers, ends_with_collection
from games.engine.facts import StakeReturned
from games.engine.judgement import AWAITING, LOST, PENDING, REFUSED, WON, Finding, Judgement, Severity
from games.engine.refolding import NONE
from games.engine.state import Envelope, RoundState

Judge = Callable[..., Judgement]


def facts(
    game_judge: Judge,
    state: RoundState,
    book: RuleBook,
    again: Callable[..., RoundState],
    doubtful: Collection[int] = NONE,
    late: Collection[int] = NONE,
) -> list[Envelope]:
    """The facts of the table after the end of the round, in their true order. ``again`` folds the round once more,
    without some; ``doubtful`` are versions of claims that keep no round open, ``late`` of those that count as
    received."""
    first = min(
        state.movements[0].order if state.movements else state.versions,
        state.versions if state.closed is None else state.closed,
    )
    overtaken_at = state.overtaken_at
    # As with a round's own moment, one that lies in the future is that of the recording.
    received = {} if overtaken_at is None else {row[2]: row[5] for row in state.rows}
    over = False
    after: set[int] = set()
    for order, item in enumerate(state.folded, start=1):
        moment, _rank, version, data, _body, step = item
        if step.counts_after or state.settles_a_matter(data, book):
            continue
        overtaken = overtaken_at is not None and min(moment, received[version]) > overtaken_at
        if not over and not overtaken and order > first:
            over = was_over(game_judge, state, book, order, again, doubtful, late)
        if over or overtaken:
            after.add(version)
    return [envelope for envelope in state.envelopes() if envelope.version in after]


def was_over(
    game_judge: Judge,
    state: RoundState,
    book: RuleBook,
    order: int,
    again: Callable[..., RoundState],
    doubtful: Collection[int],
    late: Collection[int],
) -> bool:
    """Whether the round was over before the fact at this place in the order."""
    if state.closed is not None and state.closed < order:
        return True
    if state.ends == "closed":
        return False
    earlier = again(without=frozenset(item[2] for item in state.folded[order - 1 :]))
    if not earlier.result_said:
        return False
    judgement = game_judge(earlier, book, ended=False, amounts=True)
    moved = {movement.bet for movement in answers(earlier)}
    claimed = (item[3] for item in state.told if item[2] in doubtful or item[2] in late)
    unsure = {getattr(fact, "bet", None) for fact in claimed if not isinstance(fact, StakeReturned)}
    results = tuple(r for r in judgement.results if r.bet not in unsure or r.bet in moved)
    judgement = msgspec.structs.replace(judgement, results=results)
    winners_only = state.ends == "winners_paid"
    return answered(
        judgement, moved, winners_only=winners_only, collected=not winners_only or ends_with_collection(book)
    )


def answered(judgement: Judgement, moved: Collection[str], *, winners_only: bool, collected: bool = True) -> bool:
    """Whether every accepted bet, or every winning one, was answered by chips moved, right or wrong. Without winners
    the losing chips have to be taken (``collected``; else it ends with its close, as a round without bets does).
    ``moved`` are the bets of which chips were moved since the outcome was shown."""
    accepted = [result for result in judgement.results if result.settlement.outcome is not REFUSED]
    outcomes = {result.settlement.outcome for result in accepted}
    if not accepted or PENDING in outcomes or AWAITING in outcomes:
        return False
    if not winners_only:
        return all(result.bet in moved for result in accepted)
    if WON in outcomes:
        return all(r.recorded.paid_minor for r in accepted if r.settlement.outcome is WON)
    lost = [result for result in accepted if result.settlement.outcome is LOST]
    return collected and bool(lost) and all(result.recorded.collected_minor for result in lost)


def found(envelope: Envelope) -> Finding:
    moment: datetime = envelope.moment
    return Finding(
        code="fact_after_end",
        severity=Severity.PROCEDURE,
        subject=f"fact:{envelope.version}",
        clauses=(),
        versions=(envelope.version,),
        detail={"type": envelope.type, "claimed": moment.isoformat()},
    )
