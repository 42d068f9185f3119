"""Facts weighed before they are judged: claims of time, decisions reported of a post, and what comes after the end of a
round. One rule for all.

**Claims of time.** The order of receipt is the position in the log. Weighed are chips put down, changed, taken back or
handed back that were received after a fact that shows any of the outcome, and that claim a moment before it. The
sender's running numbers say what such a claim is worth:

- *contradicted*: the sender gave a lower number to something that it says happened later, at or after the outcome.
  The fact counts as it was received, which is late.
- *buffered*: the sender's next number is recorded too, its moment lies between the claim and the outcome, and the
  number before, where it is of this round, does not lie after the claim. A remark, and it counts as claimed.
- *unsupported*: everything else. A finding with the amount that the claim moves and both settlements; it counts as the
  document's choice ``claim_of_time`` says (as claimed, or as received).

**The end.** After it, chips moved, corrections, remedies, rulings and confirmations count; so do facts of which a
clause of the game says itself what they are worth then (calls, incidents, chips put down late). Every other fact of the
table changes nothing, and is found. A round ends as :data:`~games.engine.state.Ends` says, with its close, or with the
opening of the table's next round, whichever is first; by the moments as they were weighed. What claims a moment before
the outcome without support does not keep a round open. Whether a round was over when something was said is asked of the
facts before it alone.

**Reported decisions** are weighed by what became of them (``games.engine.reported``): denied, they are left out.

Pure. Source: the readings "claims of time" and "a round ends" (docs/rulings.md). Proved by
``tests/engine/test_weighing.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final, Literal

import msgspec

from games.engine import reported
from games.engine import steps as engine_steps
from games.engine.document import RuleBook
from games.engine.ending import answers, ends_with_collection
from games.engine.facts import StakeReturned
from games.engine.fold import fold
from games.engine.judgement import AWAITING, LOST, PENDING, REFUSED, WON, Finding, Judgement, Severity
from games.engine.resting import resting
from games.engine.state import Envelope, RoundState
from games.engine.steps import Asked, Steps

Judge = Callable[..., Judgement]
Verdict = Literal["contradicted", "buffered", "unsupported"]

CLAIM_OF_TIME: Final = "claim_of_time"
AS_RECEIVED: Final = "as_received"


class Claim(msgspec.Struct, frozen=True, gc=False):
    """Chips that were said late to have been moved in time. ``shown`` is the first fact received before the claim that
    shows something of the outcome and lies after the moment claimed."""

    bet: str
    told: Envelope
    shown: Envelope
    verdict: Verdict


def judge_all(steps: Steps[Any], rounds: Sequence[Asked]) -> list[Judgement]:
    """Judge rounds of one game. Those in which there is nothing to weigh, which are nearly all, are judged together."""
    weighed = [bool(state.claims or state.answers) or may_have_ended(state) for state, _book, _ended in rounds]
    plain = [asked for asked, weigh in zip(rounds, weighed, strict=True) if not weigh]
    judged = iter(engine_steps.judge_all(steps, plain))
    game_judge = partial(engine_steps.judge, steps)
    return [
        _weighed(game_judge, *asked) if weigh else resting(next(judged), asked.state)
        for asked, weigh in zip(rounds, weighed, strict=True)
    ]


def _weighed(game_judge: Judge, state: RoundState, book: RuleBook, ended: bool) -> Judgement:
    """A round judged by a game's own judgement, with its claims weighed and without what came after its end."""
    claims = weigh(state) if state.claims else []
    late = {claim.told.version for claim in claims if claim.verdict == "contradicted"}
    doubtful = {claim.told.version for claim in claims if claim.verdict == "unsupported"}
    if doubtful and choice_of(book) == AS_RECEIVED:
        late |= doubtful
    answers = reported.weigh(state) if state.answers else None
    denied = answers.denied if answers is not None else frozenset()
    if late or denied:
        state = refolded(state, as_received=late, disowned=denied)
    after = after_the_end(game_judge, state, book, doubtful, late, denied) if may_have_ended(state) else []
    without = {envelope.version for envelope in after}
    if after:
        state = refolded(state, as_received=late, without=without, disowned=denied)
    judgement = resting(game_judge(state, book, ended=ended), state)
    if not claims and not after and answers is None:
        return judgement
    found = [_after_end(envelope) for envelope in after]
    if answers is not None:

        def otherwise(version: int) -> Judgement:
            other = refolded(state, as_received=late, without=without, disowned=denied ^ {version})
            answer: Judgement = game_judge(other, book, ended=ended)
            return answer

        found += reported.findings(answers, judgement, otherwise, state)
    if ended:
        found += [_of_claim(claim, game_judge, state, book, judgement, late, denied) for claim in claims]
    return msgspec.structs.replace(judgement, findings=(*judgement.findings, *found))


def choice_of(book: RuleBook) -> str:
    """What an unsupported claim of time counts as (a choice of the document)."""
    return str(book.choice(CLAIM_OF_TIME))


def refolded(
    state: RoundState,
    *,
    as_received: Collection[int] = frozenset(),
    without: Collection[int] = frozenset(),
    disowned: Collection[int] = frozenset(),
) -> RoundState:
    """The same round folded once more: some facts as received, without others, others by nobody's decision."""
    again = fold(
        state.stream,
        state.rows,
        as_received=frozenset(as_received),
        without=frozenset(without),
        disowned=frozenset(disowned),
    )
    again.terms = state.terms
    again.before = state.before
    again.elsewhere = state.elsewhere
    again.overtaken_at = state.overtaken_at
    return again


# --- Claims of time ------------------------------------------------------------------------------------------------


def weigh(state: RoundState) -> list[Claim]:
    """Every claim of the round, weighed by its sender's numbers. One that a correction took away is none."""
    taken_back = {c.target_version for c in state.corrections if c.fact.after is None and not c.stale}
    told = list(state.envelopes())
    claimed = set(state.claims)
    claims = []
    received: list[Envelope] = []
    for envelope, item in zip(told, state.told, strict=True):
        if envelope.version in claimed and envelope.version not in taken_back:
            shown = next(fact for fact in received if fact.moment > envelope.moment)
            claims.append(Claim(item[3].bet, envelope, shown, _verdict(envelope, shown, told)))
        if item[5].shows:
            received.append(envelope)
    return claims


def _verdict(claim: Envelope, shown: Envelope, told: Iterable[Envelope]) -> Verdict:
    number = claim.sequence
    if number is None:
        return "unsupported"
    own = {fact.sequence: fact for fact in told if fact.actor == claim.actor and fact.sequence is not None}
    if any(known < number and fact.moment >= shown.moment for known, fact in own.items()):
        return "contradicted"
    following, previous = own.get(number + 1), own.get(number - 1)
    if previous is None and min(own) < number:
        return "unsupported"
    in_order = previous is None or previous.moment <= claim.moment
    if in_order and following is not None and claim.moment <= following.moment < shown.moment:
        return "buffered"
    return "unsupported"


def _of_claim(
    claim: Claim,
    game_judge: Judge,
    state: RoundState,
    book: RuleBook,
    judgement: Judgement,
    late: Collection[int],
    denied: Collection[int],
) -> Finding:
    told, shown = claim.told, claim.shown
    versions, clauses = (told.version, shown.version), book.choices[CLAIM_OF_TIME].clauses
    detail: dict[str, Any] = {
        "claimed": told.moment.isoformat(),
        "shown": shown.moment.isoformat(),
        "received": told.recorded_at.isoformat(),
        "number": told.sequence,
    }
    if claim.verdict != "unsupported":
        code = "claim_numbered_late" if claim.verdict == "contradicted" else "claim_buffered"
        severity = Severity.PROCEDURE if claim.verdict == "contradicted" else Severity.REMARK
        return Finding(
            code=code, severity=severity, subject=claim.bet, clauses=clauses, versions=versions, detail=detail
        )
    without = {item[2] for item in state.told} - {item[2] for item in state.folded} - set(denied)
    other = set(late) ^ {told.version}
    otherwise = game_judge(refolded(state, as_received=other, without=without, disowned=denied), book, ended=True)
    as_claimed, as_received = (otherwise, judgement) if told.version in late else (judgement, otherwise)
    detail |= {"as_claimed": _said(as_claimed, claim.bet), "as_received": _said(as_received, claim.bet)}
    return Finding(
        code="claim_unsupported",
        severity=Severity.PROCEDURE,
        subject=claim.bet,
        clauses=clauses,
        versions=versions,
        amount_minor=as_claimed.due_net_minor - as_received.due_net_minor,
        detail=detail,
    )


def _said(judgement: Judgement, bet: str) -> dict[str, Any] | None:
    """What a bet comes to, in minor units; None where there is no such bet then."""
    for result in judgement.results:
        if result.bet == bet:
            due = result.settlement
            return {"outcome": due.outcome.value, "stake": due.stake_minor, "net": due.net_minor}
    return None


# --- The end -------------------------------------------------------------------------------------------------------


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


def after_the_end(
    game_judge: Judge,
    state: RoundState,
    book: RuleBook,
    doubtful: Collection[int] = (),
    late: Collection[int] = (),
    denied: Collection[int] = (),
) -> list[Envelope]:
    """The facts of the table after the end of the round, in their true order. ``doubtful`` are versions of claims that
    keep no round open, ``late`` of those that count as received."""
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
        if step.counts_after or version in doubtful or version in late or state.settles_a_matter(data, book):
            continue
        overtaken = overtaken_at is not None and min(moment, received[version]) > overtaken_at
        if not over and not overtaken and order > first:
            over = _was_over(game_judge, state, book, order, doubtful, late, denied)
        if over or overtaken:
            after.add(version)
    return [envelope for envelope in state.envelopes() if envelope.version in after]


def _was_over(
    game_judge: Judge,
    state: RoundState,
    book: RuleBook,
    order: int,
    doubtful: Collection[int],
    late: Collection[int],
    denied: Collection[int],
) -> bool:
    """Whether the round was over before the fact at this place in the order."""
    if state.closed is not None and state.closed < order:
        return True
    if state.ends == "closed":
        return False
    later = {item[2] for item in state.folded[order - 1 :]}
    without = {item[2] for item in state.told} - ({item[2] for item in state.folded} - later)
    earlier = refolded(state, without=without - set(denied), disowned=denied)
    if not earlier.result_said:
        return False
    claimed = {item[2]: item[3] for item in state.told if item[2] in doubtful or item[2] in late}
    unsure = {fact.bet for fact in claimed.values() if not isinstance(fact, StakeReturned)}
    judgement = game_judge(earlier, book, ended=False)
    moved = {movement.bet for movement in answers(earlier)}
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


def _after_end(envelope: Envelope) -> Finding:
    moment: datetime = envelope.moment
    return Finding(
        code="fact_after_end",
        severity=Severity.PROCEDURE,
        subject=f"fact:{envelope.version}",
        clauses=(),
        versions=(envelope.version,),
        detail={"type": envelope.type, "claimed": moment.isoformat()},
    )
