"""Before a case closes: money handed over or received, papers in the player's hands, the receipt signed. Pure.

Whoever ends a case says so at once (``ClosingBegun``); it closes by itself with the last of the steps that apply to it,
each done or set aside with a reason. What was set aside stays what it is: money is still out, a paper not handed over.
A case merged into another waits for nothing: the other goes on. Proved by ``tests/disputes/case/test_closing.py``.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal
from uuid import UUID

import msgspec

from casino.core.errors import Problem
from casino.core.events import Fact, RecordedEvent
from disputes.case import commands as c
from disputes.case import facts as f
from disputes.case.closing_facts import ClosingBegun, ClosingCompleted, RoundsResumed, StepSetAside
from disputes.case.context import Context
from disputes.case.papers import OF_SETTLEMENT, not_handed_over, possible_papers, unsigned_receipts
from disputes.case.rulings_awaited import left_open
from disputes.case.state import Case, Stage
from disputes.case.step import decides

_NOBODY: Final = UUID(int=0)
OF_A_DECISION: Final = ("accepted", "no_complaint", "complaint_decided")
"""Endings of what was decided: of rounds that it left open nothing has ended."""


class LeftStep(msgspec.Struct, frozen=True):
    """A step that is left. ``code``: the line of money, the paper, or the kind of a paper to be issued."""

    kind: Literal["money", "issue", "hand_over", "sign"]
    code: str


def left(case: Case) -> list[LeftStep]:
    """What is still to be done before the case closes, in the order in which it is done."""
    return [step for step in _steps(case) if step.code not in case.set_aside]


def _steps(case: Case) -> Iterator[LeftStep]:
    for owing in case.money.still_out:
        yield LeftStep("money", owing.code)
    for kind in to_issue(case):
        yield LeftStep("issue", kind)
    for group in not_handed_over(case):
        yield LeftStep("hand_over", group[0].fact.paper)
    for paper in unsigned_receipts(case):
        yield LeftStep("sign", paper.paper)


def to_issue(case: Case) -> list[f.PaperKind]:
    """The papers of a settlement that nobody has issued yet. A case without a player has nobody to issue them to."""
    issued = {kept.fact.kind for kept in case.papers}
    possible = possible_papers(case) if case.players else []
    return [kind for kind in OF_SETTLEMENT if kind in possible and kind not in issued]


def with_closing(case: Case, facts: Sequence[Fact], ctx: Context) -> list[Fact]:
    """The facts of a command, and what they mean for the end of the case: it goes on with the rounds that are left, it
    waits, or what it waited for is done."""
    last = facts[-1]
    rest = left_open(case)
    if isinstance(last, f.CaseClosed) and last.ending in OF_A_DECISION and rest:
        next_by = ctx.after(hours=ctx.terms.look_again_hours)
        return [*facts[:-1], RoundsResumed(rounds=rest, resumed_by=last.closed_by, next_by=next_by)]
    if isinstance(last, f.CaseClosed) and last.ending != "merged":
        begun = ClosingBegun(
            ending=last.ending,
            begun_by=last.closed_by,
            said=last.said,
            next_by=ctx.after(days=ctx.terms.closing_days),
        )
        waits = [*facts[:-1], begun]
        return waits if left(_after(case, waits, ctx)) else [*facts]
    if case.stage is Stage.CLOSING and not left(_after(case, facts, ctx)):
        return [*facts, ClosingCompleted(closed_by=ctx.person, retained_until=ctx.terms.retained_until(ctx.now))]
    return [*facts]


def _after(case: Case, facts: Iterable[Fact], ctx: Context) -> Case:
    """The case as it will be with these facts."""
    after = copy.deepcopy(case)
    for fact in facts:
        name = f.NAMES[type(fact)]
        after.evolve(
            RecordedEvent(
                position=after.last_position + 1,
                stream=case.stream,
                version=after.version + 1,
                type=name,
                stored_type=name,
                occurred_at=ctx.now,
                recorded_at=ctx.now,
                actor="",
                id=_NOBODY,
                data=fact,
            )
        )
    return after


@decides(c.SetStepAside)
def set_step_aside(case: Case, command: c.SetStepAside, ctx: Context) -> list[Fact]:
    """What cannot be done is not waited for: the player has left, does not sign, does not take the money."""
    if command.step not in {step.code for step in left(case)}:
        raise Problem("case_step_unknown", "step", step=command.step)
    reason = ctx.seal(command.reason, case.persons)
    return [StepSetAside(step=command.step, set_aside_by=ctx.person, reason=reason)]
